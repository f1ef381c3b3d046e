import * as z from "zod"

const granted = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]))
const about = {
  user_uuid: z.string(),
  organization_uuid: z.string(),
  tier_uuid: z.string().nullable(),
  tier_slug: z.string().nullable(),
  entitlements: granted,
}

/** Specification, "Entitlement reads": membership read. */
export const MembershipEntitlements = z.object({ ...about, has_membership: z.boolean() }).meta({ id: "MembershipEntitlements" })
/** Specification, "Entitlement reads": member read. */
export const MemberEntitlements = z.object({ ...about, is_member: z.boolean() }).meta({ id: "MemberEntitlements" })
/** Specification, "Entitlement reads": check; `reason` says why something was not granted. */
export const EntitlementCheck = z
  .object({
    user_uuid: z.string(),
    organization_uuid: z.string(),
    key: z.string(),
    granted: z.boolean(),
    reason: z.enum(["no_membership", "lapsed", "not_granted"]).nullable(),
  })
  .meta({ id: "EntitlementCheck" })
