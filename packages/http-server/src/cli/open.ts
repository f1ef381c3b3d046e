import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { createSymbolon, type Logger, localKeyVault, type Mailer, type MigratedStorage, type Passkeys, type Symbolon } from "@symbolon/core"
import { testClock } from "@symbolon/core/testing"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { type Config, loadConfig } from "../config.ts"
import type { Invocation } from "./command.ts"
import { makeDataDir, readNote } from "./data-dir.ts"
import { mailerOf } from "./mailer.ts"
import { argon2Passwords } from "../passwords.ts"

/** The configuration of a command. Warnings go to err. */
export const configOf = async ({ settings, configFile, io }: Pick<Invocation, "settings" | "configFile" | "io">): Promise<Config> => {
  const { config, warnings } = await loadConfig({ flags: settings, env: io.env, cwd: io.cwd, file: configFile })
  for (const warning of warnings) io.err(`${warning}\n`)
  return { ...config, dataDir: resolve(io.cwd, config.dataDir) }
}

/** The storage a configuration names: PostgreSQL by its URL, else a SQLite file in the data directory. */
export const openStorage = ({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): MigratedStorage => {
  if (databaseUrl !== undefined) return openPostgres({ connectionString: databaseUrl })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return openSqlite({ file: join(dataDir, "symbolon.db") })
}

/** Whether a store has never been migrated: then there is nothing to lose by it. */
export const isFresh = async ({ migrations }: MigratedStorage): Promise<boolean> =>
  (await migrations.status()).every(({ appliedAt }) => appliedAt === undefined)

interface Opening {
  readonly storage: MigratedStorage
  readonly baseUrl: string
  /** False when the base URL is a guess: a ledger that has no origin yet is not named after it. */
  readonly namesLedger?: boolean
  readonly migrate: boolean
  readonly logger?: Logger
  readonly mailer?: Mailer | undefined
  readonly passkeys?: Passkeys | undefined
}

/** Opens the core as a configuration says; closes the storage when that fails. */
export const openCore = async (
  config: Config,
  { storage, baseUrl, migrate, logger, mailer, passkeys, namesLedger = true }: Opening,
): Promise<Symbolon> => {
  try {
    return await createSymbolon({
      storage,
      vault: await localKeyVault(join(config.dataDir, "vault.key")),
      passwords: argon2Passwords,
      baseUrl,
      namesLedger,
      migrate,
      oauth: { refreshReuseGraceSeconds: config.refreshReuseGraceSeconds },
      ...(config.limits === "off" ? { ledger: { walletSigningsPerHour: null, treasurySigningsPerHour: null } } : {}),
      ...(logger === undefined ? {} : { logger }),
      ...(mailer === undefined ? {} : { mailer }),
      ...(passkeys === undefined ? {} : { passkeys }),
      ...(config.testClock ? { testClock: testClock(new Date()) } : {}),
    })
  } catch (reason) {
    await storage.close()
    throw reason
  }
}

const toolSettings = ["dataDir", "databaseUrl", "baseUrl", "migrate"] as const

/** The settings of a command that works on the store beside a server. */
export { toolSettings }

/**
 * Does `work` on the core of a data directory, beside whatever server runs on it: on the network and under the address which that
 * server noted, since both are part of what is signed. Before the first server the address is a guess, which names no ledger.
 */
export const withCore = async <A>(invocation: Invocation, work: (symbolon: Symbolon) => Promise<A>): Promise<A> => {
  const config = await configOf(invocation)
  await makeDataDir(config.dataDir)
  const note = await readNote(config.dataDir)
  const known = config.baseUrl ?? note?.base_url
  const storage = openStorage(config)
  const symbolon = await openCore(
    { ...config, testClock: note?.network === "test" },
    {
      storage,
      baseUrl: known ?? `http://${config.host}:${config.port}`,
      namesLedger: known !== undefined,
      migrate: config.migrate || (await isFresh(storage)),
      mailer: mailerOf(config, invocation.io),
    },
  )
  try {
    return await work(symbolon)
  } finally {
    await symbolon.close()
  }
}
