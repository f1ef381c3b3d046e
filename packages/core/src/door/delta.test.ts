import { mapOf } from "../../test/fixtures/people-map.ts"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyDelta } from "./delta.ts"
import type {
  CheckinHolder,
  CheckinHolders,
  CheckinManifest,
  CheckinManifestDelta,
} from "./manifest.ts"
import { type OpenManifest, openManifest } from "./open-manifest.ts"
import { allCardsOf } from "./people.ts"

const sample: CheckinManifest = JSON.parse(
  readFileSync(new URL("../../../../vectors/door/manifest.json", import.meta.url), "utf8"),
)
const wallets = ["sy1a", "sy1b", "sy1c", "sy1d", "sy1e"]

const opened = (manifest: CheckinManifest): OpenManifest => {
  const open = openManifest(manifest)
  if (open === null) throw new Error("the manifest contradicts itself")
  return open
}

/**
 * Everything that an open manifest knows, in an order that does not depend on how it came to know
 * it.
 */
const reported = ({ people, frozen_cards: frozen, ...open }: OpenManifest) => ({
  ...open,
  generated_at: 0,
  manifest: { ...open.manifest, generated_at: "" },
  frozen: [...frozen],
  walk_ins: people.walk_ins,
  people: [...mapOf(people.by_wallet).entries()]
    .map(([wallet, { listed, inside, ...person }]) => ({
      wallet,
      ...person,
      listed: listed && [listed].flat(),
      inside: inside && [inside].flat(),
    }))
    .sort((a, b) => (a.wallet < b.wallet ? -1 : 1)),
  cards: [...mapOf(people.by_card).entries()]
    .map(([card, person]) => `${card} ${person.wallet_address}`)
    .sort(),
  // A card leads to the very person that the wallet leads to.
  isWhole: [...mapOf(people.by_card).values()].every(
    (person) => people.by_wallet.get(person.wallet_address) === person,
  ),
  hasAllCards: [...mapOf(people.by_wallet).values()]
    .flatMap(allCardsOf)
    .every((card) => people.by_card.has(card)),
})

