import type { MembershipAsks } from "../../../src/memberships/index.ts"
import {
  type Facts,
  isActive,
  isLapsed,
  isLive,
  isNone,
  isOffered,
  isOwn,
  isThere,
} from "../facts.ts"
import type { Target } from "./conversion.ts"
import { isApplied } from "./renewing.ts"
import { type Given, ok, refused, type Row, row, same } from "./row.ts"

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

const isChange = (
  f: Facts,
  { tier }: MembershipAsks["changeTier"],
  outcome: ReturnType<typeof moneyOf>,
): boolean => isActive(f) && !isOwn(f, tier) && isOffered(tier) && moneyOf(f, tier) === outcome

/** A conversion may round down to no time at all. */
const converted = (facts: Facts): Given =>
  ok(facts.standing === "notice" ? ["notice", "none"] : ["active", "lapsed"], "tier_changed")

/** How a member changes the tier. */
export const changing: readonly Row[] = [
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
