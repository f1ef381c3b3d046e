import { baseUrlProblem, limits, readNetwork } from "@symbolon/core"
import * as z from "zod"
import { filesSpellings } from "./files-spellings.ts"
import { keepingSpellings } from "./keeping-spellings.ts"
import type { Spelling } from "./spelling.ts"
import { logLevels } from "../log.ts"

const fileRange = `must be 1 to ${limits.fileBytesMost}`
const bytesRange = "must be a whole number of bytes, at least 1, or off"
const bytesOrOff = z.union(
  [z.literal("off"), z.int(bytesRange).min(1, bytesRange).max(Number.MAX_SAFE_INTEGER, bytesRange)],
  bytesRange,
)
const partRange = `must be ${limits.filePartBytesMin} to ${limits.filePartBytesMax}`
const daysMax = 36_500
const daysRange = `must be 1 to ${daysMax}`
const days = z.int("must be a whole number").min(1, daysRange).max(daysMax, daysRange)
const timeoutRange = `must be 1 to ${limits.outgoingTimeoutMsMax}`

/** More than one PostgreSQL serves well. */
const connectionsMax = 1000
/** More than one process can have open. */
const uploadsMax = 100_000
const uploadsRange = `must be 1 to ${uploadsMax}`
const connectionRange = `must be 1 to ${connectionsMax}`

const name = z.string("must be a string").min(1, "must not be empty").optional()

const networks = z.array(
  z
    .string()
    .refine(
      (text) => readNetwork(text) !== undefined,
      "must contain addresses and networks such as 10.0.0.0/8",
    ),
  "must be a list",
)

/**
 * The schema of a configuration from any source. All settings are optional; {@link defaults} has
 * their defaults.
 */
export const ConfigShape = z.strictObject({
  host: z.string("must be a string").min(1, "must not be empty").optional(),
  port: z
    .int("must be a whole number")
    .min(0, "must be 0 to 65535")
    .max(65_535, "must be 0 to 65535")
    .optional(),
  baseUrl: z
    .string()
    .superRefine((url, context) => {
      const wrong = baseUrlProblem(url)
      if (wrong !== undefined) context.addIssue({ code: "custom", message: wrong })
    })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  dataDir: z.string("must be a path").min(1, "must not be empty").optional(),
  databaseUrl: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be a URL that begins with postgres://" })
    .optional(),
  databaseConnections: z
    .int("must be a whole number")
    .min(1, connectionRange)
    .max(connectionsMax, connectionRange)
    .optional(),
  databasePreparedStatements: z.boolean("must be true or false").optional(),
  migrate: z.boolean("must be true or false").optional(),
  testClock: z.boolean("must be true or false").optional(),
  limits: z.enum(["on", "off"], "must be on or off").optional(),
  trustedProxies: networks.optional(),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).optional(),
  registration: z.enum(["open", "closed"], "must be open or closed").optional(),
  interactionUrl: z
    .url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
    .optional(),
  refreshReuseGraceSeconds: z
    .int("must be a whole number")
    .min(0, "must be 0 to 60")
    .max(limits.refreshReuseGraceSecondsMax, "must be 0 to 60")
    .optional(),
  smtpUrl: z
    .url({ protocol: /^smtps?$/, error: "must be a URL that begins with smtp:// or smtps://" })
    .optional(),
  mailFrom: z
    .string("must be a string")
    .regex(
      /^[^\s<>@]+@[^\s<>@]+$|^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$/,
      "must be an address, or Name <address>",
    )
    .optional(),
  webhooksAllowedNetworks: networks.optional(),
  webhooksHttpsOnly: z.boolean("must be true or false").optional(),
  filesDir: z.string("must be a path").min(1, "must not be empty").optional(),
  filesS3Endpoint: z
    .url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
    .optional(),
  filesS3Region: name,
  filesS3Bucket: name,
  filesS3AccessKeyId: name,
  filesS3SecretAccessKey: name,
  filesS3PathStyle: z.boolean("must be true or false").optional(),
  filesMaxBytes: z
    .int("must be a whole number")
    .min(1, fileRange)
    .max(limits.fileBytesMost, fileRange)
    .optional(),
  filesPartBytes: z
    .int("must be a whole number")
    .min(limits.filePartBytesMin, partRange)
    .max(limits.filePartBytesMax, partRange)
    .optional(),
  filesBytesPerUser: bytesOrOff.optional(),
  filesBytesPerOrganization: bytesOrOff.optional(),
  filesMirroredBytes: z.int("must be a whole number").min(0, "must not be negative").optional(),
  filesUploadsPerAddress: z
    .int("must be a whole number")
    .min(1, uploadsRange)
    .max(uploadsMax, uploadsRange)
    .optional(),
  webhooksTimeoutMs: z
    .int("must be a whole number")
    .min(1, timeoutRange)
    .max(limits.outgoingTimeoutMsMax, timeoutRange)
    .optional(),
  keepDeliveriesDays: days.optional(),
  keepFailedJobsDays: days.optional(),
  metricsPort: z
    .int("must be a whole number")
    .min(0, "must be 0 to 65535")
    .max(65_535, "must be 0 to 65535")
    .optional(),
  metricsHost: z.string("must be a string").min(1, "must not be empty").optional(),
  drainSeconds: z.number("must be a number").min(0, "must be at least 0").optional(),
  drainPauseSeconds: z.number("must be a number").min(0, "must be at least 0").optional(),
})

