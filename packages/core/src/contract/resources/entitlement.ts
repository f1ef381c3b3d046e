import * as z from "zod"

const granted = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]))
const about = {
  user_uuid: z.string(),
  organization_uuid: z.string(),
  tier_uuid: z.string().nullable(),
  tier_slug: z.string().nullable(),
  entitlements: granted,
}

/** The entitlements of a membership. */
export const MembershipEntitlements = z
  .object({ ...about, has_membership: z.boolean() })
  .meta({ id: "MembershipEntitlements" })
/** The entitlements of a member. */
export const MemberEntitlements = z
  .object({ ...about, is_member: z.boolean() })
  .meta({ id: "MemberEntitlements" })
/** The answer to a check; `reason` says why something was not granted. */
export const EntitlementCheck = z
  .object({
    user_uuid: z.string(),
    organization_uuid: z.string(),
    key: z.string(),
    granted: z.boolean(),
    reason: z.enum(["no_membership", "lapsed", "not_granted"]).nullable(),
  })
  .meta({ id: "EntitlementCheck" })
