import type { Storage } from "../../foundation/storage/storage.ts"
import type { Settings } from "../../foundation/ports/ports.ts"
import type { ServiceKeyring } from "../../service-keys/service-keyring.ts"
import { openCheckpoints } from "../log/checkpoints.ts"
import { type ExportedLeaf, exportLines } from "./export.ts"
import { ledgerKeys } from "../ledger-keys.ts"
import type { LedgerOrigin } from "../log/ledger-origin.ts"

/** What an export reads from and signs with. */
interface LedgerExport {
  readonly storage: Storage
  readonly serviceKeys: ServiceKeyring
  readonly ledgerOrigin: LedgerOrigin
  readonly settings: Settings
}

const sliceMax = 1000

/**
 * The whole ledger, line by line, as it stands when the first line is asked for, under a checkpoint
 * signed over exactly that. Reads slice by slice: a ledger of any size takes the same memory, and
 * no transaction is long.
 */
export async function* exportLedger({
  storage,
  serviceKeys,
  ledgerOrigin,
  settings,
}: LedgerExport): AsyncGenerator<string, void, undefined> {
  const origin = await ledgerOrigin.fixed()
  const ledger = ledgerKeys(serviceKeys, settings.network, origin)
  const head = await storage.transact("read", (tx) => tx.transactions.head())
  yield* exportLines(
    ledger,
    leavesUpTo(storage, head.size),
    openCheckpoints(serviceKeys).of(origin, head),
  )
}

async function* leavesUpTo(
  storage: Storage,
  size: number,
): AsyncGenerator<ExportedLeaf, void, undefined> {
  for (let from = 0; from < size; from += sliceMax) {
    yield* await storage.transact("read", (tx) =>
      tx.transactions.leaves(from, Math.min(sliceMax, size - from)),
    )
  }
}
