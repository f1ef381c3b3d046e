import type { OauthCode, OauthCodeRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first } from "../executor.ts"
import { oauthCodeColumns } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

// Locked in the order of their hashes, so that two who use up the same ones do not wait for one
// another.
const consumeAll = (
  { db, flavor }: Engine,
  of: { readonly userUuid: string; readonly clientId?: string },
  at: Date,
) => {
  const { userUuid, clientId } = of
  const ofUser = db.selectFrom("oauthCodes").select("codeHash").where("userUuid", "=", userUuid)
  const open = (clientId === undefined ? ofUser : ofUser.where("clientId", "=", clientId))
    .where("consumedAt", "is", null)
    .orderBy("codeHash")
  return db
    .updateTable("oauthCodes")
    .set({ consumedAt: at })
    .where((eb) => flavor.amongFound(eb.ref("codeHash"), flavor.locked(open)))
    .where("consumedAt", "is", null)
}

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
  consumeAllOfUser: statement<{ userUuid: string; at: Date }>()((engine, p) =>
    consumeAll(engine, { userUuid: p.userUuid }, p.at),
  ),
  consumeAllForClient: statement<{ userUuid: string; clientId: string; at: Date }>()((engine, p) =>
    consumeAll(engine, { userUuid: p.userUuid, clientId: p.clientId }, p.at),
  ),
  sweep: sweeping("oauthCodes", "codeHash", "expiresAt"),
}

export const oauthCodes: Opens<OauthCodeRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (code) => done(run.add(tx, code)),
    find: (codeHash) => first(run.find(tx, { codeHash })),
    consume: (codeHash, at) => did(run.consume(tx, { codeHash, at })),
    consumeAll: async ({ userUuid, clientId }, at) =>
      (clientId === undefined
        ? await run.consumeAllOfUser(tx, { userUuid, at })
        : await run.consumeAllForClient(tx, { userUuid, clientId, at })
      ).changed,
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
