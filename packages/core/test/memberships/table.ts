import {
  type MembershipAsks,
  lastInstant,
  type MembershipTrigger,
} from "../../src/memberships/index.ts"
import { type Facts, isOffered, isThere, type Standing } from "./facts.ts"

/**
 * The table of the reference (T1 to T42, with the corners of the decisions) as data, written from
 * its words and apart from the rules. Every state and trigger is told by exactly one row.
 */
interface Row<Name extends MembershipTrigger = MembershipTrigger> {
  readonly name: string
  readonly trigger: Name
  readonly when: (facts: Facts, ask: MembershipAsks[Name], now: Date) => boolean
  readonly gives: Given | ((facts: Facts, ask: MembershipAsks[Name]) => Given)
}

/**
 * What a row says happens: the status on the wire, or where the user stands then and the events
 * that are sent.
 */
type Given =
  | { readonly refused: 402 | 404 | 409 | 422 }
  | { readonly same: true }
  | { readonly to: readonly Standing[]; readonly events: readonly string[] }
  | { readonly either: readonly Given[] }

const row = <Name extends MembershipTrigger>(
  name: string,
  trigger: Name,
  when: Row<Name>["when"],
  gives: Row<Name>["gives"],
): Row => ({ name, trigger, when, gives }) as unknown as Row

const refused = (status: 402 | 404 | 409 | 422): Given => ({ refused: status })
const same: Given = { same: true }
const ok = (to: Standing | readonly Standing[], ...events: readonly string[]): Given => ({
  to: typeof to === "string" ? [to] : to,
  events,
})
const stays =
  (...events: readonly string[]) =>
  (facts: Facts) =>
    ok(facts.standing, ...events)

const isNone = ({ standing }: Facts): boolean => standing === "none"
const isLive = (facts: Facts): boolean => !isNone(facts)
const isActive = ({ standing }: Facts): boolean => standing === "active" || standing === "notice"
const isLapsed = ({ standing }: Facts): boolean => standing === "lapsed"

const joining: readonly Row[] = [
  row("T18", "join", (_, { tier }) => !isOffered(tier), refused(404)),
  row("T19", "join", (f, { tier }) => isOffered(tier) && isActive(f), refused(409)),
  row("T20", "join", (f, { tier }) => isOffered(tier) && isLapsed(f), refused(409)),
  row(
    "T17",
    "join",
    (f, { tier }) => isOffered(tier) && isNone(f) && tier.priceCents > 0,
    refused(402),
  ),
  row(
    "T16",
    "join",
    (f, { tier }) => isOffered(tier) && isNone(f) && tier.priceCents === 0,
    ok("active", "joined"),
  ),
  row("T21, tier gone", "joinPaid", (_, { tier }) => !isThere(tier), refused(404)),
  row("T21, member already", "joinPaid", (f, { tier }) => isThere(tier) && isLive(f), refused(409)),
  row("T21", "joinPaid", (f, { tier }) => isThere(tier) && isNone(f), ok("active", "joined")),
  row("T27, tier gone", "addMember", (_, { tier }) => !isThere(tier), refused(404)),
  row(
    "T27, wrong field",
    "addMember",
    (_, ask, now) => isThere(ask.tier) && isWrongStart(ask, now),
    refused(422),
  ),
  row(
    "T28",
    "addMember",
    (f, ask, now) => isThere(ask.tier) && !isWrongStart(ask, now) && isLive(f),
    refused(409),
  ),
  row(
    "T27",
    "addMember",
    (f, ask, now) => isThere(ask.tier) && !isWrongStart(ask, now) && isNone(f),
    ok("active", "joined"),
  ),
  row("T42, tier gone", "claimCard", (_, { tier }) => !isThere(tier), refused(404)),
  row(
    "T42, joined",
    "claimCard",
    (f, { tier }) => isThere(tier) && isNone(f),
    ok("active", "joined"),
  ),
  row(
    "T42, renewed",
    "claimCard",
    (f, { tier }) => isThere(tier) && isLapsed(f) && f.tier?.uuid === tier.uuid,
    ok("active", "renewed"),
  ),
  row(
    "T42, none",
    "claimCard",
    (f, { tier }) => isThere(tier) && isLive(f) && !(isLapsed(f) && f.tier?.uuid === tier.uuid),
    same,
  ),
]

