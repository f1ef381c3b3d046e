import { type ConfigFile, readConfigFile } from "./config/config-file.ts"
import { didYouMean } from "@symbolon/core"
import {
  type ConfigInput,
  ConfigShape,
  defaults,
  type Setting,
  spellings,
} from "./config/settings.ts"
import type { Spelling } from "./config/spelling.ts"
import type { LimitsSwitch } from "./limiter.ts"
import type { LogLevel } from "./log.ts"

/** A bucket of an S3 server, and the key to it. */
export interface FilesBucket {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether URLs name the bucket in the path and not in the host. */
  readonly pathStyle: boolean
}

/** A configuration, complete and checked. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Undefined takes the address that was bound. */
  readonly baseUrl: string | undefined
  readonly dataDir: string
  /** Undefined keeps everything in a SQLite file in the data directory. */
  readonly databaseUrl: string | undefined
  /** Connections to PostgreSQL for transactions. */
  readonly databaseConnections: number
  /** Whether statements are prepared in PostgreSQL. */
  readonly databasePreparedStatements: boolean
  readonly migrate: boolean
  readonly testClock: boolean
  readonly limits: LimitsSwitch
  readonly trustedProxies: readonly string[]
  readonly logLevel: LogLevel
  readonly registration: "open" | "closed"
  /** Undefined shows the built-in pages. */
  readonly interactionUrl: string | undefined
  readonly refreshReuseGraceSeconds: number
  /** Undefined sends no mails. */
  readonly smtpUrl: string | undefined
  /** There with {@link Config.smtpUrl}. */
  readonly mailFrom: string | undefined
  readonly webhooksAllowedNetworks: readonly string[]
  readonly webhooksHttpsOnly: boolean
  readonly webhooksTimeoutMs: number
  /** How long deliveries of webhooks are kept once they finished. */
  readonly keepDeliveriesDays: number
  /** How long jobs that were given up are kept. */
  readonly keepFailedJobsDays: number
  /** Undefined keeps uploaded files in the data directory. */
  readonly filesDir: string | undefined
  /** Undefined keeps uploaded files in a directory. */
  readonly filesS3: FilesBucket | undefined
  readonly filesMaxBytes: number
  readonly filesPartBytes: number
  readonly filesBytesPerUser: number | "off"
  readonly filesBytesPerOrganization: number | "off"
  readonly filesMirroredBytes: number
  readonly filesUploadsPerAddress: number
  /** Undefined serves no metrics. */
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  readonly drainSeconds: number
  readonly drainPauseSeconds: number
}

/** Where a configuration comes from, the strongest first. */
export interface ConfigSources {
  /** Settings by name, as text or as a switch. */
  readonly flags: Readonly<Partial<Record<Setting, string | boolean>>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where a configuration file is looked for. */
  readonly cwd: string
  /** The file to read instead of looking for one. */
  readonly file?: string | undefined
}

