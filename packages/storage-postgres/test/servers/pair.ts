import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, readFileSync, readdirSync, readlinkSync, statSync } from "node:fs"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { ask, freePort, rowsOf, startRestartable } from "../server.ts"

/** A primary, and a standby that confirms every commit before it is answered. */
export interface PostgresPair extends AsyncDisposable {
  readonly primary: PairedServer
  readonly standby: PairedServer
}

/** One server of a pair. */
export interface PairedServer {
  readonly url: string
  /** Starts it again. */
  readonly start: () => Promise<void>
  /** Ends all of its processes with SIGKILL. */
  readonly kill: () => Promise<void>
}

/** The user that a balancer asks with which server takes writes: without a password or rights. */
const balancer = "haproxy"

/**
 * Starts a pair. The npm package of PostgreSQL has no `pg_basebackup`, so the standby begins as a
 * copy of the stopped primary.
 */
export const startPair = async (): Promise<PostgresPair> => {
  const made = await startRestartable()
  const own = made.directory
  const copy = `${own}-standby`
  await ask(made.url, `create role ${balancer} login`)
  const pid = Number.parseInt(readFileSync(join(own, "postmaster.pid"), "utf8"), 10)
  const binary = readlinkSync(`/proc/${pid}/exe`)
  await made.down()
  const access = join(own, "pg_hba.conf")
  const trust = `host postgres ${balancer} 127.0.0.1/32 trust\n`
  await writeFile(access, `${trust}${readFileSync(access, "utf8")}`)
  execFileSync("cp", ["-a", own, copy])
  const run = pairedServer(binary)
  set(own, "synchronous_standby_names", "standby")
  const primary = await run(own)
  const { hostname: host, port, username: user, password } = new URL(primary.url)
  set(
    copy,
    "primary_conninfo",
    `host=${host} port=${port} user=${user} password=${password} application_name=standby`,
  )
  await writeFile(join(copy, "standby.signal"), "")
  const standby = await run(copy)
  await untilSynchronous(primary.url)
  return {
    primary,
    standby,
    [Symbol.asyncDispose]: async () => {
      await primary.kill()
      await standby.kill()
      await made.stop()
      await rm(copy, { recursive: true, force: true })
    },
  }
}

/** Makes the standby a primary, which waits for no other. */
export const promote = async ({ url }: PairedServer): Promise<void> => {
  await ask(url, "select pg_promote(wait => true)")
}

const set = (directory: string, name: string, value: string): void =>
  appendFileSync(join(directory, "postgresql.auto.conf"), `${name} = '${value}'\n`)

/** A server on a data directory, which runs under the user that owns it. */
const pairedServer =
  (binary: string) =>
  async (directory: string): Promise<PairedServer> => {
    const port = await freePort()
    const { uid, gid } = statSync(directory)
    const settings = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=400",
      "fsync=off",
    ]
    const flags = ["-D", directory, "-p", String(port), ...settings.flatMap((each) => ["-c", each])]
    const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
    let server: ChildProcess
    const start = async (): Promise<void> => {
      server = spawn(binary, flags, { uid, gid, stdio: "ignore" })
      await untilAnswers(url)
    }
    await start()
    return { url, start, kill: () => killed(server) }
  }

/** Ends a server and its children, which are in sessions of their own. */
const killed = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, "exit")
  const children = childrenOf(server.pid ?? 0)
  server.kill("SIGKILL")
  for (const child of children)
    try {
      process.kill(child, "SIGKILL")
    } catch {
      // It ended by itself.
    }
  await exit
}

const childrenOf = (parent: number): readonly number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1] ===
          String(parent)
        )
      } catch {
        return false
      }
    })
    .map(Number)

/** Resolves when a statement is answered at an address, by the server itself or one in front of it. */
export const untilAnswers = (url: string): Promise<void> =>
  until(() => rowsOf(url, "select 1").then(() => true))

const untilSynchronous = (url: string) =>
  until(async () => {
    const [row] = await rowsOf(url, "select sync_state from pg_stat_replication")
    return row?.["sync_state"] === "sync"
  })

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await isSo().catch(() => false)); tries += 1) {
    if (tries === 300) throw new Error("PostgreSQL did not come up in half a minute.")
    await pause(100)
  }
}