const isWrongStart = (
  {
    tier,
    validUntil,
    customPriceCents: price,
    customPaymentInterval: interval,
  }: MembershipAsks["addMember"],
  now: Date,
): boolean =>
  (validUntil instanceof Date && !(validUntil > now && validUntil <= lastInstant)) ||
  isWrongPrice(price) ||
  (interval !== undefined && (interval === "one_time") !== (tier?.paymentInterval === "one_time"))

const isWrongPrice = (price: number | null | undefined): boolean =>
  typeof price === "number" && !(Number.isInteger(price) && price >= 0)

const leaving: readonly Row[] = [
  row("no membership", "leave", isNone, refused(404)),
  row("T1", "leave", (f) => f.standing === "active" && !f.isOnce && !f.isEndless, ok("notice")),
  row(
    "T2",
    "leave",
    (f) => f.standing === "active" && (f.isOnce || f.isEndless),
    ok("none", "left"),
  ),
  row("T3", "leave", isLapsed, ok("none", "left")),
  row("T4", "leave", (f) => f.standing === "notice", refused(409)),
  row("no membership", "resume", isNone, refused(404)),
  row("T5", "resume", (f) => f.standing === "notice", ok("active")),
  row(
    "T5, no notice",
    "resume",
    (f) => f.standing === "active" || f.standing === "lapsed",
    refused(409),
  ),
  row("T35", "removeMember", isNone, refused(404)),
  row("T34", "removeMember", isLive, ok("none", "left")),
  row("no membership", "closeOrganization", isNone, refused(404)),
  row("T36", "closeOrganization", isLive, ok("none", "left")),
  row("no membership", "closeAccount", isNone, refused(404)),
  row("T41", "closeAccount", isLive, ok("none", "left")),
]

/** What stands in the way of renewing, whoever asks. */
const isUnrenewable = (f: Facts): boolean =>
  f.isOnce || f.isEndless || f.tier?.deletedAt !== undefined || f.isFar
const isApplied = (
  f: Facts,
  { payment }: MembershipAsks["renewPaid"] | MembershipAsks["changeTierPaid"],
): boolean => f.refs.includes(payment.ref)
/** Whether a term that was quoted elsewhere cannot be said on the present tier. */
const isForeignMoney = (
  f: Facts,
  { payment: { tierUuid, rate } }: MembershipAsks["renewPaid"],
): boolean =>
  tierUuid !== f.tier?.uuid && (rate.currency !== f.currency || rate.interval === "one_time")
const isCount = ({ count }: MembershipAsks["renewByOrganization"]): boolean =>
  Number.isInteger(count) && count >= 1 && count <= 12

