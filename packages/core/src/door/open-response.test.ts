import { mapOf } from "../../test/fixtures/people-map.ts"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "./canonical.ts"
import type { CheckinHolders, CheckinManifest } from "./manifest.ts"
import { type OpenManifest, openManifest } from "./open-manifest.ts"
import { openIndexedResponse } from "./indexed-response.ts"
import { openResponse } from "./open-response.ts"
import { readTrustKeys } from "./trust-keys.ts"
import { verifyManifest } from "./verify.ts"

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../vectors/door/${name}`, import.meta.url), "utf8"))
const sample: CheckinManifest = read("manifest.json")
const {
  trust_keys: published,
  cases,
}: { readonly trust_keys: unknown; readonly cases: readonly { readonly text: string }[] } =
  read("load.json")
const keys = readTrustKeys(published)
const signature = /"signature":"([^"]+)"/.exec(cases[0]?.text ?? "")?.[1] ?? ""

/** A host that takes every signature for right, so that what is compared is how texts are read. */
const seeing = () => {
  const seen: string[] = []
  const verify = (_: Uint8Array, message: Uint8Array) =>
    seen.push(Buffer.from(message).toString()) > 0
  return { seen, trust: { keys, host: { verify } } }
}

type Opener = typeof openResponse

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What an open manifest knows of some names, each asked for as a wallet and as a card. */
const reported = (
  { people, frozen_cards: frozen, ...open }: OpenManifest,
  requested: readonly string[],
) => ({
  ...open,
  frozen: [...frozen],
  walk_ins: people.walk_ins,
  people: requested.map((name) => {
    const person = people.by_wallet.get(name)
    return (
      person && {
        ...person,
        listed: person.listed && [person.listed].flat(),
        inside: person.inside && [person.inside].flat(),
      }
    )
  }),
  has: requested.map((name) => [people.by_wallet.has(name), people.by_card.has(name)]),
  cards: requested.map((name) => people.by_card.get(name)?.wallet_address),
})

/**
 * What becomes of a text by an opener and by the general way, and which bytes were verified last.
 */
const both = (opener: Opener, text: string): readonly [unknown, unknown] => {
  const [fast, general] = [seeing(), seeing()]
  const opened = opener(text, fast.trust)
  const verified = verifyManifest(text, general.trust)
  const open = verified.ok ? openManifest(verified.manifest) : null
  const mine = opened.ok ? opened.open : null
  const requested =
    open === null
      ? []
      : [...mapOf(open.people.by_wallet).keys(), ...mapOf(open.people.by_card).keys(), ...strangers]
  return [
    opened.ok && mine !== null
      ? {
          open: reported(mine, requested),
          key_id: opened.key_id,
          signature: opened.signature,
          bytes: fast.seen.at(-1),
        }
      : opened.ok || opened.code,
    verified.ok && open !== null
      ? {
          open: reported(open, requested),
          key_id: verified.key_id,
          signature: verified.signature,
          bytes: general.seen.at(-1),
        }
      : verified.ok
        ? "manifest_malformed"
        : verified.code,
  ]
}

const strangers = ["", "sy1nobody", "04A1", "04a1", "é", '"', "\\", "roster"]

const envelope = (payload: string) =>
  `{"payload":${payload},"key_id":"door-1","signature":"${signature}","delta_cursor":null}`
const names = fc.oneof(
  fc.stringMatching(/^sy1[a-z0-9]{1,6}$/),
  fc.constantFrom(
    "roster",
    "admitted",
    "SY1A",
    "sy1a",
    "0x12",
    '"',
    "a b",
    "é",
    "\\",
    "has_ticket",
  ),
)
const cards = fc.oneof(
  fc.stringMatching(/^[0-9A-F]{4,20}$/),
  fc.constantFrom("04a1", " 04A1", "", '","', "]", "04A1"),
)
const holders: fc.Arbitrary<CheckinHolders> = fc.dictionary(
  names,
  fc.record({ card_identifiers: fc.array(cards, { maxLength: 3 }), has_ticket: fc.boolean() }),
  { maxKeys: 6 },
)
const manifests = fc
  .record({ roster: holders, admitted: holders })
  .map((people) => ({ ...sample, ...people }))

describe.each([
  ["openResponse", openResponse],
  ["openIndexedResponse", openIndexedResponse],
  [
    "openIndexedResponse with a host",
    (text: unknown, { host, ...trust }: Parameters<Opener>[1]) =>
      openIndexedResponse(text, { ...trust, host: { ...host, utf8: encode } }),
  ],
])("%s", (_name, opener) => {
  it("takes a text as servers write it without parsing its people", () => {
    const text = envelope(canonicalJson(sample))
    const before = JSON.parse
    const parsed: number[] = []
    JSON.parse = (supplied: string) => {
      parsed.push(supplied.length)
      return before(supplied)
    }
    try {
      expect(opener(text, seeing().trust).ok).toBe(true)
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
        const [one, other] = both(opener, text)
        expect(one).toEqual(other)
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
      fc.property(
        manifests,
        fc.nat(),
        fc.nat({ max: 3 }),
        pieces,
        (manifest, where, dropped, piece) => {
          const whole = envelope(canonicalJson(manifest))
          const at = where % whole.length
          const text = whole.slice(0, at) + piece + whole.slice(at + dropped)
          const [one, other] = both(opener, text)
          expect(one).toEqual(other)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each([
    [
      "a roster in another member",
      canonicalJson({ ...sample, aa: { b: 1, roster: sample.roster }, roster: {} }),
    ],
    [
      "the admitted in another member",
      canonicalJson({ ...sample, aa: { a: 1, admitted: sample.roster } }),
    ],
    [
      "a roster in no member",
      canonicalJson({ ...sample, roster: null, zz: { a: 1, roster: sample.roster } }),
    ],
    ["a trailing comma among the cards", canonicalJson(sample).replace('"04A1","04A2"', '"04A1",')],
    ["a comma in front of the cards", canonicalJson(sample).replace('"04A1","04A2"', ',"04A1"')],
    [
      "a trailing comma among the people",
      canonicalJson(sample).replace('},"session_slug"', ',},"session_slug"'),
    ],
    ["two wallets in the wrong order", canonicalJson(sample).replace("sy1p", "sy1y")],
    ["a control character in a card", canonicalJson(sample).replace("04A1", "04\u0001A1")],
  ])("is not misled by %s", (_, payload) => {
    const [one, other] = both(opener, envelope(payload))
    expect(one).toEqual(other)
  })
})
