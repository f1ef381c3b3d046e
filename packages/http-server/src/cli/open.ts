import { existsSync, readdirSync } from "node:fs"
import { resolve } from "node:path"
import {
  createSymbolon,
  type LocalKeyVault,
  type Logger,
  localFiles,
  localKeyVault,
  type Mailer,
  type ObjectStore,
  type Observer,
  type Passkeys,
  type Symbolon,
} from "@symbolon/core"
import { s3Files } from "@symbolon/core/s3-files"
import { testClock } from "@symbolon/core/testing"
import { openPostgres, type PortableStorage } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { type Config, loadConfig } from "../config.ts"
import { databaseSettings, filesSettings } from "../config/setting-groups.ts"
import { argon2Passwords } from "../passwords.ts"
import { CommandFailed, type Invocation } from "./command.ts"
import {
  type DataDirNote,
  filesDirOf,
  filesFolder,
  makeDataDir,
  readNote,
  sqliteFileOf,
  vaultFileOf,
  writeNote,
} from "./data-dir.ts"
import { shellWord } from "./how-called.ts"
import { mailerOf } from "./mailer.ts"
import { chooseStorage, storageNoteOf, withoutSecrets } from "./storage-note.ts"

/** A configuration whose storage is settled, with what the data directory noted before. */
export interface SettledConfig extends Config {
  readonly note: DataDirNote
}

/** The configuration of a command. Warnings go to err. */
export const configOf = async ({
  settings,
  configFile,
  io,
}: Pick<Invocation, "settings" | "configFile" | "io">): Promise<Config> => {
  const { config, warnings } = await loadConfig({
    flags: settings,
    env: io.env,
    cwd: io.cwd,
    file: configFile,
  })
  for (const warning of warnings) io.err(`${warning}\n`)
  const { dataDir, filesDir } = config
  return {
    ...config,
    dataDir: resolve(io.cwd, dataDir),
    filesDir: filesDir === undefined ? undefined : resolve(io.cwd, filesDir),
  }
}

/**
 * Decides which storage a command uses: the one that the data directory belongs to.
 *
 * @throws {CommandFailed} if that storage is unknown, or the configuration names another.
 */
export const settle = async (config: Config): Promise<SettledConfig> => {
  const { dataDir } = config
  const note = await readNote(dataDir)
  const choice = chooseStorage({
    dataDir,
    databaseUrl: config.databaseUrl,
    note: note.storage,
    hasSqliteFile: existsSync(sqliteFileOf(dataDir)),
  })
  if ("refusal" in choice) throw new CommandFailed(choice.refusal)
  return { ...config, databaseUrl: choice.databaseUrl, note }
}