const renewing: readonly Row[] = [
  row("T9, retired", "renew", isNone, refused(404)),
  row("one_time", "renew", (f) => isLive(f) && f.isOnce, refused(409)),
  row("T25", "renew", (f) => isLive(f) && !f.isOnce && f.isEndless, refused(409)),
  row(
    "tier gone",
    "renew",
    (f) => isLive(f) && !f.isOnce && !f.isEndless && f.tier?.deletedAt !== undefined,
    refused(409),
  ),
  row(
    "twelve terms ahead",
    "renew",
    (f) => isLive(f) && !f.isOnce && !f.isEndless && f.tier?.deletedAt === undefined && f.isFar,
    refused(409),
  ),
  row("T23", "renew", (f) => isLive(f) && !isUnrenewable(f) && !f.isFree, refused(402)),
  row("T22", "renew", (f) => isActive(f) && !isUnrenewable(f) && f.isFree, ok("active", "renewed")),
  row(
    "T8, free",
    "renew",
    (f) => isLapsed(f) && !isUnrenewable(f) && f.isFree,
    ok("active", "renewed"),
  ),
  row("T9, retired", "renewPaid", isNone, refused(404)),
  row("P17", "renewPaid", (f, ask) => isLive(f) && isApplied(f, ask), same),
  row(
    "T24, T25 not renewable",
    "renewPaid",
    (f, ask) => isLive(f) && !isApplied(f, ask) && isUnrenewable(f),
    refused(409),
  ),
  row(
    "T24, other money",
    "renewPaid",
    (f, ask) => isLive(f) && !isApplied(f, ask) && !isUnrenewable(f) && isForeignMoney(f, ask),
    refused(409),
  ),
  row(
    "T24",
    "renewPaid",
    (f, ask) => isActive(f) && !isApplied(f, ask) && !isUnrenewable(f) && !isForeignMoney(f, ask),
    ok("active", "renewed"),
  ),
  row(
    "T8, paid",
    "renewPaid",
    (f, ask) => isLapsed(f) && !isApplied(f, ask) && !isUnrenewable(f) && !isForeignMoney(f, ask),
    ok("active", "renewed"),
  ),
  row("T9, retired", "renewByOrganization", isNone, refused(404)),
  row(
    "T33, wrong count",
    "renewByOrganization",
    (f, ask) => isLive(f) && !isCount(ask),
    refused(422),
  ),
  row(
    "T33, T25 not renewable",
    "renewByOrganization",
    (f, ask) => isLive(f) && isCount(ask) && isUnrenewable(f),
    refused(409),
  ),
  row(
    "T33",
    "renewByOrganization",
    (f, ask) => isLive(f) && isCount(ask) && !isUnrenewable(f),
    ok("active", "renewed"),
  ),
]

type Target = NonNullable<MembershipAsks["changeTier"]["tier"]>

/**
 * What of table 2.3 holds for a change that a member asks for: `money` is owed, it has no `days`,
 * or it is `made`.
 */
const moneyOf = (f: Facts, to: Target): "money" | "days" | "made" => {
  const price = to.priceCents
  const isOnce = to.paymentInterval === "one_time"
  const owes = price > f.creditIn(to.currency)
  const isOtherMoney = f.worthIn.some((currency) => currency !== to.currency)
  if (price === 0) return "made"
  if (f.isEndless && !f.isOnce && !f.isFree) return "days"
  if (f.lifetime !== undefined && !f.isFree)
    return !isOnce || f.lifetime.currency !== to.currency ? "days" : owes ? "money" : "made"
  if (f.isFree || f.isEndless || f.worthIn.length === 0)
    return owes
      ? "money"
      : isOnce || !(isOtherMoney || f.hasDatedLifetime || f.lifetime?.interval === "one_time")
        ? "made"
        : "days"
  if (isOtherMoney) return "days"
  if (!isOnce) return f.hasDatedLifetime ? "days" : "made"
  if (f.isOnce && f.leastPriceCents >= price) return "made"
  return owes ? "money" : "made"
}

const isOwn = (f: Facts, tier: MembershipAsks["changeTier"]["tier"]): boolean =>
  tier !== undefined && f.tier?.uuid === tier.uuid
const isChange = (
  f: Facts,
  { tier }: MembershipAsks["changeTier"],
  outcome: ReturnType<typeof moneyOf>,
): boolean => isActive(f) && !isOwn(f, tier) && isOffered(tier) && moneyOf(f, tier) === outcome

/** A conversion may round down to no time at all. */
const converted = (facts: Facts): Given =>
  ok(facts.standing === "notice" ? ["notice", "none"] : ["active", "lapsed"], "tier_changed")

