// Writes webhooks.json beside this file: node vectors/generate-webhooks.mjs. Deterministic. What a
// verifier answers is written by hand below, and none of the service's code takes part.
import { createHash, createHmac } from "node:crypto"
import { writeFileSync } from "node:fs"

const sha256 = (data) => createHash("sha256").update(data).digest("hex")
const digestOf = (secret) => sha256(secret)
const keyIdOf = (secret) => sha256(digestOf(secret)).slice(0, 8)
const mac = (key, body) => createHmac("sha256", key).update(body).digest("hex")
const seconds = (iso) => String(Math.floor(Date.parse(iso) / 1000))

const example = "whsec_example"
const other = `whsec_${"A".repeat(43)}`
const unicode = "whsec_Ünïcöde ☃"
const organization = "00000000-0000-4000-8000-000000000001"
const delivery = "01994f3e-7c00-7000-8000-000000000001"
const at = "2026-11-21T00:00:00.000Z"
const user = "01994f3e-7c00-7000-8000-000000000002"

// What is signed ---------------------------------------------------------------------------------

const bodyOf = ({ event, now, data }) =>
  JSON.stringify({ event, timestamp: now, organization_uuid: organization, user_uuid: null, data })

const headersOf = ({ event, now, secret, body }) => ({
  "content-type": "application/json",
  "x-webhook-event": event,
  "x-webhook-signature": `sha256=${mac(digestOf(secret), body)}`,
  "x-webhook-timestamp": seconds(now),
  "x-webhook-delivery": delivery,
})

const sign = ({ name, event = "webhook.test", now = at, secret = example, data }) => {
  const body = bodyOf({ event, now, data })
  return { name, secret, now, delivery_uuid: delivery, event, organization_uuid: organization, data, body, headers: headersOf({ event, now, secret, body }) }
}

const made = { origin: "user_app", schema_version: 1 }
const member = { user_uuid: user, organization_uuid: organization }
const hello = { test: true, message: "hello", timestamp: at }

const signed = [
  { name: "a test delivery", data: hello },
  { name: "the last millisecond of a second: the header rounds down", now: "2026-11-21T00:00:00.999Z", data: hello },
  { name: "a leap day", now: "2028-02-29T23:59:59.500Z", data: hello },
  { name: "a secret that is not ASCII is hashed as UTF-8", secret: unicode, data: hello },
  { name: "an empty object", data: {} },
  { name: "letters outside ASCII stay as they are, in UTF-8", data: { ...hello, message: "Ünïcode ☃ 🎉 مرحبا e\u0301 é" } },
  { name: "escapes", data: { ...hello, message: 'quote " backslash \\ slash / newline \n tab \t nul \u0000 del \u007f line \u2028 </script>' } },
  { name: "half a surrogate pair is escaped", data: { ...hello, message: "half \ud83d a party" } },
  { name: "numbers and nesting", data: { zero: 0, negative: -1.5, large: 9007199254740991, tiny: 1e-7, list: [1, [2, { three: null }]], "": false } },
  { name: "activity.deleted", event: "activity.deleted", data: { ...made, activity_uuid: user, organization_uuid: organization, activity_name: "Sailing week", deleted_by_user_uuid: null } },
  { name: "membership.joined", event: "membership.joined", data: { ...made, ...member, tier_slug: "crew" } },
  { name: "membership.left", event: "membership.left", data: { ...made, ...member, ended_by: "removed" } },
  { name: "membership.renewed", event: "membership.renewed", data: { origin: "admin", schema_version: 1, ...member } },
  { name: "membership.tier_changed, back to a tier that was deleted", event: "membership.tier_changed", data: { ...made, ...member, tier_slug: "" } },
  {
    name: "reward.redeemed",
    event: "reward.redeemed",
    data: { ...made, wallet_address: "tsy1qtayx8uys48a8vpy9k3e6vfquw7wnkfee5x2k38axwzaxpur3e5ys4k2tn3", user_id: user, username: "ada", first_name: "Ada", last_name: null, account_type: "user", reward_template_id: delivery, transaction_id: "tz4a98xxat96iws9zmbrgj3a", organization_uuid: organization, points: 30 },
  },
  { name: "webhook.test", event: "webhook.test", data: { test: true, message: "This is a test delivery.", timestamp: at } },
  {
    name: "reward.generate",
    event: "reward.generate",
    data: { reward_template_id: delivery, reward_template_name: "Poster", external_id: null, user_id: user, username: "ada", wallet_address: "tsy1qtayx8uys48a8vpy9k3e6vfquw7wnkfee5x2k38axwzaxpur3e5ys4k2tn3", transaction_id: "" },
  },
  { name: "an event that is newer than the receiver", event: "session.began", data: { ...made, session_uuid: user } },
].map(sign)

