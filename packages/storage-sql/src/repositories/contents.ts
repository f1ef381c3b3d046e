import type { ContentAccess, ContentRead, ContentRepository } from "@symbolon/core/storage"
import { done, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { contentAccessColumns, contentReadColumns } from "../schema/contents.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const statements = {
  addAccess: rowStatement<ContentAccess>(contentAccessColumns)(({ db }, row) =>
    db.insertInto("contentAccesses").values(row),
  ),
  access: statement<{ keyHash: string }>()(({ db }, p) =>
    db
      .selectFrom("contentAccesses")
      .select(namesOf(contentAccessColumns))
      .where("keyHash", "=", p.keyHash),
  ),
  sweep: sweeping("contentAccesses", "keyHash", "expiresAt"),
  addRead: rowStatement<ContentRead>(contentReadColumns)(({ db }, row) =>
    db.insertInto("contentReads").values(row),
  ),
  findRead: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("contentReads").select(namesOf(contentReadColumns)).where("uuid", "=", p.uuid),
  ),
  readsOf: statement<{ transactionId: string; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("contentReads")
      .select(namesOf(contentReadColumns))
      .where("transactionId", "=", p.transactionId)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
}

export const contents: Opens<ContentRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    addAccess: (access) => done(run.addAccess(tx, access)),
    access: (keyHash) => first(run.access(tx, { keyHash })),
    sweepAccess: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
    addRead: (read) => done(run.addRead(tx, read)),
    findRead: (uuid) => first(run.findRead(tx, { uuid })),
    readsOf: (transactionId, after = "", limit) =>
      rows(run.readsOf(tx, { transactionId, after, limit })),
  })
}
