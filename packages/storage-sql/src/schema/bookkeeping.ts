import type { Columns } from "./columns.ts"

/** A step of the schema that the store has taken. */
export interface TakenMigration {
  readonly name: string
  readonly appliedAt: Date
}

/** The one row that whoever migrates holds: `singleton` is 1. */
export interface MigrationLock {
  readonly singleton: number
  /** Grows with every holder; only who shows the newest may go on. */
  readonly token: number
  readonly leaseUntil: Date | undefined
}

export const takenMigrationColumns: Columns<TakenMigration> = { name: "text", appliedAt: "instant" }

export const migrationLockColumns: Columns<MigrationLock> = {
  singleton: "integer",
  token: "integer",
  leaseUntil: "instant?",
}
