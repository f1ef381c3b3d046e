import fc from "fast-check"
import type { Tier } from "../../src/index.ts"
import type { MembershipAsks } from "../../src/memberships/index.ts"
import { day, tiers } from "../fixtures/tiers.ts"
import { type Life, staff } from "./life.ts"

/** Something that happens in a life, and who makes it happen. */
export interface Action {
  readonly name: string
  readonly who: "member" | "payer" | "organization" | "clock"
  readonly run: (life: Life) => unknown
}

/** A checkout that was opened, with its payment still to come. */
type Pending = Extract<ReturnType<Life["checkout"]>, { readonly _tag: "Success" }>["success"]
const pending = new WeakMap<Life, Pending[]>()

const tier = fc.constantFrom<Tier>(...Object.values(tiers))
const purpose = fc.constantFrom("join" as const, "renew" as const, "change" as const)
const ahead = fc
  .integer({ min: 0, max: 60 * day })
  .map((ms) => (life: Life) => new Date(life.now().getTime() + ms))
const date = fc.oneof(
  { arbitrary: ahead, weight: 3 },
  { arbitrary: fc.constant((): null => null), weight: 1 },
  { arbitrary: fc.constant((): undefined => undefined), weight: 3 },
)
const price = fc.constantFrom(undefined, undefined, null, 0, 25_000)
const interval = fc.constantFrom<MembershipAsks["amendMember"]["customPaymentInterval"]>(
  undefined,
  undefined,
  null,
  "yearly",
  "weekly",
)

const member: fc.Arbitrary<Action> = fc.oneof(
  tier.map(
    (to): Action => ({ name: `join ${to.slug}`, who: "member", run: (life) => life.join(to) }),
  ),
  tier.map(
    (to): Action => ({
      name: `change to ${to.slug}`,
      who: "member",
      run: (life) => life.change(to),
    }),
  ),
  fc.constantFrom<Action>(
    { name: "leave", who: "member", run: (life) => life.leave() },
    { name: "resume", who: "member", run: (life) => life.resume() },
    { name: "renew", who: "member", run: (life) => life.renew() },
  ),
)

const payer: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(purpose, tier).map(
      ([what, to]): Action => ({
        name: `pay to ${what} ${to.slug}`,
        who: "payer",
        run: (life) => life.pay(what, to),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(purpose, tier).map(
      ([what, to]): Action => ({
        name: `open a checkout to ${what} ${to.slug}`,
        who: "member",
        run: (life) => {
          const opened = life.checkout(what, to)
          if (opened._tag === "Success")
            pending.set(life, [...(pending.get(life) ?? []), opened.success])
        },
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(9).map(
      (n): Action => ({
        name: `pay checkout ${n}`,
        who: "payer",
        run: (life) => pending.get(life)?.[n]?.arrive(),
      }),
    ),
  },
)

const reversal: fc.Arbitrary<Action> = fc.nat(20).map(
  (n): Action => ({
    name: `reverse payment ${n}`,
    who: "organization",
    run: (life) => life.reverse(`payment ${n}`),
  }),
)

const organization: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(tier, date, price, interval).map(
    ([to, until, customPriceCents, customPaymentInterval]): Action => ({
      name: `add to ${to.slug}`,
      who: "organization",
      run: (life) =>
        life.add(to, {
          validUntil: until(life),
          customPriceCents: customPriceCents ?? undefined,
          customPaymentInterval: customPaymentInterval ?? undefined,
        }),
    }),
  ),
  fc
    .tuple(
      fc.option(tier, { nil: undefined }),
      date,
      price,
      interval,
      fc.constantFrom("keep" as const, "convert" as const),
    )
    .map(
      ([to, until, customPriceCents, customPaymentInterval, term]): Action => ({
        name: `amend to ${to?.slug ?? "itself"}, ${customPriceCents} ${customPaymentInterval} ${term}`,
        who: "organization",
        run: (life) =>
          life.amend({
            tier: to,
            validUntil: until(life),
            customPriceCents,
            customPaymentInterval,
            term,
          }),
      }),
    ),
  fc
    .tuple(
      tier,
      fc.constantFrom("keep" as const, "convert" as const),
      fc.constantFrom("carry" as const, "clear" as const),
    )
    .map(
      ([to, term, customPricing]): Action => ({
        name: `move to ${to.slug}, ${term}, ${customPricing}`,
        who: "organization",
        run: (life) =>
          life.perform("moveMember", {
            by: staff,
            tier: to,
            term,
            customPricing,
            asOf: life.now(),
          }),
      }),
    ),
  fc.integer({ min: 0, max: 13 }).map(
    (count): Action => ({
      name: `renew by ${count}`,
      who: "organization",
      run: (life) => life.renewByOrganization(count),
    }),
  ),
  tier.map(
    (to): Action => ({
      name: `claim a card of ${to.slug}`,
      who: "organization",
      run: (life) => life.claim(to),
    }),
  ),
  fc.constantFrom<Action>(
    { name: "remove", who: "organization", run: (life) => life.remove() },
    {
      name: "keep the price",
      who: "organization",
      run: (life) => life.perform("keepPrice", { by: staff, priceCents: 50_000 }),
    },
    {
      name: "delete the account",
      who: "organization",
      run: (life) => life.perform("closeAccount", { by: { kind: "service" } }),
    },
  ),
)

const clock: fc.Arbitrary<Action> = fc.oneof(
  fc
    .integer({ min: 1, max: 45 * day })
    .map((ms): Action => ({ name: `${ms} ms`, who: "clock", run: (life) => life.advance(ms) })),
  fc.constantFrom<Action>(
    ...[-1, 0, 1].map(
      (beyond): Action => ({ name: `the end and ${beyond} ms`, who: "clock", run: toEnd(beyond) }),
    ),
  ),
)

function toEnd(beyond: number): (life: Life) => void {
  return (life) => {
    const validUntil = life.state().held?.membership.validUntil
    const at =
      validUntil &&
      new Date(Math.min(validUntil.getTime() + beyond, life.now().getTime() + 400 * day))
    if (at !== undefined && at > life.now()) life.go(at)
  }
}

/** Anything that may happen, the usual more often. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { arbitrary: member, weight: 6 },
  { arbitrary: payer, weight: 6 },
  { arbitrary: organization, weight: 3 },
  { arbitrary: reversal, weight: 1 },
  { arbitrary: clock, weight: 4 },
)
