import { existsSync } from "node:fs"
import { access, constants, stat } from "node:fs/promises"
import { localKeyVault } from "@symbolon/core"
import type { Config } from "../config.ts"
import { databaseSettings, filesSettings } from "../config/setting-groups.ts"
import { defaults } from "../config/settings.ts"
import { listen } from "../listen.ts"
import { type Command, type Invocation, print } from "./command.ts"
import { type DataDirNote, readNote, vaultFileOf } from "./data-dir.ts"
import {
  filesPlaceOf,
  configOf,
  isFresh,
  isMissing,
  lostDatabase,
  openCore,
  openStorage,
  settle,
  type StorageConfig,
  unreachable,
} from "./open.ts"
import { askFiles } from "./files-there.ts"
import { isOurs, keysOf, whoAnswers } from "./which-deployment.ts"

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
    "Checks Node, configuration, data directory, files, port, address, mail, database, schema, keys and clock. Exits with 1 if a check fails.",
  examples: ["symbolon doctor", "symbolon doctor --json"],
  settings: [
    "host",
    "port",
    "baseUrl",
    "dataDir",
    ...databaseSettings,
    ...filesSettings,
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
          (reason: unknown) => ({
            name,
            ok: false,
            detail: reason instanceof Error ? reason.message : String(reason),
          }),
        ),
      )
    }
    await look("node", () => Promise.resolve(process.version))
    await look("data directory", () => dataDirectory(config.dataDir))
    const { checks: stored, keys } = await core(config)
    // Beside a database that needs a key, the line of the database says that the file is missing.
    if (existsSync(vaultFileOf(config.dataDir)) || stored.every(({ ok }) => ok))
      await look("vault key", () => vaultKey(config.dataDir))
    await look("files", () => files(config))
    const place = await placeOf(invocation, config, keys)
    await look("port", () => freePort(place))
    await look("sign-in", () => signIn(place))
    await look("mail", () => Promise.resolve(mail(config)))
    findings.push(...stored)
    const ok = findings.every((finding) => finding.ok)
    print(
      invocation,
      { ok, findings },
      findings.map(
        (finding) =>
          `${finding.ok ? "ok    " : "FAILED"}  ${finding.name.padEnd(14)}  ${finding.detail}`,
      ),
    )
    return ok ? 0 : 1
  },
}

const dataDirectory = async (dataDir: string): Promise<string> => {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK)
    return dataDir
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT")
      return `${dataDir} (created at the first start)`
    throw reason
  }
}

const files = async (config: Config): Promise<string> => {
  await askFiles(config)
  return filesPlaceOf(config)
}

const vaultKey = async (dataDir: string): Promise<string> => {
  const file = vaultFileOf(dataDir)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return "none yet; created when the first key is encrypted"
  // Windows has no such bits.
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new Error(`${file} can be read by other users. Run chmod 600 ${file}`)
  return "readable by its owner only; a backup has it too"
}

/** Where the server of a data directory is to be found, and how to know it. */
interface Place {
  readonly host: string
  readonly port: number
  /** The address that it listens on. */
  readonly address: string
  /** The address that tokens name. */
  readonly baseUrl: string
  /** The ids of this deployment's keys; undefined where the database cannot say. */
  readonly keys: readonly string[] | undefined
}

/** Explicit settings take precedence over the server's last address. */
const placeOf = async (
  { settings }: Pick<Invocation, "settings">,
  { host, port, baseUrl, dataDir }: Config,
  keys: Place["keys"],
): Promise<Place> => {
  const isGiven =
    (settings.host ?? settings.port) !== undefined ||
    host !== defaults.host ||
    port !== defaults.port
  const note: DataDirNote = isGiven ? {} : await readNote(dataDir).catch(() => ({}))
  const address = note.listens_on ?? `http://${host}:${port}`
  const bound = new URL(address)
  return {
    host: note.listens_on === undefined ? host : bound.hostname.replace(/^\[|\]$/g, ""),
    port: Number(bound.port === "" ? 80 : bound.port),
    address,
    baseUrl: baseUrl ?? note.base_url ?? address,
    keys,
  }
}

