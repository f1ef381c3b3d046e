import { isUuid, type Organization, type OrganizationRepository } from "@symbolon/core/storage"
import { did, done, first, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { organizationColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Engine } from "../engine.ts"
import { isLive } from "./membership-status.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(organizationColumns)
const sorting = { columns: organizationColumns, by: { created_at: "createdAt", name: "name" } }

// A deleted one keeps its row, and its slug, and is not there for anybody.
const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db
    .selectFrom("organizations")
    .select(fields)
    .where("uuid", "=", p.uuid)
    .where("deletedAt", "is", null)

const statements = {
  add: rowStatement<Organization>(organizationColumns)(({ db }, row) =>
    db.insertInto("organizations").values(row),
  ),
  findBySlug: statement<{ slug: string }>()(({ db }, p) =>
    db
      .selectFrom("organizations")
      .select(fields)
      .where("slug", "=", p.slug)
      .where("deletedAt", "is", null),
  ),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("organizations")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids)))
      .where("deletedAt", "is", null),
  ),
  findByUuid: statement<{ uuid: string }>()(byUuid),
  hold: statement<{ uuid: string }>()((engine, p) => engine.flavor.held(byUuid(engine, p))),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  // The key is not written over itself: SQLite would look for those who refer to it.
  change: rowStatement<Organization>(organizationColumns)(({ db }, { uuid, ...row }) =>
    db
      .updateTable("organizations")
      .set(row)
      .where("uuid", "=", uuid)
      .where("deletedAt", "is", null),
  ),
}

export const organizations: Opens<OrganizationRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const [hold, lock] =
      tx.mode === "write" ? [run.hold, run.lock] : [run.findByUuid, run.findByUuid]
    return {
      add: (organization) => done(run.add(tx, organization)),
      // No slug has the form of a uuid.
      find: (slugOrUuid) =>
        first(
          isUuid(slugOrUuid)
            ? run.findByUuid(tx, { uuid: slugOrUuid })
            : run.findBySlug(tx, { slug: slugOrUuid }),
        ),
      findAll: (uuids) => rows(run.findAll(tx, { uuids })),
      hold: (uuid) => first(hold(tx, { uuid })),
      lock: (uuid) => first(lock(tx, { uuid })),
      change: (organization) => did(run.change(tx, organization)),
      list: (visible, page) => list(engine, tx, visible, page),
    }
  }
}

const list = (
  { db, flavor }: Engine,
  tx: Executor,
  { userUuid, organizationUuid, at }: Parameters<OrganizationRepository["list"]>[0],
  page: Parameters<OrganizationRepository["list"]>[1],
): ReturnType<OrganizationRepository["list"]> => {
  let query = db.selectFrom("organizations").select(fields).where("deletedAt", "is", null)
  if (organizationUuid !== undefined) query = query.where("uuid", "=", organizationUuid)
  if (userUuid !== undefined) {
    const onTeam = db
      .selectFrom("staff")
      .select("organizationUuid")
      .where("userUuid", "=", userUuid)
    const member = db
      .selectFrom("memberships")
      .select("organizationUuid")
      .where("userUuid", "=", userUuid)
      .where(isLive(at))
    // Theirs are few, and asked first: nobody pays for the organizations they do not see.
    query = query.where((eb) => flavor.amongFound(eb.ref("uuid"), onTeam.union(member)))
  }
  return readPage(tx, query, page, sorting)
}
