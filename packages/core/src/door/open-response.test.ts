import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "./canonical.ts"
import type { CheckinHolders, CheckinManifest } from "./manifest.ts"
import { type OpenManifest, openManifest } from "./open-manifest.ts"
import { openResponse } from "./open-response.ts"
import { readTrustKeys } from "./trust-keys.ts"
import { verifyManifest } from "./verify.ts"

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../../vectors/door/${name}`, import.meta.url), "utf8"))
const sample: CheckinManifest = read("manifest.json")
const { trust_keys: published, cases }: { readonly trust_keys: unknown; readonly cases: readonly { readonly text: string }[] } =
  read("load.json")
const keys = readTrustKeys(published)
const signature = /"signature":"([^"]+)"/.exec(cases[0]?.text ?? "")?.[1] ?? ""

/** A host that takes every signature for right, so that what is compared is how texts are read. */
const seeing = () => {
  const seen: string[] = []
  const verify = (_: Uint8Array, message: Uint8Array) => seen.push(Buffer.from(message).toString()) > 0
  return { seen, trust: { keys, host: { verify } } }
}

const told = ({ people, frozen_cards: frozen, ...open }: OpenManifest) => ({
  ...open,
  frozen: [...frozen],
  walk_ins: people.walk_ins,
  people: [...people.by_wallet.values()]
    .map((person) => ({ ...person, listed: person.listed && [person.listed].flat(), inside: person.inside && [person.inside].flat() }))
    .sort((a, b) => (a.wallet_address < b.wallet_address ? -1 : 1)),
  cards: [...people.by_card].map(([card, person]) => `${card} ${person.wallet_address}`).sort(),
})

/** What becomes of a text, and which bytes were verified last. */
const fast = (text: string) => {
  const { seen, trust } = seeing()
  const opened = openResponse(text, trust)
  return opened.ok ? { open: told(opened.open), key_id: opened.key_id, signature: opened.signature, bytes: seen.at(-1) } : opened.code
}
const general = (text: string) => {
  const { seen, trust } = seeing()
  const verified = verifyManifest(text, trust)
  if (!verified.ok) return verified.code
  const open = openManifest(verified.manifest)
  return open === null
    ? "manifest_malformed"
    : { open: told(open), key_id: verified.key_id, signature: verified.signature, bytes: seen.at(-1) }
}

const envelope = (payload: string) => `{"payload":${payload},"key_id":"door-1","signature":"${signature}","delta_cursor":null}`
const names = fc.oneof(
  fc.stringMatching(/^sy1[a-z0-9]{1,6}$/),
  fc.constantFrom("roster", "admitted", "SY1A", "sy1a", "0x12", '"', "a b", "é", "\\", "has_ticket"),
)
const cards = fc.oneof(fc.stringMatching(/^[0-9A-F]{4,20}$/), fc.constantFrom("04a1", " 04A1", "", '","', "]", "04A1"))
const holders: fc.Arbitrary<CheckinHolders> = fc.dictionary(
  names,
  fc.record({ card_identifiers: fc.array(cards, { maxLength: 3 }), has_ticket: fc.boolean() }),
  { maxKeys: 6 },
)
const manifests = fc.record({ roster: holders, admitted: holders }).map((people) => ({ ...sample, ...people }))

describe("openResponse", () => {
  it("takes a text as servers write it without parsing its people", () => {
    const text = envelope(canonicalJson(sample))
    const before = JSON.parse
    const parsed: number[] = []
    JSON.parse = (given: string) => {
      parsed.push(given.length)
      return before(given)
    }
    try {
      expect(openResponse(text, seeing().trust).ok).toBe(true)
    } finally {
      JSON.parse = before
    }
    expect(parsed).toHaveLength(1)
    expect(parsed[0]).toBeLessThan(text.length - 300)
  })

  it("makes of every manifest what the general way makes of it", () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        const text = envelope(canonicalJson(manifest))
        expect(fast(text)).toEqual(general(text))
      }),
      { numRuns: 500 },
    )
  })

  it("makes of every damaged text what the general way makes of it", () => {
    const pieces = fc.constantFrom(
      "",
      '"',
      ",",
      ":",
      "{",
      "}",
      "[",
      "]",
      " ",
      "\\",
      "\n",
      "é",
      "0",
      "a",
      '"roster":{},',
      ',"admitted":{}',
      '"x":1,',
      '{"payload":{}}',
    )
    fc.assert(
      fc.property(manifests, fc.nat(), fc.nat({ max: 3 }), pieces, (manifest, where, dropped, piece) => {
        const whole = envelope(canonicalJson(manifest))
        const at = where % whole.length
        const text = whole.slice(0, at) + piece + whole.slice(at + dropped)
        expect(fast(text)).toEqual(general(text))
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ["a roster in another member", canonicalJson({ ...sample, aa: { b: 1, roster: sample.roster }, roster: {} })],
    ["the admitted in another member", canonicalJson({ ...sample, aa: { a: 1, admitted: sample.roster } })],
    ["a roster in no member", canonicalJson({ ...sample, roster: null, zz: { a: 1, roster: sample.roster } })],
    ["a trailing comma among the cards", canonicalJson(sample).replace('"04A1","04A2"', '"04A1",')],
    ["a comma in front of the cards", canonicalJson(sample).replace('"04A1","04A2"', ',"04A1"')],
    ["a trailing comma among the people", canonicalJson(sample).replace('},"session_slug"', ',},"session_slug"')],
    ["two wallets in the wrong order", canonicalJson(sample).replace("sy1p", "sy1y")],
    ["a control character in a card", canonicalJson(sample).replace("04A1", "04\u0001A1")],
  ])("is not misled by %s", (_, payload) => {
    expect(fast(envelope(payload))).toEqual(general(envelope(payload)))
  })
})
