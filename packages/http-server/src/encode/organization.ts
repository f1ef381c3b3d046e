import type { OrganizationView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** An organization on the wire. */
export const encodeOrganization = (
  organization: OrganizationView,
): z.output<typeof resources.Organization> => ({
  uuid: organization.uuid,
  slug: organization.slug,
  name: organization.name,
  description: organization.description ?? null,
  website: organization.website ?? null,
  logo_image_file_uuid: null,
  logo_image_file_url: null,
  timezone: organization.timezone ?? null,
  owner_uuid: organization.ownerUuid ?? null,
  role: organization.role ?? null,
  created_at: instant(organization.createdAt),
  updated_at: instantOrNull(organization.updatedAt),
})
