import type { KeptEntry, Membership, ShownHistory, Tier } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

type Change = z.output<typeof resources.MembershipChange>

/** What happened to a membership, in the order in which it was read. */
export const encodeHistory = ({ entries, tiers }: ShownHistory): readonly Change[] => {
  const byUuid = new Map(tiers.map((tier) => [tier.uuid, tier]))
  return entries.map((entry) => encodeChange(entry, byUuid))
}

const encodeChange = (entry: KeptEntry, tiers: ReadonlyMap<string, Tier>): Change => ({
  uuid: entry.uuid,
  at: instant(entry.at),
  cause: entry.cause,
  actor: { kind: entry.by.kind, uuid: entry.by.uuid ?? null },
  payment_ref: entry.paymentRef ?? null,
  note: entry.note ?? null,
  converted_at:
    entry.conversion === undefined
      ? null
      : {
          price_cents: entry.conversion.priceCents,
          currency: entry.conversion.currency,
          payment_interval: entry.conversion.interval,
        },
  before: entry.before === undefined ? null : encodeState(entry.before, tiers),
  after: encodeState(entry.after, tiers),
})

const encodeState = (row: Membership, tiers: ReadonlyMap<string, Tier>): Change["after"] => ({
  tier_uuid: row.tierUuid,
  tier_slug: tiers.get(row.tierUuid)?.slug ?? "",
  custom_tier_price_cents: row.customPriceCents ?? null,
  custom_tier_payment_interval: row.customPaymentInterval ?? null,
  valid_until: instantOrNull(row.validUntil),
  renewable_until: instantOrNull(row.renewableUntil),
  cancelled_at: instantOrNull(row.cancelledAt),
  ended_at: instantOrNull(row.endedAt),
  ended_by: row.endedBy ?? null,
})
