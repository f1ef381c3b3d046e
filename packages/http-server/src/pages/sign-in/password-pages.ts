import { frame, type PageOptions, pathOf } from "./frame.ts"
import { html, type Part } from "./html.ts"
import { faultSummary, field, type FormFault, hidden } from "./parts.ts"

export interface ForgotPasswordPage extends PageOptions {
  /** The sign-in to go back to. */
  readonly challenge: string | undefined
  readonly username?: string | undefined
  readonly fault?: FormFault | undefined
}

/** Asks whose password to reset. Posts `username` (or an e-mail address) and `challenge` to `/oauth2/password-reset`. */
export const forgotPasswordPage = ({ baseUrl, challenge, username, fault }: ForgotPasswordPage): string =>
  frame(
    { title: "Forgot your password", baseUrl },
    html`<h1>Forgot your password?</h1>
<p class="lead">We send a link to the e-mail address of your account. With it you choose a new password.</p>`,
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
<p class="lead">You are signed out everywhere when it is changed.</p>`,
    faultSummary(fault),
    html`<section>
<form method="post" action="${pathOf(baseUrl, "/oauth2/password-reset")}">
${hidden({ token })}${field({
  name: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: "At least 8 characters. A few words in a row are good.",
  isFirst: true,
  fault,
})}<div class="actions"><button type="submit">Change password</button></div>
</form>
</section>`,
  )
