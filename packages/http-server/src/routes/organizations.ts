import { organizations as endpoints } from "@symbolon/core/contract"
import { mapAnswer, organizations } from "@symbolon/core/effect"
import { encodeOrganization } from "../encode/organization.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

export const organizationRoutes: readonly Route[] = [
  route(endpoints.listOrganizations, (input, caller, imageUrl) =>
    mapAnswer(organizations.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeOrganization(imageUrl)),
    ),
  ),
  route(endpoints.createOrganization, (input, caller, imageUrl) =>
    mapAnswer(
      organizations.create(caller, {
        name: input.name,
        description: input.description ?? undefined,
        ownerUuid: input.owner_uuid,
      }),
      encodeOrganization(imageUrl),
    ),
  ),
  route(endpoints.getOrganization, (input, caller, imageUrl) =>
    mapAnswer(
      organizations.get(caller, { organization: input.organization_slug }),
      encodeOrganization(imageUrl),
    ),
  ),
  route(endpoints.updateOrganization, (input, caller, imageUrl) =>
    mapAnswer(
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
    mapAnswer(
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
