import { existsSync } from "node:fs"
import { access, constants, stat } from "node:fs/promises"
import { localKeyVault } from "@symbolon/core"
import type { Config } from "../config.ts"
import { listen } from "../listen.ts"
import { type Command, print } from "./command.ts"
import { vaultFileOf } from "./data-dir.ts"
import { configOf, isFresh, isMissing, lostDatabase, openCore, openStorage, settle, unreachable } from "./open.ts"

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

type Look = () => Promise<string>

/** `symbolon doctor` */
export const doctor: Command = {
  name: "doctor",
  summary:
    "Looks at Node, configuration, data directory, port, address, mail, database, schema, keys and clock; exit code 1 when something is not well.",
  examples: ["symbolon doctor", "symbolon doctor --json"],
  settings: [
    "host",
    "port",
    "baseUrl",
    "dataDir",
    "databaseUrl",
    "testClock",
    "limits",
    "trustedProxies",
    "smtpUrl",
    "mailFrom",
    "logLevel",
  ],
  run: async (invocation) => {
    const config = await configOf(invocation)
    const findings: Finding[] = []
    const look = async (name: string, at: Look): Promise<void> => {
      findings.push(
        await at().then(
          (detail) => ({ name, ok: true, detail }),
          (reason: unknown) => ({ name, ok: false, detail: reason instanceof Error ? reason.message : String(reason) }),
        ),
      )
    }
    await look("node", () => Promise.resolve(process.version))
    await look("data directory", () => dataDirectory(config.dataDir))
    const stored = await core(config)
    // Beside a database that needs a key, the line of the database says that the file is missing.
    if (existsSync(vaultFileOf(config.dataDir)) || stored.every(({ ok }) => ok)) await look("vault key", () => vaultKey(config.dataDir))
    await look("port", () => freePort(config))
    await look("sign-in", () => signIn(config))
    await look("mail", () => Promise.resolve(mail(config)))
    findings.push(...stored)
    const ok = findings.every((finding) => finding.ok)
    print(
      invocation,
      { ok, findings },
      findings.map((finding) => `${finding.ok ? "well    " : "NOT WELL"}  ${finding.name.padEnd(14)}  ${finding.detail}`),
    )
    return ok ? 0 : 1
  },
}

const dataDirectory = async (dataDir: string): Promise<string> => {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
    return dataDir
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT") return `${dataDir} (made at the first start)`
    throw reason
  }
}

const vaultKey = async (dataDir: string): Promise<string> => {
  const file = vaultFileOf(dataDir)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return "none yet; made when something is first sealed"
  // Windows has no such bits.
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) throw new Error(`${file} can be read by others: chmod 600 ${file}`)
  return "for its owner alone; back it up apart from the database"
}

const freePort = async ({ host, port }: Config): Promise<string> => {
  const own = await fetch(`http://${host}:${port}/health/live`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
  if (own?.ok === true) return `${port} is served, by us`
  const listening = await listen({ host, port })
  await listening.stop()
  return `${port} is free`
}

const loopback: readonly string[] = ["127.0.0.1", "[::1]", "localhost"]

/** Whether people can sign in at the address that tokens name: the one that a proxy in front must be reached under. */
const signIn = async (config: Config): Promise<string> => {
  const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === "http:" && !loopback.includes(hostname))
    throw new Error(
      `${baseUrl} is not https: browsers would send the cookie of a sign-in in the clear. Set SYMBOLON_BASE_URL to the https address.`,
    )
  const issuer = `${baseUrl}/oauth2`
  const url = `${issuer}/.well-known/openid-configuration`
  const reply = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  if (reply === undefined) return `${issuer} (nobody answers there now)`
  const told = reply.ok ? ((await reply.json().catch(() => ({}))) as { readonly issuer?: string }) : {}
  if (told.issuer === issuer) return `${issuer} answers as itself`
  throw new Error(
    `${url} answers ${reply.status}${told.issuer === undefined ? "" : ` for ${told.issuer}`}: the proxy in front does not lead to this service.`,
  )
}

const mail = ({ smtpUrl }: Config): string =>
  smtpUrl === undefined
    ? "none goes out; set SYMBOLON_SMTP_URL and SYMBOLON_MAIL_FROM to send links for e-mail and passwords"
    : `goes through ${new URL(smtpUrl).host}`

/** What the core says of itself; a store that was never used is left as it is. */
const core = async (given: Config): Promise<readonly Finding[]> => {
  try {
    const config = await settle(given)
    const empty = await emptyStore(config)
    if (empty !== undefined) return [{ name: "storage", ...empty }]
    const { note } = config
    const symbolon = await openCore(
      { ...config, testClock: note.network === "test" },
      {
        storage: await openStorage(config),
        vault: await localKeyVault(vaultFileOf(config.dataDir)),
        baseUrl: config.baseUrl ?? note.base_url ?? "http://127.0.0.1",
        namesLedger: false,
        migrate: false,
      },
    )
    const checks = await symbolon.ready()
    await symbolon.close()
    return checks
  } catch (reason) {
    return [{ name: "storage", ok: false, detail: reason instanceof Error ? reason.message : String(reason) }]
  }
}

/** What to say of a store with nothing in it; undefined where there is something. */
const emptyStore = async (config: Config): Promise<Omit<Finding, "name"> | undefined> => {
  if (!isMissing(config)) {
    const storage = await openStorage(config)
    try {
      if (!(await isFresh(storage).catch(unreachable(config)))) return undefined
    } finally {
      await storage.close()
    }
  }
  const lost = lostDatabase(config)
  if (lost !== undefined) return { ok: false, detail: lost }
  return {
    ok: true,
    detail: config.databaseUrl === undefined ? "set up at the first start" : "answers; empty: run symbolon migrate up to set it up",
  }
}
