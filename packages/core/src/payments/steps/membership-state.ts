import { Effect } from "effect"
import type { MembershipState } from "../../memberships/change.ts"
import type { Organization } from "../../organizations/organization.ts"
import { Tx } from "../../unit-of-work.ts"

/** What there is between a user and an organization, for the membership's rules; in a write their row is locked. */
export const membershipState = Effect.fnUntraced(function* (organization: Organization, userUuid: string) {
  const tx = yield* Tx
  const membership = yield* tx.memberships.findOpen(organization.uuid, userUuid)
  const tier = membership === undefined ? undefined : yield* tx.tiers.find(membership.tierUuid)
  return {
    userUuid,
    organizationUuid: organization.uuid,
    zone: organization.timezone ?? "UTC",
    held: membership && tier && { membership, tier, terms: [] },
  } satisfies MembershipState
})
