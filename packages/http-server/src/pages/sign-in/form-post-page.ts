import { frame, type PageOptions } from "./frame.ts"
import { html } from "./html.ts"
import { hidden, named } from "./parts.ts"

export interface FormPostPage extends PageOptions {
  /** The app's redirect URI. Reply with it among the `formActions`. */
  readonly action: string
  /** `code`, `state`, `iss`, or `error` and its description. */
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly clientName: string
}

/**
 * Carries the answer to an app in a form (OAuth 2.0 Form Post Response Mode); a button does it
 * where scripts are off.
 */
export const formPostPage = ({ baseUrl, action, fields, clientName }: FormPostPage): string =>
  frame(
    { title: `Back to ${clientName}`, baseUrl, scripts: ["form-post.js"] },
    html`<h1>Back to ${named(clientName)}</h1>
<p class="lead">If nothing happens, press the button.</p>
<form method="post" action="${action}">
${hidden(fields)}<div class="actions"><button type="submit">Continue</button></div>
</form>`,
  )
