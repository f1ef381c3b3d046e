import { earlier } from "../foundation/kernel/earlier.ts"
import type { PaymentInterval } from "../tiers/tier.ts"

/** Why a membership ended; `lapsed` never sends an event. */
export type EndedBy = "left" | "removed" | "closed" | "lapsed"

/** A user's membership in an organization: stored facts only, its status is derived. */
export interface Membership {
  readonly uuid: string
  readonly userUuid: string
  readonly organizationUuid: string
  readonly tierUuid: string
  readonly customPriceCents: number | undefined
  readonly customPaymentInterval: PaymentInterval | undefined
  /** When access ends; undefined never. */
  readonly validUntil: Date | undefined
  /** Last moment it can be renewed as itself; undefined exactly when `validUntil` is. */
  readonly renewableUntil: Date | undefined
  readonly cancelledAt: Date | undefined
  readonly endedAt: Date | undefined
  readonly endedBy: EndedBy | undefined
  /** Terms are calendar steps counted from here. */
  readonly anchorAt: Date
  readonly anchorTerms: number
  readonly joinedAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  /** Grows by one with every write; a writer that read an older one has lost. */
  readonly revision: number
}

/** Of a membership, what its status follows from. */
export type MembershipDates = Pick<
  Membership,
  "validUntil" | "renewableUntil" | "cancelledAt" | "endedAt"
>

export type MembershipStatus = "active" | "active_with_notice" | "lapsed" | "ended"

/** What the membership is at `now`. Intervals are half-open: access ends at `validUntil` itself. */
export const statusOf = (membership: MembershipDates, now: Date): MembershipStatus => {
  const { endedAt, validUntil, renewableUntil, cancelledAt } = membership
  if (endedAt !== undefined && now >= endedAt) return "ended"
  if (validUntil === undefined || now < validUntil)
    return cancelledAt === undefined ? "active" : "active_with_notice"
  return renewableUntil !== undefined && now < renewableUntil ? "lapsed" : "ended"
}

/** How a membership that is over ended, written down or not; undefined while it is live. */
export const endOf = (
  membership: Membership,
  now: Date,
): { readonly endedAt: Date | undefined; readonly endedBy: EndedBy } | undefined => {
  if (statusOf(membership, now) !== "ended") return undefined
  const { endedAt = membership.renewableUntil, endedBy = "lapsed" } = membership
  return { endedAt, endedBy }
}

/** Whether the membership grants anything at `now`. */
export const isActive = (membership: MembershipDates, now: Date): boolean =>
  statusOf(membership, now).startsWith("active")

/** Whether it still takes the one place a user has in an organization. */
export const isLive = (membership: MembershipDates, now: Date): boolean =>
  statusOf(membership, now) !== "ended"

/** When a membership ends, or ended, to be live, as far as is known now; undefined never. */
export const liveUntil = ({ renewableUntil, endedAt }: MembershipDates): Date | undefined =>
  earlier(renewableUntil, endedAt)

/** Which members of an organization a list shows: `current` is `active` and `lapsed` together. */
export const memberFilters = ["current", "ended", "active", "lapsed"] as const
export type MemberFilter = (typeof memberFilters)[number]