/** The settings of one source. */
export type ConfigInput = z.input<typeof ConfigShape>
export type Setting = keyof ConfigInput

/** The default settings. */
export const defaults = {
  host: "127.0.0.1",
  port: 8080,
  dataDir: ".symbolon",
  databaseConnections: 10,
  databasePreparedStatements: true,
  migrate: false,
  testClock: false,
  trustedProxies: [],
  logLevel: "info",
  registration: "open",
  refreshReuseGraceSeconds: 0,
  webhooksAllowedNetworks: [],
  webhooksHttpsOnly: false,
  webhooksTimeoutMs: limits.outgoingTimeoutMs,
  keepDeliveriesDays: limits.deliveriesKeptDays,
  keepFailedJobsDays: limits.failedJobsKeptDays,
  filesS3PathStyle: false,
  filesMaxBytes: limits.fileBytesMax,
  filesPartBytes: limits.filePartBytes,
  filesBytesPerUser: limits.fileBytesPerUser,
  filesBytesPerOrganization: limits.fileBytesPerOrganization,
  filesMirroredBytes: limits.mirroredBytesPerOrganization,
  filesUploadsPerAddress: 64,
  metricsHost: "127.0.0.1",
  drainSeconds: 10,
  drainPauseSeconds: 0,
} as const

