import type { resources } from "@symbolon/core/contract"
import type { entitlements } from "@symbolon/core/effect"
import type { Effect } from "effect"
import type * as z from "zod"

type Found = Effect.Success<ReturnType<typeof entitlements.get>>
type Checked = Effect.Success<ReturnType<typeof entitlements.check>>

const about = ({ userUuid, organizationUuid, tier, entitlements }: Found) => ({
  user_uuid: userUuid,
  organization_uuid: organizationUuid,
  tier_uuid: tier?.uuid ?? null,
  tier_slug: tier?.slug ?? null,
  entitlements,
})

/** The entitlements of a membership on the wire. */
export const encodeMembershipEntitlements = (
  found: Found,
): z.output<typeof resources.MembershipEntitlements> => ({
  ...about(found),
  has_membership: found.hasMembership,
})

/** The entitlements of a member on the wire. */
export const encodeMemberEntitlements = (
  found: Found,
): z.output<typeof resources.MemberEntitlements> => ({
  ...about(found),
  is_member: found.hasMembership,
})

/** The answer to a check on the wire. */
export const encodeEntitlementCheck = (
  checked: Checked,
): z.output<typeof resources.EntitlementCheck> => ({
  user_uuid: checked.userUuid,
  organization_uuid: checked.organizationUuid,
  key: checked.key,
  granted: checked.granted,
  reason: checked.reason ?? null,
})
