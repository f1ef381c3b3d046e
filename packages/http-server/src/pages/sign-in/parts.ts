import type { Invalid } from "@symbolon/core"
import { type Html, html, type Part } from "./html.ts"

/** The fault of a submitted form. */
export interface FormFault {
  /** A sentence for all of it. */
  readonly message: string
  /** The fault of each field, by name. */
  readonly fields?: Readonly<Record<string, string>> | undefined
}

/** A refusal of the input, for display on the page. */
export const faultOf = ({ errors }: Invalid): FormFault => {
  const fields = Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name, sentence(text)]),
  )
  return {
    message:
      Object.keys(fields).length === 1
        ? "Please correct one field."
        : "Please correct these fields.",
    fields,
  }
}

/**
 * The core describes a field's fault in half a sentence: `is not an e-mail address`, `8 to 256
 * characters`.
 */
const sentence = (text: string): string => {
  const begun = /^(is|must|has) /.test(text) ? `It ${text}` : text
  const sentenceCase = begun.charAt(0).toUpperCase() + begun.slice(1)
  return /[.!?]$/.test(sentenceCase) ? sentenceCase : `${sentenceCase}.`
}

/** What the fields of our forms are called. */
const labels = {
  username: "Username",
  password: "Password",
  first_name: "First name",
  last_name: "Last name",
  email: "E-mail address",
  name: "Name",
} as const

type FieldName = keyof typeof labels

interface Field {
  readonly name: FieldName
  /** Default: what the field is called everywhere. */
  readonly label?: string
  readonly type?: "text" | "password" | "email"
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string
  readonly isOptional?: boolean
  readonly isFirst?: boolean
  readonly fault?: FormFault | undefined
}

/** A labelled input with its hint and its fault. */
export const field = ({
  name,
  label = labels[name],
  type = "text",
  autocomplete,
  value,
  hint,
  isOptional = false,
  isFirst,
  fault,
}: Field): Html => {
  const wrong = fault?.fields?.[name]
  const described = wrong === undefined ? hint && `${name}-hint` : `${name}-fault`
  return html`<div class="field">
<label for="${name}">${label}${isOptional && html` <span class="optional">(optional)</span>`}</label>
${hint !== undefined && wrong === undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${wrong !== undefined && html`<p class="fault" id="${name}-fault">${wrong}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${written(type, autocomplete)}${
    value !== undefined && html` value="${value}"`
  }${!isOptional && html` required`}${wrong !== undefined && html` aria-invalid="true"`}${
    described !== undefined && html` aria-describedby="${described}"`
  }${isFirst && fault === undefined && html` autofocus`}>
</div>
`
}

/** Names and addresses are written as they are: no capital first letter, no correction. */
const written = (type: string, autocomplete: string): Part =>
  type === "text" &&
  autocomplete.startsWith("username") &&
  html` autocapitalize="none" autocorrect="off" spellcheck="false"`

/**
 * The fault above the form. It is announced and takes the focus without a script. Each invalid
 * field is a link.
 */
export const faultSummary = (fault: FormFault | undefined): Part => {
  if (fault === undefined) return undefined
  const fields = Object.entries(fault.fields ?? {})
  return html`<div class="notice alarm" role="alert" tabindex="-1" autofocus>
<p><strong>${fault.message}</strong></p>
${fields.length > 0 && html`<ul>${fields.map(([name, message]) => html`<li><a href="#${name}">${labelOf(name)}${message}</a></li>`)}</ul>`}
</div>
`
}

const labelOf = (name: string): string =>
  Object.hasOwn(labels, name) ? `${labels[name as FieldName]}: ` : ""

/** Fields that go back as they came. */
export const hidden = (fields: Readonly<Record<string, string | undefined>>): Part =>
  Object.entries(fields).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}">\n`,
  )

/**
 * A name that another person chose, isolated from the surrounding text for bidirectional scripts.
 */
export const named = (name: string): Html => html`<bdi>${name}</bdi>`

/**
 * The first letters of a name in place of a picture: nothing is fetched from where an app says its
 * icon is.
 */
export const mark = (name: string, kind: "app" | "person" = "app"): Html =>
  html`<span class="mark${kind === "person" && " person"}" aria-hidden="true">${initials(name)}</span>`

const initials = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("")

/** A link to an external page, if its URL is safe. */
export const outward = (url: string | undefined, text: string): Part =>
  url !== undefined &&
  /^https?:\/\//i.test(url) &&
  html`<a href="${url}" rel="noreferrer noopener">${text}</a>`
