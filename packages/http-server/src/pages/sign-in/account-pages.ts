import type { Passkey } from "@symbolon/core"
import { frame, type PageOptions, pathOf } from "./frame.ts"
import { type Html, html } from "./html.ts"
import { faultSummary, field, type FormFault, hidden, mark, named } from "./parts.ts"
import { passkeyFault, signInForms } from "./sign-in-page.ts"

export interface AccountPage extends PageOptions {
  readonly user: {
    readonly username: string
    readonly firstName: string
    readonly lastName: string | undefined
  }
  readonly passkeys: readonly Passkey[]
  readonly csrfToken: string
  readonly fault?: FormFault | undefined
}

/**
 * The page of the user's passkeys: add one, remove one. Posts `csrf_token` with `name` and
 * `passkey` to `/oauth2/account/passkeys`, or with `credential_id` to
 * `/oauth2/account/passkeys/remove`.
 */
export const accountPage = ({ baseUrl, user, passkeys, csrfToken, fault }: AccountPage): string => {
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ")
  return frame(
    { title: "Your passkeys", baseUrl, scripts: ["webauthn.js", "passkeys.js"] },
    html`<div class="who">
${mark(name, "person")}
<div>
<h1>Your passkeys</h1>
<p class="lead">${named(name)} (${named(user.username)})</p>
</div>
</div>
<p class="lead">With a passkey, you sign in the way you unlock your device: with a finger, a face or a PIN. There is no password to remember or to steal.</p>`,
    faultSummary(fault),
    passkeyFault,
    passkeys.length === 0
      ? html`<p class="notice">You have no passkey yet.</p>`
      : html`<ul class="rows">${passkeys.map((passkey) => row(passkey, { baseUrl, csrfToken }))}</ul>`,
    addForm({ baseUrl, csrfToken, fault }),
    html`<p class="foot"><a href="${pathOf(baseUrl, "/oauth2/logout")}">Sign out</a></p>`,
  )
}

interface Own extends PageOptions {
  readonly csrfToken: string
  readonly fault?: FormFault | undefined
}

const row = (
  { credentialId, name, createdAt, usedAt, isBackedUp }: Passkey,
  { baseUrl, csrfToken }: Own,
): Html => html`<li>
<div>
<p class="label">${named(name)}</p>
<p class="hint">Created ${day(createdAt)}, ${usedAt === undefined ? "not used yet" : html`last used ${day(usedAt)}`}${
  isBackedUp && ". Synced to more than one device"
}.</p>
</div>
<form method="post" action="${pathOf(baseUrl, "/oauth2/account/passkeys/remove")}">
${hidden({ csrf_token: csrfToken, credential_id: credentialId })}<button type="submit" class="link" aria-label="Remove ${name}">Remove</button>
</form>
</li>
`

const day = (moment: Date): Html => {
  const [date = ""] = moment.toISOString().split("T")
  return html`<time datetime="${date}">${date}</time>`
}

const addForm = ({
  baseUrl,
  csrfToken,
  fault,
}: Own): Html => html`<section data-passkey hidden aria-labelledby="add">
<h2 id="add">Add a passkey</h2>
<form method="post" action="${pathOf(baseUrl, "/oauth2/account/passkeys")}" data-ceremony="create"
 data-passkey-options="${pathOf(baseUrl, "/oauth2/passkeys/registration-options")}">
${hidden({ csrf_token: csrfToken })}<input type="hidden" name="passkey">
${field({ name: "name", label: "Name", autocomplete: "off", hint: "So that you know it again: My phone, Key on the ring.", fault })}
<div class="actions"><button type="submit">Add a passkey</button></div>
</form>
</section>
<noscript><p class="notice">Making a passkey takes a script, and scripts are off in this browser.</p></noscript>
`

export interface AccountSignInPage extends PageOptions {
  readonly methods: readonly ("passkey" | "password")[]
  readonly error?: string | undefined
  readonly username?: string | undefined
  /** Token of an invitation that is accepted afterwards, instead of seeing to the account. */
  readonly invitation?: string | undefined
}

/**
 * Asks who wants to see to their account. Posts `username` and `password`, or `passkey`, and
 * `invitation` to `/oauth2/account/sign-in`.
 */
export const accountSignInPage = ({
  baseUrl,
  methods,
  error,
  username,
  invitation,
}: AccountSignInPage): string => {
  const fault = error === undefined ? undefined : { message: error }
  const action = pathOf(baseUrl, "/oauth2/account/sign-in")
  return frame(
    {
      title: "Sign in to your account",
      baseUrl,
      scripts: methods.includes("passkey") ? ["webauthn.js", "passkeys.js"] : [],
    },
    html`<h1>Sign in</h1>
<p class="lead">${invitation === undefined ? "to your account" : "to accept your invitation"}</p>`,
    faultSummary(fault),
    signInForms({ baseUrl, action, sent: hidden({ invitation }), username, fault, methods }),
    methods.includes("password") &&
      html`<div class="below"><a href="${pathOf(baseUrl, "/oauth2/password-reset")}">Forgot your password?</a></div>`,
  )
}

export interface InvitationPage extends PageOptions {
  readonly token: string
  readonly csrfToken: string
  readonly user: AccountPage["user"]
}

/**
 * Asks whether to take the place on a team that an invitation holds out. Posts `token` and
 * `csrf_token` to `/oauth2/invitation`.
 */
export const invitationPage = ({ baseUrl, token, csrfToken, user }: InvitationPage): string => {
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ")
  return frame(
    { title: "Join the team", baseUrl },
    html`<div class="who">
${mark(name, "person")}
<div>
<h1>Join the team?</h1>
<p class="lead">You join as <strong>${named(name)}</strong> (${named(user.username)}).</p>
</div>
</div>
<form method="post" action="${pathOf(baseUrl, "/oauth2/invitation")}">
${hidden({ csrf_token: csrfToken, token })}<div class="actions"><button type="submit">Join the team</button></div>
</form>
<p class="hint foot">If you do not want to, close this page. <a href="${pathOf(baseUrl, "/oauth2/logout")}">Not you? Sign out</a></p>`,
  )
}
