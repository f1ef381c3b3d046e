import type { MigrationState, Migrations } from "@symbolon/core/storage"
import type { Engine } from "./engine.ts"
import type { Executor } from "./executor.ts"
import { migrations as known } from "./migrations/all.ts"
import { addColumn, type AddedColumn, draftOf, type Migration } from "./migrations/migration.ts"
import { executeOnce } from "./statement.ts"

/** A transaction as the migrations need it: the bare executor, whether or not there are tables. */
export type TransactBare = <A>(
  mode: "read" | "write",
  work: (tx: Executor) => Promise<A>,
) => Promise<A>

export interface MigrationOptions {
  /** Tells when a step was taken and when a lease ends. */
  readonly clock: { readonly now: () => Date }
  /** How long the lock of a dead process stays valid. */
  readonly leaseMs?: number
  /** How long to wait for another process that migrates. */
  readonly waitMs?: number
  /** The steps, in order; those of this version unless a test brings its own. */
  readonly steps?: readonly Migration[]
}

/** The database has taken a step that this version does not know. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema"
  constructor(unknown: readonly string[]) {
    super(
      `A newer version has written this database. It contains migrations that this version does not know: ${unknown.join(", ")}.`,
    )
  }
}

/** Another process holds the migration lock and has not released it. */
export class MigrationLockHeld extends Error {
  override readonly name = "MigrationLockHeld"
  constructor(waitedMs: number) {
    super(
      `Another process has been migrating this database for ${waitedMs} ms and has not finished.`,
    )
  }
}

/** This process took longer than its lease, and another one took over. */
export class MigrationLockLost extends Error {
  override readonly name = "MigrationLockLost"
  constructor(step: string) {
    super(
      `The migration lock was lost before ${step}: another process took over. This step was rolled back.`,
    )
  }
}

const singleton = 1
const pollMs = 50
const bootstrapsMax = 10

/**
 * How a store's schema is brought up to date, on any engine.
 *
 * One process at a time: a lock is a row with a lease and a token, so that it works where advisory
 * locks do not, and a holder that died is succeeded when its lease ends. Each step and its mark are
 * one transaction, which first shows the token; every statement may run again, for engines that
 * cannot undo a change of the schema.
 */
export const migrationsOf = (
  engine: Engine,
  transact: TransactBare,
  options: MigrationOptions,
): Migrations => {
  const { steps = known } = options
  return {
    status: async () => {
      const taken = await readTaken(engine, transact, steps)
      return steps.map(({ name }): MigrationState => ({ name, appliedAt: taken.get(name) }))
    },
    up: async () => {
      const missing = await missingSteps(engine, transact, steps)
      if (missing.length === 0) return []
      await bootstrap(engine, transact)
      const token = await acquire(engine, transact, options)
      try {
        return await takeAll(engine, transact, options, token)
      } finally {
        await release(engine, transact, token)
      }
    },
  }
}

const takeAll = async (
  engine: Engine,
  transact: TransactBare,
  options: MigrationOptions,
  token: number,
): Promise<readonly string[]> => {
  const names: string[] = []
  for (const step of await missingSteps(engine, transact, options.steps ?? known)) {
    await transact("write", (tx) => take(engine, tx, options, token, step))
    names.push(step.name)
  }
  return names
}

const take = async (
  engine: Engine,
  tx: Executor,
  options: MigrationOptions,
  token: number,
  step: Migration,
): Promise<void> => {
  const { db } = engine
  const lock = db
    .updateTable("migrationLock")
    .set({ leaseUntil: leaseFrom(options) })
    .where("singleton", "=", singleton)
    .where("token", "=", token)
  if ((await executeOnce(tx, lock)).changed === 0) throw new MigrationLockLost(step.name)
  for (const column of await missingColumns(engine, tx, step))
    await executeOnce(tx, addColumn(engine.anyTables, engine.flavor, column))
  for (const statement of step.statements(draftOf(engine.anyTables, engine.flavor)))
    await executeOnce(tx, statement)
  await step.fill?.(engine, tx)
  await executeOnce(
    tx,
    db.insertInto("schemaMigrations").values({ name: step.name, appliedAt: options.clock.now() }),
  )
}

