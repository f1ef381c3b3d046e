import type { OrganizationView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, orNull } from "./primitives.ts"

/** Specification, "Organization". Logos come with files. */
export const encodeOrganization = (organization: OrganizationView): z.output<typeof resources.Organization> => ({
  uuid: organization.uuid,
  slug: organization.slug,
  name: organization.name,
  description: orNull(organization.description),
  website: orNull(organization.website),
  logo_image_file_uuid: null,
  logo_image_file_url: null,
  timezone: orNull(organization.timezone),
  owner_uuid: orNull(organization.ownerUuid),
  role: orNull(organization.role),
  created_at: organization.createdAt.toISOString(),
  updated_at: instant(organization.updatedAt),
})
