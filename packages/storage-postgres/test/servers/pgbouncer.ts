import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { freePort, rowsOf } from "../server.ts"

/** A PgBouncer in transaction mode in front of a PostgreSQL. */
export interface Pgbouncer extends AsyncDisposable {
  /** The URL of a database, as it is reached through PgBouncer. */
  readonly through: (url: string) => string
}

export interface PgbouncerOptions {
  /** The URL of the PostgreSQL behind it. */
  readonly server: string
  /** Connections to PostgreSQL for each database. Default: as in `deploy/`. */
  readonly poolSize?: number
}

/** Starts PgBouncer with the configuration of `deploy/`; only what belongs to the place is set. */
export const startPgbouncer = async ({
  server,
  poolSize,
}: PgbouncerOptions): Promise<Pgbouncer> => {
  const { hostname, port: behind, username, password } = new URL(server)
  const directory = await mkdtemp(join(tmpdir(), "symbolon-pgbouncer-"))
  const [own, deployed, users] = ["own.ini", "pgbouncer.ini", "users.txt"].map((name) =>
    join(directory, name),
  ) as [string, string, string]
  const port = await freePort()
  // Every line `[pgbouncer]` sets all back to the defaults, so the settings go on where the included
  // file ends.
  const settings = [
    `%include ${deployed}`,
    `listen_port = ${port}`,
    `auth_file = ${users}`,
    ...(poolSize === undefined ? [] : [`default_pool_size = ${poolSize}`]),
    // What the tests are about; newer versions can carry prepared statements along.
    ...(version() >= 121 ? ["max_prepared_statements = 0"] : []),
    "[databases]",
    `* = host=${hostname} port=${behind}`,
  ]
  await copyFile(join(import.meta.dirname, "../../../http-server/deploy/pgbouncer.ini"), deployed)
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(own, `${settings.join("\n")}\n`)
  // PgBouncer refuses to run as root, and its user must be able to read its files.
  await chmod(directory, 0o755)
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  const bouncer = spawn("pgbouncer", ["-q", ...user, own], { stdio: "ignore" })
  const through = (url: string): string =>
    Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href
  await untilAnswers(through(server))
  return {
    through,
    [Symbol.asyncDispose]: async () => {
      const exit = once(bouncer, "exit")
      // Which ends the connections at once.
      bouncer.kill("SIGTERM")
      await exit
      await rm(directory, { recursive: true })
    },
  }
}

/** 118 for 1.18. */
const version = (): number => {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync("pgbouncer", ["-V"]).toString()) ?? []
  return Number(major) * 100 + Number(minor)
}

const untilAnswers = async (url: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await rowsOf(url, "select 1")
      return
    } catch (reason) {
      if (tries === 100) throw reason
      await pause(100)
    }
  }
}
