import type { Tier } from "../tiers/tier.ts"
import { type Membership, type MembershipStatus, statusOf } from "./membership.ts"
import type { MembershipTerm } from "./terms/membership-term.ts"

/** A membership with what its rules look at. */
export interface HeldMembership {
  readonly membership: Membership
  /** The tier it is on, private or deleted as it may be. */
  readonly tier: Tier
  readonly terms: readonly MembershipTerm[]
}

/** What there is between a user and an organization before something happens. */
export interface MembershipState {
  readonly userUuid: string
  readonly organizationUuid: string
  /** IANA zone of the organization. */
  readonly zone: string
  /** Their row without `endedAt`, whatever its dates; undefined when there is none. */
  readonly held: HeldMembership | undefined
}

/** A membership that takes the one place its user has in the organization. */
export interface LiveMembership extends HeldMembership {
  readonly status: Exclude<MembershipStatus, "ended">
}

/** The live membership, if there is one at `now`. */
export const liveOf = ({ held }: MembershipState, now: Date): LiveMembership | undefined => {
  const status = held === undefined ? "ended" : statusOf(held.membership, now)
  return held === undefined || status === "ended" ? undefined : { ...held, status }
}
