import type { Logger } from "../foundation/ports/logger.ts"
import type { Mail, Mailer } from "../foundation/ports/mailer.ts"
import { maskedAddress } from "./log-mailer.ts"

/** Mails on their way out of this process. */
export interface OutgoingMail {
  /**
   * Sends a mail without waiting for it: a call must neither fail with its mail nor take longer
   * than one that sends none, which would tell whether an address is known.
   */
  readonly post: (mail: Mail) => void
  /** Resolves when no mail is under way. */
  readonly idle: () => Promise<void>
}

/** Keeps track of the mails that a mailer is given. What fails is told in the log. */
export const openOutgoingMail = (mailer: Mailer, logger: Logger | undefined): OutgoingMail => {
  const underWay = new Set<Promise<void>>()
  const send = async (mail: Mail): Promise<void> => {
    try {
      await mailer.send(mail)
    } catch (reason) {
      const fields = {
        purpose: mail.purpose,
        to: maskedAddress(mail.to),
        reason: reason instanceof Error ? reason.message : String(reason),
      }
      logger?.error(fields, "a mail could not be sent")
    }
  }
  return {
    post: (mail) => {
      const sending = send(mail).then(() => void underWay.delete(sending))
      underWay.add(sending)
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
