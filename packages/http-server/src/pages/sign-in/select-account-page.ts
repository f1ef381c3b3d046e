import type { Interaction } from "@symbolon/core"
import { frame, type PageOptions, pathOf } from "./frame.ts"
import { html } from "./html.ts"
import { faultSummary, hidden, mark, named } from "./parts.ts"

export interface SelectAccountPage extends PageOptions {
  readonly error?: string | undefined
}

/**
 * The page to choose an account. Posts `challenge`, `csrf_token` and `decision` (`accept`) to
 * `/oauth2/consent` for the one signed in; another one is a link to the same page with
 * `account=another`.
 */
export const selectAccountPage = (
  interaction: Interaction,
  { baseUrl, error }: SelectAccountPage,
): string => {
  const { client, user, challenge, csrfToken } = interaction
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(" ")
  return frame(
    { title: `Choose an account for ${client.name}`, baseUrl },
    html`<div class="who">
${mark(client.name)}
<div>
<h1>Choose an account</h1>
<p class="lead">to continue to <strong>${named(client.name)}</strong></p>
</div>
</div>`,
    faultSummary(error === undefined ? undefined : { message: error }),
    user !== undefined &&
      html`<form method="post" action="${pathOf(baseUrl, "/oauth2/consent")}">
${hidden({ challenge, csrf_token: csrfToken })}<div class="actions">
<button type="submit" name="decision" value="accept" class="plain account">
${mark(name, "person")}
<span>Continue as ${named(name)}<br><span class="hint">${named(user.username)}</span></span>
</button>
</div>
</form>`,
    html`<div class="actions"><a class="button plain" href="${anotherAccount(baseUrl, challenge)}">Use another account</a></div>`,
  )
}

/** The URL of a sign-in with another account. */
export const anotherAccount = (baseUrl: string, challenge: string): string =>
  pathOf(baseUrl, `/oauth2/interaction/${encodeURIComponent(challenge)}?account=another`)
