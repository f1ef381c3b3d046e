import { randomBytes } from "node:crypto"
import type { MigratedStorage } from "@symbolon/core/storage"
import { tables } from "@symbolon/storage-sql"
import { afterAll, inject } from "vitest"
import { openPostgres, type PostgresOptions, type Retry } from "../src/index.ts"
import { ask, startPostgres } from "./server.ts"
import type {} from "./global-setup.ts"

/** Databases for the tests of one file, on one server; they go when the file is done. */
export interface Databases {
  /** The url of a new, empty database. */
  readonly create: () => Promise<string>
  /** The url of a new database, its schema up to date. */
  readonly createMigrated: () => Promise<string>
  /**
   * A store that holds nothing, its schema up to date. Its database is emptied and used again when
   * it is closed.
   */
  readonly openFresh: (options?: PostgresOptions) => Promise<MigratedStorage>
  /** Every transaction that a store of {@link openFresh} had to run again. */
  readonly retries: readonly Retry[]
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Takes everything out of a database but what its migrations put there. */
const emptying = Object.keys(tables)
  .filter((table) => !["ledger", "schemaMigrations", "migrationLock"].includes(table))
  .map((table) => `delete from ${snakeCase(table)};`)
  .toReversed()
  .concat("update ledger set size = 0, frontier = '[]', origin = null")
  .join("\n")

/** Takes the server of the run, or starts one for this file when the run has none. */
export const openDatabases = async (): Promise<Databases> => {
  const provided: string | undefined = inject("postgresUrl")
  const server =
    provided === undefined ? await startPostgres() : { url: provided, stop: async () => undefined }
  const created: string[] = []
  const retries: Retry[] = []
  const free: string[] = []

  const create = async (): Promise<string> => {
    const name = `symbolon_${randomBytes(6).toString("hex")}`
    await ask(server.url, `create database ${name} template template0`)
    created.push(name)
    return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  }

  const createMigrated = async (): Promise<string> => {
    const url = await create()
    const storage = openPostgres({ connectionString: url })
    await storage.migrations.up()
    await storage.close()
    return url
  }

  afterAll(async () => {
    // A server of the run's own goes as a whole.
    if (process.env["DATABASE_URL"] !== undefined)
      for (const name of created)
        await ask(server.url, `drop database if exists ${name} with (force)`)
    await server.stop()
  })

  return {
    create,
    createMigrated,
    openFresh: async (options = {}) => {
      const url = free.pop() ?? (await createMigrated())
      const storage = openPostgres({
        connectionString: url,
        onRetry: (retry) => retries.push(retry),
        ...options,
      })
      return {
        ...storage,
        close: async () => {
          await storage.close()
          await ask(url, emptying)
          free.push(url)
        },
      }
    },
    retries,
  }
}
