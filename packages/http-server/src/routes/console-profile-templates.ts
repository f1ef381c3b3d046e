import { consoleProfileTemplates as endpoints } from "@symbolon/core/contract"
import { mapAnswer, platformProfileTemplates, profileTemplates } from "@symbolon/core/effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeProfileTemplate } from "../encode/profile.ts"
import { route, type Route } from "../route.ts"
import { pageStartOf } from "./console-profiles.ts"

/** What the pages start with that organizations issue. */
export const consoleProfileTemplateRoutes: readonly Route[] = [
  route(endpoints.listProfileTemplates, (input, caller, imageUrl) =>
    mapAnswer(
      profileTemplates.list(caller, {
        organization: input.organization_slug,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeProfileTemplate(imageUrl)),
    ),
  ),
  route(endpoints.createProfileTemplate, (input, caller, imageUrl) =>
    mapAnswer(
      profileTemplates.create(caller, {
        organization: input.organization_slug,
        name: input.name,
        imageFileUuid: input.image_file_uuid,
        ...fieldsOf(input),
      }),
      encodeProfileTemplate(imageUrl),
    ),
  ),
  route(endpoints.getProfileTemplate, (input, caller, imageUrl) =>
    mapAnswer(profileTemplates.get(caller, named(input)), encodeProfileTemplate(imageUrl)),
  ),
  route(endpoints.updateProfileTemplate, (input, caller, imageUrl) =>
    mapAnswer(
      profileTemplates.update(caller, {
        ...named(input),
        name: input.name,
        imageFileUuid: input.image_file_uuid,
        ...fieldsOf(input),
      }),
      encodeProfileTemplate(imageUrl),
    ),
  ),
  route(endpoints.deleteProfileTemplate, (input, caller) =>
    mapAnswer(profileTemplates.delete(caller, named(input)), deleted),
  ),
  route(endpoints.listPlatformProfileTemplates, (input, caller, imageUrl) =>
    mapAnswer(platformProfileTemplates.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeProfileTemplate(imageUrl)),
    ),
  ),
  route(endpoints.createPlatformProfileTemplate, (input, caller, imageUrl) =>
    mapAnswer(
      platformProfileTemplates.create(caller, {
        name: input.name,
        imageFileUuid: input.image_file_uuid,
        ...fieldsOf(input),
      }),
      encodeProfileTemplate(imageUrl),
    ),
  ),
  route(endpoints.getPlatformProfileTemplate, (input, caller, imageUrl) =>
    mapAnswer(
      platformProfileTemplates.get(caller, { profileTemplateUuid: input.profile_template_uuid }),
      encodeProfileTemplate(imageUrl),
    ),
  ),
  route(endpoints.updatePlatformProfileTemplate, (input, caller, imageUrl) =>
    mapAnswer(
      platformProfileTemplates.update(caller, {
        profileTemplateUuid: input.profile_template_uuid,
        name: input.name,
        imageFileUuid: input.image_file_uuid,
        ...fieldsOf(input),
      }),
      encodeProfileTemplate(imageUrl),
    ),
  ),
  route(endpoints.deletePlatformProfileTemplate, (input, caller) =>
    mapAnswer(
      platformProfileTemplates.delete(caller, { profileTemplateUuid: input.profile_template_uuid }),
      deleted,
    ),
  ),
]

const named = (input: {
  readonly organization_slug: string
  readonly profile_template_uuid: string
}) => ({
  organization: input.organization_slug,
  profileTemplateUuid: input.profile_template_uuid,
})

const deleted = ({ name }: { readonly name: string }) => ({
  message: `The profile template ${name} is deleted.`,
})

type Sent = Omit<
  NonNullable<(typeof endpoints.updateProfileTemplate)["~types"]>["input"],
  "organization_slug" | "profile_template_uuid" | "image_file_uuid"
>

const fieldsOf = (input: Sent) => ({
  ...pageStartOf(input),
  description: input.description,
})
