import {
  localKeyVault,
  type Logger,
  type Mailer,
  type RunningWork,
  type Observer,
  type Symbolon,
} from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import type { Config } from "../config.ts"
import { createHandler } from "../create-handler.ts"
import { type Bootstrap, bootstrapDemo } from "../demo/bootstrap.ts"
import { listen } from "../listen.ts"
import type { Metrics } from "../metrics.ts"
import { CommandFailed, type Io } from "./command.ts"
import { expectNetwork, makeDataDir, vaultFileOf, writeNote } from "./data-dir.ts"
import {
  expectNotLost,
  mayMigrate,
  openCore,
  openStorage,
  type SettledConfig,
  settle,
} from "./open.ts"
import { serveWith } from "./how-called.ts"
import { serveMetrics, type ServedMetrics } from "./serve-metrics.ts"
import { storageNoteOf } from "./storage-note.ts"
import { installedPasskeys } from "./passkeys.ts"
import { isOurs, keysOf, whoAnswers } from "./which-deployment.ts"

/** A server that runs in this process. */
export interface Running {
  readonly symbolon: Symbolon
  readonly baseUrl: string
  /** The address that was bound; one for all of the machine's where it listens on every one. */
  readonly listensOn: string
  /** Undefined where metrics are off. */
  readonly metricsUrl: string | undefined
  /** Of a demo. */
  readonly bootstrap: Bootstrap | undefined
  /** Lets requests and work end, for `drainSeconds` at most, and closes everything. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server. It binds the port first, because tokens name the address, and answers 503 until
 * the handler is ready. If a later step fails, everything is closed.
 */
export const runServer = async (
  given: Config,
  {
    isDemo,
    logger,
    mailer,
    env,
  }: Pick<ServiceParts, "isDemo" | "logger" | "mailer"> & Pick<Io, "env">,
): Promise<Running> => {
  const config = await settle(given)
  const drainMs = config.drainSeconds * 1000
  const listening = await listen({
    host: config.host,
    port: config.port,
    drainMs,
    drainPauseMs: config.drainPauseSeconds * 1000,
  }).catch(explainPort(env, "--port"))
  let opened: Symbolon | undefined
  let work: RunningWork | undefined
  let metrics: (Metrics & ServedMetrics) | undefined
  const stop = async (): Promise<void> => {
    const options = { signal: AbortSignal.timeout(drainMs) }
    // At once: another server does what becomes due from now on.
    const worked = work?.stop(options)
    await listening.stop()
    await worked
    await metrics?.stop()
    await opened?.close(options)
  }
  try {
    const baseUrl = config.baseUrl ?? listening.url
    metrics = await startMetrics(config, env)
    const symbolon = await openService(config, {
      isDemo,
      baseUrl,
      listensOn: listening.url,
      logger,
      mailer,
      observer: metrics?.observer,
    })
    opened = symbolon
    metrics?.watchQueues(symbolon.work)
    const bootstrap = isDemo
      ? await bootstrapDemo(symbolon, { dataDir: config.dataDir, baseUrl })
      : undefined
    work = symbolon.runWork()
    const handler = createHandler({
      symbolon,
      limits: config.limits,
      trustedProxies: config.trustedProxies,
      registration: config.registration,
      uploadsPerAddress: config.filesUploadsPerAddress,
      ...(config.interactionUrl === undefined ? {} : { interactionUrl: config.interactionUrl }),
      logger,
      ...(metrics === undefined ? {} : { onRequest: metrics.onRequest }),
    })
    listening.answer(handler)
    const metricsUrl = metrics?.url
    return { symbolon, baseUrl, listensOn: listening.url, metricsUrl, bootstrap, stop }
  } catch (reason) {
    await stop()
    throw reason
  }
}

/** Serves metrics on a port of their own; undefined where they are off, and then loads nothing. */
const startMetrics = async (
  { metricsPort, metricsHost }: Config,
  env: Io["env"],
): Promise<(Metrics & ServedMetrics) | undefined> => {
  if (metricsPort === undefined) return undefined
  const { openMetrics } = await import("../metrics.ts")
  const metrics = openMetrics()
  const served = await serveMetrics(metrics, { host: metricsHost, port: metricsPort }).catch(
    explainPort(env, "--metrics-port"),
  )
  return { ...metrics, ...served }
}

interface ServiceParts {
  readonly isDemo: boolean
  readonly baseUrl: string
  readonly listensOn: string
  readonly logger: Logger
  readonly mailer: Mailer | undefined
  readonly observer: Observer | undefined
}

/**
 * Opens the core of a server, and notes in the data directory what commands beside it must know.
 */
const openService = async (config: SettledConfig, parts: ServiceParts): Promise<Symbolon> => {
  const { isDemo, baseUrl, listensOn, logger, mailer, observer } = parts
  const { dataDir } = config
  const network = config.testClock ? "test" : "main"
  expectNetwork(dataDir, config.note, network)
  expectNotLost(config)
  const storage = await openStorage(config)
  const migrate = await mayMigrate(config, storage, isDemo).catch(async (reason: unknown) => {
    await storage.close()
    throw reason
  })
  await makeDataDir(dataDir)
  // Before anything is signed: a start that breaks off must not leave a database that could become
  // another network's.
  await writeNote(dataDir, { network })
  const vault = await localKeyVault(vaultFileOf(dataDir))
  const symbolon = await openCore(config, {
    storage,
    vault,
    baseUrl,
    migrate,
    logger,
    mailer,
    passkeys: await installedPasskeys(),
    observer,
  })
  await expectAlone(config, symbolon).catch(async (reason: unknown) => {
    await symbolon.close()
    throw reason
  })
  if (config.baseUrl !== undefined) await noteOtherName(symbolon, config.baseUrl, logger)
  await writeNote(dataDir, {
    base_url: baseUrl,
    listens_on: listensOn,
    storage: storageNoteOf(config.databaseUrl),
  })
  return symbolon
}

/**
 * Says so where the ledger began at another address: the service has moved, or servers of one
 * database were given different addresses, and then each refuses the tokens of the others.
 */
const noteOtherName = async (
  symbolon: Symbolon,
  baseUrl: string,
  logger: Logger,
): Promise<void> => {
  const { fixed, here } = portsOf(symbolon).ledgerOrigin
  const name = await fixed()
  if (name === here) return
  logger.warn(
    { base_url: baseUrl, ledger: name },
    "The ledger began at another address. Servers of one database need one SYMBOLON_BASE_URL.",
  )
}

/**
 * Does nothing where no other server runs on a SQLite file, which is for one.
 *
 * @throws {CommandFailed} where the server that the data directory noted last still answers.
 */
const expectAlone = async (
  { databaseUrl, dataDir, note }: SettledConfig,
  symbolon: Symbolon,
): Promise<void> => {
  if (databaseUrl !== undefined || note.listens_on === undefined) return
  if (isOurs(await whoAnswers(note.listens_on), await keysOf(symbolon)))
    throw new CommandFailed(
      `Another server already uses ${dataDir}, at ${note.listens_on}. A SQLite database is for one server. Stop that server first, or choose another --data-dir.`,
    )
}

const explainPort =
  (env: Io["env"], flag: "--port" | "--metrics-port") =>
  (reason: NodeJS.ErrnoException & { readonly port?: number }): never => {
    const instead = (port: number) => `Choose another port: ${serveWith(env, `${flag} ${port}`)}`
    if (reason.code === "EADDRINUSE")
      throw new CommandFailed(
        `Port ${reason.port} is in use. ${instead((reason.port ?? 8080) + 1)}`,
      )
    if (reason.code === "EACCES")
      throw new CommandFailed(`Port ${reason.port} needs administrator rights. ${instead(8080)}`)
    throw reason
  }
