import type { Membership, Tier } from "../../src/index.ts"
import type {
  MembershipAsks,
  MembershipHistoryEntry,
  MembershipState,
  MembershipTerm,
  MembershipTrigger,
} from "../../src/memberships/index.ts"
import { day, everyTier, now, tierOf, tiers } from "../fixtures/tiers.ts"
import { holder, payer, staff } from "./life.ts"

/** A trigger with what it says. */
export interface Trigger<Name extends MembershipTrigger = MembershipTrigger> {
  readonly trigger: Name
  readonly ask: MembershipAsks[Name]
}

const on = <Name extends MembershipTrigger>(
  trigger: Name,
  ...asks: readonly MembershipAsks[Name][]
): readonly Trigger[] => asks.map((ask) => ({ trigger, ask }))

const uuid = "a new membership"
const inDays = (count: number): Date => new Date(now.getTime() + count * day)
/** A tier with short terms that cost little. */
export const weekly = tierOf("weekly", { priceCents: 10_000, paymentInterval: "weekly" })
/**
 * Of these others tell the rules everything: another free one with and without terms, and another
 * way to be closed.
 */
const alike: readonly Tier[] = [tiers.fan, tiers.visitor, tiers.annual, tiers.foreign]
const targets: readonly (Tier | undefined)[] = [
  ...everyTier.filter((tier) => !alike.includes(tier)),
  weekly,
  undefined,
]
const found = targets.filter((tier) => tier !== undefined)

const payment = (
  tier: Tier,
  of: Partial<MembershipAsks["renewPaid"]["payment"]> = {},
): MembershipAsks["renewPaid"]["payment"] => ({
  ref: "a payment",
  rate: { priceCents: tier.priceCents, currency: tier.currency, interval: tier.paymentInterval },
  tierUuid: tier.uuid,
  creditCents: 0,
  isLate: false,
  ...of,
})

const nothingAgreed = { customPriceCents: undefined, customPaymentInterval: undefined }
const adding = { by: staff, uuid, validUntil: undefined, ...nothingAgreed } as const

/** All that a fixed trigger can say that the rules can tell apart. */
const fixed: readonly Trigger[] = [
  ...targets.flatMap((tier) => [
    ...on("join", { by: holder, uuid, tier }),
    ...on("changeTier", { by: holder, tier }),
    ...on("addMember", { ...adding, tier }),
  ]),
  ...found.flatMap((tier) => [
    ...on("joinPaid", { by: payer, uuid, tier, payment: payment(tier) }),
    ...on("claimCard", { by: holder, uuid, tier }),
    ...(["keep", "convert"] as const).flatMap((term) =>
      (["carry", "clear"] as const).flatMap((customPricing) =>
        on("moveMember", { by: staff, tier, term, customPricing, asOf: now }),
      ),
    ),
    ...on("amendMember", { by: staff, tier }, { by: staff, tier, term: "convert" }),
    ...on("amendMember", {
      by: staff,
      tier,
      term: "convert",
      customPriceCents: null,
      customPaymentInterval: null,
    }),
    ...on("amendMember", {
      by: staff,
      tier,
      customPriceCents: 20_000,
      customPaymentInterval: null,
      validUntil: inDays(9),
    }),
    ...on("amendMember", {
      by: staff,
      tier,
      customPriceCents: null,
      customPaymentInterval: null,
      validUntil: null,
    }),
  ]),
  ...found
    .filter(({ priceCents }) => priceCents > 0)
    .flatMap((tier) => [
      ...on("renewPaid", { by: payer, payment: payment(tier) }),
      ...on(
        "changeTierPaid",
        { by: payer, tier, payment: payment(tier) },
        { by: payer, tier, payment: payment(tier, { creditCents: 60_000 }) },
      ),
      ...on("changeTierPaid", {
        by: payer,
        tier,
        payment: payment(tier, { creditCents: 60_000, isLate: true }),
      }),
    ]),
  ...on("changeTierPaid", { by: payer, tier: tiers.gone, payment: payment(tiers.gone) }),
  ...on("joinPaid", { by: payer, uuid, tier: undefined, payment: payment(tiers.silver) }),
  ...on("changeTierPaid", { by: payer, tier: undefined, payment: payment(tiers.silver) }),
  ...on("changeTierPaid", {
    by: payer,
    tier: tiers.gold,
    payment: payment(tiers.gold, { ref: "the payment that was applied" }),
  }),
  ...on("renewPaid", {
    by: payer,
    payment: payment(tiers.silver, { ref: "the payment that was applied" }),
  }),
  ...on("leave", { by: holder }),
  ...on("resume", { by: holder }),
  ...on("renew", { by: holder }),
  ...on("removeMember", { by: staff }),
  ...on("closeOrganization", { by: staff }),
  ...on("closeAccount", { by: { kind: "service" } }),
  ...[0, 1, 12, 13, 1.5].flatMap((count) => on("renewByOrganization", { by: staff, count })),
  ...[0, 50_000, -1].flatMap((priceCents) => on("keepPrice", { by: staff, priceCents })),
  ...[inDays(9), now, inDays(-1), null, new Date("+010000-01-01T00:00:00.000Z")].flatMap(
    (validUntil) => [
      ...on("amendMember", { by: staff, validUntil }),
      ...on(
        "addMember",
        { ...adding, tier: tiers.silver, validUntil },
        { ...adding, tier: tiers.guest, validUntil },
      ),
    ],
  ),
  ...[null, 0, 30_000, -1, 0.5].flatMap((customPriceCents) =>
    on("amendMember", { by: staff, customPriceCents }),
  ),
  ...([null, "one_time", "yearly", "weekly"] as const).flatMap((customPaymentInterval) =>
    on(
      "amendMember",
      { by: staff, customPaymentInterval },
      { by: staff, customPaymentInterval, customPriceCents: 5, validUntil: inDays(4) },
    ),
  ),
  ...on(
    "amendMember",
    { by: staff },
    { by: staff, tier: tiers.gold, term: "convert", validUntil: inDays(9) },
  ),
  ...on("join", { by: holder, uuid, tier: tiers.foreign }),
  ...on("changeTier", { by: holder, tier: tiers.foreign }),
  ...(["one_time", "yearly"] as const).flatMap((customPaymentInterval) =>
    [tiers.guest, tiers.silver].flatMap((tier) =>
      on("addMember", { ...adding, tier, customPaymentInterval, customPriceCents: 7 }),
    ),
  ),
  ...on("addMember", { ...adding, tier: tiers.silver, customPriceCents: -7 }),
]

