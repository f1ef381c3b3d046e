import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { type Facts, isActive, isLapsed, isLive, isNone } from "../facts.ts"
import { ok, refused, type Row, row, same } from "./row.ts"

/** What stands in the way of renewing, whoever asks. */
const isUnrenewable = (f: Facts): boolean =>
  f.isOnce || f.isEndless || f.tier?.deletedAt !== undefined || f.isFar

/** Whether the payment is part of the terms already. */
export const isApplied = (
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

/** How a membership is given more time. */
export const renewing: readonly Row[] = [
  row("T9, ended", "renew", isNone, refused(404)),
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
  row("T9, ended", "renewPaid", isNone, refused(404)),
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
  row("T9, ended", "renewByOrganization", isNone, refused(404)),
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
