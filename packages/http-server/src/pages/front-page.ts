import { apiVersion } from "../openapi.ts"
import { frame, type PageOptions, pathOf } from "./sign-in/frame.ts"
import { html, type Part } from "./sign-in/html.ts"

/** What people can do by themselves on this service. */
export interface FrontPage extends PageOptions {
  /** Whether the service has a page for the user's account. */
  readonly hasAccountPage: boolean
  readonly hasPasswords: boolean
}

/**
 * The front page of the service: what runs here, and links. It is the same for all visitors.
 */
export const frontPage = ({ baseUrl, ...can }: FrontPage): string =>
  frame(
    { title: "Symbolon", baseUrl },
    html`<h1>Symbolon runs here</h1>
<p class="lead">Memberships, rewards and attendance for organizations, as a service. Apps and doors use it through its API, version ${apiVersion}.</p>
<div class="actions"><a class="button" href="${pathOf(baseUrl, "/docs")}">API documentation</a></div>
${ownAccount(baseUrl, can)}
<section class="group" aria-labelledby="build"><h2 id="build">Build with it</h2>
<p class="below">${link(baseUrl, "/openapi.json", "OpenAPI document")}
${link(baseUrl, "/console/v1/openapi.json", "OpenAPI document of the console")}
${link(baseUrl, "/oauth2/.well-known/openid-configuration", "Sign-in for apps (OpenID Connect)")}</p></section>
<section class="group" aria-labelledby="run"><h2 id="run">You run this service?</h2>
<p class="hint">In a terminal on the same machine:</p>
<ol class="steps">
${commands.map(([what, command]) => html`<li>${what}<code>${wordsOf(command)}</code></li>\n`)}</ol>
<p class="hint"><code>symbolon --help</code> lists all commands, <code>symbolon doctor</code> checks the installation.</p></section>`,
  )

const ownAccount = (
  baseUrl: string,
  { hasAccountPage, hasPasswords }: Omit<FrontPage, "baseUrl">,
): Part => {
  const links = [
    hasAccountPage && link(baseUrl, "/oauth2/account", "Sign in to your account"),
    hasPasswords && link(baseUrl, "/oauth2/password-reset", "Forgot your password?"),
  ].filter((each) => each !== false)
  return (
    links.length > 0 &&
    html`<section class="group" aria-labelledby="account"><h2 id="account">Your account</h2>
<p class="hint">${hasAccountPage ? "Apps that use this service also send you here to sign in." : "To sign in, start in your app. It sends you here."}</p>
<p class="below">${links}</p></section>`
  )
}

const link = (baseUrl: string, path: string, text: string): Part =>
  html`<a href="${pathOf(baseUrl, path)}">${text}</a>\n`

const commands = [
  [
    "Create the first service staff account. Open the printed link.",
    "symbolon users create root --first-name Root --service-staff --setup-link",
  ],
  ["Create an organization.", 'symbolon orgs create "Harbour Club" --owner root'],
  [
    "Register an app, which can then request tokens.",
    'symbolon clients create --org harbour-club --name "Website"',
  ],
] as const

/** A line breaks between words alone, never within a flag. */
const wordsOf = (command: string): Part =>
  command.split(" ").map((word) => html`<span>${word}</span> `)
