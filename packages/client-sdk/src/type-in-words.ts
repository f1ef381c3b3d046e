/**
 * What a wrong argument is, for an error message: `undefined`, `empty`, `an object`. Never its
 * content, which may be a password and would end up in a log.
 */
export const typeInWords = (value: unknown): string => {
  if (value === "") return "empty"
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return "an array"
  if (typeof value !== "object") return `a ${typeof value}`
  const { name } = (value.constructor as { readonly name?: unknown } | undefined) ?? {}
  return typeof name === "string" && /^[A-Z]\w*$/.test(name) && name !== "Object"
    ? `of the class ${name}`
    : "an object"
}
