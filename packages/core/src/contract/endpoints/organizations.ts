import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, line, listQuery, page, prose, reference, text, webAddress } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { isTimeZone } from "../../foundation/kernel/time-zone.ts"
import * as parameters from "../parameters.ts"
import { FileUuid } from "../resources/file.ts"
import { Message } from "../resources/message.ts"
import { Organization } from "../resources/organization.ts"

export const listOrganizations = endpoint({
  name: "organizations.list",
  base: "api",
  method: "GET",
  path: "/organizations",
  summary:
    "Lists the organizations where the caller has a role or a live membership. An org-scoped token sees only its own.",
  access: reads("organization:read", "UOC"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at", "name"]),
  response: page(Organization),
  errors: [],
})

export const createOrganization = endpoint({
  name: "organizations.create",
  base: "api",
  method: "POST",
  path: "/organizations",
  summary: "Creates an organization and its treasury wallet.",
  access: writes("organization:create", "U"),
  bucket: "write",
  status: 201,
  body: z.strictObject({
    name: line(limits.organizationNameMax, 1).trim().min(1),
    description: prose(limits.organizationDescriptionMax).nullable().optional(),
    owner_uuid: reference(limits.nameMax, 0),
  }),
  response: Organization,
  errors: ["ForbiddenNotAuthorized"],
})

export const getOrganization = endpoint({
  name: "organizations.get",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}",
  summary: "Returns an organization.",
  access: reads("organization:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  response: Organization,
  errors: ["NotFound"],
})

export const updateOrganization = endpoint({
  name: "organizations.update",
  base: "api",
  method: "PATCH",
  path: "/organizations/{organization_slug}",
  summary: "Updates the fields of an organization that are sent; null clears a field.",
  description:
    "The slug does not change with the name. An organization always has a name, so null leaves it unchanged.",
  access: writes("organization:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.organization),
  body: z
    .strictObject({
      name: line(limits.organizationNameMax, 1).trim().min(1).nullable(),
      description: prose(limits.organizationDescriptionMax).nullable(),
      website: webAddress(limits.organizationWebsiteMax).nullable(),
      logo_image_file_uuid: FileUuid,
      timezone: z
        .string()
        .refine(isTimeZone, "is not an IANA time zone")
        .nullable()
        .meta({ example: "Asia/Manila" }),
    })
    .partial(),
  response: Organization,
  errors: ["NotFound"],
})

export const deleteOrganization = endpoint({
  name: "organizations.delete",
  base: "api",
  method: "DELETE",
  path: "/organizations/{organization_slug}",
  summary: "Deletes an organization permanently and ends its memberships.",
  description:
    "Refused while members move to another tier, and while a checkout is open. Its slug is never reused. Members keep the contents of their wallets.",
  access: writes("organization:write", "OC", "owner"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.organization),
  query: z.object({
    confirm: text(limits.slugMax, 1).describe("the slug again, as a confirmation"),
  }),
  response: Message,
  errors: ["NotFound", "Conflict"],
})
