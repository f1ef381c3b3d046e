import { lastInstant, type MembershipAsks } from "../../../src/memberships/index.ts"
import {
  type Facts,
  isActive,
  isLapsed,
  isLive,
  isNone,
  isOwn,
  isThere,
  type Standing,
} from "../facts.ts"
import { isConvertible, type Target } from "./conversion.ts"
import { isWrongPrice } from "./joining.ts"
import { ok, refused, type Row, row, same, stays } from "./row.ts"

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

/** What an organization changes on a membership: tier, end and price. */
export const amending: readonly Row[] = [
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
