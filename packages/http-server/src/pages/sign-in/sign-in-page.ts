import type { Interaction } from "@symbolon/core"
import { frame, type PageOptions, pathOf } from "./frame.ts"
import { type Html, html, type Part } from "./html.ts"
import { faultSummary, field, type FormFault, hidden, mark, named, outward } from "./parts.ts"

export interface SignInPage extends PageOptions {
  /** Whether this service takes passkeys. The button shows itself where the browser does too. */
  readonly passkeys: boolean
  /** The fault of the last attempt. */
  readonly error?: string | undefined
  /** The input of the last attempt. */
  readonly username?: string | undefined
  /** Whether people may make an account themselves. Default: they may. */
  readonly canRegister?: boolean
}

/**
 * The sign-in page for an app. Posts `challenge`, `csrf_token`, `username`, `password`, or
 * `passkey`, to `/oauth2/login`.
 */
export const signInPage = (
  interaction: Interaction,
  {
    baseUrl,
    passkeys,
    error,
    username = interaction.user?.username ?? interaction.login.hint,
    canRegister = true,
  }: SignInPage,
): string => {
  const { challenge, csrfToken, client, login } = interaction
  const fault = error === undefined ? undefined : { message: error }
  const methods = login.methods.filter((method) => method !== "passkey" || passkeys)
  const to = (path: string): string =>
    `${pathOf(baseUrl, path)}?challenge=${encodeURIComponent(challenge)}`
  return frame(
    {
      title: `Sign in to ${client.name}`,
      baseUrl,
      scripts: methods.includes("passkey") ? ["webauthn.js", "passkeys.js"] : [],
    },
    asking(interaction),
    faultSummary(fault),
    signInForms({
      baseUrl,
      action: pathOf(baseUrl, "/oauth2/login"),
      sent: hidden({ challenge, csrf_token: csrfToken }),
      username,
      fault,
      methods,
    }),
    html`<div class="below">
${methods.includes("password") && html`<a href="${to("/oauth2/password-reset")}">Forgot your password?</a>`}
${canRegister && html`<a href="${to("/oauth2/register")}">Create an account</a>`}
</div>`,
    clientLinks(interaction),
  )
}

/** Which app asks, and whose it is. */
const asking = ({ client, user }: Interaction): Html => html`<div class="who">
${mark(client.name)}
<div>
<h1>Sign in</h1>
<p class="lead">to continue to <strong>${named(client.name)}</strong>${
  client.organization !== undefined && html` by <strong>${named(client.organization.name)}</strong>`
}</p>
</div>
</div>
${
  user !== undefined &&
  html`<p class="lead">You are signed in as <strong>${named(user.username)}</strong>. The app asks you to prove once more that it is you.</p>`
}
`

interface SignInForms {
  readonly baseUrl: string
  readonly action: string
  /** Hidden fields of both forms. */
  readonly sent: Part
  readonly username: string | undefined
  readonly fault: FormFault | undefined
  readonly methods: readonly ("passkey" | "password")[]
}

/**
 * The ways to sign in. The passkey parts stay hidden until the script finds that the browser
 * supports them.
 */
export const signInForms = ({
  baseUrl,
  action,
  sent,
  username,
  fault,
  methods,
}: SignInForms): readonly Part[] => {
  const takesPasskeys = methods.includes("passkey")
  const takesPasswords = methods.includes("password")
  return [
    takesPasskeys && passkeyFault,
    takesPasskeys && passkeyForm({ baseUrl, action, sent }),
    takesPasskeys && takesPasswords && html`<p class="or" data-passkey hidden>or</p>`,
    takesPasswords && passwordForm({ action, sent, username, fault, takesPasskeys }),
  ]
}

/** Where the script shows a passkey error. */
export const passkeyFault = html`<div id="passkey-fault" class="notice alarm" role="alert" tabindex="-1" hidden></div>\n`

/** The script fills in `passkey` and sends the form. */
const passkeyForm = ({
  baseUrl,
  action,
  sent,
}: Pick<SignInForms, "baseUrl" | "action" | "sent">): Html => html`<section data-passkey hidden>
<form method="post" action="${action}" data-ceremony="get" data-passkey-options="${pathOf(baseUrl, "/oauth2/passkeys/sign-in-options")}">
${sent}<input type="hidden" name="passkey">
<button type="submit" class="plain">Use a passkey</button>
</form>
</section>
`

interface PasswordForm extends Pick<SignInForms, "action" | "sent" | "username" | "fault"> {
  /** Whether the browser may offer passkeys where the username is typed. */
  readonly takesPasskeys: boolean
}

const passwordForm = ({
  action,
  sent,
  username,
  fault,
  takesPasskeys,
}: PasswordForm): Html => html`<section>
<form method="post" action="${action}">
${sent}${field({
  name: "username",
  label: "Username or e-mail address",
  autocomplete: takesPasskeys ? "username webauthn" : "username",
  value: username,
  isFirst: username === undefined,
  fault,
})}${field({
  name: "password",
  type: "password",
  autocomplete: "current-password",
  isFirst: username !== undefined,
  fault,
})}<div class="actions"><button type="submit">Sign in</button></div>
</form>
</section>
`

/** Links to the app's own pages. */
export const clientLinks = ({ client }: Interaction): Part => {
  const links = [
    outward(client.websiteUrl, "Website"),
    outward(client.policyUrl, "Privacy policy"),
    outward(client.tosUrl, "Terms of service"),
  ]
  const present = links.filter((link) => link !== false)
  return (
    present.length > 0 &&
    html`<p class="foot">${named(client.name)}: ${present.map((link, index) => [index > 0 && " · ", link])}</p>`
  )
}
