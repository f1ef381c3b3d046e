import { entitlements as endpoints } from "@symbolon/core/contract"
import { mapAnswer, entitlements } from "@symbolon/core/effect"
import {
  encodeEntitlementCheck,
  encodeMemberEntitlements,
  encodeMembershipEntitlements,
} from "../encode/entitlement.ts"
import { route, type Route } from "../route.ts"

const about = (input: { readonly organization_slug: string; readonly user_uuid: string }) => ({
  organization: input.organization_slug,
  userUuid: input.user_uuid,
})

export const entitlementRoutes: readonly Route[] = [
  route(endpoints.getEntitlement, (input, caller) =>
    mapAnswer(entitlements.get(caller, about(input)), encodeMembershipEntitlements),
  ),
  route(endpoints.check, (input, caller) =>
    mapAnswer(
      entitlements.check(caller, { ...about(input), key: input.key }),
      encodeEntitlementCheck,
    ),
  ),
  route(endpoints.getMember, (input, caller) =>
    mapAnswer(entitlements.get(caller, about(input)), encodeMemberEntitlements),
  ),
  route(endpoints.checkMember, (input, caller) =>
    mapAnswer(
      entitlements.check(caller, { ...about(input), key: input.key }),
      encodeEntitlementCheck,
    ),
  ),
]
