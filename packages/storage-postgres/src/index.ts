/** Symbolon in PostgreSQL, and in engines that speak it. @module */
export { openPostgres, type PostgresOptions, TransactionAborted } from "./postgres-storage.ts"
export type { Retry } from "./retry.ts"
export {
  type AllRows,
  MigrationLockHeld,
  MigrationLockLost,
  NestedTransaction,
  NewerSchema,
  type PortableStorage,
  type PortableValue,
  ReadOnly,
  type RowBatch,
  StorageClosed,
  StoreNotEmpty,
  TransactionOver,
} from "@symbolon/storage-sql"
