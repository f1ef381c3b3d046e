import type { PaymentInterval, Tier } from "../tiers/tier.ts"
import type { Membership } from "./membership.ts"
import { addDays, addTerms, defaultGraceDays } from "./term.ts"

/** What an organization may settle when it adds a member. */
export interface AgreedTerms {
  /** `null` never ends; undefined takes one term of the interval. */
  readonly validUntil: Date | null | undefined
  readonly customPriceCents: number | undefined
  readonly customPaymentInterval: PaymentInterval | undefined
}

interface Start extends AgreedTerms {
  readonly uuid: string
  readonly userUuid: string
  readonly tier: Tier
  /** IANA zone of the organization. */
  readonly zone: string
}

/** A membership that begins at `now` (reference table, T16 and T27): one term of its interval unless a date was agreed. */
export const startMembership = (start: Start, now: Date): Membership => {
  const { tier, zone } = start
  const interval = start.customPaymentInterval ?? tier.paymentInterval
  const validUntil = start.validUntil === null ? undefined : (start.validUntil ?? addTerms(now, interval, 1, zone))
  return {
    uuid: start.uuid,
    userUuid: start.userUuid,
    organizationUuid: tier.organizationUuid,
    tierUuid: tier.uuid,
    customPriceCents: start.customPriceCents,
    customPaymentInterval: start.customPaymentInterval,
    validUntil,
    renewableUntil:
      validUntil && addDays(validUntil, interval === "one_time" ? 0 : (tier.gracePeriodDays ?? defaultGraceDays[interval]), zone),
    cancelledAt: undefined,
    endedAt: undefined,
    endedBy: undefined,
    anchorAt: now,
    anchorTerms: interval === "one_time" ? 0 : 1,
    joinedAt: now,
    createdAt: now,
    updatedAt: undefined,
    revision: 1,
  }
}

/** A row whose time ran out, as it is written before somebody takes its place: no event tells of it (specification, "Events"). */
export const settleLapse = (membership: Membership): Membership => ({
  ...membership,
  endedAt: membership.renewableUntil,
  endedBy: "lapsed",
  revision: membership.revision + 1,
})
