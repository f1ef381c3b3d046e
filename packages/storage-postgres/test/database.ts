import { randomBytes } from "node:crypto"
import type { MigratedStorage } from "@symbolon/core/storage"
import pg from "pg"
import { afterAll, inject } from "vitest"
import { openPostgres, type PostgresOptions, type Retry } from "../src/index.ts"
import { startPostgres } from "./server.ts"
import type {} from "./global-setup.ts"

/** Databases for the tests of one file, on one server; all of them are dropped when the file is done. */
export interface Databases {
  /** The url of a new, empty database. */
  readonly create: () => Promise<string>
  /** A store that holds nothing, its schema up to date. */
  readonly openFresh: (options?: PostgresOptions) => Promise<MigratedStorage>
  /** Every transaction that a store of {@link openFresh} had to run again. */
  readonly retries: readonly Retry[]
}

/** Takes the server of the run, or starts one for this file when the run has none. */
export const openDatabases = async (): Promise<Databases> => {
  const provided: string | undefined = inject("postgresUrl")
  const server = provided === undefined ? await startPostgres() : { url: provided, stop: async () => undefined }
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  const created: string[] = []
  const retries: Retry[] = []
  let template: string | undefined

  const create = async (from = "template0"): Promise<string> => {
    const name = `symbolon_${randomBytes(6).toString("hex")}`
    await admin.query(`create database ${name} template ${from}`)
    created.push(name)
    return name
  }

  const urlOf = (name: string): string => Object.assign(new URL(server.url), { pathname: `/${name}` }).href

  const migrated = async (): Promise<string> => {
    const name = await create()
    const storage = openPostgres({ connectionString: urlOf(name) })
    await storage.migrations.up()
    await storage.close()
    return name
  }

  afterAll(async () => {
    for (const name of created) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    await server.stop()
  })

  return {
    create: async () => urlOf(await create()),
    openFresh: async (options = {}) => {
      template ??= await migrated()
      return openPostgres({ connectionString: urlOf(await create(template)), onRetry: (retry) => retries.push(retry), ...options })
    },
    retries,
  }
}
