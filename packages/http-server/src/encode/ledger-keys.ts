import type { LedgerKeys } from "@symbolon/core/ledger"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"

/** The ledger's public keys: wire-shaped already, the same text as at the head of an export. */
export const encodeLedgerKeys = (keys: LedgerKeys): z.output<typeof resources.LedgerKeys> => ({
  ...keys,
  keys: [...keys.keys],
})