const changing: readonly Row[] = [
  row(
    "T13",
    "changeTier",
    (f, { tier }) => !isOffered(tier) && !(isActive(f) && isOwn(f, tier)),
    refused(404),
  ),
  row(
    "T13, no membership",
    "changeTier",
    (f, { tier }) => isOffered(tier) && isNone(f),
    refused(404),
  ),
  row("T11", "changeTier", (f, { tier }) => isOffered(tier) && isLapsed(f), refused(409)),
  row("T14", "changeTier", (f, { tier }) => isActive(f) && isOwn(f, tier), same),
  row("T12 and 2.3: 402", "changeTier", (f, ask) => isChange(f, ask, "money"), refused(402)),
  row("2.3: 409", "changeTier", (f, ask) => isChange(f, ask, "days"), refused(409)),
  row(
    "T10",
    "changeTier",
    (f, ask) => f.standing === "active" && isChange(f, ask, "made"),
    converted,
  ),
  row(
    "T15",
    "changeTier",
    (f, ask) => f.standing === "notice" && isChange(f, ask, "made"),
    converted,
  ),
  row("T26, tier gone", "changeTierPaid", (_, { tier }) => !isThere(tier), refused(404)),
  row(
    "T26, no membership",
    "changeTierPaid",
    (f, { tier }) => isThere(tier) && isNone(f),
    refused(404),
  ),
  row(
    "P17",
    "changeTierPaid",
    (f, ask) => isThere(ask.tier) && isLive(f) && isApplied(f, ask),
    same,
  ),
  row(
    "T26, lapsed",
    "changeTierPaid",
    (f, ask) => isThere(ask.tier) && isLapsed(f) && !isApplied(f, ask),
    refused(409),
  ),
  row(
    "T26, not possible any more",
    "changeTierPaid",
    (f, ask) => isPayable(f, ask) && isStopped(f, ask),
    refused(409),
  ),
  row(
    "T26",
    "changeTierPaid",
    (f, ask) => isPayable(f, ask) && !isStopped(f, ask),
    ok("active", "tier_changed"),
  ),
]

const isPayable = (f: Facts, ask: MembershipAsks["changeTierPaid"]): boolean =>
  isThere(ask.tier) && isActive(f) && !isApplied(f, ask)
const isStopped = (f: Facts, { tier, payment }: MembershipAsks["changeTierPaid"]): boolean => {
  const credit = f.creditIn(payment.rate.currency)
  const isLess = payment.isLate && credit < payment.creditCents
  const isMore = payment.rate.interval === "one_time" && credit > payment.creditCents
  return isOwn(f, tier) || (f.isEndless && !f.isOnce && !f.isFree) || isLess || isMore
}

type Amend = MembershipAsks["amendMember"]
const goesTo = (f: Facts, { tier }: Amend): Target | undefined =>
  tier === undefined || isOwn(f, tier) ? undefined : tier
const isGoing = (f: Facts, ask: Amend): boolean => goesTo(f, ask) !== undefined
const isLost = (f: Facts, ask: Amend): boolean => isGoing(f, ask) && !isThere(ask.tier)
const isWrong = (f: Facts, ask: Amend, now: Date): boolean => {
  const { validUntil, customPriceCents: price, customPaymentInterval: interval } = ask
  const kind = (goesTo(f, ask) ?? f.tier)?.paymentInterval === "one_time"
  const isPast =
    validUntil instanceof Date &&
    (validUntil > lastInstant || (isLapsed(f) ? validUntil <= now : validUntil < now))
  const isTwofold = validUntil !== undefined && isGoing(f, ask) && ask.term === "convert"
  return (
    isPast ||
    isTwofold ||
    isWrongPrice(price) ||
    (typeof interval === "string" && (interval === "one_time") !== kind)
  )
}
const isUnsaid = (f: Facts, ask: Amend): boolean =>
  (f.customPriceCents !== undefined && ask.customPriceCents === undefined) ||
  (f.customInterval !== undefined && ask.customPaymentInterval === undefined)
const isBarred = (f: Facts, ask: Amend): boolean => {
  const to = goesTo(f, ask)
  if (to === undefined) return false
  if (
    (f.tier?.paymentInterval === "one_time") !== (to.paymentInterval === "one_time") ||
    isUnsaid(f, ask)
  )
    return true
  return (
    ask.term === "convert" &&
    !isConvertible(f, to, {
      price: ask.customPriceCents ?? undefined,
      interval: ask.customPaymentInterval ?? undefined,
    })
  )
}
/**
 * Whether the organization's conversion can be made: where one side is free, or has no terms or no
 * end, nothing is converted.
 */
