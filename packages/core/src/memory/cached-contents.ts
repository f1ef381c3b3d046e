import type { CachedContentRepository } from "../ledger/content/cached-content-repository.ts"
import { rowsOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const cachedContents = (tables: Tables): CachedContentRepository => ({
  add: async (content) => tables.cachedContents.add(content),
  findAll: async (ids) => rowsOf(tables.cachedContents.get, ids),
  refetched: async ({ transactionId, expiresAt, latencyMs, isDrift }) => {
    const row = tables.cachedContents.get(transactionId)
    if (row === undefined) return false
    const driftCount = row.driftCount + Number(isDrift)
    tables.cachedContents.put({ ...row, expiresAt, latencyMs, driftCount })
    return true
  },
  addUse: async ({ transactionId, hitCount, lastAccessedAt: at }) => {
    const before = tables.contentUses.get(transactionId)
    const isEarlier = before !== undefined && before.lastAccessedAt > at
    tables.contentUses.put({
      transactionId,
      hitCount: hitCount + (before?.hitCount ?? 0),
      lastAccessedAt: isEarlier ? before.lastAccessedAt : at,
    })
  },
  usesOf: async (ids) => rowsOf(tables.contentUses.get, ids),
  forget: async (transactionId) => {
    tables.cachedContents.delete(transactionId)
    tables.contentUses.delete(transactionId)
  },
})
