import type { DecryptionKeyRepository, WalletDecryptionKey } from "@symbolon/core/storage"
import { done, requireWrite, rows } from "../executor.ts"
import { namesOf, type Read, type Stored } from "../schema/columns.ts"
import { decryptionKeyColumns, type StoredDecryptionKey } from "../schema/contents.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const statements = {
  add: rowStatement<StoredDecryptionKey>(decryptionKeyColumns)(({ db }, row) =>
    db.insertInto("walletDecryptionKeys").values(row),
  ),
  addAll: insertEach<StoredDecryptionKey>("walletDecryptionKeys", decryptionKeyColumns),
  findAll: statement<{ kids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("walletDecryptionKeys")
      .select(namesOf(decryptionKeyColumns))
      .where((eb) => flavor.among(eb.ref("kid"), eb.val(p.kids))),
  ),
}

export const decryptionKeys: Opens<DecryptionKeyRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (key) => done(run.add(tx, storedDecryptionKey(key))),
    addAll: async (keys) => {
      requireWrite(tx)
      await run.addAll(tx, keys.map(storedDecryptionKey))
    },
    findAll: async (kids) =>
      kids.length === 0 ? [] : (await rows(run.findAll(tx, { kids }))).map(decryptionKeyOf),
  })
}

/** The key as its columns have it. */
export const storedDecryptionKey = ({
  sealed: { wrapped, box },
  ...key
}: WalletDecryptionKey): StoredDecryptionKey => ({
  ...key,
  kekId: wrapped.kekId,
  wrappedKey: wrapped.blob,
  box,
})

const decryptionKeyOf = ({
  kekId,
  wrappedKey,
  box,
  ...key
}: Read<Stored<StoredDecryptionKey>>): WalletDecryptionKey => ({
  ...key,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})
