/** Whether a text can be kept and signed everywhere: no NUL, which PostgreSQL refuses, and no half of a surrogate pair, which has no bytes. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/**
 * Whether a text is fit to be a name: one line, no control character, and none that turns the direction of the text around it (UAX 9:
 * embeddings, overrides, isolates). Half a surrogate pair and NUL are {@link isPlainText}'s.
 */
export const isOneLine = (text: string): boolean => !/[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(text)

/** The same for a text of several lines: line breaks and tabs are fine. */
export const isProse = (text: string): boolean => isOneLine(text.replaceAll(/[\n\r\t\u2028\u2029]/g, " "))

/** Whether a text is the address of a web page: a link to it opens a page and runs nothing. */
export const isWebAddress = (text: string): boolean => {
  const url = /[\s\\]/.test(text) ? null : URL.parse(text)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:")
}

/** Whether every text in a JSON value is plain, member names included. */
export const isPlainJson = (value: unknown): boolean => {
  if (typeof value === "string") return isPlainText(value)
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([name, member]) => isPlainText(name) && isPlainJson(member))
}
