import type { OauthCode, OauthCodeRepository } from "@symbolon/core/storage"
import { did, done, first } from "../executor.ts"
import { oauthCodeColumns } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const statements = {
  add: rowStatement<OauthCode>(oauthCodeColumns)(({ db }, row) =>
    db.insertInto("oauthCodes").values(row),
  ),
  find: statement<{ codeHash: string }>()(({ db }, p) =>
    db
      .selectFrom("oauthCodes")
      .select(namesOf(oauthCodeColumns))
      .where("codeHash", "=", p.codeHash),
  ),
  consume: statement<{ codeHash: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("oauthCodes")
      .set({ consumedAt: p.at })
      .where("codeHash", "=", p.codeHash)
      .where("consumedAt", "is", null),
  ),
  // Locked in the order of their hashes, so that two who use up the same ones do not wait for one
  // another.
  consumeAll: statement<{ userUuid: string; at: Date }>()(({ db, flavor }, p) => {
    const open = db
      .selectFrom("oauthCodes")
      .select("codeHash")
      .where("userUuid", "=", p.userUuid)
      .where("consumedAt", "is", null)
      .orderBy("codeHash")
    return db
      .updateTable("oauthCodes")
      .set({ consumedAt: p.at })
      .where((eb) => flavor.amongFound(eb.ref("codeHash"), flavor.locked(open)))
      .where("consumedAt", "is", null)
  }),
  sweep: sweeping("oauthCodes", "codeHash", "expiresAt"),
}

export const oauthCodes: Opens<OauthCodeRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (code) => done(run.add(tx, code)),
    find: (codeHash) => first(run.find(tx, { codeHash })),
    consume: (codeHash, at) => did(run.consume(tx, { codeHash, at })),
    consumeAll: async (userUuid, at) => (await run.consumeAll(tx, { userUuid, at })).changed,
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