/** Everything that can happen in a state. */
export const triggersIn = (state: MembershipState): readonly Trigger[] => [
  ...fixed,
  ...reversalsIn(state),
]

/**
 * Payments that could have made the row what it is, each taken back: when it was the last change,
 * when more came after, and twice.
 */
const reversalsIn = ({ held }: MembershipState): readonly Trigger[] => {
  if (held === undefined)
    return on("reversePayment", { by: payer, paymentRef: "x", history: [], tiers: everyTier })
  const { membership, terms } = held
  const requested = (history: readonly MembershipHistoryEntry[]) =>
    on("reversePayment", { by: payer, paymentRef: "x", history, tiers: everyTier })
  const own = terms.map((term, n) => (n === terms.length - 1 ? { ...term, paymentRef: "x" } : term))
  const other = membership.tierUuid === tiers.open.uuid ? tiers.silver : tiers.open
  const guest = membership.tierUuid === tiers.guest.uuid ? tiers.fan : tiers.guest
  const befores: readonly (readonly [MembershipHistoryEntry["cause"], Membership | undefined])[] = [
    ["join", undefined],
    ["renew", { ...membership, endedAt: undefined, endedBy: undefined, cancelledAt: undefined }],
    [
      "tier_change",
      { ...membership, tierUuid: other.uuid, endedAt: undefined, endedBy: undefined },
    ],
    ["tier_change", { ...membership, ...never, tierUuid: guest.uuid }],
  ]
  return [
    ...requested([]),
    ...befores.flatMap(([cause, before]) => {
      const paid = entry({ cause, before, after: membership, terms: own, paymentRef: "x" })
      const more = entry({ cause: "notice", before: membership, after: membership, terms })
      const back = entry({
        cause: "reversal",
        before: membership,
        after: membership,
        terms,
        paymentRef: "x",
      })
      return [...requested([paid]), ...requested([paid, more]), ...requested([paid, back])]
    }),
  ]
}

const never = {
  validUntil: undefined,
  renewableUntil: undefined,
  cancelledAt: undefined,
  endedAt: undefined,
  endedBy: undefined,
}

const entry = (of: {
  readonly cause: MembershipHistoryEntry["cause"]
  readonly before: Membership | undefined
  readonly after: Membership
  readonly terms: readonly MembershipTerm[]
  readonly paymentRef?: string
}): MembershipHistoryEntry => ({
  at: inDays(-1),
  by: payer,
  cause: of.cause,
  paymentRef: of.paymentRef,
  note: undefined,
  conversion: undefined,
  before: of.before,
  after: of.after,
  termsBefore:
    of.before === undefined
      ? []
      : of.before.validUntil === undefined
        ? of.terms.slice(0, 1).map(endless)
        : of.terms,
  termsAfter: of.terms,
})

const endless = (term: MembershipTerm): MembershipTerm => ({ ...term, endsAt: undefined })