const freePort = async ({ host, port, address, keys }: Place): Promise<string> => {
  const answering = await whoAnswers(address)
  if (typeof answering === "object") {
    if (keys === undefined)
      return `${address} is served by Symbolon; without the database, doctor cannot tell whether it is this deployment`
    if (isOurs(answering, keys)) return `${address} is served by this deployment`
    throw new Error(
      `${address} is served by another deployment of Symbolon. Choose another --port, or check --data-dir.`,
    )
  }
  const listening = await listen({ host, port }).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== "EADDRINUSE") throw reason
    throw new Error(
      `Port ${port} is in use by another program (EADDRINUSE). Choose another --port.`,
    )
  })
  await listening.stop()
  return `port ${port} is free`
}

const loopback: readonly string[] = ["127.0.0.1", "[::1]", "localhost"]

/**
 * Whether people can sign in at the address that tokens name: the one that a proxy in front must be
 * reached under.
 */
const signIn = async ({ baseUrl, keys }: Place): Promise<string> => {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === "http:" && !loopback.includes(hostname))
    throw new Error(
      `${baseUrl} is not https, so browsers would send the sign-in cookie unencrypted. Set SYMBOLON_BASE_URL to the https address.`,
    )
  const issuer = `${baseUrl}/oauth2`
  const url = `${issuer}/.well-known/openid-configuration`
  const reply = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  if (reply === undefined) return `${issuer} (no server answers there now)`
  const metadata = reply.ok
    ? ((await reply.json().catch(() => ({}))) as { readonly issuer?: string })
    : {}
  if (metadata.issuer !== issuer)
    throw new Error(
      `${url} answers ${reply.status}${metadata.issuer === undefined ? "" : ` for ${metadata.issuer}`}. The proxy in front does not forward to this service.`,
    )
  if (keys !== undefined && !isOurs(await whoAnswers(baseUrl), keys))
    throw new Error(
      `${issuer} is served by another deployment: its signing keys are not in this database. Check --base-url and --data-dir.`,
    )
  return `${issuer} is served by this deployment`
}

const mail = ({ smtpUrl }: Config): string =>
  smtpUrl === undefined
    ? "not configured; set SYMBOLON_SMTP_URL and SYMBOLON_MAIL_FROM to send verification and password links"
    : `sent through ${new URL(smtpUrl).host}`

/**
 * Returns the core's own checks and the keys of its deployment, if it has any. A database that was
 * never used stays unchanged.
 */
const core = async (
  given: Config,
): Promise<{ readonly checks: readonly Finding[]; readonly keys: Place["keys"] }> => {
  try {
    const config = await settle(given)
    const empty = await emptyStore(config)
    if (empty !== undefined)
      return { checks: [{ name: "storage", ...empty }], keys: empty.ok ? [] : undefined }
    const { note } = config
    const settings = connections(config)
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
    try {
      const checks = [...(await symbolon.ready()), ...settings]
      return { checks, keys: checks.every(({ ok }) => ok) ? await keysOf(symbolon) : undefined }
    } finally {
      await symbolon.close()
    }
  } catch (reason) {
    const detail = reason instanceof Error ? reason.message : String(reason)
    return { checks: [{ name: "storage", ok: false, detail }], keys: undefined }
  }
}

/** How the database is used, with the settings that decide it; nothing for a SQLite file. */
const connections = ({
  databaseUrl,
  databaseConnections,
  databasePreparedStatements,
}: StorageConfig): readonly Finding[] => {
  if (databaseUrl === undefined) return []
  const statements = databasePreparedStatements ? "prepared statements" : "no prepared statements"
  const detail = `up to ${databaseConnections} for transactions (SYMBOLON_DATABASE_CONNECTIONS), ${statements} (SYMBOLON_DATABASE_PREPARED_STATEMENTS)`
  return [{ name: "connections", ok: true, detail }]
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
    detail:
      config.databaseUrl === undefined
        ? "will be set up at the first start"
        : "connected; the database is empty, run symbolon migrate up to set it up",
  }
}
