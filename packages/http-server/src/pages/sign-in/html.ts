const markup = Symbol("markup")

/** Text that is markup already; only {@link html} makes it. */
export interface Html {
  readonly [markup]: string
}

/**
 * What a template takes: texts and numbers, which are escaped, and markup, which is not. Nothing is
 * nothing.
 */
export type Part = string | number | undefined | false | Html | readonly Part[]

/**
 * The one way markup is made. Everything put in is escaped for text and for attributes in double
 * quotes; there is no way around it.
 *
 * @example
 * html`<p title="${title}">${name}</p>`
 */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => {
  const pieces = texts.map((text, index) => text + written(parts[index]))
  return { [markup]: pieces.join("") }
}

/** The HTML text of a page. */
export const textOf = (page: Html): string => page[markup]

const written = (part: Part): string => {
  if (part === undefined || part === false) return ""
  if (typeof part === "string") return escaped(part)
  if (typeof part === "number") return String(part)
  return markup in part ? part[markup] : part.map(written).join("")
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")
