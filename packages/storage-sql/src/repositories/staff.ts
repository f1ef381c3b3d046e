import type { StaffMember, StaffRepository } from "@symbolon/core/storage"
import { did, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { staffColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import { sql } from "kysely"
import type { Opens } from "./opens.ts"

const fields = namesOf(staffColumns)

// "owner" is written out, since no engine uses a partial index for a value it learns later.
const statements = {
  add: rowStatement<StaffMember>(staffColumns)(({ db }, row) =>
    db
      .insertInto("staff")
      .values(row)
      .onConflict((oc) => oc.columns(["organizationUuid", "userUuid"]).doNothing()),
  ),
  find: statement<{ organizationUuid: string; userUuid: string }>()(({ db }, p) =>
    db.selectFrom("staff").select(fields).where("organizationUuid", "=", p.organizationUuid).where("userUuid", "=", p.userUuid),
  ),
  owner: statement<{ organizationUuid: string }>()(({ db }, p) =>
    db.selectFrom("staff").select(fields).where("organizationUuid", "=", p.organizationUuid).where("role", "=", sql.lit("owner")),
  ),
  rolesOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db.selectFrom("staff").select(fields).where("userUuid", "=", p.userUuid).orderBy("organizationUuid"),
  ),
  owners: statement<{ organizationUuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("staff")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("organizationUuid"), eb.val(p.organizationUuids)))
      .where("role", "=", sql.lit("owner")),
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
  })
}
