import type { resources } from "@symbolon/core/contract"
import type { entitlements } from "@symbolon/core/effect"
import type { Effect } from "effect"
import type * as z from "zod"

type Found = Effect.Success<ReturnType<typeof entitlements.find>>
type Checked = Effect.Success<ReturnType<typeof entitlements.check>>

const about = ({ userUuid, organizationUuid, tier, entitlements }: Found) => ({
  user_uuid: userUuid,
  organization_uuid: organizationUuid,
  tier_uuid: tier?.uuid ?? null,
  tier_slug: tier?.slug ?? null,
  entitlements,
})

/** Specification, "Entitlement reads": membership read. */
export const encodeMembershipEntitlements = (found: Found): z.output<typeof resources.MembershipEntitlements> => ({
  ...about(found),
  has_membership: found.hasMembership,
})

/** Specification, "Entitlement reads": member read. */
export const encodeMemberEntitlements = (found: Found): z.output<typeof resources.MemberEntitlements> => ({
  ...about(found),
  is_member: found.hasMembership,
})

/** Specification, "Entitlement reads": check. */
export const encodeEntitlementCheck = (checked: Checked): z.output<typeof resources.EntitlementCheck> => ({
  user_uuid: checked.userUuid,
  organization_uuid: checked.organizationUuid,
  key: checked.key,
  granted: checked.granted,
  reason: checked.reason ?? null,
})