// What a receiver answers ------------------------------------------------------------------------

const good = signed[0]
const before = { ...good.headers }
const later = (ms) => new Date(Date.parse(at) + ms).toISOString()

/** A case: the good delivery, but for what `change` says. */
const verify = (name, answer, change = {}) => {
  const { headers = {}, remove = [], repeat = [], renamed = false, ...rest } = change
  const pairs = Object.entries({ ...before, ...headers })
    .filter(([header]) => !remove.includes(header))
    .map(([header, value]) => [renamed ? header.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) : header, value])
  return {
    name,
    secrets: [example],
    now: at,
    tolerance_seconds: 300,
    headers: [...pairs, ...repeat],
    ...("body_hex" in rest ? {} : { body: good.body }),
    ...rest,
    answer,
  }
}
const signature = (key, body = good.body) => ({ headers: { "x-webhook-signature": `sha256=${mac(key, body)}` } })
/** Another body, signed as it should be. */
const signedBody = (body, headers = {}) => ({ body, headers: { ...signature(digestOf(example), body).headers, ...headers } })
const envelope = (change) => JSON.stringify({ ...JSON.parse(good.body), ...change })
const without = (member) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(good.body)).filter(([name]) => name !== member)))
const ofSigned = (name) => {
  const { body, headers, secret, now } = signed.find((one) => one.name === name)
  return { body, headers, secrets: [secret], now }
}
const hex = mac(digestOf(example), good.body)

