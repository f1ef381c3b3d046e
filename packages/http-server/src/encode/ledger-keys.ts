import type { LedgerKeys } from "@symbolon/core/ledger"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"

/**
 * Encodes the ledger's public keys, which already have the form of the wire and of an export's
 * header.
 */
export const encodeLedgerKeys = (keys: LedgerKeys): z.output<typeof resources.LedgerKeys> => ({
  ...keys,
  keys: [...keys.keys],
})
