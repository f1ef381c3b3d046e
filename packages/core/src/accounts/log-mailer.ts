import type { Logger } from "../foundation/ports/logger.ts"
import type { Mailer } from "../foundation/ports/mailer.ts"

/**
 * Sends nothing: tells the log that a mail would have gone out, never to whom in full and never its
 * link.
 */
export const logMailer = (logger: Logger | undefined): Mailer => ({
  delivery: "none",
  send: async ({ to, purpose }) =>
    logger?.info(
      { purpose, to: maskedAddress(to) },
      "no mail is configured: this one was not sent",
    ),
})

/** An address as a log may hold it: its first letter and its domain. */
export const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf("@")
  return `${address.slice(0, 1)}***${at < 0 ? "" : address.slice(at)}`
}
