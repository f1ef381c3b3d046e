import { actingUser, type Caller } from "../foundation/access/caller.ts"
import * as endpoints from "../contract/endpoints/entitlements.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import { canonicalUuid } from "../foundation/kernel/slug.ts"
import { isActive, isLive } from "../memberships/membership.ts"
import { isOnTeam, organizationFor } from "../organizations/steps.ts"
import { step } from "../foundation/step.ts"
import { sharedRead, Tx } from "../foundation/unit-of-work.ts"
import { entitlementsOf, refusedBecause } from "../memberships/entitlements.ts"
import type { CheckEntitlementInput, EntitlementsInput } from "./inputs.ts"
import type { GrantedEntitlements, EntitlementCheck } from "./results.ts"

/**
 * Returns what a user's membership grants now. A user may ask about themself; the team and its apps
 * about any user.
 */
export const get = step(function* (caller: Caller, input: EntitlementsInput) {
  return yield* sharedRead(function* (_tx, now) {
    const { userUuid, organization, membership, tier } = yield* membershipOf(caller, input, now)
    const granted: GrantedEntitlements = {
      userUuid,
      organizationUuid: organization.uuid,
      hasMembership: membership !== undefined && isActive(membership, now),
      tier,
      entitlements: entitlementsOf(membership, tier, now),
    }
    return granted
  })
})

/** Returns whether a user's membership grants an entitlement now and, if not, why. */
export const check = step(function* (caller: Caller, input: CheckEntitlementInput) {
  return yield* sharedRead(function* (_tx, now) {
    const { userUuid, organization, membership, tier } = yield* membershipOf(caller, input, now)
    const reason = refusedBecause(membership, tier, input.key, now)
    const checked: EntitlementCheck = {
      userUuid,
      organizationUuid: organization.uuid,
      key: input.key,
      granted: reason === undefined,
      reason,
    }
    return checked
  })
})

const membershipOf = step(function* (
  caller: Caller,
  { organization: path, userUuid: requestedUuid }: EntitlementsInput,
  now: Date,
) {
  const userUuid = canonicalUuid(requestedUuid)
  const tx = yield* Tx
  const organization = yield* organizationFor(caller, endpoints.getEntitlement.access, path)
  if (actingUser(caller) !== userUuid && !(yield* isOnTeam(caller, organization)))
    return yield* new NotFound({ what: "membership" })
  const open = yield* tx.memberships.findOpenWithTier(organization.uuid, userUuid)
  const { membership, tier } = open !== undefined && isLive(open.membership, now) ? open : {}
  return { userUuid, organization, membership, tier }
})
