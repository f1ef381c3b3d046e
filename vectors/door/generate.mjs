// Writes conformance.json beside this file: node vectors/door/generate.mjs. Deterministic, with
// keys open to everybody. What is expected is written by hand below, and none of the door's code
// takes part.
import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"

const here = (name) => new URL(name, import.meta.url)
const sample = JSON.parse(readFileSync(here("manifest.json"), "utf8"))

/** RFC 8785 for what occurs here: texts, integers, booleans, null. */
const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(",")}]`
    : typeof value === "object" && value !== null
      ? `{${Object.keys(value)
          .sort()
          .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
          .join(",")}}`
      : JSON.stringify(value)

const keyOf = (name) => {
  const seed = createHash("sha256").update(`symbolon door vectors: ${name}`).digest()
  return createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]), format: "der", type: "pkcs8" })
}
const published = (id, change = {}) => ({
  key_id: id,
  algorithm: "Ed25519",
  public_key: createPublicKey(keyOf(id)).export({ format: "jwk" }).x,
  purpose: "checkin_manifest",
  not_before: "2026-01-01T00:00:00.000Z",
  not_after: null,
  status: "active",
  ...change,
})
const trust = {
  both: { keys: [published("door-1"), published("door-2", { status: "next" })] },
  rotated: { keys: [published("door-2")] },
  ending: { keys: [published("door-1", { not_after: "2026-11-21T18:00:00.000Z" }), published("door-2", { not_before: "2026-11-21T18:00:00.000Z" })] },
  // Two keys of small order: one signature would hold for many messages.
  small: { keys: [published("door-1", { public_key: Buffer.alloc(32).toString("base64url") }), published("door-2", { public_key: Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]).toString("base64url") })] },
}

/**
 * What openssl is to say of each signature: lines of verdict, public key, signature and payload.
 */
const signatures = new Set()
const publicKeyOf = (key) => createPublicKey(keyOf(key)).export({ format: "jwk" }).x

const signed = (payload, { key = "door-1", id = key, tail = '"delta_cursor":null', spoil = (s) => s } = {}) => {
  const right = sign(null, Buffer.from(payload), keyOf(key)).toString("base64url")
  const signature = spoil(right)
  // Another spelling of the same bytes is for a door to refuse, not for openssl.
  const isWhole = /^[\w-]{86}$/.test(signature) && (signature === right || !Buffer.from(signature, "base64url").equals(Buffer.from(right, "base64url")))
  if (isWhole && signature !== identity) signatures.add([key === id && signature === right ? "valid" : "invalid", publicKeyOf(id), signature, payload].join("\t"))
  if (signature === right && signatures.size % 7 === 0) signatures.add(["invalid", publicKeyOf(key), right, payload.replace(/\d/, (digit) => (digit === "0" ? "1" : "0"))].join("\t"))
  return `{"payload":${payload},"key_id":"${id}","signature":"${signature}",${tail}}`
}
const identity = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString("base64url")
const manifest = (change = {}, how) => signed(canonical({ ...sample, ...change }), how)
const delta = (change = {}, how) =>
  signed(
    canonical({
      type: "checkin_manifest_delta",
      schema_version: 1,
      session_uuid: sample.session_uuid,
      base_manifest_version: 7,
      manifest_version: 8,
      generated_at: "2026-11-21T18:31:00Z",
      valid_until: "2026-11-22T06:31:00Z",
      clock_tolerance_seconds: 300,
      reserved: 2,
      added: {},
      changed: {},
      removed: [],
      admitted_added: {},
      admitted_removed: [],
      frozen_card_identifiers: ["04F1"],
      ...change,
    }),
    { tail: '"next_cursor":null', ...how },
  )

const at = (text) => Date.parse(`2026-11-21T${text}Z`)
const [GENERATED, OPENS, CLOSES, UNTIL] = [at("18:00:00"), at("18:30:00"), at("23:00:00"), Date.parse("2026-11-22T06:00:00Z")]
const TOLERANCE = 300_000
const [anna, ben, cleo, dora] = ["q", "p", "z", "r"].map((letter) => `sy1${letter.repeat(38)}`)
const iso = (ms) => new Date(ms).toISOString()
const always = { enforces_checkin_window: false }

const verdict = (change) => ({
  decision: "undetermined",
  blocked_reason: null,
  undetermined_reason: null,
  wallet_address: null,
  reentry: false,
  seat: "none",
  details: {},
  ...change,
})
const admitted = (wallet, seat, change = {}) => verdict({ decision: "admitted", wallet_address: wallet, seat, ...change })
const again = (wallet) => admitted(wallet, "none", { reentry: true })
const blocked = (reason, wallet = null, details = {}) => verdict({ decision: "blocked", blocked_reason: reason, wallet_address: wallet, details })
const unsure = (reason) => verdict({ undetermined_reason: reason })
const inside = (wallet, first) => blocked("already_admitted", wallet, first === undefined ? {} : { first_admitted_at: iso(first) })

// Steps. `now` is the door's clock at that step.
const load = (text, expect = { loaded: true }, { now = GENERATED, deltas, parsed } = {}) => ({ do: "load", now, text, ...(deltas && { deltas }), ...(parsed && { parsed }), expect })
const apply = (text, expect = { loaded: true }, now = at("18:31:00")) => ({ do: "apply_delta", now, text, expect })
const tap = (presented, expect, now = OPENS, more = {}) => ({ do: "admit", now, tap: presented, ...more, expect })
const status = (expect, now = OPENS) => ({ do: "status", now, expect })
const outbox = (expect, limit = 100) => ({ do: "outbox", now: OPENS, limit, expect })
const ack = (count) => ({ do: "ack", now: OPENS, count })
const restart = (keys = "both") => ({ do: "restart", now: OPENS, trust_keys: keys })
const wipe = () => ({ do: "wipe", now: OPENS })
const refuse = (code) => ({ error: code })
const item = (type, value, ms, counter, version = 7, id = "door-1") => ({
  identifier: { type, value },
  idempotency_key: `vectors:${sample.session_uuid}:${ms}:${counter}`,
  occurred_at: iso(ms),
  offline: true,
  manifest_version: version,
  key_id: id,
})

const cases = []
const test = (name, covers, steps, keys = "both") => cases.push({ name, covers, trust_keys: keys, steps })
/** A manifest at its generation, then taps when the window opens. */
const opened = (change, ...steps) => [load(manifest(change)), ...steps]

// A. Admission basics
test("on the roster, first tap: admitted, one upload", ["A1", "E33"], opened({}, tap("04A1", admitted(anna, "ticket")), outbox([item("card", "04A1", OPENS, 1)])))
test("second tap, by whatever card: already admitted", ["A2", "E37"], opened({}, tap("04A1", admitted(anna, "ticket")), tap("04A1", inside(anna, OPENS), OPENS + 1000), tap("04A2", inside(anna, OPENS), OPENS + 2000), tap(anna, inside(anna, OPENS), OPENS + 3000), outbox([item("card", "04A1", OPENS, 1)])))
test("admitted to another session does not count", ["A3"], opened({}, tap("04A1", admitted(anna, "ticket")), restart(), load(manifest({ session_uuid: "0193a7c0-0000-7000-8000-000000000002", manifest_version: 1 }), { loaded: true, pending_uploads: 0 }), tap("04A1", admitted(anna, "ticket"))))
test("re-entry: admitted again, two uploads, one seat", ["A4"], opened({ allow_reentry: true, max_attendees: 4 }, tap("04B1", admitted(ben, "walk_in")), tap("04B1", again(ben), OPENS + 1), outbox([item("card", "04B1", OPENS, 1), item("card", "04B1", OPENS + 1, 2)]), status({ seats_left: 1, pending_uploads: 2 })))
test("admitted in the manifest: already admitted, time unknown", ["A5"], opened({}, tap("04D1", inside(dora))))
test("unknown: undetermined, nothing to upload", ["A6", "E34"], opened({}, tap("04ZZ", unsure("not_on_roster")), outbox([])))
test("scanner prefixes, spaces and control characters", ["A7"], opened({ allow_reentry: true }, tap("\\00000104a1\r\n", admitted(anna, "ticket")), ...["]Q304A1", " 04a1 ", "04\u001dA1", "\u00020 4A1".replace(" ", "")].map((read, n) => tap(read, again(anna), OPENS + 1 + n))))
test("ids and names are no identifiers offline", ["A8", "E35"], opened({}, ...[{ type: "user_id", value: sample.organization_uuid }, { type: "username", value: "anna" }, { type: "card", value: anna }, { type: "wallet", value: "04A1" }, { type: "link", value: "https://example.org/a" }, { type: "key", value: "04A1" }].map((presented) => tap(presented, unsure("not_on_roster")))))
test("another session's ticket is unknown here, and nobody is named", ["A9"], opened({ roster: {}, admitted: {} }, tap("04A1", unsure("not_on_roster"))))
test("already admitted comes before a closed switch", ["A10"], opened({ checkin_open: false }, tap("04D1", inside(dora)), tap("04A1", blocked("checkin_closed", anna))))
test("re-entry comes before a closed switch", ["A10"], opened({ checkin_open: false, allow_reentry: true }, tap("04D1", again(dora))))

// B. Time
test("the window opens inclusively", ["B11", "B16"], opened({}, tap("04A1", blocked("checkin_not_started", anna, { opens_at: iso(OPENS) }), OPENS - 1), tap("04A1", admitted(anna, "ticket"), OPENS)))
test("the window closes exclusively", ["B12", "B16"], opened({}, tap("04A1", admitted(anna, "ticket"), CLOSES - 1), tap("04B1", blocked("checkin_ended", ben, { closes_at: iso(CLOSES) }), CLOSES)))
test("a window that is not enforced", ["B13"], opened(always, tap("04A1", admitted(anna, "ticket"), CLOSES + 1), tap("04B1", admitted(ben, "walk_in"), CLOSES + 2)))
test("a window that is not enforced may be null", ["B13"], opened({ ...always, checkin_opens_at: null, checkin_closes_at: null }, tap("04A1", admitted(anna, "ticket"), GENERATED)))
test("a tap is judged at its own time", ["B15"], opened({}, tap("04A1", admitted(anna, "ticket"), CLOSES + 60_000, { at: CLOSES - 1 }), tap("04B1", blocked("checkin_ended", ben, { closes_at: iso(CLOSES) }), CLOSES + 60_000, { at: CLOSES }), outbox([item("card", "04A1", CLOSES - 1, 1)])))
test("a tap from the far past, the far future, or no time", ["B15"], opened(always, ...[[0, "clock_untrusted"], [GENERATED - TOLERANCE - 1, "clock_untrusted"], [UNTIL, "manifest_expired"], [4e12, "manifest_expired"], [8.64e15 + 1, "manifest_expired"], ["soon", "clock_untrusted"], [null, "clock_untrusted"]].map(([when, reason]) => tap("04A1", unsure(reason), OPENS, { at: when })), status({ pending_uploads: 0 })))
test("valid_until ends everything, exactly", ["G47"], opened(always, tap("04A1", admitted(anna, "ticket"), UNTIL - 1), tap("04B1", unsure("manifest_expired"), UNTIL), status({ seconds_left: 0, loaded: true }, UNTIL)))

// Precedence: everything wrong at once, then one cause after the other removed.
const wrong = { cancelled: true, frozen_card_identifiers: ["04D1"], checkin_open: false, max_attendees: 0 }
test("precedence: cancelled first", ["order"], opened(wrong, tap("04D1", blocked("session_cancelled", dora)), tap("04ZZ", blocked("session_cancelled"))))
test("precedence: then a frozen card, before re-entry", ["order"], opened({ ...wrong, cancelled: false, allow_reentry: true }, tap("04D1", blocked("card_frozen", dora), GENERATED), tap(dora, again(dora), GENERATED)))
test("precedence: then already admitted", ["order"], opened({ ...wrong, cancelled: false, frozen_card_identifiers: [] }, tap("04D1", inside(dora), GENERATED)))
test("precedence: then the switch, before window, roster and seats", ["order"], opened({ ...wrong, cancelled: false }, tap("04B1", blocked("checkin_closed", ben), GENERATED), tap("04ZZ", blocked("checkin_closed"), CLOSES)))
test("precedence: then the window, before roster and seats", ["order"], opened({ max_attendees: 0 }, tap("04B1", blocked("checkin_not_started", ben, { opens_at: iso(OPENS) }), GENERATED), tap("04ZZ", blocked("checkin_ended", null, { closes_at: iso(CLOSES) }), CLOSES)))
test("precedence: then the roster, before seats", ["order"], opened({ max_attendees: 0 }, tap("04ZZ", unsure("not_on_roster")), tap("04B1", blocked("session_full", ben, { max_attendees: 0 })), tap("04A1", admitted(anna, "ticket"))))
test("precedence: clock before expiry, both before the rules", ["order"], opened(wrong, tap("04D1", unsure("manifest_expired"), UNTIL), tap("04D1", unsure("clock_untrusted"), GENERATED - TOLERANCE - 1)))

// E. Cards and frozen lists
test("a frozen card is refused, other cards of its holder are not", ["E36", "F41"], opened({ frozen_card_identifiers: ["04A1", "04F1"] }, tap("04A1", blocked("card_frozen", anna)), tap("04f1", blocked("card_frozen")), tap("04A2", admitted(anna, "ticket"))))
test("a frozen card at a walk-in door", ["E36"], opened({ roster_kind: "none", roster: {} }, tap("04F1", blocked("card_frozen")), tap("04A1", admitted(null, "walk_in"))))
test("frozen cards that are admitted are not on the list", ["E36"], opened({ admits_frozen_cards: true, frozen_card_identifiers: [] }, tap("04F1", unsure("not_on_roster")), tap("04A1", admitted(anna, "ticket"))))
test("a card under two wallets makes the manifest contradict itself", ["E38"], [load(manifest({ admitted: { [ben]: { card_identifiers: ["04A1"], has_ticket: false } } }), refuse("manifest_malformed")), tap("04A1", unsure("manifest_missing"))])
test("a wallet in two spellings makes the manifest contradict itself", ["E38"], [load(manifest({ roster: { ...sample.roster, [anna.toUpperCase()]: { card_identifiers: [], has_ticket: false } } }), refuse("manifest_malformed"))])
test("a wallet in capitals, tapped or listed", ["E33"], opened({ roster: { [anna.toUpperCase()]: { card_identifiers: ["04a1"], has_ticket: true } } }, tap(anna, admitted(anna, "ticket")), tap("04A1", inside(anna, OPENS))))
test("somebody inside who left the roster is not re-admitted by it", ["A5"], opened({ roster: {} }, tap("04D1", inside(dora)), tap("04A1", unsure("not_on_roster"))))
test("somebody inside is known by a card that only the roster lists", ["E37"], opened({ admitted: { [anna]: { card_identifiers: ["04A1"], has_ticket: true } } }, tap("04A2", inside(anna))))

// Rosters of every kind, walk-ins, capacity
for (const kind of ["ticket_holders", "prior_attendees", "members", "a_later_kind"]) {
  test(`roster of kind ${kind}: who is not listed is not known`, ["rosters"], opened({ roster_kind: kind }, tap("04A1", admitted(anna, "ticket")), tap(cleo, admitted(cleo, "walk_in")), tap("04ZZ", unsure("not_on_roster"))))
}
test("walk-ins until the seats are gone; ticket holders always", ["rosters", "C25"], opened({ roster_kind: "none", max_attendees: 4 }, status({ seats_left: 2 }), tap("04X1", admitted(null, "walk_in")), tap("04X1", inside(null, OPENS), OPENS + 1), tap("04X2", admitted(null, "walk_in"), OPENS + 2), tap("04X3", blocked("session_full", null, { max_attendees: 4 }), OPENS + 3), tap("04A1", admitted(anna, "ticket"), OPENS + 4), status({ seats_left: 0, pending_uploads: 3 }), outbox([item("card", "04X1", OPENS, 1), item("card", "04X2", OPENS + 2, 2)], 2)))
test("walk-ins that the manifest counts", ["rosters"], opened({ roster_kind: "none", max_attendees: 4, admitted: { [ben]: { card_identifiers: ["04B1"], has_ticket: false }, [dora]: { card_identifiers: ["04D1"], has_ticket: true } } }, status({ seats_left: 1 }), tap("04B1", inside(ben)), tap("04X1", admitted(null, "walk_in")), tap("04X2", blocked("session_full", null, { max_attendees: 4 }))))
test("more tickets than seats: no seat for walk-ins, every ticket holder in", ["rosters"], opened({ max_attendees: 1, reserved: 2 }, status({ seats_left: 0 }), tap("04A1", admitted(anna, "ticket")), tap("04B1", blocked("session_full", ben, { max_attendees: 1 }))))
test("a link is uploaded as a link", ["rosters"], opened({ roster_kind: "none" }, tap("https://example.org/l/Tok3n", admitted(null, "walk_in")), outbox([item("link", "https://example.org/l/Tok3n", OPENS, 1)])))
test("an empty roster and nobody inside", ["rosters"], opened({ roster: {}, admitted: {}, frozen_card_identifiers: [] }, tap("04A1", unsure("not_on_roster"))))

// D. Uploads
test("uploads stay until acknowledged, oldest first", ["D30", "D32"], opened({ roster_kind: "none" }, tap("04X1", admitted(null, "walk_in"), OPENS), tap("04X2", admitted(null, "walk_in"), OPENS + 1), tap("04X3", admitted(null, "walk_in"), OPENS + 2), ack(1), outbox([item("card", "04X2", OPENS + 1, 2), item("card", "04X3", OPENS + 2, 3)]), tap("04X1", inside(null, OPENS), OPENS + 3), ack(2), outbox([]), status({ pending_uploads: 0 })))
test("a refused tap leaves nothing behind", ["C21"], opened({}, tap("04A1", blocked("checkin_not_started", anna, { opens_at: iso(OPENS) }), GENERATED), outbox([]), tap("04A1", admitted(anna, "ticket")), outbox([item("card", "04A1", OPENS, 1)])))
test("uploads and who is inside survive a restart", ["D31", "G55"], opened({}, tap("04A1", admitted(anna, "ticket")), restart(), status({ loaded: false, pending_uploads: 1 }), load(manifest(), { loaded: true, pending_uploads: 1 }, { now: OPENS }), tap("04A2", inside(anna, OPENS)), outbox([item("card", "04A1", OPENS, 1)])))
test("wiped: the roster is gone, the uploads are not, nor is the floor", ["H60"], opened({}, tap("04A1", admitted(anna, "ticket")), wipe(), tap("04B1", unsure("manifest_missing")), status({ loaded: false, pending_uploads: 1, manifest_version: null, seats_left: null }), outbox([item("card", "04A1", OPENS, 1)]), load(manifest({ manifest_version: 6 }), refuse("manifest_rolled_back"), { now: OPENS }), load(manifest(), { loaded: true }, { now: OPENS }), tap("04A1", inside(anna, OPENS))))

// F. Signed data
const flip = (text, from, to) => text.replace(from, to)
test("one character changed", ["F39"], [load(flip(manifest(), '"reserved":2', '"reserved":3'), refuse("manifest_untrusted")), load(flip(manifest(), "04A1", "04A9"), refuse("manifest_untrusted")), tap("04A1", unsure("manifest_missing")), load(manifest())])
test("signed, but by a key of another id or an unknown one", ["F42", "G50"], [load(manifest({}, { key: "door-2", id: "door-1" }), refuse("manifest_untrusted")), load(manifest({}, { key: "door-3" }), refuse("manifest_untrusted")), load(manifest({}, { key: "door-2" }))])
const L = 2n ** 252n + 27742317777372353535851937790883648493n
const lifted = (signature) => {
  const bytes = Buffer.from(signature, "base64url")
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + L
  Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse().copy(bytes, 32)
  return bytes.toString("base64url")
}
test("strict Ed25519: S beyond the order, other spellings of base64url, a signature of nothing", ["strict"], [(s) => lifted(s), (s) => `${s}==`, (s) => `${s}A`, (s) => s.slice(0, -1) + { A: "B", Q: "R", g: "h", w: "x" }[s.slice(-1)], () => Buffer.alloc(64).toString("base64url"), () => "", (s) => s.replace(/[-_]/g, "+")].map((spoil, n) => load(manifest({ manifest_version: 20 + n, session_slug: `opening-night-${n}` }, { spoil }), refuse("manifest_untrusted"))))
test("strict Ed25519: keys of small order are no keys", ["strict"], ["door-1", "door-2"].map((key) => load(manifest({}, { key, spoil: () => identity }), refuse("manifest_untrusted"))), "small")
test("a delta in place of a manifest, a manifest in place of a delta", ["F42", "G51"], [load(delta(), refuse("manifest_untrusted")), load(manifest()), apply(manifest({ manifest_version: 8 }), refuse("manifest_untrusted")), status({ manifest_version: 7 })])
for (const [length, name] of [[255, "255"], [256, "256"], [65_535, "65,535"], [65_536, "65,536"]]) {
  const bare = canonical({ ...sample, roster: {}, admitted: {}, frozen_card_identifiers: [], note: "" }).length
  test(`a payload with a member of a length that makes it end on a boundary: ${name} beyond ${bare}`, ["F44"], opened({ roster: {}, admitted: {}, frozen_card_identifiers: [], note: "x".repeat(length > bare ? length - bare : length) }, tap("04A1", unsure("not_on_roster"))))
}
const astral = canonical({ ...sample, "\u{1F600}": "\u{1F3AB}", "\uFB33": "é", zz: { deep: [1, { a: null }] } })
test("unknown members are kept and covered, names beyond the first plane in UTF-16 order", ["G52"], [load(signed(astral)), load(signed(astral).replace("é", "e"), refuse("manifest_untrusted"))])
test("unknown members of holders", ["G52"], opened({ roster: { [anna]: { card_identifiers: ["04A1"], has_ticket: true, since: "2026" } } }, tap("04A1", admitted(anna, "ticket"))))
test("the parsed object: the same, in any order of members", ["F39"], [load(manifest(), { loaded: true }, { parsed: true }), load(flip(manifest({ manifest_version: 8 }), '"reserved":2', '"reserved":9'), refuse("manifest_untrusted"), { parsed: true }), tap("04A1", admitted(anna, "ticket"))])
test("members that come twice", ["F39"], [manifest().replace('"reserved":2', '"reserved":2,"reserved":2'), manifest().replace(`"${ben}":{`, `"${ben}":{"card_identifiers":[],"has_ticket":false},"${ben}":{`), manifest().replace('"has_ticket":true', '"has_ticket":true,"has_ticket":true'), `${manifest().slice(0, -1)},"key_id":"door-1"}`, manifest().replace('{"payload":', '{"payload":{},"payload":')].map((text) => load(text, refuse("manifest_malformed"))))
test("cut short, empty, foreign", ["F39"], ["", "{", "null", "[]", "7", '"payload"', manifest().slice(0, -1), manifest().slice(0, 400), `${manifest()}x`, manifest().replace('"payload"', '"body"'), '{"payload":[],"key_id":"door-1","signature":""}'].map((text) => load(text, refuse("manifest_malformed"))))
test("well spaced is well, and so is another order", ["F39"], [load(JSON.stringify(JSON.parse(manifest()), null, 2)), load(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(manifest({ manifest_version: 8 }))).reverse())), { loaded: true, manifest_version: 8 })])

// G. Freshness
test("an older version is refused, the newer kept", ["G45"], opened({}, load(manifest({ manifest_version: 6 }), refuse("manifest_rolled_back")), status({ manifest_version: 7 }), tap("04A1", admitted(anna, "ticket"))))
test("the same version: same content taken, other content refused", ["G46"], opened({}, tap("04A1", admitted(anna, "ticket")), load(manifest(), { manifest_version: 7, pending_uploads: 1 }, { now: OPENS }), load(manifest({ reserved: 3 }), refuse("manifest_untrusted"), { now: OPENS }), tap("04A1", inside(anna, OPENS), OPENS + 1)))
test("newer but expired already: refused, the old one kept", ["G47"], opened({}, load(manifest({ manifest_version: 8, valid_until: "2026-11-21T18:30:00Z" }), refuse("manifest_expired"), { now: OPENS }), status({ manifest_version: 7 }), load(manifest({ manifest_version: 8, valid_until: "2026-11-21T18:30:01Z" }), { manifest_version: 8 }, { now: OPENS })))
test("an expired manifest is replaced by a fresh one", ["G48"], opened({ ...always, valid_until: "2026-11-21T18:20:00Z" }, tap("04A1", unsure("manifest_expired")), load(manifest({ ...always, manifest_version: 8, generated_at: "2026-11-21T18:30:00Z" }), { manifest_version: 8 }, { now: OPENS }), tap("04A1", admitted(anna, "ticket"))))
test("a huge version, then its key withdrawn: the floor goes with the key", ["G49", "G50"], [load(manifest({ manifest_version: 9_007_199_254_740_991 })), restart(), load(manifest({ manifest_version: 8 }, { key: "door-2" }), refuse("manifest_rolled_back")), restart("rotated"), load(manifest({ manifest_version: 8 }), refuse("manifest_untrusted")), load(manifest({ manifest_version: 8 }, { key: "door-2" }), { manifest_version: 8 })])
test("key dates: not_before inclusive, not_after exclusive, at generated_at", ["G50"], [load(manifest(), refuse("manifest_untrusted")), load(manifest({ generated_at: "2026-11-21T17:59:59Z" }, { key: "door-2" }), refuse("manifest_untrusted")), load(manifest({ generated_at: "2026-11-21T17:59:59Z" }), { manifest_version: 7 }), load(manifest({ manifest_version: 8 }, { key: "door-2" }), { manifest_version: 8 })], "ending")
test("another session's manifest at a door that serves one", ["G51", "G56"], opened({}, load(manifest({ session_uuid: "another", manifest_version: 99 }), refuse("manifest_untrusted"))))
test("the floor survives a restart", ["G55"], opened({}, restart(), load(manifest({ manifest_version: 6 }), refuse("manifest_rolled_back"), { now: OPENS }), load(manifest({ reserved: 3 }), refuse("manifest_untrusted"), { now: OPENS }), load(manifest(), { manifest_version: 7, clock_ok: true }, { now: OPENS })))
test("oversized: cut at 16 Mi characters", ["G54"], [{ ...load(manifest(), refuse("manifest_malformed")), pad: 16 * 1024 * 1024 }, load(manifest())])

// Clock
for (const [skew, ok] of [[-TOLERANCE - 1, false], [-TOLERANCE, true], [TOLERANCE, true], [TOLERANCE + 1, false]]) {
  test(`skew of ${skew} ms at receipt`, ["clock"], [load(manifest(always), { clock_ok: ok }, { now: GENERATED + skew }), tap("04A1", ok ? admitted(anna, "ticket") : unsure("clock_untrusted"), GENERATED + skew), tap("04B1", ok ? admitted(ben, "walk_in") : unsure("clock_untrusted"), OPENS)])
}
test("set back before the manifest", ["clock"], opened(always, tap("04A1", admitted(anna, "ticket"), GENERATED - TOLERANCE), tap("04B1", unsure("clock_untrusted"), GENERATED - TOLERANCE - 1), status({ clock_ok: false }, GENERATED - TOLERANCE - 1)))
test("set back behind a time already seen", ["clock"], opened(always, tap("04D1", inside(dora), OPENS), tap("04A1", admitted(anna, "ticket"), OPENS - TOLERANCE), tap("04B1", unsure("clock_untrusted"), OPENS - TOLERANCE - 1)))
test("an expired manifest stays so when the clock is set back, and after a restart", ["clock"], opened(always, tap("04A1", unsure("manifest_expired"), UNTIL), tap("04A1", unsure("manifest_expired"), UNTIL - 1), restart(), load(manifest(always), { loaded: true }, { now: UNTIL - 1 }), tap("04A1", unsure("manifest_expired"), UNTIL - 1)))
test("no manifest", ["G48"], [tap("04A1", unsure("manifest_missing")), status({ loaded: false, manifest_version: null, valid_until: null, seconds_left: null, clock_ok: true, pending_uploads: 0, seats_left: null })])
test("taps of control characters, of nothing, of 10 kB", ["bad input"], opened({}, ...["", " ", "\u0000\u0001\u001f", "\r\n", "]Q3", "A".repeat(10_000), "\u0000".repeat(10_000), { type: "card", value: "" }, { type: "card", value: 7 }, {}, [], 7, true, null].map((presented) => tap(presented, unsure("not_on_roster"))), status({ pending_uploads: 0 })))

// Deltas
const late = { now: at("18:32:00") }
const eve = "sy1eve"
test("a delta adds, changes and removes", ["delta"], opened({}, apply(delta({ added: { [eve]: { card_identifiers: ["04E1"], has_ticket: false } }, changed: { [ben]: { card_identifiers: ["04B2"], has_ticket: true } }, removed: [cleo], reserved: 3 }), { manifest_version: 8, valid_until: "2026-11-22T06:31:00Z" }), tap("04E1", admitted(eve, "walk_in"), late.now), tap("04B1", unsure("not_on_roster"), late.now), tap("04B2", admitted(ben, "ticket"), late.now + 1), tap(cleo, unsure("not_on_roster"), late.now), outbox([item("card", "04E1", late.now, 1, 8), item("card", "04B2", late.now + 1, 2, 8)])))
test("a delta tells who is inside elsewhere, and whose admission was undone", ["delta"], opened({ max_attendees: 5 }, apply(delta({ admitted_added: { [ben]: { card_identifiers: ["04B1"], has_ticket: false } }, admitted_removed: [dora] }), { seats_left: 2 }), tap("04B1", inside(ben), late.now), tap("04D1", admitted(dora, "ticket"), late.now)))
test("a delta brings the whole new list of frozen cards", ["delta"], opened({}, apply(delta({ frozen_card_identifiers: ["04A1"] })), tap("04A1", blocked("card_frozen", anna), late.now), tap("04F1", unsure("not_on_roster"), late.now), tap("04A2", admitted(anna, "ticket"), late.now)))
test("what the door admitted itself outlives a delta", ["delta"], opened({ max_attendees: 4 }, tap("04B1", admitted(ben, "walk_in")), apply(delta(), { seats_left: 1, pending_uploads: 1 }), tap("04B1", inside(ben, OPENS), late.now)))
test("a delta applied twice, or on another base, or without a manifest", ["G56", "delta"], [apply(delta(), refuse("resync_required")), load(manifest()), apply(delta({ base_manifest_version: 6 }), refuse("resync_required")), apply(delta(), { manifest_version: 8 }), apply(delta(), refuse("resync_required")), apply(delta({ base_manifest_version: 5, manifest_version: 6 }), refuse("manifest_rolled_back")), status({ manifest_version: 8 })])
test("a delta of another session", ["G56", "delta"], opened({}, apply(delta({ session_uuid: "another" }), refuse("manifest_untrusted"))))
test("a delta that does not fit who is there", ["delta"], opened({}, ...[{ added: { [anna]: { card_identifiers: [], has_ticket: true } } }, { changed: { [eve]: { card_identifiers: [], has_ticket: true } } }, { removed: [eve] }, { admitted_removed: [ben] }, { added: { [eve]: { card_identifiers: ["04A1"], has_ticket: false } } }].map((change) => apply(delta(change), refuse("resync_required"))), tap("04A1", admitted(anna, "ticket"), late.now)))
test("a delta with a changed digit, an unknown key, a missing member, twice a member, cut short, expired", ["delta"], opened({}, apply(flip(delta(), '"reserved":2', '"reserved":1'), refuse("manifest_untrusted")), apply(delta({}, { key: "door-3" }), refuse("manifest_untrusted")), apply(delta({ removed: undefined }).replace('"removed":undefined,', ""), refuse("manifest_untrusted")), apply(delta({ removed: null }), refuse("manifest_malformed")), apply(delta().replace('"removed":[]', '"removed":[],"removed":[]'), refuse("manifest_malformed")), apply(delta().slice(0, 300), refuse("manifest_malformed")), apply(delta({ valid_until: "2026-11-21T18:31:00Z" }), refuse("manifest_expired")), status({ manifest_version: 7 }), apply(delta(), { manifest_version: 8 })))
test("after a restart: manifest and deltas as one step; the manifest alone is too old", ["G55", "delta"], opened({}, apply(delta()), apply(delta({ base_manifest_version: 8, manifest_version: 9, added: { [eve]: { card_identifiers: ["04E1"], has_ticket: false } } })), restart(), load(manifest(), refuse("manifest_rolled_back"), late), load(manifest(), refuse("manifest_rolled_back"), { ...late, deltas: [delta()] }), load(manifest(), { manifest_version: 9 }, { ...late, deltas: [delta(), delta({ base_manifest_version: 8, manifest_version: 9, added: { [eve]: { card_identifiers: ["04E1"], has_ticket: false } } })] }), tap("04E1", admitted(eve, "walk_in"), late.now)))
test("a step that fails in the middle changes nothing", ["delta"], opened({}, load(manifest({ manifest_version: 10 }), refuse("resync_required"), { ...late, deltas: [delta({ base_manifest_version: 9, manifest_version: 11 })] }), status({ manifest_version: 7 }), tap("04A1", admitted(anna, "ticket"), late.now)))

const about =
  "Conformance of doors: see README.md beside. Each case makes a door with `trust_keys`, device id `vectors` and an empty store, sets the clock to each step's `now` (milliseconds) and does the steps in order. `expect` is {error: code}, a status (the members given), a whole verdict, or a whole outbox. `covers` names the cases of the door's test plan."
writeFileSync(here("conformance.json"), `${JSON.stringify({ about, device_id: "vectors", trust_keys: trust, cases }, null, 1)}\n`)
writeFileSync(here("signatures.tsv"), [...signatures].map((line) => `${line}\n`).join(""))
console.log(`${signatures.size} signatures, ${cases.length} cases, ${cases.reduce((sum, one) => sum + one.steps.length, 0)} steps`)
