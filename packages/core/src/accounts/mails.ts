import type { Mail } from "../foundation/ports/mailer.ts"
import type { User } from "./user.ts"

type Addressee = Pick<User, "username"> & { readonly email: string }

// The only thing of a user's own making in these texts is the username, which is letters, digits
// and hyphens: a person who registers with another's address could make the service say anything
// to them otherwise.

/** Proves that an address is the user's. */
export const verificationMail = (
  { username, email }: Addressee,
  baseUrl: string,
  token: string,
): Mail => {
  const link = `${baseUrl}/oauth2/verify-email?token=${token}`
  const text = `The account ${username} says that this e-mail address is its own. If that is so, open this link within a day:

${link}

If it is not, do nothing: without the link the address does not count.
`
  return {
    to: email,
    subject: "Verify your e-mail address",
    text,
    purpose: "email_verification",
    link,
  }
}

/** Lets a user choose a new password. */
export const passwordResetMail = (
  { username, email }: Addressee,
  baseUrl: string,
  token: string,
): Mail => {
  const link = passwordLink(baseUrl, token)
  const text = `Somebody asked for a new password for the account ${username}. To choose one, open this link within an hour:

${link}

If it was not you, do nothing: the password stays as it is.
`
  return { to: email, subject: "Choose a new password", text, purpose: "password_reset", link }
}

/** Tells of a new password, so that a stranger's does not go unnoticed. */
export const passwordChangedMail = ({ username, email }: Addressee): Mail => ({
  to: email,
  subject: "Your password was changed",
  text: `The password of the account ${username} was changed. If it was not you, ask for a new one at the sign-in page now.
`,
  purpose: "password_changed",
})

/** Tells the old address of a new one. It does not name the new one. */
export const emailChangedMail = ({ username, email }: Addressee): Mail => ({
  to: email,
  subject: "Your e-mail address was changed",
  text: `The account ${username} has another e-mail address now, or none, and this one no longer counts. If it was not you, tell the service's operator.
`,
  purpose: "email_changed",
})

/** Where a password is chosen with a one-time token. */
export const passwordLink = (baseUrl: string, token: string): string =>
  `${baseUrl}/oauth2/password-reset?token=${token}`
