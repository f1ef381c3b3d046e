import fc from "fast-check"
import type { Tier } from "../../../src/index.ts"
import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { day, tiers } from "../../fixtures/tiers.ts"
import type { StepResult, ScriptedMember } from "./scripted-members.ts"
import type { ActionResult } from "./modelled-member.ts"

const outcome = ({ result, row }: Pick<ActionResult, "result" | "row">): StepResult => ({
  result,
  rows: row === undefined ? [] : [row],
})
const nothing: StepResult = { result: "nothing", rows: [] }

const tier = fc.constantFrom<Tier>(...Object.values(tiers))
const common = fc.constantFrom<Tier>(
  tiers.guest,
  tiers.open,
  tiers.silver,
  tiers.gold,
  tiers.lifetime,
  tiers.patron,
  tiers.annual,
)
/** A tier, those that differ most in their ways more often. */
export const anyTier = fc.oneof({ arbitrary: common, weight: 4 }, { arbitrary: tier, weight: 1 })
const there = anyTier.filter(({ slug, deletedAt }) => slug !== "foreign" && deletedAt === undefined)
const purpose = fc.constantFrom("join" as const, "renew" as const, "change" as const)
const ahead = fc
  .integer({ min: -3 * day, max: 60 * day })
  .map((ms) => (now: Date) => new Date(now.getTime() + ms))
const date = fc.oneof(
  { arbitrary: ahead, weight: 3 },
  { arbitrary: fc.constant((): null => null), weight: 1 },
  { arbitrary: fc.constant((): undefined => undefined), weight: 3 },
)
const unsaid = [undefined, undefined, undefined, undefined, undefined]
const price = fc.constantFrom(...unsaid, null, 0, 25_000)
const interval = fc.constantFrom<MembershipAsks["amendMember"]["customPaymentInterval"]>(
  ...unsaid,
  ...unsaid,
  null,
  "yearly",
  "weekly",
)

/** Something that one person does, or that is done to them. */
export interface RandomAction {
  readonly name: string
  readonly act: (member: ScriptedMember, now: Date) => Promise<StepResult>
}

const randomAction = (name: string, act: RandomAction["act"]): RandomAction => ({ name, act })
const joining = fc.oneof(
  { arbitrary: fc.constantFrom<Tier>(tiers.open, tiers.guest, tiers.visitor), weight: 2 },
  { arbitrary: anyTier, weight: 1 },
)

/** What brings somebody in. */
export const joiningActions: fc.Arbitrary<RandomAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: joining.map((to) =>
      randomAction(`join ${to.slug}`, async (one) => outcome(await one.join(to))),
    ),
  },
  {
    weight: 4,
    arbitrary: anyTier.map((to) =>
      randomAction(`pay to join ${to.slug}`, (one) => paysFor(one, "join", to)),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(anyTier, date, price, interval).map(([to, until, cents, custom]) => {
      const agreed = {
        customPriceCents: cents ?? undefined,
        customPaymentInterval: custom ?? undefined,
      }
      return randomAction(`be added to ${to.slug}`, async (one, now) =>
        outcome(await one.add(to, { validUntil: until(now), ...agreed })),
      )
    }),
  },
  {
    weight: 1,
    arbitrary: there.map((to) =>
      randomAction(`claim a card of ${to.slug}`, async (one) => outcome(await one.claim(to))),
    ),
  },
)

const paysFor = async (
  one: ScriptedMember,
  what: "join" | "renew" | "change",
  to: Tier,
): Promise<StepResult> => {
  const opened = await one.checkout(what, to)
  return typeof opened === "string"
    ? { result: opened, rows: [] }
    : outcome(await one.arrive(opened))
}

/** What a holder does. */
const holding: fc.Arbitrary<RandomAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: anyTier.map((to) =>
      randomAction(`change to ${to.slug}`, async (one) => outcome(await one.change(to))),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom("leave" as const, "resume" as const, "renew" as const, "renew" as const)
      .map((verb) => randomAction(verb, async (one) => outcome(await one[verb]()))),
  },
  {
    weight: 2,
    arbitrary: fc.constant(
      randomAction("give notice, or withdraw it", async (one) =>
        outcome(await one[one.life.status() === "active" ? "leave" : "resume"]()),
      ),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom("renew" as const, "change" as const), anyTier)
      .map(([what, to]) =>
        randomAction(`pay to ${what} ${to.slug}`, (one) => paysFor(one, what, to)),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(purpose, anyTier).map(([what, to]) =>
      randomAction(`open a checkout to ${what} ${to.slug}`, async (one) => {
        const opened = await one.checkout(what, to)
        return { result: typeof opened === "string" ? opened : opened.ref, rows: [] }
      }),
    ),
  },
)

/** What becomes of payments, once and again. */
const paying: fc.Arbitrary<RandomAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.nat(3).map((n) =>
      randomAction(`pay the ${n}. checkout from the end`, async (one) => {
        const opened = one.checkouts.filter(({ status }) => status !== "paid").at(-1 - n)
        return opened === undefined ? nothing : outcome(await one.arrive(opened))
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(3).map((n) =>
      randomAction(`tell twice of the ${n}. checkout from the end`, async (one) => {
        const opened = one.checkouts.at(-1 - n)
        if (opened === undefined) return nothing
        const eventId = `twice ${opened.uuid} ${one.events().length}`
        const first = outcome(await one.arrive(opened, eventId))
        return { ...first, result: `${first.result}, ${await one.tellAgain(opened, eventId)}` }
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat(2).map((n) =>
      randomAction(`take back the ${n}. payment from the end`, async (one) => {
        const opened = one.checkouts.filter(({ isApplied }) => isApplied).at(-1 - n)
        return opened === undefined ? nothing : outcome(await one.reverse(opened))
      }),
    ),
  },
)

/** What the organization does to a member. */
const world: fc.Arbitrary<RandomAction> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.option(anyTier, { nil: undefined }),
        date,
        price,
        interval,
        fc.constantFrom("keep" as const, "convert" as const),
      )
      .map(([to, until, customPriceCents, customPaymentInterval, term]) =>
        randomAction(
          `be amended to ${to?.slug ?? "itself"}, ${customPriceCents} ${customPaymentInterval} ${term}`,
          async (one, now) =>
            outcome(
              await one.amend({
                tier: to,
                validUntil: until(now),
                customPriceCents,
                customPaymentInterval,
                term,
              }),
            ),
        ),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 0, max: 13 })
      .map((count) =>
        randomAction(`be renewed by ${count}`, async (one) =>
          outcome(await one.renewByOrganization(count, `by ${count}`)),
        ),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(randomAction("be removed", async (one) => outcome(await one.remove()))),
  },
)

/** What happens to a member. */
export const memberActions: fc.Arbitrary<RandomAction> = fc.oneof(
  { arbitrary: holding, weight: 4 },
  { arbitrary: paying, weight: 2 },
  { arbitrary: world, weight: 3 },
  { arbitrary: joiningActions, weight: 1 },
)
