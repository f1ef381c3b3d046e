import type { Logger, Mailer, Symbolon } from "@symbolon/core"
import type { Config } from "../config.ts"
import { createHandler } from "../create-handler.ts"
import { type Bootstrap, bootstrapDemo } from "../demo/bootstrap.ts"
import { listen } from "../listen.ts"
import { CommandFailed } from "./command.ts"
import { makeDataDir, writeNote } from "./data-dir.ts"
import { isFresh, openCore, openStorage } from "./open.ts"
import { installedPasskeys } from "./passkeys.ts"

/** A server that runs in this process. */
export interface Running {
  readonly symbolon: Symbolon
  readonly baseUrl: string
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
  config: Config,
  { isDemo, logger, mailer }: { readonly isDemo: boolean; readonly logger: Logger; readonly mailer: Mailer | undefined },
): Promise<Running> => {
  const listening = await listen({ host: config.host, port: config.port, drainMs: config.drainSeconds * 1000 }).catch(explainPort)
  const closers: (() => Promise<void>)[] = [listening.stop]
  const stop = async (): Promise<void> => {
    for (const close of closers) await close()
  }
  try {
    const baseUrl = config.baseUrl ?? listening.url
    await makeDataDir(config.dataDir)
    await writeNote(config.dataDir, { network: config.testClock ? "test" : "main", base_url: baseUrl })
    const storage = openStorage(config)
    const migrate = config.migrate || isDemo || (await isFresh(storage))
    const symbolon = await openCore(config, { storage, baseUrl, migrate, logger, mailer, passkeys: await installedPasskeys() })
    closers.push(symbolon.close)
    const bootstrap = isDemo ? await bootstrapDemo(symbolon, { dataDir: config.dataDir, baseUrl }) : undefined
    symbolon.runWork()
    const handler = createHandler({
      symbolon,
      baseUrl,
      limits: config.limits,
      trustedProxies: config.trustedProxies,
      registration: config.registration,
      ...(config.interactionUrl === undefined ? {} : { interactionUrl: config.interactionUrl }),
      logger,
    })
    listening.answer(handler)
    return { symbolon, baseUrl, bootstrap, stop }
  } catch (reason) {
    await stop()
    throw reason
  }
}

const explainPort = (reason: NodeJS.ErrnoException & { readonly port?: number }): never => {
  if (reason.code === "EADDRINUSE")
    throw new CommandFailed(`Port ${reason.port} is taken. Choose another one: --port ${(reason.port ?? 8080) + 1}`)
  if (reason.code === "EACCES") throw new CommandFailed(`Port ${reason.port} is not for ordinary users. Choose another one: --port 8080`)
  throw reason
}
