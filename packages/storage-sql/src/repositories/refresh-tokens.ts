import type { RefreshToken, RefreshTokenRepository } from "@symbolon/core/storage"
import { did, done, first } from "../executor.ts"
import { refreshTokenColumns } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const statements = {
  add: rowStatement<RefreshToken>(refreshTokenColumns)(({ db }, row) =>
    db.insertInto("refreshTokens").values(row),
  ),
  find: statement<{ tokenHash: string }>()(({ db }, p) =>
    db
      .selectFrom("refreshTokens")
      .select(namesOf(refreshTokenColumns))
      .where("tokenHash", "=", p.tokenHash),
  ),
  consume: statement<{ tokenHash: string; at: Date; sealedAnswer: string | undefined }>()(
    ({ db }, p) =>
      db
        .updateTable("refreshTokens")
        .set({ consumedAt: p.at, sealedAnswer: p.sealedAnswer })
        .where("tokenHash", "=", p.tokenHash)
        .where("consumedAt", "is", null),
  ),
  sweep: sweeping("refreshTokens", "tokenHash", "expiresAt"),
}

export const refreshTokens: Opens<RefreshTokenRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (token) => done(run.add(tx, token)),
    find: (tokenHash) => first(run.find(tx, { tokenHash })),
    consume: (tokenHash, at, sealedAnswer) => did(run.consume(tx, { tokenHash, at, sealedAnswer })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
