import type { OneTimePurpose, OneTimeToken, OneTimeTokenRepository } from "@symbolon/core/storage"
import { did, done, first } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { oneTimeTokenColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const statements = {
  add: rowStatement<OneTimeToken>(oneTimeTokenColumns)(({ db }, row) =>
    db.insertInto("oneTimeTokens").values(row),
  ),
  find: statement<{ tokenHash: string }>()(({ db }, p) =>
    db
      .selectFrom("oneTimeTokens")
      .select(namesOf(oneTimeTokenColumns))
      .where("tokenHash", "=", p.tokenHash),
  ),
  consume: statement<{ tokenHash: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("oneTimeTokens")
      .set({ consumedAt: p.at })
      .where("tokenHash", "=", p.tokenHash)
      .where("consumedAt", "is", null),
  ),
  // Locked in the order of their hashes, so that two who forget the same ones do not wait for one
  // another.
  forget: statement<{ userUuid: string; purpose: OneTimePurpose }>()(({ db, flavor }, p) => {
    const theirs = db
      .selectFrom("oneTimeTokens")
      .select("tokenHash")
      .where("userUuid", "=", p.userUuid)
      .where("purpose", "=", p.purpose)
    return db
      .deleteFrom("oneTimeTokens")
      .where((eb) =>
        flavor.amongFound(eb.ref("tokenHash"), flavor.locked(theirs.orderBy("tokenHash"))),
      )
  }),
  forgetAll: statement<{ userUuid: string }>()(({ db, flavor }, p) => {
    const theirs = db
      .selectFrom("oneTimeTokens")
      .select("tokenHash")
      .where("userUuid", "=", p.userUuid)
    return db
      .deleteFrom("oneTimeTokens")
      .where((eb) =>
        flavor.amongFound(eb.ref("tokenHash"), flavor.locked(theirs.orderBy("tokenHash"))),
      )
  }),
  sweep: sweeping("oneTimeTokens", "tokenHash", "expiresAt"),
}

export const oneTimeTokens: Opens<OneTimeTokenRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (token) => done(run.add(tx, token)),
    find: (tokenHash) => first(run.find(tx, { tokenHash })),
    consume: (tokenHash, at) => did(run.consume(tx, { tokenHash, at })),
    forget: async (userUuid, purpose) =>
      (
        await (purpose === undefined
          ? run.forgetAll(tx, { userUuid })
          : run.forget(tx, { userUuid, purpose }))
      ).changed,
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
