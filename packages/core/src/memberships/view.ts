import type { User } from "../accounts/user.ts"
import type { Organization } from "../organizations/organization.ts"
import type { Tier } from "../tiers/tier.ts"
import type { endOf, Membership, MembershipStatus } from "./membership.ts"

/** A membership with what is shown of it. */
export interface MembershipView {
  readonly membership: Membership
  /** At the moment it was read. */
  readonly status: MembershipStatus
  /** Undefined while it is live. */
  readonly end: ReturnType<typeof endOf>
  readonly tier: Tier
  readonly organization: Organization
}

/** A membership as the organization sees it. */
export interface MemberView extends MembershipView {
  /** Undefined once the account is gone. */
  readonly user: User | undefined
}
