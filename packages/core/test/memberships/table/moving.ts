import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { type Facts, isLive, isNone, isOwn, isThere } from "../facts.ts"
import { isConvertible } from "./conversion.ts"
import { ok, refused, type Row, row, same } from "./row.ts"

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

/** What a move of all members of a tier does to each of them. */
export const moving: readonly Row[] = [
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
