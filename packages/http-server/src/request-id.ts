import { randomUUID } from "node:crypto"

const acceptable = /^[\w.:-]{1,128}$/

/**
 * The id a request goes by in replies and logs: the caller's own, when it is harmless in both, else
 * a new one.
 */
export const requestId = (sent: string | undefined): string =>
  sent !== undefined && acceptable.test(sent) ? sent : randomUUID()
