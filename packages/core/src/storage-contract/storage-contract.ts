import { jobs } from "./cases/jobs.ts"
import { memberships } from "./cases/memberships.ts"
import { transactions } from "./cases/transactions.ts"
import type { StorageCase } from "./storage-case.ts"

/** Everything a storage adapter must do: one that passes is a storage for all of Symbolon. */
export const storageContract: readonly StorageCase[] = [...transactions, ...memberships, ...jobs]