const isConvertible = (
  f: Facts,
  to: Target,
  agreed: { readonly price?: number | undefined; readonly interval?: string | undefined },
): boolean => {
  const price = agreed.price ?? to.priceCents
  const years =
    (f.creditIn(to.currency) / price) * (yearsOf[agreed.interval ?? to.paymentInterval] ?? 0)
  const isSaid =
    f.worthIn.every((currency) => currency === to.currency) &&
    !f.hasDatedLifetime &&
    years < 9999 - 2026
  return f.isEndless || isLapsed(f) || f.isOnce || price === 0 || isSaid
}
const yearsOf: Readonly<Record<string, number>> = {
  weekly: 7 / 365.2425,
  monthly: 1 / 12,
  quarterly: 1 / 4,
  semiannual: 1 / 2,
  yearly: 1,
}
const isNothing = (f: Facts, ask: Amend): boolean =>
  !isGoing(f, ask) &&
  (ask.validUntil === undefined || ask.validUntil?.getTime() === f.validUntil?.getTime()) &&
  (ask.customPriceCents === undefined ||
    (ask.customPriceCents ?? undefined) === f.customPriceCents) &&
  (ask.customPaymentInterval === undefined ||
    (ask.customPaymentInterval ?? undefined) === f.customInterval)
const isAmending = (f: Facts, ask: Amend, now: Date): boolean =>
  isLive(f) && !isLost(f, ask) && !isWrong(f, ask, now) && !isBarred(f, ask) && !isNothing(f, ask)
const redated = (f: Facts, { validUntil }: Amend): readonly Standing[] =>
  f.standing === "notice"
    ? validUntil === null
      ? ["active"]
      : ["notice", "none"]
    : validUntil === null
      ? ["active"]
      : ["active", "lapsed", "none"]

const amending: readonly Row[] = [
  row("no membership", "amendMember", isNone, refused(404)),
  row("T29, tier gone", "amendMember", (f, ask) => isLive(f) && isLost(f, ask), refused(404)),
  row(
    "T30 to T32, wrong field",
    "amendMember",
    (f, ask, now) => isLive(f) && !isLost(f, ask) && isWrong(f, ask, now),
    refused(422),
  ),
  row(
    "T29, 2.5: 409",
    "amendMember",
    (f, ask, now) => isLive(f) && !isLost(f, ask) && !isWrong(f, ask, now) && isBarred(f, ask),
    refused(409),
  ),
  row(
    "nothing changes",
    "amendMember",
    (f, ask, now) =>
      isLive(f) &&
      !isLost(f, ask) &&
      !isWrong(f, ask, now) &&
      !isBarred(f, ask) &&
      isNothing(f, ask),
    same,
  ),
  row(
    "T29",
    "amendMember",
    (f, ask, now) => isAmending(f, ask, now) && isGoing(f, ask) && ask.validUntil === undefined,
    (f) =>
      ok(
        f.standing === "lapsed"
          ? "lapsed"
          : f.standing === "notice"
            ? ["notice", "none"]
            : ["active", "lapsed"],
        "tier_changed",
      ),
  ),
  row(
    "T29 and T30",
    "amendMember",
    (f, ask, now) =>
      isAmending(f, ask, now) && isActive(f) && isGoing(f, ask) && ask.validUntil !== undefined,
    (f, ask) => ok(redated(f, ask), "tier_changed"),
  ),
  row(
    "T29 and T31",
    "amendMember",
    (f, ask, now) =>
      isAmending(f, ask, now) && isLapsed(f) && isGoing(f, ask) && ask.validUntil !== undefined,
    ok("active", "tier_changed", "renewed"),
  ),
  row(
    "T30",
    "amendMember",
    (f, ask, now) =>
      isAmending(f, ask, now) && isActive(f) && !isGoing(f, ask) && ask.validUntil !== undefined,
    (f, ask) => ok(redated(f, ask)),
  ),
  row(
    "T31",
    "amendMember",
    (f, ask, now) =>
      isAmending(f, ask, now) && isLapsed(f) && !isGoing(f, ask) && ask.validUntil !== undefined,
    ok("active", "renewed"),
  ),
  row(
    "T32",
    "amendMember",
    (f, ask, now) => isAmending(f, ask, now) && !isGoing(f, ask) && ask.validUntil === undefined,
    stays(),
  ),
  row("no membership", "keepPrice", isNone, refused(404)),
  row(
    "T32, wrong price",
    "keepPrice",
    (f, ask) => isLive(f) && isWrongPrice(ask.priceCents),
    refused(422),
  ),
  row(
    "T32, agreed already",
    "keepPrice",
    (f, ask) => isLive(f) && !isWrongPrice(ask.priceCents) && f.customPriceCents !== undefined,
    same,
  ),
  row(
    "T32, price kept",
    "keepPrice",
    (f, ask) => isLive(f) && !isWrongPrice(ask.priceCents) && f.customPriceCents === undefined,
    stays(),
  ),
]

