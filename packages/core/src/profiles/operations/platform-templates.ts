import { Effect } from "effect"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/console-profile-templates.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import type {
  CreatePlatformProfileTemplateInput,
  ListPlatformProfileTemplatesInput,
  PlatformProfileTemplateInput,
  UpdatePlatformProfileTemplateInput,
} from "../inputs.ts"
import type { ProfileTemplate } from "../templates/profile-template.ts"
import { newTemplate, noTemplate, removeTemplate } from "../templates/steps.ts"
import { changedTemplate } from "../templates/template-rules.ts"

/** Lists the profile templates of the platform. For service staff. */
export const list = listing(function* (caller: Caller, input: ListPlatformProfileTemplatesInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listPlatformProfileTemplates), caller))
  return yield* read(function* (tx) {
    const templates: Page<ProfileTemplate> = yield* tx.profileTemplates.list(undefined, input.page)
    return templates
  })
})

/** Returns a profile template of the platform. For service staff. */
export const get = step(function* (caller: Caller, input: PlatformProfileTemplateInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.getPlatformProfileTemplate), caller))
  return yield* read(function* (tx) {
    return yield* ofPlatform(yield* tx.profileTemplates.find(input.profileTemplateUuid))
  })
})

/** Creates a profile template that every organization can use. For service staff. */
export const create = step(function* (caller: Caller, input: CreatePlatformProfileTemplateInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.createPlatformProfileTemplate), caller))
  return yield* transact(function* (tx, now) {
    const template = yield* newTemplate(undefined, input, now)
    yield* tx.profileTemplates.add(template)
    return template
  })
})

/**
 * Changes the fields of a profile template of the platform that are given. Pages that were issued
 * keep what they started with. For service staff.
 */
export const update = step(function* (caller: Caller, input: UpdatePlatformProfileTemplateInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.updatePlatformProfileTemplate), caller))
  return yield* transact(function* (tx, now) {
    const before = yield* ofPlatform(yield* tx.profileTemplates.lock(input.profileTemplateUuid))
    const template: ProfileTemplate = { ...changedTemplate(before, input), updatedAt: now }
    yield* tx.profileTemplates.change(template)
    return template
  })
})

const deleteTemplate = step(function* (caller: Caller, input: PlatformProfileTemplateInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.deletePlatformProfileTemplate), caller))
  return yield* transact(function* (tx, now) {
    const template = yield* ofPlatform(yield* tx.profileTemplates.lock(input.profileTemplateUuid))
    return yield* removeTemplate(template, now)
  })
})
export {
  /**
   * Deletes a profile template of the platform, and returns its stored row. Card models of every
   * organization lose it; pages that were issued with it stay. For service staff.
   */
  deleteTemplate as delete,
}

const ofPlatform = step(function* (template: ProfileTemplate | undefined) {
  return template !== undefined && template.organizationUuid === undefined
    ? template
    : yield* noTemplate()
})
