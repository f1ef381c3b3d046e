import { randomBytes } from "node:crypto"
import { type PortableStorage, StorageClosed, tables } from "@symbolon/storage-sql"
import pg from "pg"
import { afterAll, inject, onTestFinished, TestRunner } from "vitest"
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
   * A store that holds nothing, its schema up to date. One that is opened in a test is closed when
   * the test has ended. Its database is emptied and used again when it is closed, and so are its
   * connections, unless it was opened with options of its own: a new one costs more than most tests.
   */
  readonly openFresh: (options?: PostgresOptions) => Promise<PortableStorage>
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
  .concat("delete from rate_limits;", "update ledger set size = 0, frontier = '[]', origin = null")
  .join("\n")

/**
 * A database that is used for one test after the other, with a store on it, and a connection that
 * empties it: their backends know all tables after the first time.
 */
interface Emptied {
  readonly url: string
  readonly storage: PortableStorage
  readonly cleaner: pg.Client
}

/** A store for one test on the connections of another: closing it waits for what it began. */
const borrowed = (storage: PortableStorage, whenClosed: () => Promise<void>): PortableStorage => {
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined
  const noted = async <A>(transaction: Promise<A>): Promise<A> => {
    running.add(transaction)
    return transaction.finally(() => running.delete(transaction))
  }
  return {
    ...storage,
    transact: async (mode, work) => {
      if (closing !== undefined) throw new StorageClosed()
      return noted(storage.transact(mode, work))
    },
    close: () => {
      closing ??= Promise.allSettled(running).then(whenClosed)
      return closing
    },
  }
}

const urlOf = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href

const migrated = async (url: string): Promise<string> => {
  const storage = openPostgres({ connectionString: url })
  await storage.migrations.up()
  await storage.close()
  return url
}

export interface DatabasesOptions {
  /**
   * Called once with the URL of the server; answers how the stores of {@link Databases.openFresh}
   * reach a database of it. Default: directly.
   */
  readonly reach?: (server: string) => Promise<(url: string) => string>
}

const direct = async () => (url: string) => url

const templateName = "symbolon_template"
/** Of the advisory lock that the files of a run make the template under. */
const templateLock = 7_402_118

/** Makes the database that migrated ones are copied from, unless another file of the run has. */
const makeTemplate = async (server: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock($1)", [templateLock])
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [
      templateName,
    ])
    if (rowCount !== 0) return
    await client.query(`create database ${templateName} template template0 strategy file_copy`)
    await migrated(urlOf(server, templateName))
  } finally {
    await client.end()
  }
}

/** Takes the server of the run, or starts one for this file when the run has none. */
export const openDatabases = async ({
  reach = direct,
}: DatabasesOptions = {}): Promise<Databases> => {
  const provided: string | undefined = inject("postgresUrl")
  const server =
    provided === undefined ? await startPostgres() : { url: provided, stop: async () => undefined }
  const way = await reach(server.url)
  const isOfRun = process.env["DATABASE_URL"] === undefined
  const created: string[] = []
  const retries: Retry[] = []
  const free: Emptied[] = []
  const emptied: Emptied[] = []

  const createFrom = async (template: string): Promise<string> => {
    const name = `symbolon_${randomBytes(6).toString("hex")}`
    await ask(server.url, `create database ${name} template ${template} strategy file_copy`)
    created.push(name)
    return urlOf(server.url, name)
  }
  const create = () => createFrom("template0")

  // On a server that stays, a template of an older schema might be left from an earlier run.
  const createMigrated = async (): Promise<string> => {
    if (!isOfRun) return migrated(await create())
    await makeTemplate(server.url)
    return createFrom(templateName)
  }

  const openAt = (url: string, options: PostgresOptions = {}) =>
    openPostgres({
      connectionString: way(url),
      onRetry: (retry) => retries.push(retry),
      ...options,
    })

  const createEmptied = async (): Promise<Emptied> => {
    const url = await createMigrated()
    const cleaner = new pg.Client({ connectionString: url })
    await cleaner.connect()
    const database = { url, storage: openAt(url), cleaner }
    emptied.push(database)
    return database
  }

  afterAll(async () => {
    for (const { storage, cleaner } of emptied) await Promise.all([storage.close(), cleaner.end()])
    // A server of the run's own goes as a whole.
    if (!isOfRun)
      for (const name of created)
        await ask(server.url, `drop database if exists ${name} with (force)`)
    await server.stop()
  })

  return {
    create,
    createMigrated,
    openFresh: async (options) => {
      const database = free.pop() ?? (await createEmptied())
      const { url, storage, cleaner } = database
      const giveBack = async (): Promise<void> => {
        await cleaner.query(emptying)
        free.push(database)
      }
      const own = options && openAt(url, options)
      const lent = borrowed(own ?? storage, async () => {
        await own?.close()
        await giveBack()
      })
      if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => lent.close())
      return lent
    },
    retries,
  }
}
