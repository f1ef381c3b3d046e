/**
 * What verbs of one storage were asked so far: the values by which something in it might be found.
 */
export interface Known {
  /** Notes every text and number of an input under the name of its argument or field. */
  readonly note: (names: readonly string[], input: readonly unknown[]) => void
  /**
   * Other values for those asked: `choices`, if there are any, or whatever stood where one of them
   * stood, or under this name.
   */
  readonly besides: (
    submitted: readonly unknown[],
    name: string,
    choices: readonly unknown[],
  ) => readonly unknown[]
}

/** What nothing was asked about yet. */
export const openKnown = (): Known => {
  const byName = new Map<string, Set<unknown>>()
  const namesOf = new Map<unknown, Set<string>>()
  const put = (name: string, value: unknown): void => {
    byName.set(name, (byName.get(name) ?? new Set()).add(value))
    namesOf.set(value, (namesOf.get(value) ?? new Set()).add(name))
  }
  const note = (name: string, value: unknown): void => {
    if (typeof value === "string" || typeof value === "number") put(name, value)
    else if (Array.isArray(value)) for (const item of value) note(singular(name), item)
    else if (typeof value === "object" && value !== null && !(value instanceof Date))
      for (const [field, member] of Object.entries(value)) note(field, member)
  }
  return {
    note: (names, input) => input.forEach((one, index) => note(names[index] ?? "", one)),
    besides: (submitted, name, choices) => {
      if (choices.length > 0) return choices.filter((one) => !submitted.includes(one))
      const names = new Set([
        singular(name),
        ...submitted.flatMap((one) => [...(namesOf.get(one) ?? [])]),
      ])
      const values = new Set([...names].flatMap((one) => [...(byName.get(one) ?? [])]))
      return [...values].filter(
        (one) => !submitted.includes(one) && typeof one === typeof submitted[0],
      )
    },
  }
}

const singular = (name: string): string =>
  name.endsWith("sses") ? name.slice(0, -2) : name.replace(/s$/, "")
