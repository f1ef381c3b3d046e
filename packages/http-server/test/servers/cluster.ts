import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createSymbolon, localKeyVault, type Symbolon } from "@symbolon/core"
import { openPostgres } from "@symbolon/storage-postgres"
import { freePort } from "../../../storage-postgres/test/server.ts"
import { type Bootstrap, bootstrapDemo } from "../../src/demo/bootstrap.ts"
import { argon2Passwords } from "../../src/passwords.ts"
import { startHaproxy } from "./haproxy.ts"

const root = join(import.meta.dirname, "../../../..")
const cli = join(root, "packages/http-server/dist/cli.js")

/** One of the servers of a cluster. */
export interface ClusterServer {
  readonly url: string
  /** Starts it; resolves when it is ready. */
  readonly start: () => Promise<void>
  /** Ends it with a signal; answers the exit code, null where the signal ended it. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>
  /** What the operating system knows of it. */
  readonly usage: () => { readonly memoryMb: number; readonly files: number }
  /** The status of `/health/ready`; 0 where nothing answers. */
  readonly readiness: () => Promise<number>
}

/** Two servers on one database behind HAProxy, with the demo organization. */
export interface Cluster extends AsyncDisposable {
  readonly url: string
  readonly bootstrap: Bootstrap
  /** A core beside the servers, on the same database. */
  readonly symbolon: Symbolon
  readonly servers: readonly [ClusterServer, ClusterServer]
}

export interface ClusterOptions {
  /** Where the servers find the database. */
  readonly databaseUrl: string
  /** Where the core beside them finds it. Default: as the servers do. */
  readonly directUrl?: string
  readonly flags?: readonly string[]
}

/** Starts two servers and HAProxy with the configuration of `deploy/`. */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const directory = await mkdtemp(join(tmpdir(), "symbolon-cluster-"))
  const [balancerPort, ...ports] = [await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${balancerPort}`
  const dataDirs = ports.map((port) => join(directory, String(port)))
  for (const dataDir of dataDirs) await mkdir(dataDir)
  const keys = dataDirs.map((dataDir) => join(dataDir, "vault.key"))
  const symbolon = await createSymbolon({
    storage: openPostgres({ connectionString: options.directUrl ?? options.databaseUrl }),
    vault: await localKeyVault(keys[0] ?? ""),
    baseUrl: url,
    passwords: argon2Passwords,
    limits: "off",
    webhooks: { allowedNetworks: ["127.0.0.0/8"] },
    migrate: true,
  })
  await copyFile(keys[0] ?? "", keys[1] ?? "")
  const bootstrap = await bootstrapDemo(symbolon, { dataDir: directory, baseUrl: url })
  const serverOn = (index: 0 | 1) =>
    clusterServer(ports[index] ?? 0, [
      `--data-dir=${dataDirs[index]}`,
      `--base-url=${url}`,
      `--database-url=${options.databaseUrl}`,
      ...(options.flags ?? []),
    ])
  const servers = [serverOn(0), serverOn(1)] as const
  await Promise.all(servers.map(({ start }) => start()))
  const balancer = startHaproxy("haproxy.cfg", {
    SYMBOLON_LISTEN: `127.0.0.1:${balancerPort}`,
    SYMBOLON_SERVER_1: `127.0.0.1:${ports[0]}`,
    SYMBOLON_SERVER_2: `127.0.0.1:${ports[1]}`,
  })
  await untilReady(url)
  return {
    url,
    bootstrap,
    symbolon,
    servers,
    [Symbol.asyncDispose]: async () => {
      await balancer.stop()
      for (const { end } of servers) await end("SIGKILL")
      await symbolon.close()
      await rm(directory, { recursive: true })
    },
  }
}

const clusterServer = (port: number, flags: readonly string[]): ClusterServer => {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  return {
    url,
    start: async () => {
      const usual = ["serve", `--port=${port}`, "--limits=off", "--log-level=silent"]
      const drain = ["--drain-seconds=10", "--drain-pause-seconds=3"]
      const loopback = "--webhooks-allowed-networks=127.0.0.0/8"
      child = spawn(process.execPath, [cli, ...usual, ...drain, loopback, ...flags], {
        stdio: "ignore",
      })
      await untilReady(url)
    },
    end: async (signal) => (child === undefined ? 0 : ended(child, signal)),
    usage: () => {
      const status = readFileSync(`/proc/${child?.pid}/status`, "utf8")
      const kb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
      return {
        memoryMb: Math.round(kb / 1024),
        files: readdirSync(`/proc/${child?.pid}/fd`).length,
      }
    },
    readiness: () => readinessOf(url),
  }
}

const ended = async (
  child: ChildProcess,
  signal: "SIGTERM" | "SIGKILL",
): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit")
    child.kill(signal)
    await exit
  }
  return child.exitCode
}

const readinessOf = async (url: string): Promise<number> => {
  try {
    const reply = await fetch(`${url}/health/ready`)
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return 0
  }
}

/** Resolves when a server is ready; rejects after half a minute. */
export const untilReady = async (url: string): Promise<void> => {
  for (let tries = 0; (await readinessOf(url)) !== 200; tries += 1) {
    if (tries === 300) throw new Error(`${url} is not ready.`)
    await pause(100)
  }
}

if (!existsSync(cli)) throw new Error("Run npm run build first.")
