import type { OrganizationView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"

/** An organization on the wire. */
export const encodeOrganization =
  (imageUrl: ImageUrl) =>
  (organization: OrganizationView): z.output<typeof resources.Organization> => ({
    uuid: organization.uuid,
    slug: organization.slug,
    name: organization.name,
    description: organization.description ?? null,
    website: organization.website ?? null,
    logo_image_file_uuid: organization.logoImageFileUuid ?? null,
    logo_image_file_url: imageUrl(organization.logoImageFileUuid),
    timezone: organization.timezone ?? null,
    owner_uuid: organization.ownerUuid ?? null,
    role: organization.role ?? null,
    created_at: instant(organization.createdAt),
    updated_at: instantOrNull(organization.updatedAt),
  })
