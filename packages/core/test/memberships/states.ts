import type { Membership, Tier } from "../../src/index.ts"
import { addTerms, type MembershipState, type MembershipTerm } from "../../src/memberships/index.ts"
import { club, day, now, tiers } from "../fixtures/tiers.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)

/** What the time left is worth. */
const worths = ["nothing", "some", "much", "dollars", "lifetime"] as const
type Worth = (typeof worths)[number]

const rates: Readonly<Record<Worth, Pick<MembershipTerm, "priceCents" | "currency" | "interval">>> =
  {
    nothing: { priceCents: 0, currency: "PHP", interval: "monthly" },
    some: { priceCents: 50_000, currency: "PHP", interval: "monthly" },
    much: { priceCents: 2_000_000, currency: "PHP", interval: "monthly" },
    dollars: { priceCents: 900, currency: "USD", interval: "monthly" },
    lifetime: { priceCents: 500_000, currency: "PHP", interval: "one_time" },
  }

/** One way to be a member, made small: everything that a rule can tell apart, and nothing else. */
interface Shape {
  readonly standing: "active" | "notice" | "lapsed" | "run out" | "served out" | "ended"
  readonly tier: Tier
  readonly customPriceCents: number | undefined
  readonly customInterval: Tier["paymentInterval"] | undefined
  readonly ends: "soon" | "twelve terms ahead" | "never"
  readonly worth: Worth
}

const heldTiers = [tiers.guest, tiers.lifetime, tiers.open, tiers.silver, tiers.dollar, tiers.gone]

const shapes = (): readonly Shape[] =>
  (["active", "notice", "lapsed", "run out", "served out", "ended"] as const).flatMap((standing) =>
    heldTiers.flatMap((tier) =>
      [undefined, 0, 30_000].flatMap((customPriceCents) =>
        [undefined, "yearly" as const].flatMap((customInterval) =>
          (["soon", "twelve terms ahead", "never"] as const).flatMap((ends) =>
            worths.map((worth) => ({
              standing,
              tier,
              customPriceCents,
              customInterval,
              ends,
              worth,
            })),
          ),
        ),
      ),
    ),
  )

/** Shapes that the invariants allow and that differ in something. */
const isPossible = ({ standing, tier, customInterval, ends, worth }: Shape): boolean => {
  const isOnce = tier.paymentInterval === "one_time"
  const isOver = standing !== "active" && standing !== "notice"
  if (isOnce && (customInterval !== undefined || standing === "lapsed")) return false
  if (standing !== "active" && ends === "never") return false
  return !isOver || (ends === "soon" && worth === "some")
}

const rowOf = (shape: Shape): Membership => {
  const { standing, tier, customPriceCents, customInterval } = shape
  const isOver = standing !== "active" && standing !== "notice"
  const interval = customInterval ?? tier.paymentInterval
  const far = addTerms(now, interval, 12, "UTC") ?? inDays(400)
  const ahead = shape.ends === "soon" ? inDays(30) : shape.ends === "never" ? undefined : far
  const validUntil = isOver ? inDays(-1) : ahead
  const renewableUntil =
    standing === "lapsed"
      ? inDays(6)
      : standing === "active" && validUntil !== undefined
        ? validUntil
        : validUntil
  const hasNotice = standing === "notice" || standing === "served out"
  return {
    uuid: "membership",
    userUuid: "ann",
    organizationUuid: club,
    tierUuid: tier.uuid,
    customPriceCents,
    customPaymentInterval: customInterval,
    validUntil,
    renewableUntil,
    cancelledAt: hasNotice ? inDays(-2) : undefined,
    endedAt: standing === "ended" ? inDays(-1) : undefined,
    endedBy: standing === "ended" ? "left" : undefined,
    anchorAt: inDays(-3),
    anchorTerms: 1,
    joinedAt: inDays(-3),
    createdAt: inDays(-3),
    updatedAt: inDays(-2),
    revision: 3,
  }
}

const termsOf = (
  { ends, worth }: Shape,
  { validUntil, endedAt }: Membership,
): readonly MembershipTerm[] => {
  if (endedAt !== undefined) return []
  const put = { cause: "join", paymentRef: "the payment that was applied" } as const
  const first = { ...rates[worth], ...put, startsAt: inDays(-3) }
  if (ends !== "never" || worth === "nothing" || worth === "lifetime")
    return [{ ...first, endsAt: validUntil }]
  return [
    { ...first, endsAt: inDays(30) },
    { ...rates.nothing, ...put, startsAt: inDays(30), endsAt: undefined },
  ]
}

/** Every way to be a member or none, of the small world. */
export const states = (): readonly MembershipState[] => {
  const state = { userUuid: "ann", organizationUuid: club, zone: "UTC" }
  const held = shapes()
    .filter(isPossible)
    .map((shape) => {
      const membership = rowOf(shape)
      return { ...state, held: { membership, tier: shape.tier, terms: termsOf(shape, membership) } }
    })
  return [{ ...state, held: undefined }, ...held]
}
