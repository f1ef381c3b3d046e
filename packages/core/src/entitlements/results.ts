import type { Entitlements, Tier } from "../tiers/tier.ts"
import type { RefusedBecause } from "../memberships/entitlements.ts"

/** What a user's membership in an organization grants now. */
export interface GrantedEntitlements {
  readonly userUuid: string
  readonly organizationUuid: string
  /** Whether there is an active membership, with or without notice. */
  readonly hasMembership: boolean
  /** The tier; of a lapsed membership too. */
  readonly tier: Tier | undefined
  /** By key. */
  readonly entitlements: Entitlements
}

/** Whether a user's membership grants one entitlement now. */
export interface EntitlementCheck {
  readonly userUuid: string
  readonly organizationUuid: string
  readonly key: string
  readonly granted: boolean
  /** Why not; undefined when it is granted. */
  readonly reason: RefusedBecause | undefined
}
