import * as z from "zod"
import { reads } from "../access.ts"
import { endpoint, text, uuid } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import {
  EntitlementCheck,
  MemberEntitlements,
  MembershipEntitlements,
} from "../resources/entitlement.ts"

const about = z.object({ ...parameters.organization, user_uuid: uuid() })
const ofKey = about.extend({ key: text(64, 1) })
const common = {
  base: "api",
  method: "GET",
  access: reads("entitlement:read", "UOC"),
  bucket: "read",
  status: 200,
  errors: ["NotFound"],
} as const

export const getEntitlement = endpoint({
  ...common,
  name: "entitlements.get",
  path: "/organizations/{organization_slug}/memberships/{user_uuid}/entitlements",
  summary:
    "Lists the entitlements of a user's membership now. Without a membership, the list is empty.",
  params: about,
  response: MembershipEntitlements,
})

export const check = endpoint({
  ...common,
  name: "entitlements.check",
  path: "/organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}",
  summary: "Returns whether a user's membership grants an entitlement now and, if not, why.",
  params: ofKey,
  response: EntitlementCheck,
})

export const getMember = endpoint({
  ...common,
  name: "entitlements.getMember",
  path: "/organizations/{organization_slug}/members/{user_uuid}/entitlements",
  summary: "Lists the entitlements of a member now.",
  params: about,
  response: MemberEntitlements,
})

export const checkMember = endpoint({
  ...common,
  name: "entitlements.checkMember",
  path: "/organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}",
  summary: "Returns whether a member has an entitlement now and, if not, why.",
  params: ofKey,
  response: EntitlementCheck,
})
