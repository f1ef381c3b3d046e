import type { ContentRepository } from "../ledger/content/content-repository.ts"
import type { WrappedKey } from "../foundation/ports/key-vault.ts"
import type { SealedBox } from "../foundation/sealing/sealed-box.ts"
import type { WrappedKeyRepository } from "../foundation/sealing/wrapped-key-repository.ts"
import type { WrappedKind, WrappedRow } from "../foundation/sealing/wrapped-row.ts"
import { compare, sliceOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

export const contents = (tables: Tables): ContentRepository => ({
  addAccess: async (access) => addNew(tables.contentAccesses, access, "access key"),
  access: async (keyHash) => tables.contentAccesses.get(keyHash),
  sweepAccess: async (before, limit) => {
    const old = tables.contentAccesses
      .rows()
      .filter(({ expiresAt }) => expiresAt < before)
      .toSorted((a, b) => compare(a.expiresAt, b.expiresAt))
      .slice(0, limit)
    for (const { keyHash } of old) tables.contentAccesses.delete(keyHash)
    return old.length
  },
  addRead: async (read) => addNew(tables.contentReads, read, "read"),
  findRead: async (uuid) => tables.contentReads.get(uuid),
  readsOf: async (transactionId, after, limit) =>
    sliceOf(
      tables.contentReads.rows().filter((read) => read.transactionId === transactionId),
      ({ uuid }) => uuid,
      after,
      limit,
    ),
})

/** How the rows of a kind are reached. */
interface Wrapped {
  readonly all: () => readonly WrappedRow[]
  readonly wrap: (id: string, wrapped: WrappedKey) => void
}

export const wrappedKeys = (tables: Tables): WrappedKeyRepository => {
  const kinds = kindsOf(tables)
  return {
    wrappedBy: async (kind, kekId, after, limit) =>
      sliceOf(
        kinds[kind].all().filter(({ wrapped }) => wrapped.kekId === kekId),
        ({ id }) => id,
        after,
        limit,
      ),
    rewrap: async (kind, rows) => {
      const now = new Map(kinds[kind].all().map(({ id, wrapped }) => [id, wrapped.blob]))
      const unchanged = rows.filter(({ id, before }) => now.get(id) === before.blob)
      for (const { id, after } of unchanged) kinds[kind].wrap(id, after)
      return unchanged.length
    },
  }
}

const kindsOf = ({
  wallets,
  walletKeys,
  decryptionKeys,
  serviceKeys,
  paymentConnections,
  webhooks,
  rewardContents,
  rewardDeliveries,
  cachedContents,
  credentialKeys,
  rewardBatches,
}: Tables): Readonly<Record<WrappedKind, Wrapped>> => ({
  wallet: {
    all: () =>
      walletKeys.rows().map(({ address, key }) => ({
        id: address,
        version: wallets.get(address)?.keyVersion ?? 0,
        wrapped: key.wrapped,
      })),
    wrap: (id, wrapped) => {
      const row = walletKeys.get(id)
      if (row !== undefined) walletKeys.put({ ...row, key: { ...row.key, wrapped } })
    },
  },
  decryption: sealedRows(decryptionKeys, ({ kid }) => kid),
  service: sealedRows(serviceKeys, ({ keyId }) => keyId),
  payment: sealedRows(paymentConnections, ({ uuid }) => uuid),
  webhook: sealedRows(webhooks, ({ uuid }) => uuid),
  delivery: sealedRows(rewardDeliveries, ({ uuid }) => uuid),
  cached: sealedRows(cachedContents, ({ transactionId }) => transactionId),
  credential: sealedRows(credentialKeys, ({ keyId }) => keyId),
  batch: sealedRows(rewardBatches, ({ uuid }) => uuid),
  reward: sealedRows(rewardContents, ({ rewardTemplateUuid }) => rewardTemplateUuid),
})

interface SealedRows<Row> {
  readonly rows: () => readonly Row[]
  readonly get: (key: string) => Row | undefined
  readonly put: (row: Row) => void
}

const sealedRows = <
  Row extends { readonly sealed: SealedBox | undefined; readonly version?: number },
>(
  table: SealedRows<Row>,
  idOf: (row: Row) => string,
): Wrapped => ({
  all: () =>
    table
      .rows()
      .flatMap((row) =>
        row.sealed === undefined
          ? []
          : [{ id: idOf(row), version: row.version ?? 0, wrapped: row.sealed.wrapped }],
      ),
  wrap: (id, wrapped) => {
    const row = table.get(id)
    if (row?.sealed !== undefined) table.put({ ...row, sealed: { ...row.sealed, wrapped } })
  },
})
