import type {
  ProfileTemplateOrder,
  ProfileTemplateRepository,
} from "../profiles/templates/profile-template-repository.ts"
import type { ProfileTemplate } from "../profiles/templates/profile-template.ts"
import { pageOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

const orders = { created_at: "createdAt", name: "name" } as const satisfies Readonly<
  Record<ProfileTemplateOrder, keyof ProfileTemplate>
>

export const profileTemplates = (tables: Tables): ProfileTemplateRepository => ({
  add: async (template) => addNew(tables.profileTemplates, template, "profile template"),
  find: async (uuid) => tables.profileTemplates.get(uuid),
  hold: async (uuid) => tables.profileTemplates.get(uuid),
  lock: async (uuid) => tables.profileTemplates.get(uuid),
  list: async (organizationUuid, page) =>
    pageOf(
      tables.profileTemplates
        .rows()
        .filter(({ organizationUuid: of }) => of === undefined || of === organizationUuid),
      page,
      (template) => template[orders[page.sortBy]],
      ({ uuid }) => uuid,
    ),
  change: async (template) => {
    if (tables.profileTemplates.get(template.uuid) === undefined) return false
    tables.profileTemplates.put(template)
    return true
  },
  remove: async (uuid) => {
    if (tables.profileTemplates.get(uuid) === undefined) return false
    tables.profileTemplates.delete(uuid)
    return true
  },
})
