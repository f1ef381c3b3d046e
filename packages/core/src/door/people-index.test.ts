import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mapOf } from "../../test/fixtures/people-map.ts"
import { applyDelta } from "./delta.ts"
import { openHead } from "./open-manifest.ts"
import { createPeople, enlist, type People } from "./people.ts"
import { createIndex, indexedPeople, indexHolders } from "./people-index.ts"
import { encodeUtf8 } from "./utf8.ts"

interface Entry {
  readonly wallet: string
  readonly cards: readonly string[]
  readonly ticket: boolean
}

const textOf = (entries: readonly Entry[]): string =>
  `${entries.map(({ wallet, cards, ticket }) => `"${wallet}":{"card_identifiers":[${cards.map((card) => `"${card}"`).join(",")}],"has_ticket":${ticket}}`).join(",")}}`

/**
 * The people of two lists by an index with a multiplier of ours, and by enlisting them one by one.
 */
const both = (
  roster: readonly Entry[],
  admitted: readonly Entry[],
  multiplier: number,
): { readonly index: People; readonly model: People } => {
  const [one, other] = [textOf(roster), textOf(admitted)]
  const text = `{${other},{${one}`
  let slots = 8
  while (slots < 12 * (roster.length + admitted.length)) slots *= 2
  const index = createIndex(text, 0, encodeUtf8(text), multiplier, slots)
  expect(indexHolders(index, 1, 1)).toBe(other.length)
  expect(indexHolders(index, other.length + 3, 0)).toBe(text.length - 1)
  const model = createPeople()
  for (const { wallet, cards, ticket } of admitted)
    expect(enlist(model, wallet, cards, ticket, true)).toBe(true)
  for (const { wallet, cards, ticket } of roster)
    expect(enlist(model, wallet, cards, ticket, false)).toBe(true)
  return { index: indexedPeople(index), model }
}

const reported = (people: People, names: readonly string[]) => [
  people.walk_ins,
  ...names.map((name) => {
    const person = people.by_wallet.get(name)
    return [
      person && {
        ...person,
        listed: person.listed && [person.listed].flat(),
        inside: person.inside && [person.inside].flat(),
      },
      people.by_card.get(name)?.wallet_address,
      people.by_wallet.has(name),
      people.by_card.has(name),
    ]
  }),
]

const namesIn = ({ by_wallet: wallets, by_card: cards }: People) => [
  ...mapOf(wallets).keys(),
  ...mapOf(cards).keys(),
  "sy1none",
  "NONE",
  "",
]

/** Some people with cards of their own, of whom each stands on either list or on both. */
const crowd = fc
  .uniqueArray(fc.nat({ max: 100_000 }), { maxLength: 60 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((n) =>
        fc.record({
          n: fc.constant(n),
          cards: fc.nat({ max: 3 }),
          ticket: fc.boolean(),
          lists: fc.integer({ min: 1, max: 3 }),
        }),
      ),
    ),
  )
  .map((people) => people.toSorted((a, b) => (nameOf(a.n) < nameOf(b.n) ? -1 : 1)))
  .map((people) => {
    const entries = people.map(({ n, cards, ticket, lists }) => ({
      entry: {
        wallet: nameOf(n),
        cards: Array.from({ length: cards }, (_, k) => `C${n}-${k}`),
        ticket,
      },
      lists,
    }))
    return {
      roster: entries.flatMap(({ entry, lists }) => ((lists & 1) === 1 ? [entry] : [])),
      admitted: entries.flatMap(({ entry, lists }) => ((lists & 2) === 2 ? [entry] : [])),
    }
  })

const nameOf = (n: number): string => `sy1${n.toString(36)}`

