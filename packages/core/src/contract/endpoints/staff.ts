import * as z from "zod"
import { reads } from "../access.ts"
import { endpoint, listQuery, page } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { OwnStaffRole, StaffListItem, StaffMember } from "../resources/staff.ts"

export const listStaff = endpoint({
  id: "listStaff",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/staff",
  summary: "The organization's team. `created_at` is when somebody joined it.",
  access: reads("organization:staff:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "joined_at", "updated_at"]),
  response: page(StaffListItem),
  errors: ["NotFound"],
})

export const getOwnStaffRole = endpoint({
  id: "getOwnStaffRole",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/staff/me",
  summary: "The caller's own role: an answer about what to offer. Every write is checked again.",
  access: reads("organization:read", "UO"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  response: OwnStaffRole,
  errors: ["NotFound"],
})

export const getStaffMember = endpoint({
  id: "getStaffMember",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/staff/{user_uuid}",
  summary: "Somebody on the organization's team; whoever is not on it reads as absent.",
  access: reads("organization:staff:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.user }),
  response: StaffMember,
  errors: ["NotFound"],
})
