import { localKeyVault, type Logger, type Mailer, type Symbolon } from "@symbolon/core"
import type { Config } from "../config.ts"
import { createHandler } from "../create-handler.ts"
import { type Bootstrap, bootstrapDemo } from "../demo/bootstrap.ts"
import { listen } from "../listen.ts"
import { CommandFailed } from "./command.ts"
import { expectNetwork, makeDataDir, vaultFileOf, writeNote } from "./data-dir.ts"
import { expectNotLost, mayMigrate, openCore, openStorage, type SettledConfig, settle } from "./open.ts"
import { storageNoteOf } from "./storage-note.ts"
import { installedPasskeys } from "./passkeys.ts"

/** A server that runs in this process. */
export interface Running {
  readonly symbolon: Symbolon
  readonly baseUrl: string
  /** The address that was bound; one for all of the machine's where it listens on every one. */
  readonly listensOn: string
  /** Of a demo. */
  readonly bootstrap: Bootstrap | undefined
  /** Lets requests and work end, and closes everything. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server. The port is taken first, since tokens name the address; whoever asks before everything is there is told to come
 * again. What was opened is closed when a later step fails.
 */
export const runServer = async (
  given: Config,
  { isDemo, logger, mailer }: { readonly isDemo: boolean; readonly logger: Logger; readonly mailer: Mailer | undefined },
): Promise<Running> => {
  const config = await settle(given)
  const listening = await listen({ host: config.host, port: config.port, drainMs: config.drainSeconds * 1000 }).catch(explainPort)
  const closers: (() => Promise<void>)[] = [listening.stop]
  const stop = async (): Promise<void> => {
    for (const close of closers) await close()
  }
  try {
    const baseUrl = config.baseUrl ?? listening.url
    const symbolon = await openService(config, { isDemo, baseUrl, logger, mailer })
    closers.push(symbolon.close)
    const bootstrap = isDemo ? await bootstrapDemo(symbolon, { dataDir: config.dataDir, baseUrl }) : undefined
    symbolon.runWork()
    const handler = createHandler({
      symbolon,
      limits: config.limits,
      trustedProxies: config.trustedProxies,
      registration: config.registration,
      ...(config.interactionUrl === undefined ? {} : { interactionUrl: config.interactionUrl }),
      logger,
    })
    listening.answer(handler)
    return { symbolon, baseUrl, listensOn: listening.url, bootstrap, stop }
  } catch (reason) {
    await stop()
    throw reason
  }
}

interface ServiceParts {
  readonly isDemo: boolean
  readonly baseUrl: string
  readonly logger: Logger
  readonly mailer: Mailer | undefined
}

/** Opens the core of a server, and notes in the data directory what commands beside it must know. */
const openService = async (config: SettledConfig, { isDemo, baseUrl, logger, mailer }: ServiceParts): Promise<Symbolon> => {
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
  // Before anything is signed: a start that breaks off must not leave a database that could become another network's.
  await writeNote(dataDir, { network })
  const vault = await localKeyVault(vaultFileOf(dataDir))
  const symbolon = await openCore(config, { storage, vault, baseUrl, migrate, logger, mailer, passkeys: await installedPasskeys() })
  await writeNote(dataDir, { base_url: baseUrl, storage: storageNoteOf(config.databaseUrl) })
  return symbolon
}

const explainPort = (reason: NodeJS.ErrnoException & { readonly port?: number }): never => {
  if (reason.code === "EADDRINUSE")
    throw new CommandFailed(`Port ${reason.port} is taken. Choose another one: --port ${(reason.port ?? 8080) + 1}`)
  if (reason.code === "EACCES") throw new CommandFailed(`Port ${reason.port} is not for ordinary users. Choose another one: --port 8080`)
  throw reason
}
