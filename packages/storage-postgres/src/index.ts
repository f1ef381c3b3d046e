/** Symbolon in PostgreSQL, and in engines that speak it. @module */
export { openPostgres, TransactionAborted, type PostgresOptions } from "./postgres-storage.ts"
export type { Retry } from "./retry.ts"
export {
  MigrationLockHeld,
  MigrationLockLost,
  NestedTransaction,
  NewerSchema,
  ReadOnly,
  StorageClosed,
  TransactionOver,
} from "@symbolon/storage-sql"
