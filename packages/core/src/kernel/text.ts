/** Whether a text can be kept and signed everywhere: no NUL, which PostgreSQL refuses, and no half of a surrogate pair, which has no bytes. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Whether a text is fit to be a name: one line, no control character. Half a surrogate pair and NUL are {@link isPlainText}'s. */
export const isOneLine = (text: string): boolean => !/[\u0001-\u001f\u007f-\u009f\u2028\u2029]/.test(text)

/** Whether every text in a JSON value is plain, member names included. */
export const isPlainJson = (value: unknown): boolean => {
  if (typeof value === "string") return isPlainText(value)
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([name, member]) => isPlainText(name) && isPlainJson(member))
}
