import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { ProfileTemplateFieldsInput } from "../inputs.ts"
import type { ProfileTemplate } from "./profile-template.ts"
import { changedTemplate, emptyTemplate } from "./template-rules.ts"

/** A new template of an organization, or of the platform, that is not written yet. */
export const newTemplate = step(function* (
  organizationUuid: string | undefined,
  input: ProfileTemplateFieldsInput & { readonly name: string },
  now: Date,
) {
  const { ids } = yield* Ports
  const { name } = input
  return changedTemplate(
    emptyTemplate({ uuid: ids.uuid(), organizationUuid, name, createdAt: now }),
    input,
  )
})

/** Removes a locked template from the card models that have it, and then itself. */
export const removeTemplate = step(function* (template: ProfileTemplate, now: Date) {
  const tx = yield* Tx
  yield* tx.cardModels.unlinkTemplate(template.uuid, now)
  yield* tx.profileTemplates.remove(template.uuid)
  return template
})

/** There is no such template for its caller. */
export const noTemplate = (): NotFound => new NotFound({ what: "profile template" })
