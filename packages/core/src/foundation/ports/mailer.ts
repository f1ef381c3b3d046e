/** Why a mail is sent. */
export type MailPurpose =
  | "email_verification"
  | "password_reset"
  | "password_changed"
  | "email_changed"
  | "staff_invitation"

/** A mail to one person, in plain text. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly purpose: MailPurpose
  /**
   * The link that the text holds, for adapters with templates of their own. A secret: it must not
   * be logged.
   */
  readonly link?: string
}

/**
 * Sends mails. May be slow and may reject: mails go out after the transaction, and one that does
 * not arrive fails no call.
 */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
  /**
   * Where mails go, so that pages do not promise a mail that is never delivered: to their
   * addressees (the default), to the terminal of the operator, or nowhere.
   */
  readonly delivery?: MailDelivery
}

/** See {@link Mailer.delivery}. */
export type MailDelivery = "addressee" | "terminal" | "none"
