import { lastInstant, type MembershipAsks } from "../../../src/memberships/index.ts"
import { isActive, isLapsed, isLive, isNone, isOffered, isThere } from "../facts.ts"
import { ok, refused, type Row, row, same } from "./row.ts"

/** How a membership begins: by joining, by payment, by the organization, by a card. */
export const joining: readonly Row[] = [
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

/** Whether an agreed price is none. */
export const isWrongPrice = (price: number | null | undefined): boolean =>
  typeof price === "number" && !(Number.isInteger(price) && price >= 0)
