import type { OrganizationRepository } from "@symbolon/core/storage"
import { did, done, first, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { organizationColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Engine } from "../engine.ts"
import type { Organization } from "@symbolon/core/storage"
import { isLive } from "./standing.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(organizationColumns)
const sorting = { columns: organizationColumns, by: { created_at: "createdAt", name: "name" } }

const statements = {
  add: rowStatement<Organization>(organizationColumns)(({ db }, row) => db.insertInto("organizations").values(row)),
  find: statement<{ slugOrUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("organizations")
      .select(fields)
      .where((eb) => eb.or([eb("slug", "=", p.slugOrUuid), eb("uuid", "=", p.slugOrUuid)])),
  ),
  lock: statement<{ uuid: string }>()(({ db, flavor }, p) =>
    flavor.locked(db.selectFrom("organizations").select(fields).where("uuid", "=", p.uuid)),
  ),
  // The key is not written over itself: SQLite would look for those who refer to it.
  change: rowStatement<Organization>(organizationColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("organizations").set(row).where("uuid", "=", uuid),
  ),
}

export const organizations: Opens<OrganizationRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (organization) => done(run.add(tx, organization)),
    find: (slugOrUuid) => first(run.find(tx, { slugOrUuid })),
    lock: (uuid) => first(tx.mode === "write" ? run.lock(tx, { uuid }) : run.find(tx, { slugOrUuid: uuid })),
    change: (organization) => did(run.change(tx, organization)),
    list: (visible, page) => list(engine, tx, visible, page),
  })
}

const list = (
  { db }: Engine,
  tx: Executor,
  { userUuid, organizationUuid, at }: Parameters<OrganizationRepository["list"]>[0],
  page: Parameters<OrganizationRepository["list"]>[1],
): ReturnType<OrganizationRepository["list"]> => {
  let query = db.selectFrom("organizations").select(fields)
  if (organizationUuid !== undefined) query = query.where("uuid", "=", organizationUuid)
  if (userUuid !== undefined) {
    const onTeam = db.selectFrom("staff").select("organizationUuid").where("userUuid", "=", userUuid)
    const member = db.selectFrom("memberships").select("organizationUuid").where("userUuid", "=", userUuid).where(isLive(at))
    query = query.where((eb) => eb.or([eb("uuid", "in", onTeam), eb("uuid", "in", member)]))
  }
  return readPage(tx, query, page, sorting)
}