/** Where a configuration keeps its data, as it may be shown. */
export const placeOf = ({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): string =>
  databaseUrl === undefined ? sqliteFileOf(dataDir) : withoutSecrets(databaseUrl)

/** The part of a configuration that says which storage to open, and how. */
export type StorageConfig = Pick<Config, "dataDir" | (typeof databaseSettings)[number]>

/**
 * The storage of a settled configuration: PostgreSQL by its URL, else a SQLite file in the data
 * directory, which is made.
 */
export const openStorage = async ({
  databaseUrl,
  databaseConnections,
  databasePreparedStatements,
  dataDir,
}: StorageConfig): Promise<PortableStorage> => {
  if (databaseUrl !== undefined)
    return openPostgres({
      connectionString: databaseUrl,
      max: databaseConnections,
      prepareStatements: databasePreparedStatements,
    })
  await makeDataDir(dataDir)
  return openSqlite({ file: sqliteFileOf(dataDir) })
}

/** Whether a configuration names a SQLite file that is not there. Opening it would make it. */
export const isMissing = ({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): boolean =>
  databaseUrl === undefined && !existsSync(sqliteFileOf(dataDir))

/** Whether a store has never been migrated: then there is nothing to lose by it. */
export const isFresh = async ({ migrations }: PortableStorage): Promise<boolean> =>
  (await migrations.status()).every(({ appliedAt }) => appliedAt === undefined)

/**
 * Whether to apply pending migrations before a server starts. An empty SQLite file in an empty
 * directory is always set up.
 *
 * @throws {CommandFailed} if the database is empty and should have data.
 */
export const mayMigrate = async (
  config: Config,
  storage: PortableStorage,
  isDemo: boolean,
): Promise<boolean> => {
  if (config.migrate) return true
  const isEmpty = await isFresh(storage).catch(unreachable(config))
  if (!isEmpty) return isDemo
  const lost = lostDatabase(config)
  if (lost !== undefined) throw new CommandFailed(lost)
  if (config.databaseUrl !== undefined)
    throw new CommandFailed(
      `The database ${placeOf(config)} is empty. To set it up, run symbolon migrate up or start with --migrate. If it should contain data, check the URL.`,
    )
  return true
}

/**
 * Permits a server to create its SQLite file.
 *
 * @throws {CommandFailed} if the directory has a vault key and no database.
 */
export const expectNotLost = (config: Config): void => {
  const lost = isMissing(config) && !config.migrate ? lostDatabase(config) : undefined
  if (lost !== undefined) throw new CommandFailed(lost)
}

/**
 * Returns the fault of a vault key next to an empty or missing database; undefined without a vault
 * key.
 */
export const lostDatabase = (
  config: Pick<Config, "databaseUrl" | "dataDir">,
): string | undefined => {
  const { dataDir, databaseUrl } = config
  if (!existsSync(vaultFileOf(dataDir))) return undefined
  const what = isMissing(config)
    ? `there is no database ${placeOf(config)}`
    : `the database ${placeOf(config)} is empty`
  // A restore takes a directory with nothing in it but the backup's vault key.
  const isOnlyKey = readdirSync(dataDir).filter((name) => name !== filesFolder).length === 1
  const target = isOnlyKey ? shellWord(dataDir) : "EMPTY_DIR"
  const url = databaseUrl === undefined ? "" : " --database-url URL"
  return `${vaultFileOf(dataDir)} exists, but ${what}. The data for this key is missing. Restore your backup: symbolon restore FILE --data-dir ${target}${url}. To start a new database with this key, run symbolon migrate up --data-dir ${shellWord(dataDir)}${url}.`
}

interface Opening {
  readonly storage: PortableStorage
  readonly vault: LocalKeyVault
  readonly baseUrl: string
  /** False when the base URL is a guess: a ledger that has no origin yet is not named after it. */
  readonly namesLedger?: boolean
  readonly migrate: boolean
  readonly logger?: Logger
  readonly mailer?: Mailer | undefined
  readonly passkeys?: Passkeys | undefined
  readonly observer?: Observer | undefined
}

/** Where uploaded files are, as it may be shown. */
export const filesPlaceOf = ({
  filesS3,
  filesDir,
  dataDir,
}: Pick<Config, "filesS3" | "filesDir" | "dataDir">): string =>
  filesS3 === undefined
    ? (filesDir ?? filesDirOf(dataDir))
    : `bucket ${filesS3.bucket} at ${filesS3.endpoint}`

/** The store of uploaded files. */
export const objectStoreOf = async ({
  filesS3,
  filesDir,
  dataDir,
}: Pick<Config, "filesS3" | "filesDir" | "dataDir">): Promise<ObjectStore> =>
  filesS3 === undefined ? localFiles(filesDir ?? filesDirOf(dataDir)) : s3Files(filesS3)

/** Opens the core as a configuration says; closes the storage when that fails. */
export const openCore = async (
  config: Config,
  {
    storage,
    vault,
    baseUrl,
    migrate,
    logger,
    mailer,
    passkeys,
    observer,
    namesLedger = true,
  }: Opening,
): Promise<Symbolon> => {
  try {
    return await createSymbolon({
      storage,
      vault,
      passwords: argon2Passwords,
      baseUrl,
      namesLedger,
      migrate,
      objectStore: await objectStoreOf(config),
      limits: config.limits,
      oauth: { refreshReuseGraceSeconds: config.refreshReuseGraceSeconds },
      webhooks: {
        allowedNetworks: config.webhooksAllowedNetworks,
        httpsOnly: config.webhooksHttpsOnly,
        timeoutMs: config.webhooksTimeoutMs,
      },
      keeping: {
        deliveriesDays: config.keepDeliveriesDays,
        failedJobsDays: config.keepFailedJobsDays,
      },
      files: {
        maxBytes: config.filesMaxBytes,
        partBytes: config.filesPartBytes,
        bytesPerUser: bytesOf(config.filesBytesPerUser),
        bytesPerOrganization: bytesOf(config.filesBytesPerOrganization),
        mirroredBytesPerOrganization: config.filesMirroredBytes,
      },
      ...(config.limits === "off"
        ? { ledger: { walletSigningsPerHour: null, treasurySigningsPerHour: null } }
        : {}),
      ...(logger === undefined ? {} : { logger }),
      ...(mailer === undefined ? {} : { mailer }),
      ...(passkeys === undefined ? {} : { passkeys }),
      ...(observer === undefined ? {} : { observer }),
      ...(config.testClock ? { testClock: testClock(new Date()) } : {}),
    })
  } catch (reason) {
    await storage.close()
    return unreachable(config)(reason)
  }
}

const toolSettings = [
  "dataDir",
  ...databaseSettings,
  ...filesSettings,
  "baseUrl",
  "migrate",
] as const

/** The settings of a command that works on the store beside a server. */
export { toolSettings }

/**
 * Runs `work` on the core of a data directory, also next to a running server. It uses the storage,
 * network and address that the server stored, because they are part of signatures. Before the first
 * server, the address is a guess and names no ledger. It sets up an empty database only with
 * `--migrate`, or with `mayBegin` in an empty data directory.
 */
export const withCore = async <A>(
  invocation: Invocation,
  work: (
    symbolon: Symbolon,
    parts: { readonly vault: LocalKeyVault; readonly config: Config },
  ) => Promise<A>,
  { mayBegin = false }: { readonly mayBegin?: boolean } = {},
): Promise<A> => {
  const settled = await settle(await configOf(invocation))
  const config = { ...settled, migrate: settled.migrate || (mayBegin && isNew(settled)) }
  const storage = await openExisting(config)
  const vault = await localKeyVault(vaultFileOf(config.dataDir))
  const known = config.baseUrl ?? config.note.base_url
  const symbolon = await openCore(
    { ...config, testClock: config.note.network === "test" },
    {
      storage,
      vault,
      baseUrl: known ?? `http://${config.host}:${config.port}`,
      namesLedger: known !== undefined,
      migrate: config.migrate,
      mailer: mailerOf(config, invocation.io),
    },
  )
  try {
    await remember(config)
    return await work(symbolon, { vault, config })
  } finally {
    await symbolon.close()
  }
}

/** Whether a data directory holds no database, and nothing says that there was one. */
const isNew = (config: SettledConfig): boolean =>
  isMissing(config) && lostDatabase(config) === undefined

/** Notes where the data of a directory is, once something is in it. */
export const remember = async ({ dataDir, databaseUrl, note }: SettledConfig): Promise<void> => {
  if (note.storage === undefined && existsSync(dataDir))
    await writeNote(dataDir, { storage: storageNoteOf(databaseUrl) })
}

/**
 * Opens a store that is there. Makes nothing, unless the configuration says `migrate`.
 *
 * @throws {CommandFailed} when there is none, it is empty, or it does not answer.
 */
export const openExisting = async (config: Config): Promise<PortableStorage> => {
  if (!config.migrate && isMissing(config)) throw new CommandFailed(nothingThere(config))
  const storage = await openStorage(config)
  try {
    if (!config.migrate && (await isFresh(storage))) throw new CommandFailed(nothingThere(config))
    return storage
  } catch (reason) {
    await storage.close()
    return unreachable(config)(reason)
  }
}

const nothingThere = (config: Config): string =>
  lostDatabase(config) ??
  (config.databaseUrl === undefined
    ? `There is no database in ${config.dataDir}. Check --data-dir. To set one up, run symbolon serve or symbolon migrate up.`
    : `The database ${placeOf(config)} is empty. Check --database-url. To set it up, run symbolon migrate up.`)

/** Connection errors by code, as a person would say them. */
const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused. Is the server running?",
  ENOTFOUND: "no such host.",
  EAI_AGAIN: "the host name could not be resolved.",
  ETIMEDOUT: "it did not answer in time.",
  EHOSTUNREACH: "the host cannot be reached.",
  ECONNRESET: "the connection was closed.",
  "28P01": "wrong user name or password.",
  "28000": "this user may not connect.",
  "3D000": "no such database. Create it first.",
}

/**
 * Throws what a person can act on where a database could not be reached, and anything else as it
 * came.
 */
export const unreachable =
  (config: Pick<Config, "databaseUrl" | "dataDir">) =>
  (reason: unknown): never => {
    const why = faultOf(reason)
    if (config.databaseUrl === undefined || why === undefined) throw reason
    throw new CommandFailed(`Could not connect to the database ${placeOf(config)}: ${why}`)
  }

/**
 * Returns the text for an error, its cause, or the first error of an aggregate: a host name may
 * have several addresses.
 */
const faultOf = (reason: unknown): string | undefined => {
  if (!(reason instanceof Error)) return undefined
  const known =
    "code" in reason && typeof reason.code === "string" ? connectionFaults[reason.code] : undefined
  return known ?? faultOf(reason instanceof AggregateError ? reason.errors[0] : reason.cause)
}

const bytesOf = (bytes: number | "off"): number | null => (bytes === "off" ? null : bytes)