/** The columns that a step adds and that are not there: a column cannot be added again. */
const missingColumns = async (
  { anyTables, flavor }: Engine,
  tx: Executor,
  { columns = [] }: Migration,
): Promise<readonly AddedColumn[]> => {
  const missing: AddedColumn[] = []
  for (const column of columns) {
    const found = await executeOnce(tx, flavor.findColumn(anyTables, column.table, column.name))
    if (found.rows.length === 0) missing.push(column)
  }
  return missing
}

const missingSteps = async (
  engine: Engine,
  transact: TransactBare,
  steps: readonly Migration[],
): Promise<readonly Migration[]> => {
  const taken = await readTaken(engine, transact, steps)
  return steps.filter(({ name }) => !taken.has(name))
}

const readTaken = async (
  engine: Engine,
  transact: TransactBare,
  steps: readonly Migration[],
): Promise<ReadonlyMap<string, Date>> => {
  const taken = await transact("read", async (tx) => {
    const table = await executeOnce(
      tx,
      engine.flavor.findTable(engine.anyTables, "schema_migrations"),
    )
    if (table.rows.length === 0) return []
    return (
      await executeOnce(
        tx,
        engine.db.selectFrom("schemaMigrations").select(["name", "appliedAt"]).orderBy("name"),
      )
    ).rows
  })
  const unknown = taken
    .map(({ name }) => name)
    .filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) throw new NewerSchema(unknown)
  return new Map(taken.map(({ name, appliedAt }) => [name, appliedAt]))
}

const bootstrap = async (engine: Engine, transact: TransactBare): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact("write", (tx) => makeBookkeeping(engine, tx))
    } catch (reason) {
      // Two processes that make the same table at once collide on some engines, whatever "if not
      // exists" promises.
      if (attempt === bootstrapsMax) throw reason
      await pause(pollMs)
    }
  }
}

const makeBookkeeping = async ({ db, anyTables, flavor }: Engine, tx: Executor): Promise<void> => {
  const { createTable } = draftOf(anyTables, flavor)
  const statements = [
    ...flavor.prepareSchema(anyTables),
    createTable("schema_migrations", { name: "text", applied_at: "instant" }, (table) =>
      table.addPrimaryKeyConstraint("schema_migrations_pkey", ["name"]),
    ),
    createTable(
      "migration_lock",
      { singleton: "integer", token: "integer", lease_until: "instant?" },
      (table) => table.addPrimaryKeyConstraint("migration_lock_pkey", ["singleton"]),
    ),
    db
      .insertInto("migrationLock")
      .values({ singleton, token: 0 })
      .onConflict((oc) => oc.column("singleton").doNothing()),
  ]
  for (const statement of statements) await executeOnce(tx, statement)
}

const acquire = async (
  { db }: Engine,
  transact: TransactBare,
  options: MigrationOptions,
): Promise<number> => {
  const { waitMs = 120_000 } = options
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const query = db
      .updateTable("migrationLock")
      .set((eb) => ({ token: eb("token", "+", 1), leaseUntil: leaseFrom(options) }))
      .where("singleton", "=", singleton)
      .where((eb) =>
        eb.or([eb("leaseUntil", "is", null), eb("leaseUntil", "<=", options.clock.now())]),
      )
      .returning("token")
    const [taken] = (await transact("write", (tx) => executeOnce(tx, query))).rows
    if (taken !== undefined) return taken.token
    if (waitedMs >= waitMs) throw new MigrationLockHeld(waitedMs)
    await pause(pollMs)
  }
}

const release = async ({ db }: Engine, transact: TransactBare, token: number): Promise<void> => {
  const query = db
    .updateTable("migrationLock")
    .set({ leaseUntil: null })
    .where("singleton", "=", singleton)
    .where("token", "=", token)
  await transact("write", (tx) => executeOnce(tx, query))
}

const leaseFrom = ({ clock, leaseMs = 60_000 }: MigrationOptions): Date =>
  new Date(clock.now().getTime() + leaseMs)

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