const isSame = (one: CheckinHolder | undefined, other: CheckinHolder | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** What a server would send from one manifest to another. */
const between = (before: CheckinManifest, after: CheckinManifest): CheckinManifestDelta => {
  const pick = (from: CheckinHolders, wanted: (wallet: string) => boolean): CheckinHolders =>
    Object.fromEntries(Object.entries(from).filter(([wallet]) => wanted(wallet)))
  const gone = (from: CheckinHolders, to: CheckinHolders) =>
    Object.keys(from)
      .filter((wallet) => !(wallet in to))
      .sort()
  return {
    type: "checkin_manifest_delta",
    schema_version: 1,
    session_uuid: before.session_uuid,
    base_manifest_version: before.manifest_version,
    manifest_version: after.manifest_version,
    generated_at: after.generated_at,
    valid_until: after.valid_until,
    clock_tolerance_seconds: after.clock_tolerance_seconds,
    reserved: after.reserved,
    added: pick(after.roster, (wallet) => !(wallet in before.roster)),
    changed: pick(
      after.roster,
      (wallet) => wallet in before.roster && !isSame(before.roster[wallet], after.roster[wallet]),
    ),
    removed: gone(before.roster, after.roster),
    admitted_added: pick(
      after.admitted,
      (wallet) => !isSame(before.admitted[wallet], after.admitted[wallet]),
    ),
    admitted_removed: gone(before.admitted, after.admitted),
    frozen_card_identifiers: after.frozen_card_identifiers,
  }
}

/** A manifest in which each card has at most one owner: for every card, who has it (or nobody). */
const manifests = fc
  .record({
    owners: fc.array(fc.nat(wallets.length), { minLength: 8, maxLength: 8 }),
    listed: fc.subarray(wallets),
    inside: fc.subarray(wallets),
    tickets: fc.subarray(wallets),
    reserved: fc.nat(5),
    frozen: fc.subarray(["04F1", "04F2"]),
  })
  .map(({ owners, listed, inside, tickets, reserved, frozen }): Partial<CheckinManifest> => {
    const holders = (of: readonly string[], seed: number): CheckinHolders =>
      Object.fromEntries(
        of.map((wallet) => [
          wallet,
          {
            card_identifiers: owners.flatMap((owner, card) =>
              wallets[owner] === wallet && (card + seed) % 3 !== 0 ? [`04C${card}`] : [],
            ),
            has_ticket: tickets.includes(wallet),
          },
        ]),
      )
    return {
      roster: holders(listed, 0),
      admitted: holders(inside, 1),
      reserved,
      frozen_card_identifiers: frozen,
    }
  })

const pairs = fc.tuple(manifests, manifests, manifests).map(([one, two, three]) => {
  const at = (version: number, change: Partial<CheckinManifest>): CheckinManifest => ({
    ...sample,
    ...change,
    manifest_version: version,
    generated_at: `2026-11-21T18:0${version}:00Z`,
    valid_until: `2026-11-22T06:0${version}:00Z`,
  })
  return [at(1, one), at(3, two), at(4, three)] as const
})

describe("the law of deltas", () => {
  it("a manifest and the delta to a later one give the later one, except for when it was generated; so do two in a row", () => {
    fc.assert(
      fc.property(pairs, ([one, two, three]) => {
        const second = applyDelta(opened(one), between(one, two))
        if (typeof second === "string") throw new Error(second)
        expect(reported(second)).toEqual(reported(opened(two)))
        const third = applyDelta(second, between(two, three))
        if (typeof third === "string") throw new Error(third)
        expect(reported(third)).toEqual(reported(opened(three)))
        expect(reported(third)).toMatchObject({ isWhole: true, hasAllCards: true })
      }),
      { numRuns: 500 },
    )
  })

  it("a delta that is applied twice is refused and changes nothing", () => {
    fc.assert(
      fc.property(pairs, ([one, two]) => {
        const delta = between(one, two)
        const open = applyDelta(opened(one), delta)
        if (typeof open === "string") throw new Error(open)
        expect(applyDelta(open, delta)).toBe("resync_required")
        expect(reported(open)).toEqual(reported(opened(two)))
      }),
      { numRuns: 50 },
    )
  })
})

describe("a delta that does not fit", () => {
  const next = between(sample, { ...sample, manifest_version: 9 })
  const [anna = ""] = Object.keys(sample.roster)
  const outsider = { card_identifiers: ["04S1"], has_ticket: false }

  it.each<readonly [string, string, Partial<CheckinManifestDelta>]>([
    ["manifest_untrusted", "of another session", { session_uuid: "another" }],
    [
      "manifest_rolled_back",
      "to a version below",
      { base_manifest_version: 5, manifest_version: 6 },
    ],
    ["resync_required", "from another base", { base_manifest_version: 6 }],
    ["resync_required", "from a later base", { base_manifest_version: 8 }],
    ["manifest_malformed", "that leads nowhere", { base_manifest_version: 9 }],
    ["resync_required", "adding somebody who is there", { added: { [anna]: outsider } }],
    [
      "resync_required",
      "adding somebody who is there, in capitals",
      { added: { [anna.toUpperCase()]: outsider } },
    ],
    ["resync_required", "changing somebody who is not there", { changed: { sy1new: outsider } }],
    ["resync_required", "removing somebody who is not there", { removed: ["sy1new"] }],
    ["resync_required", "removing somebody twice", { removed: [anna, anna] }],
    ["resync_required", "taking somebody out who is not inside", { admitted_removed: ["sy1new"] }],
    [
      "resync_required",
      "giving away somebody's card",
      { added: { sy1new: { card_identifiers: ["04A1"], has_ticket: false } } },
    ],
    [
      "resync_required",
      "giving one card to two",
      { added: { sy1new: outsider, sy1other: outsider } },
    ],
  ])("%s: %s", (code, _, change) => {
    const open = opened(sample)
    expect(applyDelta(open, { ...next, ...change })).toBe(code)
    expect(reported(open)).toEqual(reported(opened(sample)))
  })

  it("a card may change hands when its owner loses it in the same delta", () => {
    const changed = { [anna]: { card_identifiers: [], has_ticket: true } }
    const open = applyDelta(opened(sample), {
      ...next,
      changed,
      added: { sy1new: { card_identifiers: ["04A1"], has_ticket: false } },
    })
    if (typeof open === "string") throw new Error(open)
    expect(open.people.by_card.get("04A1")?.wallet_address).toBe("sy1new")
    expect(open.people.by_card.has("04A2")).toBe(false)
  })
})
