import type { ProfileTemplate, ProfileTemplateRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { profileTemplateColumns } from "../schema/profiles.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(profileTemplateColumns)
const sorting = { columns: profileTemplateColumns, by: { created_at: "createdAt", name: "name" } }

const templates = ({ db }: Engine) => db.selectFrom("profileTemplates").select(fields)
const byUuid = (engine: Engine, p: { readonly uuid: string }) =>
  templates(engine).where("uuid", "=", p.uuid)

const statements = {
  add: rowStatement<ProfileTemplate>(profileTemplateColumns)(({ db }, row) =>
    db.insertInto("profileTemplates").values(row),
  ),
  find: statement<{ uuid: string }>()(byUuid),
  hold: statement<{ uuid: string }>()((engine, p) => engine.flavor.held(byUuid(engine, p))),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  change: rowStatement<ProfileTemplate>(profileTemplateColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("profileTemplates").set(row).where("uuid", "=", uuid),
  ),
  remove: statement<{ uuid: string }>()(({ db }, p) =>
    db.deleteFrom("profileTemplates").where("uuid", "=", p.uuid),
  ),
}

/** What issued profile pages start with. */
export const profileTemplates: Opens<ProfileTemplateRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const [hold, lock] = tx.mode === "write" ? [run.hold, run.lock] : [run.find, run.find]
    return {
      add: async (template) => void (await run.add(tx, template)),
      find: (uuid) => first(run.find(tx, { uuid })),
      hold: (uuid) => first(hold(tx, { uuid })),
      lock: (uuid) => first(lock(tx, { uuid })),
      list: (organizationUuid, page) => {
        const usable = templates(engine).where((eb) => {
          const ofPlatform = eb("organizationUuid", "is", null)
          return organizationUuid === undefined
            ? ofPlatform
            : eb.or([ofPlatform, eb("organizationUuid", "=", organizationUuid)])
        })
        return readPage(tx, usable, page, sorting)
      },
      change: (template) => did(run.change(tx, template)),
      remove: (uuid) => did(run.remove(tx, { uuid })),
    }
  }
}