const cases = [
  ...signed.map(({ name }) => verify(name, "verified", ofSigned(name))),
  verify("299.999 seconds late", "verified", { now: later(299_999) }),
  verify("300 seconds late", "verified", { now: later(300_000) }),
  verify("the receiver's clock is 300 seconds behind", "verified", { now: later(-300_000) }),
  verify("a longer tolerance", "verified", { now: later(3_600_000), tolerance_seconds: 3600 }),
  verify("two secrets are valid, signed with the second", "verified", { secrets: [other, example] }),
  verify("names of headers in another case", "verified", { renamed: true }),
  verify("other headers beside them", "verified", { headers: { host: "club.example", "x-forwarded-for": "192.0.2.1, 192.0.2.2", "x-signature": "sha256=00" } }),
  verify("an envelope with a member that the receiver does not know", "verified", signedBody(envelope({ region: "ph" }))),

  verify("the raw secret as the key", "bad_signature", signature(example)),
  verify("the 32 bytes of the digest as the key", "bad_signature", signature(Buffer.from(digestOf(example), "hex"))),
  verify("the digest in upper case as the key", "bad_signature", signature(digestOf(example).toUpperCase())),
  verify("the digest of the digest as the key", "bad_signature", signature(digestOf(digestOf(example)))),
  verify("an empty key", "bad_signature", signature("")),
  verify("signed with another secret", "bad_signature", signature(digestOf(other))),
  verify("the secret was rotated and the receiver has the old one", "bad_signature", { secrets: [other] }),
  verify("neither of two secrets", "bad_signature", { secrets: [other, unicode] }),
  verify("the time and the body signed, as other schemes do", "bad_signature", signature(digestOf(example), `${seconds(at)}.${good.body}`)),
  verify("one digit of the signature is another", "bad_signature", { headers: { "x-webhook-signature": `sha256=${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}` } }),
  verify("one letter of the body is another", "bad_signature", { body: good.body.replace("hello", "hallo") }),
  verify("the body was parsed and written again with blanks", "bad_signature", { body: JSON.stringify(JSON.parse(good.body), null, 1) }),
  verify("a line feed after the body", "bad_signature", { body: `${good.body}\n` }),
  verify("the time in the body was renewed", "bad_signature", { body: good.body.replace(at, later(60_000)), now: later(60_000), headers: { "x-webhook-timestamp": seconds(later(60_000)) } }),
  verify("no body", "bad_signature", { body: "" }),

  verify("the signature in upper case", "malformed_header", { headers: { "x-webhook-signature": `sha256=${hex.toUpperCase()}` } }),
  verify("no sha256= before it", "malformed_header", { headers: { "x-webhook-signature": hex } }),
  verify("another algorithm before it", "malformed_header", { headers: { "x-webhook-signature": `sha512=${hex}` } }),
  verify("the algorithm in upper case", "malformed_header", { headers: { "x-webhook-signature": `SHA256=${hex}` } }),
  verify("in base64", "malformed_header", { headers: { "x-webhook-signature": `sha256=${Buffer.from(hex, "hex").toString("base64")}` } }),
  verify("half of it", "malformed_header", { headers: { "x-webhook-signature": `sha256=${hex.slice(0, 32)}` } }),
  verify("a digit too many", "malformed_header", { headers: { "x-webhook-signature": `sha256=${hex}0` } }),
  verify("two in one header", "malformed_header", { headers: { "x-webhook-signature": `sha256=${hex}, sha256=${hex}` } }),
  ...["x-webhook-signature", "x-webhook-timestamp", "x-webhook-event", "x-webhook-delivery"].flatMap((header) => [
    verify(`${header} is missing`, "missing_header", { remove: [header] }),
    verify(`${header} is empty`, "missing_header", { headers: { [header]: "" } }),
    verify(`${header} was sent twice`, "malformed_header", { repeat: [[header, before[header]]] }),
  ]),

  verify("300.001 seconds late", "stale", { now: later(300_001) }),
  verify("the receiver's clock is 300.001 seconds behind", "stale", { now: later(-300_001) }),
  verify("no tolerance, a millisecond late", "stale", { now: later(1), tolerance_seconds: 0 }),
  verify("an old delivery under a new time in the header", "stale", { now: later(86_400_000), headers: { "x-webhook-timestamp": seconds(later(86_400_000)) } }),
  verify("the header is a second late", "timestamp_mismatch", { headers: { "x-webhook-timestamp": seconds(later(1000)) } }),
  verify("the header is a second early", "timestamp_mismatch", { headers: { "x-webhook-timestamp": seconds(later(-1000)) } }),
  verify("the header rounds up", "timestamp_mismatch", { ...ofSigned("the last millisecond of a second: the header rounds down"), headers: { ...ofSigned("the last millisecond of a second: the header rounds down").headers, "x-webhook-timestamp": seconds(later(1000)) } }),
  verify("the header is in milliseconds", "timestamp_mismatch", { headers: { "x-webhook-timestamp": `${seconds(at)}000` } }),
  verify("the header is a date", "timestamp_mismatch", { headers: { "x-webhook-timestamp": at } }),
  verify("the header has a fraction", "timestamp_mismatch", { headers: { "x-webhook-timestamp": `${seconds(at)}.0` } }),
  verify("the event in the header is another", "event_mismatch", { headers: { "x-webhook-event": "membership.joined" } }),
  verify("the event in the header is in upper case", "event_mismatch", { headers: { "x-webhook-event": "WEBHOOK.TEST" } }),

  verify("signed, but not JSON", "malformed_body", signedBody("hello")),
  verify("signed, but empty", "malformed_body", signedBody("")),
  verify("signed, but a list", "malformed_body", signedBody("[]")),
  verify("signed, but null", "malformed_body", signedBody("null")),
  verify("signed, but not UTF-8", "malformed_body", { ...signatureOfBytes("7b2261223a22ff227d") }),
  verify("signed, without an event", "malformed_body", signedBody(without("event"))),
  verify("signed, without a time", "malformed_body", signedBody(without("timestamp"))),
  verify("signed, without an organization", "malformed_body", signedBody(without("organization_uuid"))),
  verify("signed, without data", "malformed_body", signedBody(without("data"))),
  verify("signed, with a time that is no date", "malformed_body", signedBody(envelope({ timestamp: "now" }))),
  verify("signed, with a time in no zone", "malformed_body", signedBody(envelope({ timestamp: "2026-11-21T00:00:00.000" }))),
  verify("signed, with a time in seconds", "malformed_body", signedBody(envelope({ timestamp: Number(seconds(at)) }))),
]

function signatureOfBytes(bytes) {
  return { body_hex: bytes, headers: { "x-webhook-signature": `sha256=${mac(digestOf(example), Buffer.from(bytes, "hex"))}` } }
}

const about =
  "Webhooks, as docs/webhooks.md describes them. `secrets`: the key of the HMAC is `digest` as ASCII text. `signed`: what is sent for a message " +
  "at a time; `body` is the exact text, UTF-8. `verify`: what a receiver answers to a request at the time `now`. Where two things " +
  "are wrong, the signature is looked at first, and the age of the body before the other headers. `headers` are pairs as they arrived; `body_hex` is a body that is not UTF-8. Written by generate-webhooks.mjs."

const file = {
  about,
  secrets: [example, other, unicode].map((secret) => ({ secret, digest: digestOf(secret), key_id: keyIdOf(secret) })),
  signed,
  verify: cases,
}
writeFileSync(new URL("webhooks.json", import.meta.url), `${JSON.stringify(file, null, 2)}\n`)
