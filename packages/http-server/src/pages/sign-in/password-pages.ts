import type { MailDelivery } from "@symbolon/core"
import { frame, type PageOptions, pathOf } from "./frame.ts"
import { html, type Part } from "./html.ts"
import { faultSummary, field, type FormFault, hidden } from "./parts.ts"

export interface ForgotPasswordPage extends PageOptions {
  /** The sign-in to go back to. */
  readonly challenge: string | undefined
  /** Where mails of this service go. */
  readonly delivery: MailDelivery
  readonly username?: string | undefined
  readonly fault?: FormFault | undefined
}

/** What the user can do where the service sends no mail. */
export const noMail = {
  title: "This service sends no e-mail",
  what: "No link was sent, and your password has not changed. Ask the operator of this service for a link to choose a new password. The operator's command is symbolon users setup-link, followed by your username.",
}

const leads: Readonly<Record<Exclude<MailDelivery, "none">, string>> = {
  addressee:
    "We send a link to the e-mail address of your account. Open it to choose a new password.",
  terminal:
    "This service does not send e-mail yet. The link to choose a new password is printed in the terminal of the service.",
}

/**
 * Asks whose password to reset. Posts `username` (or an e-mail address) and `challenge` to
 * `/oauth2/password-reset`. Where the service sends no mail it says what to do instead.
 */
export const forgotPasswordPage = ({
  baseUrl,
  challenge,
  delivery,
  username,
  fault,
}: ForgotPasswordPage): string =>
  delivery === "none"
    ? withoutMail(baseUrl, challenge)
    : askingWhose({ baseUrl, challenge, delivery, username, fault })

const withoutMail = (baseUrl: string, challenge: string | undefined): string =>
  frame(
    { title: noMail.title, baseUrl },
    html`<h1>${noMail.title}</h1>
<p class="lead">${noMail.what}</p>`,
    backToSignIn(baseUrl, challenge),
  )

type Asking = ForgotPasswordPage & { readonly delivery: Exclude<MailDelivery, "none"> }

const askingWhose = ({ baseUrl, challenge, delivery, username, fault }: Asking): string =>
  frame(
    { title: "Forgot your password", baseUrl },
    html`<h1>Forgot your password?</h1>
<p class="lead">${leads[delivery]}</p>`,
    faultSummary(fault),
    html`<section>
<form method="post" action="${pathOf(baseUrl, "/oauth2/password-reset")}">
${hidden({ challenge })}${field({
  name: "username",
  label: "Username or e-mail address",
  autocomplete: "username",
  value: username,
  isFirst: true,
  fault,
})}<div class="actions"><button type="submit">Send the link</button></div>
</form>
</section>`,
    backToSignIn(baseUrl, challenge),
  )

/** A way back to where one came from, when that is known. */
export const backToSignIn = (baseUrl: string, challenge: string | undefined): Part =>
  challenge !== undefined &&
  html`<div class="below"><a href="${pathOf(baseUrl, `/oauth2/interaction/${encodeURIComponent(challenge)}`)}">Back to sign-in</a></div>`

export interface ResetPasswordPage extends PageOptions {
  /** Of the letter. */
  readonly token: string
  readonly fault?: FormFault | undefined
}

/** Asks for the new password. Posts `token` and `password` to `/oauth2/password-reset`. */
export const resetPasswordPage = ({ baseUrl, token, fault }: ResetPasswordPage): string =>
  frame(
    { title: "Choose a new password", baseUrl },
    html`<h1>Choose a new password</h1>
<p class="lead">The change signs you out everywhere.</p>`,
    faultSummary(fault),
    html`<section>
<form method="post" action="${pathOf(baseUrl, "/oauth2/password-reset")}">
${hidden({ token })}${field({
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: "At least 8 characters. A few words in a row work well.",
  isFirst: true,
  fault,
})}<div class="actions"><button type="submit">Change password</button></div>
</form>
</section>`,
  )