describe("people in a text", () => {
  it("are those that were enlisted one by one, also where every hash is the same", () => {
    fc.assert(
      fc.property(
        crowd,
        fc.constantFrom(0x01000193, 0, 1, 3),
        ({ roster, admitted }, multiplier) => {
          const { index, model } = both(roster, admitted, multiplier)
          const names = namesIn(model)
          expect(reported(index, names)).toEqual(reported(model, names))
          // And again, when they have been asked for before.
          expect(reported(index, names)).toEqual(reported(model, names))
        },
      ),
    )
  })

  it("are changed by a delta as those are", () => {
    fc.assert(
      fc.property(crowd, fc.nat(), fc.boolean(), ({ roster, admitted }, which, isCarried) => {
        const { index, model } = both(roster, admitted, 0x01000193)
        const gone = roster.length === 0 ? [] : [roster[which % roster.length]?.wallet ?? ""]
        const card = roster[which % Math.max(1, roster.length)]?.cards[0]
        // The card of somebody who goes may be another's at once.
        const isFree =
          card !== undefined && isCarried && !admitted.some(({ wallet }) => gone.includes(wallet))
        const delta = {
          type: "checkin_manifest_delta" as const,
          schema_version: 1 as const,
          session_uuid: "s",
          base_manifest_version: 1,
          manifest_version: 2,
          generated_at: "2026-11-21T10:00:00Z",
          valid_until: "2026-11-21T22:00:00Z",
          clock_tolerance_seconds: 300,
          reserved: 0,
          added: { sy1zzzzzzz: { card_identifiers: isFree ? [card] : ["NEW"], has_ticket: false } },
          changed: {},
          removed: gone,
          admitted_added: { sy1zzzzzzz: { card_identifiers: [], has_ticket: false } },
          admitted_removed: admitted.slice(0, 1).map(({ wallet }) => wallet),
          frozen_card_identifiers: [],
        }
        const names = [...namesIn(model), "sy1zzzzzzz", "NEW"]
        const [one, other] = [index, model].map((people) => {
          const later = applyDelta(openHead(head, people), delta)
          return typeof later === "string" ? later : reported(later.people, names)
        })
        expect(one).toEqual(other)
      }),
    )
  })

  it.each([
    [
      "a card of two",
      '"sy1a":{"card_identifiers":["C"],"has_ticket":true},"sy1b":{"card_identifiers":["C"],"has_ticket":true}}',
    ],
    [
      "a wallet that comes twice",
      '"sy1a":{"card_identifiers":[],"has_ticket":true},"sy1a":{"card_identifiers":[],"has_ticket":true}}',
    ],
    [
      "wallets that do not ascend",
      '"sy1b":{"card_identifiers":[],"has_ticket":true},"sy1a":{"card_identifiers":[],"has_ticket":true}}',
    ],
    ["a lower-case card", '"sy1a":{"card_identifiers":["c"],"has_ticket":true}}'],
    ["an upper-case wallet", '"sy1A":{"card_identifiers":[],"has_ticket":true}}'],
    ["an empty card", '"sy1a":{"card_identifiers":[""],"has_ticket":true}}'],
    ["another member", '"sy1a":{"card_identifiers":[],"has_ticket":true,"x":1}}'],
    ["white space", '"sy1a": {"card_identifiers":[],"has_ticket":true}}'],
    ["no end", '"sy1a":{"card_identifiers":[],"has_ticket":true}'],
    ["half a string", '"sy1a'],
    [
      "more people than there is room for",
      `${Array.from({ length: 9 }, (_, n) => `"sy1${n}":{"card_identifiers":[],"has_ticket":true}`).join(",")}}`,
    ],
  ])("are left to the general way with %s", (_, text) => {
    expect(indexHolders(createIndex(text, 0, encodeUtf8(text), 0x01000193, 8), 0, 0)).toBe(-1)
  })
})

const head = {
  activity_uuid: null,
  admits_frozen_cards: false,
  allow_reentry: false,
  cancelled: false,
  checkin_closes_at: null,
  checkin_open: true,
  checkin_opens_at: null,
  clock_tolerance_seconds: 300,
  enforces_checkin_window: false,
  frozen_card_identifiers: [],
  generated_at: "2026-11-21T09:00:00Z",
  manifest_version: 1,
  max_attendees: null,
  organization_uuid: "o",
  reserved: 0,
  roster_kind: "members",
  schema_version: 1 as const,
  session_slug: "evening",
  session_uuid: "s",
  type: "checkin_manifest" as const,
  valid_until: "2026-11-21T21:00:00Z",
}
