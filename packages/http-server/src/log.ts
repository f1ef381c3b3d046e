import type { Logger } from "@symbolon/core"
import { type DestinationStream, pino } from "pino"

/** The log levels, from the most to the least verbose. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Names of what must never be read in a log. Nothing of ours hands them in; should something ever
 * do, they are blacked out.
 */
const secrets = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "client_secret",
  "clientSecret",
  "access_token",
  "accessToken",
  "refresh_token",
  "token",
  "databaseUrl",
]

/** A log of JSON lines, one object each. */
export const openLog = (
  level: LogLevel,
  to?: DestinationStream,
): Logger & { readonly flush: () => void } => {
  const log = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`)], censor: "[redacted]" },
    },
    to ?? pino.destination({ dest: 2, sync: false, minLength: 0 }),
  )
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    flush: () => log.flush(),
  }
}
