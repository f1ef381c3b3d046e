import * as endpoints from "../../contract/endpoints/console-profile-templates.ts"
import { holdImages } from "../../files/steps.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { Forbidden } from "../../foundation/errors/refusals.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import { organizationFor } from "../../organizations/steps.ts"
import type {
  CreateProfileTemplateInput,
  ListProfileTemplatesInput,
  ProfileTemplateInput,
  UpdateProfileTemplateInput,
} from "../inputs.ts"
import type { ProfileTemplate } from "../templates/profile-template.ts"
import { changedTemplate } from "../templates/template-rules.ts"
import { newTemplate, noTemplate, removeTemplate } from "../templates/steps.ts"

/** Lists the profile templates that an organization can use: its own and the platform's. */
export const list = listing(function* (caller: Caller, input: ListProfileTemplatesInput) {
  return yield* read(function* (tx) {
    const { access } = endpoints.listProfileTemplates
    const { uuid } = yield* organizationFor(caller, access, input.organization)
    const templates: Page<ProfileTemplate> = yield* tx.profileTemplates.list(uuid, input.page)
    return templates
  })
})

/** Returns a profile template that an organization can use. `NotFound` for every other. */
export const get = step(function* (caller: Caller, input: ProfileTemplateInput) {
  return yield* read(function* (tx) {
    const { access } = endpoints.getProfileTemplate
    const organization = yield* organizationFor(caller, access, input.organization)
    return yield* usable(organization, yield* tx.profileTemplates.find(input.profileTemplateUuid))
  })
})

/** Creates a profile template of an organization. */
export const create = step(function* (caller: Caller, input: CreateProfileTemplateInput) {
  return yield* transact(function* (tx, now) {
    const { access } = endpoints.createProfileTemplate
    const { uuid } = yield* organizationFor(caller, access, input.organization)
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [uuid])
    const template = yield* newTemplate(uuid, input, now)
    yield* tx.profileTemplates.add(template)
    return template
  })
})

/**
 * Changes the fields of a profile template that are given. Pages that were issued keep what they
 * started with. `Forbidden` for a template of the platform.
 */
export const update = step(function* (caller: Caller, input: UpdateProfileTemplateInput) {
  return yield* transact(function* (tx, now) {
    const { access } = endpoints.updateProfileTemplate
    const organization = yield* organizationFor(caller, access, input.organization)
    const before = yield* owned(
      organization,
      yield* tx.profileTemplates.lock(input.profileTemplateUuid),
    )
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [organization.uuid])
    const template: ProfileTemplate = { ...changedTemplate(before, input), updatedAt: now }
    yield* tx.profileTemplates.change(template)
    return template
  })
})

const deleteTemplate = step(function* (caller: Caller, input: ProfileTemplateInput) {
  return yield* transact(function* (tx, now) {
    const { access } = endpoints.deleteProfileTemplate
    const organization = yield* organizationFor(caller, access, input.organization)
    const template = yield* owned(
      organization,
      yield* tx.profileTemplates.lock(input.profileTemplateUuid),
    )
    return yield* removeTemplate(template, now)
  })
})
export {
  /**
   * Deletes a profile template of an organization, and returns its stored row. Card models lose it;
   * pages that were issued with it stay. `Forbidden` for a template of the platform.
   */
  deleteTemplate as delete,
}

const usable = step(function* (
  { uuid }: Pick<Organization, "uuid">,
  template: ProfileTemplate | undefined,
) {
  const isUsable = template?.organizationUuid === undefined || template.organizationUuid === uuid
  return template !== undefined && isUsable ? template : yield* noTemplate()
})

const owned = step(function* (
  organization: Pick<Organization, "uuid">,
  found: ProfileTemplate | undefined,
) {
  const template = yield* usable(organization, found)
  return template.organizationUuid === undefined
    ? yield* new Forbidden({
        reason:
          "This template belongs to the platform. Only service staff can change it. Create a template of the organization instead.",
      })
    : template
})
