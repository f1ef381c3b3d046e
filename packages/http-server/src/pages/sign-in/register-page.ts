import { frame, type PageOptions, pathOf } from "./frame.ts"
import { html } from "./html.ts"
import { faultSummary, field, type FormFault, hidden, mark, named } from "./parts.ts"

export interface RegisterPage extends PageOptions {
  readonly challenge: string
  readonly csrfToken: string
  /** The app one came from. */
  readonly clientName: string
  /** The former input. */
  readonly values?: Readonly<
    Partial<Record<"username" | "first_name" | "last_name" | "email", string>>
  >
  readonly fault?: FormFault | undefined
}

/**
 * Asks for what an account needs. Posts the fields of {@link RegisterPage.values}, `password`,
 * `challenge` and `csrf_token` to `/oauth2/register`.
 */
export const registerPage = ({
  baseUrl,
  challenge,
  csrfToken,
  clientName,
  values = {},
  fault,
}: RegisterPage): string =>
  frame(
    { title: "Create an account", baseUrl },
    html`<div class="who">
${mark(clientName)}
<div>
<h1>Create an account</h1>
<p class="lead">to continue to <strong>${named(clientName)}</strong></p>
</div>
</div>`,
    faultSummary(fault),
    html`<section>
<form method="post" action="${pathOf(baseUrl, "/oauth2/register")}">
${hidden({ challenge, csrf_token: csrfToken })}${field({
  name: "first_name",
  autocomplete: "given-name",
  value: values.first_name,
  isFirst: true,
  fault,
})}${field({
  name: "last_name",
  autocomplete: "family-name",
  value: values.last_name,
  isOptional: true,
  fault,
})}${field({
  name: "email",
  type: "email",
  autocomplete: "email",
  value: values.email,
  hint: "Where we help you when you forget your password.",
  fault,
})}${field({
  name: "username",
  autocomplete: "username",
  value: values.username,
  hint: "3 to 80 small letters, digits and single hyphens. Others can see it.",
  fault,
})}${field({
  name: "password",
  type: "password",
  autocomplete: "new-password",
  hint: "At least 8 characters. A few words in a row work well.",
  fault,
})}<div class="actions"><button type="submit">Create account</button></div>
</form>
</section>
<div class="below"><a href="${pathOf(baseUrl, `/oauth2/interaction/${encodeURIComponent(challenge)}`)}">I have an account</a></div>`,
  )
