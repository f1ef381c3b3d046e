/** Symbolon in a SQLite file. @module */
export { UnsupportedNode } from "./node-version.ts"
export { openSqlite, type SqliteOptions } from "./sqlite-storage.ts"
export { WorkWaited } from "./turns.ts"
export {
  MigrationLockHeld,
  MigrationLockLost,
  NestedTransaction,
  NewerSchema,
  ReadOnly,
  StorageClosed,
  TransactionOver,
} from "@symbolon/storage-sql"
