import type { Interaction } from "@symbolon/core"
import { frame, type PageOptions, pathOf } from "./frame.ts"
import { type Html, html, type Part } from "./html.ts"
import { faultSummary, hidden, mark, named } from "./parts.ts"
import { groupsOf } from "./scope-groups.ts"
import { anotherAccount } from "./select-account-page.ts"
import { clientLinks } from "./sign-in-page.ts"

export interface ConsentPage extends PageOptions {
  readonly error?: string | undefined
}

/**
 * Asks whether an app may. Posts `challenge`, `csrf_token`, `decision` (`accept` or `deny`) and
 * `remember` to `/oauth2/consent`. Reply with the origin of the app's redirect URI among the
 * `formActions`.
 */
export const consentPage = (interaction: Interaction, { baseUrl, error }: ConsentPage): string => {
  const { client, challenge, csrfToken } = interaction
  return frame(
    { title: `Allow ${client.name}?`, baseUrl },
    asking(interaction),
    faultSummary(error === undefined ? undefined : { message: error }),
    whatItMay(interaction),
    html`<dl class="facts">
<dt>You will return to</dt>
<dd>${named(client.redirectHost)}</dd>
${who(interaction, baseUrl)}</dl>`,
    html`<form method="post" action="${pathOf(baseUrl, "/oauth2/consent")}">
${hidden({ challenge, csrf_token: csrfToken })}<div class="actions">
<label class="check"><input type="checkbox" name="remember" value="true" checked> Do not ask me again</label>
</div>
<div class="actions two">
<button type="submit" name="decision" value="deny" class="plain">Deny</button>
<button type="submit" name="decision" value="accept">Allow</button>
</div>
</form>`,
    clientLinks(interaction),
  )
}

const asking = ({ client }: Interaction): Html => html`<div class="who">
${mark(client.name)}
<div>
<h1>${named(client.name)} asks for access to your account</h1>
<p class="lead">${owner(client)}</p>
</div>
</div>
`

const owner = ({ organization, isFirstParty }: Interaction["client"]): Part => {
  if (organization !== undefined)
    return html`An app of <strong>${named(organization.name)}</strong> (${named(organization.slug)})`
  return isFirstParty ? "A part of this service" : "An app of this service"
}

const who = ({ user, challenge }: Interaction, baseUrl: string): Part =>
  user !== undefined &&
  html`<dt>You are signed in as</dt>
<dd>${named([user.firstName, user.lastName].filter(Boolean).join(" "))} (${named(user.username)})
<a href="${anotherAccount(baseUrl, challenge)}">Not you?</a></dd>
`

const whatItMay = ({ client, scopes }: Interaction): Html => html`<section aria-labelledby="scopes">
<h2 id="scopes">${scopes.length === 0 ? html`${named(client.name)} learns only that it is you.` : html`If you allow it, ${named(client.name)} may`}</h2>
${groupsOf(scopes).map(
  ({ title, scopes: grouped }) => html`<div class="group">
<h3>${title}</h3>
<ul>
${grouped.map(
  ({ description, isSensitive, isAlreadyGranted }) =>
    html`<li><span>${description}</span>${isSensitive && html` <span class="tag sensitive">Sensitive</span>`}${
      isAlreadyGranted && html` <span class="tag">Allowed already</span>`
    }</li>\n`,
)}</ul>
</div>
`,
)}</section>
`
