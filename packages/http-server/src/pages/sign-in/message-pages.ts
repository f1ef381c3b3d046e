import { frame, type PageOptions, pathOf } from "./frame.ts"
import { html } from "./html.ts"
import { hidden, outward } from "./parts.ts"

export interface ErrorPage extends PageOptions {
  readonly title: string
  /** What happened, in a sentence or two. */
  readonly what: string
  /** What to do now. */
  readonly next: string
  /** The request id, also in the log. */
  readonly requestId: string
}

/** The page for an error, with the next step. */
export const errorPage = ({ baseUrl, title, what, next, requestId }: ErrorPage): string =>
  frame(
    { title, baseUrl },
    html`<div role="alert">
<h1>${title}</h1>
<p class="lead">${what}</p>
</div>
<div class="notice"><h2>What you can do</h2><p>${next}</p></div>
<p class="foot">Request <code>${requestId}</code></p>`,
  )

export interface NoticePage extends PageOptions {
  readonly title: string
  readonly what: string
  /** Where to go from here; a path of ours. */
  readonly link?: { readonly href: string; readonly text: string } | undefined
}

/** The page for a success: an address was verified, a mail was sent, a password was changed. */
export const noticePage = ({ baseUrl, title, what, link }: NoticePage): string =>
  frame(
    { title, baseUrl },
    html`<div role="status"><h1>${title}</h1><p class="lead">${what}</p></div>
${link !== undefined && html`<div class="actions"><a class="button" href="${link.href}">${link.text}</a></div>`}`,
  )

export interface LoggedOutPage extends PageOptions {
  /** The app's own URL, shown as a link. */
  readonly returnTo?: { readonly url: string; readonly name: string } | undefined
}

/** The page after a logout. */
export const loggedOutPage = ({ baseUrl, returnTo }: LoggedOutPage): string =>
  frame(
    { title: "Signed out", baseUrl },
    html`<div role="status"><h1>You are signed out</h1>
<p class="lead">You are signed out in this browser. Apps may keep you signed in for a while.</p></div>
${returnTo !== undefined && html`<p class="foot">${outward(returnTo.url, `Back to ${returnTo.name}`)}</p>`}`,
  )

export interface ConfirmEmailPage extends PageOptions {
  /** Of the letter. */
  readonly token: string
}

/** The page that confirms an e-mail address. Posts `token` to `/oauth2/verify-email`. */
export const confirmEmailPage = ({ baseUrl, token }: ConfirmEmailPage): string =>
  frame(
    { title: "Confirm your e-mail address", baseUrl },
    html`<h1>Confirm your e-mail address</h1>
<p class="lead">If you created an account here, press the button. Otherwise, close this page.</p>
<form method="post" action="${pathOf(baseUrl, "/oauth2/verify-email")}">
${hidden({ token })}<div class="actions"><button type="submit">Confirm</button></div>
</form>`,
  )
