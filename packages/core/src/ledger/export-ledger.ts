import type { ServiceKeyring } from "../service-keys/service-keyring.ts"
import type { Storage } from "../storage/storage.ts"
import { openCheckpoints } from "./checkpoints.ts"
import { type ExportedLeaf, exportLines, type LedgerKeys } from "./export.ts"

const sliceMost = 1000

/**
 * The whole ledger, line by line, as it stands when the first line is asked for, under a checkpoint signed over exactly that.
 * Reads slice by slice: a ledger of any size takes the same memory, and no transaction is long.
 */
export async function* exportLedger(
  storage: Storage,
  serviceKeys: ServiceKeyring,
  ledger: LedgerKeys,
): AsyncGenerator<string, void, undefined> {
  const head = await storage.transact("read", (tx) => tx.transactions.head())
  yield* exportLines(ledger, leavesUpTo(storage, head.size), openCheckpoints(serviceKeys, ledger.origin).of(head))
}

async function* leavesUpTo(storage: Storage, size: number): AsyncGenerator<ExportedLeaf, void, undefined> {
  for (let from = 0; from < size; from += sliceMost) {
    yield* await storage.transact("read", (tx) => tx.transactions.leaves(from, Math.min(sliceMost, size - from)))
  }
}
