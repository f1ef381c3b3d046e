import fc from "fast-check"
import type { Tier } from "../../../src/index.ts"
import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { day, tiers } from "../../fixtures/tiers.ts"
import type { Came, Fellow } from "./company.ts"
import type { Done } from "./twin.ts"

const came = ({ said, row }: Pick<Done, "said" | "row">): Came => ({
  said,
  rows: row === undefined ? [] : [row],
})
const nothing: Came = { said: "nothing", rows: [] }

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
export interface Deed {
  readonly name: string
  readonly act: (fellow: Fellow, now: Date) => Promise<Came>
}

const deed = (name: string, act: Deed["act"]): Deed => ({ name, act })
const joining = fc.oneof(
  { arbitrary: fc.constantFrom<Tier>(tiers.open, tiers.guest, tiers.visitor), weight: 2 },
  { arbitrary: anyTier, weight: 1 },
)

/** What brings somebody in. */
export const entrances: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: joining.map((to) =>
      deed(`join ${to.slug}`, async (one) => came(await one.join(to))),
    ),
  },
  {
    weight: 4,
    arbitrary: anyTier.map((to) =>
      deed(`pay to join ${to.slug}`, (one) => paysFor(one, "join", to)),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(anyTier, date, price, interval).map(([to, until, cents, custom]) => {
      const agreed = {
        customPriceCents: cents ?? undefined,
        customPaymentInterval: custom ?? undefined,
      }
      return deed(`be added to ${to.slug}`, async (one, now) =>
        came(await one.add(to, { validUntil: until(now), ...agreed })),
      )
    }),
  },
  {
    weight: 1,
    arbitrary: there.map((to) =>
      deed(`claim a card of ${to.slug}`, async (one) => came(await one.claim(to))),
    ),
  },
)

const paysFor = async (one: Fellow, what: "join" | "renew" | "change", to: Tier): Promise<Came> => {
  const till = await one.checkout(what, to)
  return typeof till === "string" ? { said: till, rows: [] } : came(await one.arrive(till))
}

/** What a holder does. */
const holding: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: anyTier.map((to) =>
      deed(`change to ${to.slug}`, async (one) => came(await one.change(to))),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom("leave" as const, "resume" as const, "renew" as const, "renew" as const)
      .map((verb) => deed(verb, async (one) => came(await one[verb]()))),
  },
  {
    weight: 2,
    arbitrary: fc.constant(
      deed("give notice, or withdraw it", async (one) =>
        came(await one[one.life.status() === "active" ? "leave" : "resume"]()),
      ),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom("renew" as const, "change" as const), anyTier)
      .map(([what, to]) => deed(`pay to ${what} ${to.slug}`, (one) => paysFor(one, what, to))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(purpose, anyTier).map(([what, to]) =>
      deed(`open a checkout to ${what} ${to.slug}`, async (one) => {
        const till = await one.checkout(what, to)
        return { said: typeof till === "string" ? till : till.ref, rows: [] }
      }),
    ),
  },
)

/** What becomes of payments, once and again. */
const paying: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.nat(3).map((n) =>
      deed(`pay the ${n}. checkout from the end`, async (one) => {
        const till = one.tills.filter(({ status }) => status !== "paid").at(-1 - n)
        return till === undefined ? nothing : came(await one.arrive(till))
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(3).map((n) =>
      deed(`tell twice of the ${n}. checkout from the end`, async (one) => {
        const till = one.tills.at(-1 - n)
        if (till === undefined) return nothing
        const eventId = `twice ${till.uuid} ${one.events().length}`
        const first = came(await one.arrive(till, eventId))
        return { ...first, said: `${first.said}, ${await one.tellAgain(till, eventId)}` }
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat(2).map((n) =>
      deed(`take back the ${n}. payment from the end`, async (one) => {
        const till = one.tills.filter(({ isApplied }) => isApplied).at(-1 - n)
        return till === undefined ? nothing : came(await one.reverse(till))
      }),
    ),
  },
)

/** What the organization does to a member. */
const desk: fc.Arbitrary<Deed> = fc.oneof(
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
        deed(
          `be amended to ${to?.slug ?? "itself"}, ${customPriceCents} ${customPaymentInterval} ${term}`,
          async (one, now) =>
            came(
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
        deed(`be renewed by ${count}`, async (one) =>
          came(await one.renewByOrganization(count, `by ${count}`)),
        ),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(deed("be removed", async (one) => came(await one.remove()))),
  },
)

/** What happens to a member. */
export const living: fc.Arbitrary<Deed> = fc.oneof(
  { arbitrary: holding, weight: 4 },
  { arbitrary: paying, weight: 2 },
  { arbitrary: desk, weight: 3 },
  { arbitrary: entrances, weight: 1 },
)
