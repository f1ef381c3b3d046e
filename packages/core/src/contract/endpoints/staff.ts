import * as z from "zod"
import { reads } from "../access.ts"
import { endpoint, listQuery, page } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { OwnStaffRole, StaffListItem, StaffMember } from "../resources/staff.ts"

export const listStaff = endpoint({
  name: "staff.list",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/staff",
  summary: "Lists the organization's staff. `created_at` is when the person joined.",
  access: reads("organization:staff:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "joined_at", "updated_at"]),
  response: page(StaffListItem),
  errors: ["NotFound"],
})

export const me = endpoint({
  name: "staff.me",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/staff/me",
  summary:
    "Returns the caller's own role, so that an app knows what to offer. Every write is checked again.",
  access: reads("organization:read", "UO"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  response: OwnStaffRole,
  errors: ["NotFound"],
})

export const getStaff = endpoint({
  name: "staff.get",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/staff/{user_uuid}",
  summary: "Returns a staff member of the organization. For any other user, the answer is 404.",
  access: reads("organization:staff:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.user }),
  response: StaffMember,
  errors: ["NotFound"],
})
