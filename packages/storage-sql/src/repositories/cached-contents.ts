import type { CachedContent, CachedContentRepository, ContentUse } from "@symbolon/core/storage"
import { sql } from "kysely"
import { did, done, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import {
  cachedContentColumns,
  contentUseColumns,
  type StoredCachedContent,
} from "../schema/contents.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

interface Ids {
  readonly ids: readonly string[]
}

const statements = {
  add: rowStatement<StoredCachedContent>(cachedContentColumns)(({ db }, row) =>
    db
      .insertInto("cachedContents")
      .values(row)
      .onConflict((oc) => oc.column("transactionId").doNothing()),
  ),
  findAll: statement<Ids>()(({ db, flavor }, p) =>
    db
      .selectFrom("cachedContents")
      .select(namesOf(cachedContentColumns))
      .where((eb) => flavor.among(eb.ref("transactionId"), eb.val(p.ids))),
  ),
  refetched: statement<{
    transactionId: string
    expiresAt: Date | undefined
    latencyMs: number
    drifts: number
  }>()(({ db }, p) =>
    db
      .updateTable("cachedContents")
      .set((eb) => ({
        expiresAt: p.expiresAt,
        latencyMs: p.latencyMs,
        driftCount: eb("driftCount", "+", p.drifts),
      }))
      .where("transactionId", "=", p.transactionId),
  ),
  addUse: rowStatement<ContentUse>(contentUseColumns)(({ db }, row) =>
    db
      .insertInto("contentUses")
      .values(row)
      .onConflict((oc) =>
        oc.column("transactionId").doUpdateSet({
          hitCount: sql<number>`content_uses.hit_count + excluded.hit_count`,
          lastAccessedAt: sql`case when content_uses.last_accessed_at > excluded.last_accessed_at then content_uses.last_accessed_at else excluded.last_accessed_at end`,
        }),
      ),
  ),
  usesOf: statement<Ids>()(({ db, flavor }, p) =>
    db
      .selectFrom("contentUses")
      .select(namesOf(contentUseColumns))
      .where((eb) => flavor.among(eb.ref("transactionId"), eb.val(p.ids))),
  ),
  forgetContent: statement<{ transactionId: string }>()(({ db }, p) =>
    db.deleteFrom("cachedContents").where("transactionId", "=", p.transactionId),
  ),
  forgetUse: statement<{ transactionId: string }>()(({ db }, p) =>
    db.deleteFrom("contentUses").where("transactionId", "=", p.transactionId),
  ),
}

/** Copies of contents that other hosts have, and how often contents are opened. */
export const cachedContents: Opens<CachedContentRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: ({ sealed: { wrapped, box }, ...row }) =>
      did(run.add(tx, { ...row, kekId: wrapped.kekId, wrappedKey: wrapped.blob, box })),
    findAll: async (ids) =>
      ids.length === 0 ? [] : (await rows(run.findAll(tx, { ids }))).map(contentOf),
    refetched: ({ isDrift, ...fetch }) =>
      did(run.refetched(tx, { ...fetch, drifts: Number(isDrift) })),
    addUse: (use) => done(run.addUse(tx, use)),
    usesOf: async (ids) => (ids.length === 0 ? [] : rows(run.usesOf(tx, { ids }))),
    forget: async (transactionId) => {
      await run.forgetContent(tx, { transactionId })
      await run.forgetUse(tx, { transactionId })
    },
  })
}

const contentOf = ({ kekId, wrappedKey, box, ...row }: StoredCachedContent): CachedContent => ({
  ...row,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})
