import { same } from "../claims.ts"
import { found } from "../club.ts"
import { batch, firstTransfer, post } from "../postings.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

/** The name of the ledger, which is fixed once. */
export const ledgerOrigin: readonly StorageCase[] = [
  storageCase(
    "ledger: its origin is fixed once, and neither a batch nor another name changes it",
    async (storage) => {
      await found(storage)
      const origin = () => read(storage, (tx) => tx.ledger.origin())
      const fixOrigin = (to: string) => write(storage, (tx) => tx.ledger.fixOrigin(to))
      same(await origin(), undefined, "before it is named")
      same(await fixOrigin("first.example/ledger"), "first.example/ledger", "the first name")
      same(
        await fixOrigin("second.example/ledger"),
        "first.example/ledger",
        "what the second is answered",
      )
      await post(storage, batch(firstTransfer))
      same(await origin(), "first.example/ledger", "after a batch")
      same(
        await fixOrigin("third.example/ledger"),
        "first.example/ledger",
        "what the third is answered",
      )
    },
  ),
  storageCase(
    "ledger: of ten names at once one is fixed, and all are answered that one",
    async (storage) => {
      const names = Array.from({ length: 10 }, (_, n) => `host-${n}.example/ledger`)
      const answers = await Promise.all(
        names.map((name) => write(storage, (tx) => tx.ledger.fixOrigin(name))),
      )
      same(new Set(answers).size, 1, "how many names were answered")
      same(await read(storage, (tx) => tx.ledger.origin()), answers[0], "the name that is stored")
    },
  ),
]