const isMovable = (f: Facts, { tier }: MembershipAsks["moveMember"]): boolean =>
  isLive(f) && isThere(tier) && !isOwn(f, tier)
const isSkipped = (
  f: Facts,
  { tier, term, customPricing }: MembershipAsks["moveMember"],
): boolean => {
  const isCarried = customPricing === "carry"
  const agreed = isCarried ? { price: f.customPriceCents, interval: f.customInterval } : {}
  const interval = agreed.interval ?? tier.paymentInterval
  const kinds = new Set([
    f.tier?.paymentInterval === "one_time",
    tier.paymentInterval === "one_time",
    interval === "one_time",
  ])
  const isOtherMoney = isCarried && (f.customPriceCents ?? 0) > 0 && tier.currency !== f.currency
  return kinds.size > 1 || isOtherMoney || (term === "convert" && !isConvertible(f, tier, agreed))
}

const moving: readonly Row[] = [
  row("no membership", "moveMember", isNone, refused(404)),
  row("T37, tier gone", "moveMember", (f, { tier }) => isLive(f) && !isThere(tier), refused(404)),
  row(
    "T37, moved already",
    "moveMember",
    (f, { tier }) => isLive(f) && isThere(tier) && isOwn(f, tier),
    same,
  ),
  row(
    "T37, skipped",
    "moveMember",
    (f, ask) => isMovable(f, ask) && isSkipped(f, ask),
    refused(409),
  ),
  row(
    "T37",
    "moveMember",
    (f, ask) => isMovable(f, ask) && !isSkipped(f, ask),
    (f) =>
      ok(
        f.standing === "lapsed"
          ? "lapsed"
          : f.standing === "notice"
            ? ["notice", "none"]
            : ["active", "lapsed"],
        "tier_changed",
      ),
  ),
]

type Reversal = MembershipAsks["reversePayment"]
const entryOf = ({ history, paymentRef }: Reversal) =>
  history.find((entry) => entry.paymentRef === paymentRef && entry.cause !== "reversal")
const isRepeated = ({ history, paymentRef }: Reversal): boolean =>
  history.some((entry) => entry.paymentRef === paymentRef && entry.cause === "reversal")
const isNewest = (ask: Reversal): boolean => ask.history.at(-1) === entryOf(ask)
const isFirstTime = (f: Facts, ask: Reversal): boolean =>
  isLive(f) && entryOf(ask) !== undefined && !isRepeated(ask)
const everywhere: readonly Standing[] = ["active", "notice", "lapsed", "none"]
const isTierBack = (f: Facts, ask: Reversal): boolean => {
  const entry = entryOf(ask)
  return (
    entry?.before !== undefined &&
    entry.before.tierUuid !== entry.after.tierUuid &&
    f.tier?.uuid === entry.after.tierUuid
  )
}

