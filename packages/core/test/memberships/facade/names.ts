/**
 * Calls things by the names that the pure tests have for them, in place of the uuids that a store
 * knows them by.
 */
export interface Names {
  readonly call: (uuid: string, name: string) => void
  /** The same value with every known uuid in it replaced by its name. */
  readonly reported: <Value>(value: Value) => Value
}

export const openNames = (): Names => {
  const names = new Map<string, string>()
  const reported = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value
    if (Array.isArray(value)) return value.map(reported)
    if (typeof value !== "object" || value === null || value instanceof Date) return value
    return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, reported(each)]))
  }
  return {
    call: (uuid, name) => void names.set(uuid, name),
    reported: <Value>(value: Value) => reported(value) as Value,
  }
}

/** Whether a text still holds a uuid: something that nobody gave a name. */
export const holdsUuid = (text: string): boolean =>
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/.test(text)
