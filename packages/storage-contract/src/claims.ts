/** Thrown by a case: the storage does something else than its contract says. */
export class ContractBroken extends Error {
  override readonly name = "ContractBroken"
}

/** Rejects with `what` unless `holds`. */
export function claim(holds: boolean, what: string): asserts holds {
  if (!holds) throw new ContractBroken(what)
}

/**
 * Claims that two values are equal: `Date`s by their moment, arrays in order, records by their
 * members in any order, where `undefined` and absent are the same, but `null` is not.
 */
export const same = (found: unknown, expected: unknown, what: string): void => {
  if (!equal(found, expected))
    throw new ContractBroken(`${what}: found ${shown(found)}, expected ${shown(expected)}`)
}

/** Claims that two lists hold the same things, in any order. */
export const sameSet = (
  found: readonly unknown[],
  expected: readonly unknown[],
  what: string,
): void => {
  const missing = expected.filter((one) => !found.some((other) => equal(other, one)))
  if (found.length !== expected.length || missing.length > 0) {
    throw new ContractBroken(
      `${what}: found ${shown(found)}, expected in any order ${shown(expected)}`,
    )
  }
}

/** Claims that `attempt` rejects; answers what it rejected with. */
export const rejects = async (attempt: Promise<unknown>, what: string): Promise<unknown> => {
  const outcome = await attempt.then(
    (answer) => ({ isRejected: false, answer }),
    (reason: unknown) => ({ isRejected: true, answer: reason }),
  )
  claim(outcome.isRejected, `${what}: must reject, but answered ${shown(outcome.answer)}`)
  return outcome.answer
}

/** Whether two values are equal in the sense of {@link same}. */
export const equal = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other)) return false
  if (one instanceof Date || other instanceof Date)
    return one instanceof Date && other instanceof Date && one.getTime() === other.getTime()
  if (one instanceof Map || other instanceof Map)
    return one instanceof Map && other instanceof Map && equal(recordOf(one), recordOf(other))
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => equal(item, other[at]))
    )
  }
  const [left, right] = [membersOf(one), membersOf(other)]
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && equal(value, right.get(name)))
  )
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const recordOf = (map: ReadonlyMap<unknown, unknown>): object =>
  Object.fromEntries([...map].map(([key, value]) => [String(key), value]))

const membersOf = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, member]) => member !== undefined))

/** At most 600 characters of a value, for a message. */
const shown = (value: unknown): string => {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  const plain = value instanceof Map ? recordOf(value) : value
  const text =
    JSON.stringify(plain, (_, member: unknown) =>
      typeof member === "bigint" ? `${member}n` : member,
    ) ?? String(value)
  return text.length > 600 ? `${text.slice(0, 600)}...` : text
}