/** A configuration that does not hold; all that is wrong with it, each named as it was written. */
export class ConfigRefused extends Error {
  override readonly name = "ConfigRefused"
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "an error" : `${problems.length} errors`}:\n${problems.map((each) => `  ${each}`).join("\n")}`,
    )
    this.problems = problems
  }
}

interface Sent {
  readonly value: unknown
  /** How it was written: `--port`, `SYMBOLON_PORT`, or a key of a file. */
  readonly as: string
}

/**
 * Puts a configuration together: flags before environment before file before defaults.
 *
 * @throws {ConfigRefused} naming every mistake at once.
 */
export const loadConfig = async ({
  flags,
  env,
  cwd,
  file: named,
}: ConfigSources): Promise<{ readonly config: Config; readonly warnings: readonly string[] }> => {
  const problems: string[] = []
  const file = await readConfigFile(cwd, named ?? env["SYMBOLON_CONFIG"]).catch(
    (reason: Error) => void problems.push(reason.message),
  )
  const sent = new Map<Setting, Sent>()
  for (const name of settingNames) {
    const found = sentFor(name, { flags, env, file: file ?? undefined })
    if (found !== undefined) sent.set(name, found)
  }
  const read = ConfigShape.safeParse(
    Object.fromEntries([...sent].map(([name, { value }]) => [name, value])),
  )
  if (!read.success)
    for (const issue of read.error.issues)
      problems.push(problemOf(issue.path[0] as Setting, issue.message, sent))
  for (const key of Object.keys(file?.values ?? {}))
    if (!Object.hasOwn(spellings, key))
      problems.push(`${file?.path}: ${key} is not a setting.${didYouMean(key, settingNames)}`)
  const config = complete(read.data ?? {})
  problems.push(
    ...mailWithoutSender(config, sent),
    ...halfBucket(sent),
    ...pauseBeyondEnd(config, sent),
  )
  if (env["NODE_ENV"] === "production") problems.push(...notInProduction(config, sent))
  if (problems.length > 0) throw new ConfigRefused(problems)
  return { config, warnings: [...strangeVariables(env), ...databaseElsewhere(env, config)] }
}

const settingNames = Object.keys(spellings) as readonly Setting[]

const sentFor = (
  name: Setting,
  {
    flags,
    env,
    file,
  }: Pick<ConfigSources, "flags" | "env"> & { readonly file: ConfigFile | undefined },
): Sent | undefined => {
  const spelling = spellings[name]
  const flag = flags[name]
  if (flag !== undefined) return { value: fromText(flag, spelling), as: `--${spelling.flag}` }
  const variable = spelling.env.find((each) => env[each] !== undefined && env[each] !== "")
  if (variable !== undefined)
    return { value: fromText(env[variable] ?? "", spelling), as: variable }
  const value = file?.values[name]
  return value === undefined ? undefined : { value, as: `${file?.path}: ${name}` }
}

const switches: Readonly<Record<string, boolean>> = {
  "1": true,
  true: true,
  "0": false,
  false: false,
}

/**
 * Parses a text to its value. Invalid text is returned unchanged, so that the schema refuses it.
 */
const fromText = (text: string | boolean, { kind }: Spelling): unknown => {
  if (typeof text === "boolean") return text
  if (kind === "number")
    return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text)
  if (kind === "switch" || kind === "boolean") return switches[text.toLowerCase()] ?? text
  if (kind === "list")
    return text
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "")
  return text
}

const problemOf = (name: Setting, message: string, sent: ReadonlyMap<Setting, Sent>): string => {
  const { as = name, value } = sent.get(name) ?? {}
  const quoted = spellings[name].isSecret === true ? "" : ` ${JSON.stringify(value)}`
  return `${as}${quoted} ${message}`
}

const complete = (read: ConfigInput): Config => {
  const testClock = read.testClock ?? defaults.testClock
  return {
    host: read.host ?? defaults.host,
    port: read.port ?? defaults.port,
    baseUrl: read.baseUrl,
    dataDir: read.dataDir ?? defaults.dataDir,
    databaseUrl: read.databaseUrl,
    databaseConnections: read.databaseConnections ?? defaults.databaseConnections,
    databasePreparedStatements:
      read.databasePreparedStatements ?? defaults.databasePreparedStatements,
    migrate: read.migrate ?? defaults.migrate,
    testClock,
    limits: read.limits ?? (testClock ? "off" : "on"),
    trustedProxies: read.trustedProxies ?? defaults.trustedProxies,
    logLevel: read.logLevel ?? defaults.logLevel,
    registration: read.registration ?? defaults.registration,
    interactionUrl: read.interactionUrl,
    refreshReuseGraceSeconds: read.refreshReuseGraceSeconds ?? defaults.refreshReuseGraceSeconds,
    smtpUrl: read.smtpUrl,
    mailFrom: read.mailFrom,
    webhooksAllowedNetworks: read.webhooksAllowedNetworks ?? defaults.webhooksAllowedNetworks,
    webhooksHttpsOnly: read.webhooksHttpsOnly ?? defaults.webhooksHttpsOnly,
    webhooksTimeoutMs: read.webhooksTimeoutMs ?? defaults.webhooksTimeoutMs,
    keepDeliveriesDays: read.keepDeliveriesDays ?? defaults.keepDeliveriesDays,
    keepFailedJobsDays: read.keepFailedJobsDays ?? defaults.keepFailedJobsDays,
    filesDir: read.filesDir,
    filesS3: bucketOf(read),
    filesMaxBytes: read.filesMaxBytes ?? defaults.filesMaxBytes,
    filesPartBytes: read.filesPartBytes ?? defaults.filesPartBytes,
    filesBytesPerUser: read.filesBytesPerUser ?? defaults.filesBytesPerUser,
    filesBytesPerOrganization: read.filesBytesPerOrganization ?? defaults.filesBytesPerOrganization,
    filesMirroredBytes: read.filesMirroredBytes ?? defaults.filesMirroredBytes,
    filesUploadsPerAddress: read.filesUploadsPerAddress ?? defaults.filesUploadsPerAddress,
    metricsPort: read.metricsPort,
    metricsHost: read.metricsHost ?? defaults.metricsHost,
    drainSeconds: read.drainSeconds ?? defaults.drainSeconds,
    drainPauseSeconds: read.drainPauseSeconds ?? defaults.drainPauseSeconds,
  }
}

/** The bucket for uploaded files; undefined unless every setting that it needs is there. */
const bucketOf = (read: ConfigInput): FilesBucket | undefined => {
  const {
    filesS3Endpoint: endpoint,
    filesS3Region: region,
    filesS3Bucket: bucket,
    filesS3AccessKeyId: accessKeyId,
    filesS3SecretAccessKey: secretAccessKey,
  } = read
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined
  const pathStyle = read.filesS3PathStyle ?? defaults.filesS3PathStyle
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle }
}

const bucketSettings = [
  "filesS3Endpoint",
  "filesS3Region",
  "filesS3Bucket",
  "filesS3AccessKeyId",
  "filesS3SecretAccessKey",
] as const satisfies readonly Setting[]

/** A bucket needs all of its settings, and leaves no use for a directory. */
const halfBucket = (sent: ReadonlyMap<Setting, Sent>): readonly string[] => {
  const [first] = bucketSettings.flatMap((name) => sent.get(name) ?? [])
  const style = sent.get("filesS3PathStyle")
  if (first === undefined)
    return style === undefined
      ? []
      : [
          `${style.as} has no use without a bucket. Set ${bucketSettings.map((name) => spellings[name].env[0]).join(", ")}.`,
        ]
  const missing = bucketSettings
    .filter((name) => !sent.has(name))
    .map((name) => spellings[name].env[0])
  const directory = sent.get("filesDir")
  return [
    ...(missing.length === 0 ? [] : [`${first.as} needs more. Set ${missing.join(", ")}.`]),
    ...(directory === undefined ? [] : [`${directory.as} has no use beside ${first.as}.`]),
  ]
}

const mailWithoutSender = (
  { smtpUrl, mailFrom }: Config,
  sent: ReadonlyMap<Setting, Sent>,
): readonly string[] =>
  smtpUrl !== undefined && mailFrom === undefined && !sent.has("mailFrom")
    ? [`${sent.get("smtpUrl")?.as ?? "smtpUrl"} needs a sender. Set SYMBOLON_MAIL_FROM.`]
    : []

/** The pause is a part of the time in which the server stops. */
const pauseBeyondEnd = (
  { drainSeconds, drainPauseSeconds }: Config,
  sent: ReadonlyMap<Setting, Sent>,
): readonly string[] =>
  drainPauseSeconds > drainSeconds
    ? [
        `${sent.get("drainPauseSeconds")?.as ?? "drainPauseSeconds"} ${drainPauseSeconds} must not be more than the drain seconds, ${drainSeconds}.`,
      ]
    : []

/** A movable clock and missing limits are for tests only. */
const notInProduction = (
  { testClock, limits }: Config,
  sent: ReadonlyMap<Setting, Sent>,
): readonly string[] => {
  if (testClock)
    return [`${sent.get("testClock")?.as ?? "testClock"} is not allowed with NODE_ENV=production.`]
  return limits === "off"
    ? [`${sent.get("limits")?.as ?? "limits"} off is not allowed with NODE_ENV=production.`]
    : []
}

/**
 * A database URL under the name that other programs read: without a word the data would go into a
 * SQLite file.
 */
const databaseElsewhere = (
  env: ConfigSources["env"],
  { databaseUrl }: Config,
): readonly string[] =>
  databaseUrl === undefined && /^postgres(ql)?:/.test(env["DATABASE_URL"] ?? "")
    ? ["DATABASE_URL is not a setting of symbolon. Did you mean SYMBOLON_DATABASE_URL?"]
    : []

/**
 * Variables that look like ours and are not: a warning, since another program's may begin alike.
 */
const strangeVariables = (env: ConfigSources["env"]): readonly string[] => {
  const known = new Set([
    ...Object.values(spellings).flatMap((spelling) => spelling.env),
    "SYMBOLON_CONFIG",
  ])
  return Object.keys(env)
    .filter((name) => name.startsWith("SYMBOLON_") && !known.has(name))
    .map((name) => `${name} is not a setting of symbolon.${didYouMean(name, known)}`)
}
