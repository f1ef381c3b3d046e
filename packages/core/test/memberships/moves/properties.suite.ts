import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Storage, Symbolon, Tier } from "../../../src/index.ts"
import { commonMs, termMs } from "../../../src/memberships/index.ts"
import { dayMs } from "../../fixtures/staffed-organization.ts"
import { worthLeft } from "../worth.ts"
import { openTierMoves, type TierMoves } from "../../fixtures/tier-moves.ts"

/** One way to be on a tier; what cannot be is passed over. */
interface Shape {
  readonly days: number | null
  readonly price: number | undefined
  readonly interval: "weekly" | "yearly" | undefined
  readonly hasNotice: boolean
  /** Was on the dollar tier before, with what is left of that. */
  readonly isForeign: boolean
  readonly isRenewed: boolean
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  days: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null }),
  price: fc.option(fc.constantFrom(0, 1, 30_000), { nil: undefined, freq: 2 }),
  interval: fc.option(fc.constantFrom("weekly" as const, "yearly" as const), {
    nil: undefined,
    freq: 2,
  }),
  hasNotice: fc.boolean(),
  isForeign: fc.boolean(),
  isRenewed: fc.boolean(),
})

const moves = fc.record({
  to: fc.constantFrom("gold", "cheap", "dollar", "open", "secret"),
  term: fc.constantFrom("keep" as const, "convert" as const),
  customPricing: fc.constantFrom("refuse" as const, "carry" as const, "clear" as const),
})

/**
 * P22: what a dry run tells is what a move tells, and what then happens; for all members, whatever
 * the engine.
 */
export const movePropertiesSuite = (
  storage: string,
  open: () => Promise<Storage | undefined>,
  numRuns: number,
): void => {
  describe(`for all members, on ${storage}`, () => {
    it("P22 the report of a dry run is that of the move, and what then happens", async () => {
      const world = await openTierMoves(await open())
      const seen: Record<string, number> = {}
      let runs = 0
      const sample = [
        fc.array(shapes, { minLength: 1, maxLength: 6 }),
        moves,
        fc.integer({ min: 0, max: 40 }),
      ] as const
      const property = fc.asyncProperty(...sample, async (people, how, days) => {
        runs += 1
        const from = await world.symbolon.tiers.create({
          organization: world.organization,
          name: `Tier ${runs}`,
          priceCents: 50_000,
          paymentInterval: "monthly",
        })
        const outcome = await judge(world, from, people, how, days)
        seen[outcome] = (seen[outcome] ?? 0) + 1
      })
      await fc.assert(property, { numRuns, seed: 22 })
      console.log(`${storage}: ${JSON.stringify(seen)}`)
    })
  })
}

type How = Pick<Parameters<Symbolon["tiers"]["moveMemberships"]>[0], "term" | "customPricing"> & {
  readonly to: string
}

const judge = async (
  world: TierMoves,
  from: Tier,
  people: readonly Shape[],
  { to, ...terms }: How,
  days: number,
): Promise<string> => {
  const {
    advance,
    move,
    work,
    stored,
    clock,
    expectSound,
    tierChanges: reported,
    tiers,
    symbolon,
    organization,
  } = world
  const userUuids: string[] = []
  for (const [n, shape] of people.entries())
    userUuids.push(await settle(world, from, `${from.slug}-person-${n}`, shape))
  await advance(days * dayMs)
  const ask = { tierUuid: from.uuid, toTierSlug: to, ...terms }
  const attempt = (dryRun: boolean) =>
    move({ ...ask, dryRun }).catch(
      (refusal: { readonly reason?: string; readonly details?: unknown }) => ({
        refusal: refusal.reason,
        details: refusal.details,
      }),
    )
  const [dry, before] = [await attempt(true), await Promise.all(userUuids.map(stored))]
  const toldBefore = (await reported()).length
  const real = await attempt(false)
  await work()
  const after = await Promise.all(userUuids.map(stored))
  if ("refusal" in dry) {
    expect(real).toEqual(dry)
    expect(after).toEqual(before)
    return String(dry.refusal)
  }
  expect(real).toEqual({ ...dry, isScheduled: true })
  const target = Object.values(tiers).find(({ slug }) => slug === to) as Tier
  const now = clock.now()
  const moved = after.filter(({ membership }) => membership.tierUuid === target.uuid)
  expect(moved).toHaveLength(dry.memberships)
  const toldNow = (await reported()).slice(toldBefore).map((data) => String(data["user_uuid"]))
  expect(new Set(toldNow)).toEqual(new Set(moved.map(({ membership }) => membership.userUuid)))
  expect(toldNow).toHaveLength(moved.length)
  const { blockers } = await symbolon.tiers.get({ organization, tierUuid: from.uuid })
  expect(blockers).toEqual(dry.stillBlockingDelete)
  for (const [n, was] of before.entries()) {
    const is = after[n] ?? was
    if (is.membership.tierUuid !== target.uuid) {
      expect(is).toEqual(was)
      continue
    }
    const [had, has] = [was.membership.validUntil, is.membership.validUntil]
    const isKept = terms.term === "keep" || had === undefined || had <= now
    if (isKept) expect(has).toEqual(had)
    // Nothing is minted, and less than a millisecond is lost where it was said anew.
    const rate = is.history.at(-1)?.conversion
    const lost =
      worthLeft(was.terms, now, rate?.currency) - worthLeft(is.terms, now, rate?.currency)
    expect(lost).toBeGreaterThanOrEqual(0n)
    const most =
      rate === undefined || rate.interval === "one_time"
        ? 1n
        : BigInt(rate.priceCents) * (commonMs / termMs[rate.interval])
    expect(lost).toBeLessThan(most)
    expect(is.membership.cancelledAt).toEqual(was.membership.cancelledAt)
    expect(is.history).toHaveLength(was.history.length + 1)
  }
  await expectSound(userUuids)
  return `${dry.skipped.length === 0 ? "all go" : "some stay"}, ${terms.term}`
}

/** Makes somebody a member of that shape; answers who. */
const settle = async (
  { add, tiers, symbolon, organization, clock }: TierMoves,
  from: Tier,
  username: string,
  shape: Shape,
): Promise<string> => {
  const { days, price, interval, hasNotice, isForeign, isRenewed } = shape
  const agreed = {
    ...(price === undefined ? {} : { customPriceCents: price }),
    ...(interval === undefined ? {} : { customPaymentInterval: interval }),
  }
  const userUuid = await add(username, isForeign ? tiers.dollar : from, {
    validUntil: days === null ? null : new Date(clock.now().getTime() + days * dayMs),
    ...agreed,
  })
  const of = { organization, userUuid }
  const same = { customPriceCents: price ?? null, customPaymentInterval: interval ?? null }
  if (isForeign) await symbolon.memberships.updateMember({ ...of, tierSlug: from.slug, ...same })
  if (isRenewed && days !== null) await symbolon.memberships.renewMember(of).catch(() => undefined)
  // What never ends has no notice: leaving ends it at once.
  if (hasNotice && days !== null) await symbolon.memberships.leave(of)
  return userUuid
}
