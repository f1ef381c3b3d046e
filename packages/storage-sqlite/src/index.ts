/** Symbolon in a SQLite file. @module */
export { UnsupportedNode } from "./node-version.ts"
export { openSqlite, type SqliteOptions } from "./sqlite-storage.ts"
export { WorkWaited } from "./turns.ts"
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
