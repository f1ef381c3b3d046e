import type { Mailer } from "@symbolon/core"

/** How mails leave. */
export interface SmtpSettings {
  /**
   * `smtps://user:password@mail.example`, or `smtp://` where the server upgrades the connection
   * (`?requireTLS=true` insists on it). Percent-encode what a URL cannot hold.
   */
  readonly url: string
  /** `Harbour Club <club@example.org>`, or the address alone. */
  readonly from: string
}

const timeoutMs = 15_000

/**
 * Sends mails over SMTP, for `createSymbolon({ mailer })`: each on a connection of its own, since
 * they are few. The library is loaded with the first one.
 *
 * @example
 * smtpMailer({
 *   url: "smtps://user:password@mail.example",
 *   from: "Harbour Club <club@example.org>",
 * })
 */
export const smtpMailer = ({ url, from }: SmtpSettings): Mailer => ({
  send: async ({ to, subject, text }) => {
    const { createTransport } = await import("nodemailer")
    const transport = createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    })
    await transport.sendMail({
      from,
      to: { name: "", address: to },
      subject,
      text,
      // RFC 3834: so that no absence is announced in answer.
      headers: { "auto-submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  },
})
