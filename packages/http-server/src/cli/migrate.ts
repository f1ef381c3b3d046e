import { openSqlite } from "@symbolon/storage-sqlite"
import { databaseSettings } from "../config/setting-groups.ts"
import { type Command, print } from "./command.ts"
import {
  configOf,
  isFresh,
  isMissing,
  lostDatabase,
  openStorage,
  remember,
  settle,
  unreachable,
} from "./open.ts"

const settings = ["dataDir", ...databaseSettings] as const

/** `symbolon migrate status` */
export const migrateStatus: Command = {
  name: "migrate status",
  summary: "Lists the migrations and whether they were applied. Exits with 1 if some are pending.",
  examples: [
    "symbolon migrate status",
    "symbolon migrate status --database-url postgres://localhost/symbolon --json",
  ],
  settings,
  run: async (invocation) => {
    const config = await settle(await configOf(invocation))
    // A file that is not there has taken no step, and is not made by asking.
    const storage = isMissing(config) ? openSqlite({ file: ":memory:" }) : await openStorage(config)
    try {
      const steps = await storage.migrations.status().catch(unreachable(config))
      const pending = steps.filter(({ appliedAt }) => appliedAt === undefined)
      print(
        invocation,
        {
          up_to_date: pending.length === 0,
          migrations: steps.map(({ name, appliedAt }) => ({
            name,
            applied_at: appliedAt?.toISOString() ?? null,
          })),
        },
        [
          ...steps.map(
            ({ name, appliedAt }) =>
              `${appliedAt?.toISOString() ?? "pending                 "}  ${name}`,
          ),
          pending.length === 0
            ? "The schema is up to date."
            : "Run symbolon migrate up to apply the pending migrations.",
        ],
      )
      return pending.length === 0 ? 0 : 1
    } finally {
      await storage.close()
    }
  },
}

/** `symbolon migrate up` */
export const migrateUp: Command = {
  name: "migrate up",
  summary: "Applies pending migrations to the database. Several processes may run it at once.",
  examples: [
    "symbolon migrate up",
    "symbolon migrate up --database-url postgres://localhost/symbolon",
  ],
  settings,
  run: async (invocation) => {
    const config = await settle(await configOf(invocation))
    const storage = await openStorage(config)
    try {
      const lost = (await isFresh(storage).catch(unreachable(config)))
        ? lostDatabase(config)
        : undefined
      const applied = await storage.migrations.up()
      await remember(config)
      if (lost !== undefined) invocation.io.err(`${lost}\n`)
      print(
        invocation,
        { applied },
        applied.length === 0
          ? ["The schema is already up to date."]
          : applied.map((name) => `applied  ${name}`),
      )
      return 0
    } finally {
      await storage.close()
    }
  },
}
