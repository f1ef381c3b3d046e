import { StorageUnavailable } from "@symbolon/core/storage"

/** Errors of sockets and of looking up names: the server is not there, or went away. */
const socketCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
  "EMFILE",
])

/**
 * Codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): what a
 * server says that is shutting down, starting, read-only after a failover, or too long about it;
 * and what is left of a conflict after all attempts.
 */
const serverCodes: ReadonlySet<string> = new Set([
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "57014",
  "55P03",
  "25006",
  "40001",
  "40P01",
])

/**
 * Classes of such codes: connection exceptions, too few resources (disk, memory, connections),
 * errors of the system.
 */
const serverClasses: ReadonlySet<string> = new Set(["08", "53", "58"])

/** Errors from `pg` itself have no codes. */
const ofDriver =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|query read timeout/i

const codeOf = (reason: Error): string =>
  "code" in reason && typeof reason.code === "string" ? reason.code : ""

/** Whether the server is not there, or cannot answer now: says nothing of what it was asked. */
export const isPassing = (reason: Error): boolean => {
  const code = codeOf(reason)
  if (code === "") return ofDriver.test(reason.message)
  return (
    socketCodes.has(code) ||
    serverCodes.has(code) ||
    (code.length === 5 && serverClasses.has(code.slice(0, 2)))
  )
}

/**
 * Returns the error of a failed commit: the change may have been saved, unless the server rolled it
 * back (class 40).
 */
export const rejectionOfCommit = (reason: unknown): unknown => {
  if (!(reason instanceof Error) || !isPassing(reason) || codeOf(reason).startsWith("40"))
    return reason
  return new StorageUnavailable(`PostgreSQL went away during a commit: ${reason.message}.`, {
    cause: reason,
    isOutcomeUnknown: true,
  })
}

/**
 * Returns the error of a rejected transaction: {@link StorageUnavailable} if the server cannot work
 * now, otherwise the reason unchanged.
 */
export const rejectionOf = (reason: unknown): unknown => {
  if (!(reason instanceof Error) || !isPassing(reason)) return reason
  const said = reason.message === "" ? codeOf(reason) : reason.message
  return new StorageUnavailable(`PostgreSQL cannot work now: ${said}.`, { cause: reason })
}
