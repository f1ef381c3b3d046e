/**
 * All SQL of Symbolon, once: the schema, its migrations and the repositories, over an executor and
 * a flavor. @module
 */
export {
  type AllRows,
  allRowsOf,
  type PortableStorage,
  type PortableValue,
  type RowBatch,
  selfReferences,
  StoreNotEmpty,
} from "./all-rows.ts"
export * from "./engine.ts"
export * from "./executor.ts"
export * from "./flavor.ts"
export * from "./migrate.ts"
export * from "./nesting.ts"
export type { Migration, Draft } from "./migrations/migration.ts"
export { migrations } from "./migrations/all.ts"
export { repositoriesOf } from "./repositories/repositories.ts"
export * from "./schema/columns.ts"
export * from "./schema/database.ts"
export { kindsByName } from "./schema/kinds.ts"
export { execute } from "./statement.ts"
