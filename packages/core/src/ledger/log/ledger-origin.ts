import type { Storage } from "../../foundation/storage/storage.ts"

/**
 * The origin of the deployment's ledger: the first line of its checkpoints, and the name of the
 * keys that sign them.
 */
export interface LedgerOrigin {
  /**
   * Answers the stored origin. If the ledger has none yet, it gets one first and keeps it for good.
   */
  readonly fixed: () => Promise<string>
  /** What a ledger would be called that begins now, where the service is reached. */
  readonly here: string
}

/**
 * Opens the origin of a ledger that, if it has none yet, is to be called by where the service is
 * reached now. Reads the store once.
 */
export const openLedgerOrigin = (storage: Storage, baseUrl: string): LedgerOrigin => {
  let known: string | undefined
  const here = originOf(baseUrl)
  return {
    here,
    fixed: async () => {
      known ??= await storage.transact("read", (tx) => tx.ledger.origin())
      known ??= await storage.transact("write", (tx) => tx.ledger.fixOrigin(here))
      return known
    },
  }
}

/**
 * The origin for a service that is reached at `baseUrl` (C2SP tlog-checkpoint): the address without
 * its scheme.
 */
const originOf = (baseUrl: string): string => `${baseUrl.replace(/^https?:\/\//, "")}/ledger`
