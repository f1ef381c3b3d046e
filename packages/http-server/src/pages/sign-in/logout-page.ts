import { frame, type PageOptions, pathOf } from "./frame.ts"
import { html } from "./html.ts"
import { hidden, named } from "./parts.ts"

export interface LogoutPage extends PageOptions {
  readonly csrfToken: string
  readonly username: string
  /** The app that requested the logout; undefined without one. */
  readonly clientName?: string | undefined
  /**
   * Fields of the request that go back with the answer (`client_id`, `post_logout_redirect_uri`,
   * `state`, `id_token_hint`).
   */
  readonly fields?: Readonly<Record<string, string | undefined>>
}

/**
 * Asks whether to sign out (OpenID Connect RP-Initiated Logout section 2). Posts `csrf_token` and
 * `fields` to `/oauth2/logout`.
 */
export const logoutPage = ({
  baseUrl,
  csrfToken,
  username,
  clientName,
  fields = {},
}: LogoutPage): string =>
  frame(
    { title: "Sign out?", baseUrl },
    html`<h1>Sign out?</h1>
<p class="lead">${
      clientName === undefined
        ? "You are signed in as"
        : html`<strong>${named(clientName)}</strong> asks to sign you out. You are signed in as`
    } <strong>${named(username)}</strong>.</p>
<form method="post" action="${pathOf(baseUrl, "/oauth2/logout")}">
${hidden({ ...fields, csrf_token: csrfToken })}<div class="actions"><button type="submit">Sign out</button></div>
</form>
<p class="hint foot">To stay signed in, close this page.</p>`,
  )
