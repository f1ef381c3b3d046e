import type { StaffMember, StaffRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { staffColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import { sql } from "kysely"
import type { Opens } from "./opens.ts"

const fields = namesOf(staffColumns)
const sorting = {
  columns: staffColumns,
  by: { created_at: "joinedAt", joined_at: "joinedAt", updated_at: "updatedAt" },
}

// "owner" is written out, since no engine uses a partial index for a value it learns later.
const statements = {
  add: rowStatement<StaffMember>(staffColumns)(({ db }, row) =>
    db
      .insertInto("staff")
      .values(row)
      .onConflict((oc) => oc.columns(["organizationUuid", "userUuid"]).doNothing()),
  ),
  find: statement<{ organizationUuid: string; userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("staff")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("userUuid", "=", p.userUuid),
  ),
  owner: statement<{ organizationUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("staff")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("role", "=", sql.lit("owner")),
  ),
  rolesOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("staff")
      .select(fields)
      .where("userUuid", "=", p.userUuid)
      .orderBy("organizationUuid"),
  ),
  owners: statement<{ organizationUuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("staff")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("organizationUuid"), eb.val(p.organizationUuids)))
      .where("role", "=", sql.lit("owner")),
  ),
  // The organization's row stands for its team, also for those who are about to join it.
  lock: statement<{ organizationUuid: string }>()(({ db, flavor }, p) =>
    flavor.locked(
      db.selectFrom("organizations").select("uuid").where("uuid", "=", p.organizationUuid),
    ),
  ),
  change: rowStatement<StaffMember>(staffColumns)(({ db }, row) =>
    db
      .updateTable("staff")
      .set(row)
      .where("organizationUuid", "=", row.organizationUuid)
      .where("userUuid", "=", row.userUuid),
  ),
  remove: statement<{ organizationUuid: string; userUuid: string }>()(({ db }, p) =>
    db
      .deleteFrom("staff")
      .where("organizationUuid", "=", p.organizationUuid)
      .where("userUuid", "=", p.userUuid),
  ),
}

export const staff: Opens<StaffRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (member) => did(run.add(tx, member)),
    find: (organizationUuid, userUuid) => first(run.find(tx, { organizationUuid, userUuid })),
    owner: (organizationUuid) => first(run.owner(tx, { organizationUuid })),
    rolesOf: (userUuid) => rows(run.rolesOf(tx, { userUuid })),
    owners: (organizationUuids) => rows(run.owners(tx, { organizationUuids })),
    list: (organizationUuid, page) => list(engine, tx, organizationUuid, page),
    lock: async (organizationUuid) =>
      tx.mode === "write" ? done(run.lock(tx, { organizationUuid })) : undefined,
    change: (member) => did(run.change(tx, member)),
    remove: (organizationUuid, userUuid) => did(run.remove(tx, { organizationUuid, userUuid })),
  })
}

const list = (
  { db }: Engine,
  tx: Executor,
  organizationUuid: string,
  page: Parameters<StaffRepository["list"]>[1],
): ReturnType<StaffRepository["list"]> =>
  readPage(
    tx,
    db.selectFrom("staff").select(fields).where("organizationUuid", "=", organizationUuid),
    page,
    sorting,
  )