const reversing: readonly Row[] = [
  row("no such payment", "reversePayment", (_, ask) => entryOf(ask) === undefined, refused(404)),
  row(
    "1.6, once",
    "reversePayment",
    (_, ask) => entryOf(ask) !== undefined && isRepeated(ask),
    same,
  ),
  row(
    "1.6, over",
    "reversePayment",
    (f, ask) => isNone(f) && entryOf(ask) !== undefined && !isRepeated(ask),
    ok("none"),
  ),
  row(
    "T38",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && isNewest(ask) && entryOf(ask)?.before === undefined,
    ok("none", "left"),
  ),
  row(
    "T39",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && isNewest(ask) && entryOf(ask)?.cause === "renew",
    ok(everywhere),
  ),
  row(
    "T40",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && isNewest(ask) && entryOf(ask)?.cause === "tier_change",
    ok(everywhere, "tier_changed"),
  ),
]

/**
 * Reversals with changes after the payment (1.6, 2). What never ends has no days to take out of.
 */
const laterReversals: readonly Row[] = [
  row(
    "T38, with more after it",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && !isNewest(ask) && entryOf(ask)?.before === undefined,
    (f) =>
      f.isEndless
        ? { either: [ok("none", "left"), refused(409)] }
        : { either: [ok("none", "left"), ok(everywhere)] },
  ),
  row(
    "T39, with more after it",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && !isNewest(ask) && entryOf(ask)?.cause === "renew",
    (f) => (f.isEndless ? refused(409) : ok(everywhere)),
  ),
  row(
    "T40, with more after it",
    "reversePayment",
    (f, ask) => isFirstTime(f, ask) && !isNewest(ask) && entryOf(ask)?.cause === "tier_change",
    (f, ask) => {
      const made = ok(everywhere, ...(isTierBack(f, ask) ? ["tier_changed"] : []))
      return f.isEndless ? { either: [made, refused(409)] } : made
    },
  ),
]

const table: readonly Row[] = [
  ...joining,
  ...leaving,
  ...renewing,
  ...changing,
  ...amending,
  ...moving,
  ...reversing,
  ...laterReversals,
]

/** The rows, by trigger and name. */
export const rowNames: readonly string[] = table.map(({ trigger, name }) => `${trigger}: ${name}`)

type AnyWhen = (facts: Facts, ask: unknown, now: Date) => boolean

const byTrigger = Map.groupBy(table, ({ trigger }) => trigger)

/**
 * The rows that tell of a trigger in a state: one, unless the table has a gap or says two things.
 */
export const rowsOf = <Name extends MembershipTrigger>(
  facts: Facts,
  trigger: Name,
  ask: MembershipAsks[Name],
  now: Date,
): readonly Row[] =>
  (byTrigger.get(trigger) ?? []).filter((one) => (one.when as AnyWhen)(facts, ask, now))

/** What differs between what a row says and what happened; undefined when nothing does. */
export const difference = (
  { gives }: Row,
  facts: Facts,
  ask: MembershipAsks[MembershipTrigger],
  happened: {
    readonly said: string
    readonly standing: Standing
    readonly events: readonly string[]
  },
): string | undefined => {
  const supplied =
    typeof gives === "function"
      ? (gives as (facts: Facts, ask: unknown) => Given)(facts, ask)
      : gives
  const happenedAs = `${happened.said} ${happened.standing} [${happened.events.join()}]`
  return isAs(supplied, happened)
    ? undefined
    : `${JSON.stringify(supplied)}, but it was ${happenedAs}`
}

const isAs = (
  supplied: Given,
  happened: {
    readonly said: string
    readonly standing: Standing
    readonly events: readonly string[]
  },
): boolean => {
  if ("either" in supplied) return supplied.either.some((one) => isAs(one, happened))
  if ("refused" in supplied) return happened.said.split(" ")[0] === String(supplied.refused)
  if ("same" in supplied) return happened.said === "same"
  return (
    happened.said === "ok" &&
    supplied.to.includes(happened.standing) &&
    supplied.events.join() === happened.events.join()
  )
}
