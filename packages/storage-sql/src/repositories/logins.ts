import type { Login, LoginRepository } from "@symbolon/core/storage"
import { did, done, first } from "../executor.ts"
import { loginColumns } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const statements = {
  add: rowStatement<Login>(loginColumns)(({ db }, row) => db.insertInto("logins").values(row)),
  find: statement<{ tokenHash: string }>()(({ db }, p) =>
    db.selectFrom("logins").select(namesOf(loginColumns)).where("tokenHash", "=", p.tokenHash),
  ),
  touch: statement<{ tokenHash: string; seenAt: Date }>()(({ db }, p) =>
    db
      .updateTable("logins")
      .set({ seenAt: p.seenAt })
      .where("tokenHash", "=", p.tokenHash)
      .where("endedAt", "is", null),
  ),
  end: statement<{ tokenHash: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("logins")
      .set({ endedAt: p.at })
      .where("tokenHash", "=", p.tokenHash)
      .where("endedAt", "is", null),
  ),
  // Locked in the order of their hashes, so that two who end the same ones do not wait for one
  // another.
  endAll: statement<{ userUuid: string; at: Date }>()(({ db, flavor }, p) => {
    const open = db
      .selectFrom("logins")
      .select("tokenHash")
      .where("userUuid", "=", p.userUuid)
      .where("endedAt", "is", null)
    return db
      .updateTable("logins")
      .set({ endedAt: p.at })
      .where((eb) =>
        flavor.amongFound(eb.ref("tokenHash"), flavor.locked(open.orderBy("tokenHash"))),
      )
      .where("endedAt", "is", null)
  }),
  sweep: sweeping("logins", "tokenHash", "createdAt"),
}

export const logins: Opens<LoginRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (login) => done(run.add(tx, login)),
    find: (tokenHash) => first(run.find(tx, { tokenHash })),
    touch: (tokenHash, seenAt) => did(run.touch(tx, { tokenHash, seenAt })),
    end: (tokenHash, at) => did(run.end(tx, { tokenHash, at })),
    endAll: async (userUuid, at) => (await run.endAll(tx, { userUuid, at })).changed,
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
