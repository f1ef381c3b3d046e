import type { Mailer } from "@symbolon/core"
import type { Config } from "../config.ts"
import type { Io } from "./command.ts"
import { smtpMailer } from "../smtp-mailer.ts"

/**
 * Returns the mailer for a configuration: over SMTP if a server is configured, otherwise to the
 * developer's terminal, never to the log. Undefined in production without a server: the core then
 * only logs that a mail was due.
 */
export const mailerOf = (
  { smtpUrl, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">,
  { env, err }: Pick<Io, "env" | "err">,
): Mailer | undefined => {
  if (smtpUrl !== undefined && mailFrom !== undefined)
    return smtpMailer({ url: smtpUrl, from: mailFrom })
  if (env["NODE_ENV"] === "production") return undefined
  return {
    delivery: "terminal",
    send: async ({ to, subject, text }) =>
      err(
        `\nNo mail server is configured (SYMBOLON_SMTP_URL). This mail would have been sent:\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`,
      ),
  }
}

/** What an operator should know about mails before the service runs; undefined when all is well. */
export const mailWarning = (
  { smtpUrl }: Pick<Config, "smtpUrl">,
  { env }: Pick<Io, "env">,
): string | undefined =>
  smtpUrl === undefined && env["NODE_ENV"] === "production"
    ? "No mail server is configured, so users cannot verify an address or reset a password. Set SYMBOLON_SMTP_URL and SYMBOLON_MAIL_FROM."
    : undefined
