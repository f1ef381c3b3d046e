/** Whether a text can be kept and signed everywhere: no NUL, which PostgreSQL refuses, and no half of a surrogate pair, which has no bytes. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** The same for every text in a JSON value, member names included. */
export const isPlainJson = (value: unknown): boolean => {
  if (typeof value === "string") return isPlainText(value)
  if (typeof value !== "object" || value === null) return true
  return Object.entries(value).every(([name, member]) => isPlainText(name) && isPlainJson(member))
}