/** Every setting, by its name in a file. */
export const spellings: { readonly [Name in Setting]-?: Spelling } = {
  host: {
    flag: "host",
    env: ["SYMBOLON_HOST", "HOST"],
    kind: "text",
    hint: "ADDRESS",
    help: "address to listen on (127.0.0.1)",
  },
  port: {
    flag: "port",
    env: ["SYMBOLON_PORT", "PORT"],
    kind: "number",
    hint: "PORT",
    help: "port to listen on, 0 for any (8080)",
  },
  baseUrl: {
    flag: "base-url",
    env: ["SYMBOLON_BASE_URL"],
    kind: "text",
    hint: "URL",
    help: "public URL of the service, also the issuer of tokens (http://host:port)",
  },
  dataDir: {
    flag: "data-dir",
    env: ["SYMBOLON_DATA_DIR"],
    kind: "text",
    hint: "DIR",
    help: "directory of the database, keys and files (.symbolon)",
  },
  databaseUrl: {
    flag: "database-url",
    env: ["SYMBOLON_DATABASE_URL"],
    kind: "text",
    hint: "URL",
    help: "use PostgreSQL instead of a SQLite file in the data directory",
    isSecret: true,
  },
  databaseConnections: {
    flag: "database-connections",
    env: ["SYMBOLON_DATABASE_CONNECTIONS"],
    kind: "number",
    hint: "N",
    help: "connections to PostgreSQL for transactions; two more for every five count limits (10)",
  },
  databasePreparedStatements: {
    flag: "database-prepared-statements",
    env: ["SYMBOLON_DATABASE_PREPARED_STATEMENTS"],
    kind: "boolean",
    hint: "true|false",
    help: "prepare statements in PostgreSQL; false behind PgBouncer in transaction mode (true)",
  },
  migrate: {
    flag: "migrate",
    env: ["SYMBOLON_MIGRATE"],
    kind: "switch",
    hint: "",
    help: "apply pending migrations first",
  },
  testClock: {
    flag: "test-clock",
    env: ["SYMBOLON_TEST_CLOCK"],
    kind: "switch",
    hint: "",
    help: "use a clock that moves only over HTTP; not for production",
  },
  limits: {
    flag: "limits",
    env: ["SYMBOLON_LIMITS"],
    kind: "text",
    hint: "on|off",
    help: "rate limits (on; off with a test clock)",
  },
  trustedProxies: {
    flag: "trusted-proxies",
    env: ["SYMBOLON_TRUSTED_PROXIES"],
    kind: "list",
    hint: "LIST",
    help: "addresses and networks whose X-Forwarded-For header is trusted",
  },
  logLevel: {
    flag: "log-level",
    env: ["SYMBOLON_LOG_LEVEL"],
    kind: "text",
    hint: "LEVEL",
    help: `${logLevels.join(", ")} (info)`,
  },
  registration: {
    flag: "registration",
    env: ["SYMBOLON_REGISTRATION"],
    kind: "text",
    hint: "open|closed",
    help: "whether users may register on the sign-in page (open)",
  },
  interactionUrl: {
    flag: "interaction-url",
    env: ["SYMBOLON_INTERACTION_URL"],
    kind: "text",
    hint: "URL",
    help: "your own page for sign-in and consent; ?challenge= is appended",
  },
  refreshReuseGraceSeconds: {
    flag: "refresh-reuse-grace-seconds",
    env: ["SYMBOLON_REFRESH_REUSE_GRACE_SECONDS"],
    kind: "number",
    hint: "SECONDS",
    help: "for this long, a used refresh token gets the same answer once more (0: the session ends)",
  },
  smtpUrl: {
    flag: "smtp-url",
    env: ["SYMBOLON_SMTP_URL"],
    kind: "text",
    hint: "URL",
    help: "SMTP server for outgoing mail, smtps://user:password@host",
    isSecret: true,
  },
  mailFrom: {
    flag: "mail-from",
    env: ["SYMBOLON_MAIL_FROM"],
    kind: "text",
    hint: "ADDRESS",
    help: "sender of mails, Name <address>; required with --smtp-url",
  },
  webhooksAllowedNetworks: {
    flag: "webhooks-allowed-networks",
    env: ["SYMBOLON_WEBHOOKS_ALLOWED_NETWORKS"],
    kind: "list",
    hint: "LIST",
    help: "networks that webhooks may reach besides the public internet, 10.1.0.0/16 (none)",
  },
  webhooksHttpsOnly: {
    flag: "webhooks-https-only",
    env: ["SYMBOLON_WEBHOOKS_HTTPS_ONLY"],
    kind: "switch",
    hint: "",
    help: "refuse webhooks whose URL begins with http://",
  },
  ...filesSpellings,
  ...keepingSpellings,
  webhooksTimeoutMs: {
    flag: "webhooks-timeout-ms",
    env: ["SYMBOLON_WEBHOOKS_TIMEOUT_MS"],
    kind: "number",
    hint: "MS",
    help: "time for one attempt to deliver a webhook (30000)",
  },
  metricsPort: {
    flag: "metrics-port",
    env: ["SYMBOLON_METRICS_PORT"],
    kind: "number",
    hint: "PORT",
    help: "serve metrics at /metrics on a port of their own, 0 for any (off)",
  },
  metricsHost: {
    flag: "metrics-host",
    env: ["SYMBOLON_METRICS_HOST"],
    kind: "text",
    hint: "ADDRESS",
    help: "address to serve metrics on (127.0.0.1)",
  },
  drainSeconds: {
    flag: "drain-seconds",
    env: ["SYMBOLON_DRAIN_SECONDS"],
    kind: "number",
    hint: "S",
    help: "how long the server waits for running requests and work when it stops (10)",
  },
  drainPauseSeconds: {
    flag: "drain-pause-seconds",
    env: ["SYMBOLON_DRAIN_PAUSE_SECONDS"],
    kind: "number",
    hint: "S",
    help: "of that, how long it still takes connections while /health/ready is 503 (0)",
  },
}
