import { patched } from "../../foundation/kernel/patched.ts"
import type { ProfileTemplateFieldsInput } from "../inputs.ts"
import { emptyStart, startWith } from "../profile-rules.ts"
import type { ProfileTemplate } from "./profile-template.ts"

/** A template with the fields that were sent. */
export const changedTemplate = (
  template: ProfileTemplate,
  sent: ProfileTemplateFieldsInput & { readonly name?: string | undefined },
): ProfileTemplate => ({
  ...template,
  ...startWith(template, sent),
  name: sent.name ?? template.name,
  description: patched(template.description, sent.description),
  imageFileUuid: patched(template.imageFileUuid, sent.imageFileUuid),
})

/** A template with nothing in it but its name. */
export const emptyTemplate = (
  of: Pick<ProfileTemplate, "uuid" | "organizationUuid" | "name" | "createdAt">,
): ProfileTemplate => ({
  ...of,
  ...emptyStart,
  description: undefined,
  imageFileUuid: undefined,
  updatedAt: undefined,
})
