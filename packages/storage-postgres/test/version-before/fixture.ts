import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import {
  type Command,
  engineOf,
  type Executor,
  type Flavor,
  type Migration,
  type RowBatch,
} from "../../../storage-sql/src/index.ts"
import { draftOf } from "../../../storage-sql/src/migrations/migration.ts"

/** A statement as the version before sent it. */
export interface SentStatement {
  readonly command: Command
  /** The values of a statement, or those of each row of a set. */
  readonly values?: readonly unknown[]
  readonly rows?: readonly (readonly unknown[])[]
}

/** A call of a verb of the port: what the version before sent for it. */
export interface RecordedCall {
  readonly name: string
  readonly statements: readonly SentStatement[]
}

/** The texts of each migration, by its name. */
export type MigrationTexts = Readonly<Record<string, readonly string[]>>

/** What is recorded of a released version. */
export interface VersionBefore {
  readonly migrations: { readonly postgres: MigrationTexts; readonly sqlite: MigrationTexts }
  readonly lived: readonly RowBatch[]
  /** A database with samples in its tables. */
  readonly loaded: readonly RowBatch[]
  /** Every verb on the samples, on PostgreSQL. */
  readonly calls: readonly RecordedCall[]
}

const file = join(import.meta.dirname, "version-before.json.gz")

/** Reads the recording. */
export const versionBefore = (): VersionBefore =>
  JSON.parse(gunzipSync(readFileSync(file)).toString(), (_, value: unknown) =>
    isInstant(value) ? new Date(value.$instant) : value,
  ) as VersionBefore

/** Replaces the recording. */
export const record = (version: VersionBefore): void => {
  const text = JSON.stringify(version, function (this: Record<string, unknown>, key, value) {
    const held = this[key]
    return held instanceof Date ? { $instant: held.getTime() } : (value as unknown)
  })
  writeFileSync(file, gzipSync(text, { level: 9 }))
}

const isInstant = (value: unknown): value is { readonly $instant: number } =>
  typeof value === "object" && value !== null && "$instant" in value

/** What migrations send to an engine. */
export const textsOf = (flavor: Flavor, migrations: readonly Migration[]): MigrationTexts => {
  const draft = draftOf(engineOf(flavor).anyTables, flavor)
  return Object.fromEntries(
    migrations.map(({ name, statements }) => [
      name,
      statements(draft).map((statement) => statement.compile().sql),
    ]),
  )
}

/** Notes what goes through an executor. */
export const recording = (executor: Executor, note: (sent: SentStatement) => void): Executor => ({
  mode: executor.mode,
  run: (command, values) => {
    note({ command, values })
    return executor.run(command, values)
  },
  runEach: (command, rows) => {
    note({ command, rows })
    return executor.runEach(command, rows)
  },
})

/** Sends a statement again. */
export const send = async (executor: Executor, { command, values, rows }: SentStatement) => {
  if (rows === undefined) await executor.run(command, values ?? [])
  else await executor.runEach(command, rows)
}
