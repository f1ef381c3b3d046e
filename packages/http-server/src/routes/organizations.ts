import { organizations as endpoints } from "@symbolon/core/contract"
import { organizations } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeOrganization } from "../encode/organization.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

export const organizationRoutes: readonly Route[] = [
  route(endpoints.listOrganizations, (input, caller, imageUrl) =>
    Effect.map(organizations.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeOrganization(imageUrl)),
    ),
  ),
  route(endpoints.createOrganization, (input, caller, imageUrl) =>
    Effect.map(
      organizations.create(caller, {
        name: input.name,
        description: input.description ?? undefined,
        ownerUuid: input.owner_uuid,
      }),
      encodeOrganization(imageUrl),
    ),
  ),
  route(endpoints.getOrganization, (input, caller, imageUrl) =>
    Effect.map(
      organizations.get(caller, { organization: input.organization_slug }),
      encodeOrganization(imageUrl),
    ),
  ),
  route(endpoints.updateOrganization, (input, caller, imageUrl) =>
    Effect.map(
      organizations.update(caller, {
        organization: input.organization_slug,
        name: input.name ?? undefined,
        description: input.description,
        website: input.website,
        logoImageFileUuid: input.logo_image_file_uuid,
        timezone: input.timezone,
      }),
      encodeOrganization(imageUrl),
    ),
  ),
  route(endpoints.deleteOrganization, (input, caller) =>
    Effect.map(
      organizations.delete(caller, {
        organization: input.organization_slug,
        confirm: input.confirm,
      }),
      ({ name }) => ({
        message: `The organization ${name} is deleted.`,
      }),
    ),
  ),
]
