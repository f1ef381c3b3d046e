import type { UserRepository } from "@symbolon/core/storage"
import { done, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { storedUserColumns, userColumns, type StoredUser } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(userColumns)

const statements = {
  add: rowStatement<StoredUser>(storedUserColumns)(({ db }, row) => db.insertInto("users").values(row)),
  find: statement<{ uuid: string }>()(({ db }, p) => db.selectFrom("users").select(fields).where("uuid", "=", p.uuid)),
  findByUsername: statement<{ username: string }>()(({ db }, p) =>
    db.selectFrom("users").select(fields).where("username", "=", p.username),
  ),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("users")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  passwordHash: statement<{ uuid: string }>()(({ db }, p) => db.selectFrom("users").select("passwordHash").where("uuid", "=", p.uuid)),
}

export const users: Opens<UserRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (user, passwordHash) => done(run.add(tx, { ...user, passwordHash })),
    find: (uuid) => first(run.find(tx, { uuid })),
    findByUsername: (username) => first(run.findByUsername(tx, { username })),
    findAll: (uuids) => rows(run.findAll(tx, { uuids })),
    passwordHash: async (uuid) => (await first(run.passwordHash(tx, { uuid })))?.passwordHash,
  })
}
