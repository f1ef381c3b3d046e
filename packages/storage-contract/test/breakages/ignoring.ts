import { openMemory } from "@symbolon/core/memory"
import type { Repositories, Storage } from "@symbolon/core/storage"
import { type Known, openKnown } from "./known.ts"

/** A verb of the port and the names of its arguments. */
export interface Method {
  readonly noun: string
  readonly verb: string
  readonly names: readonly string[]
}

/**
 * Where something stands in what a verb is asked: the argument's index, then the names of fields;
 * `*` is every item of a list.
 */
export type Path = readonly (number | string)[]

type Input = readonly unknown[]
type Call = (input: Input) => Promise<unknown>
/** Answers a call in the wrong way; `call` does what memory does. */
type Wrong = (call: Call, input: Input, known: Known) => Promise<unknown>

/** A case that makes so many calls would never end: it goes on and on through a list that does. */
const callsMax = 50_000

/** Opens storages in which one verb is answered wrongly. */
const wrongly =
  ({ noun, verb, names }: Method, wrong: Wrong) =>
  async (): Promise<Storage> => {
    const storage = openMemory()
    const known = openKnown()
    let calls = 0
    const answer = async (of: Method, call: Call, input: Input) => {
      calls += 1
      if (calls > callsMax) throw new Error(`more than ${callsMax} calls`)
      known.note(of.names, input)
      const answered = await (of.noun === noun && of.verb === verb
        ? wrong(call, input, known)
        : call(input))
      known.note([], [answered])
      return answered
    }
    return {
      ...storage,
      transact: (mode, work) =>
        storage.transact(mode, (tx) => work(answering(tx, { noun, verb, names }, answer))),
    }
  }

const answering = (
  tx: Repositories,
  method: Method,
  answer: (of: Method, call: Call, input: Input) => Promise<unknown>,
): Repositories =>
  new Proxy(tx, {
    get: (nouns, noun) => {
      const repository: object = Reflect.get(nouns, noun)
      return new Proxy(repository, {
        get: (target, verb) => {
          const call: unknown = Reflect.get(target, verb)
          if (typeof call !== "function") return call
          const of = {
            noun: String(noun),
            verb: String(verb),
            names: noun === method.noun && verb === method.verb ? method.names : [],
          }
          return async (...input: unknown[]) =>
            answer(of, (given) => Reflect.apply(call, target, given), input)
        },
      })
    },
  })

/** A storage that takes a part of what a verb is asked for `value`, whatever it is. */
export const replacing = (of: Method, path: Path, value: unknown) =>
  wrongly(of, (call, input) => call(withPart(input, path, value)))

/** A storage that answers a verb with `true` even when it did nothing. */
export const approving = (of: Method) =>
  wrongly(of, async (call, input) => {
    await call(input)
    return true
  })

/**
 * A storage that answers a verb as if a part of what it is asked did not matter: with what every
 * other value of it would bring besides. What was asked for comes first, so that a case notices by
 * what should not be there at all, and a verb that changes something changes what others mean only
 * where it would have changed nothing.
 */
export const ignoring = (of: Method, path: Path, choices: readonly unknown[], isWriting: boolean) =>
  wrongly(of, async (call, input, known) => {
    const answer = await call(input)
    const value = partOf(input, path)
    if (value === undefined || (isWriting && isSomething(answer))) return answer
    const others = known.besides(Array.isArray(value) ? value : [value], nameOf(of, path), choices)
    const inputs = (Array.isArray(value) ? [[...value, ...others]] : others).map((other) =>
      withPart(input, path, other),
    )
    const rows = rowsOf(answer)
    if (rows !== undefined)
      return withMore(answer, await foundBesides(of, call, input, inputs), of, input)
    // Of many that are named at once more are named: what the verb says of all of them together
    // stays as it is.
    const [wider] = inputs
    if (Array.isArray(value) && hasRows(answer)) return wider === undefined ? answer : call(wider)
    let whole = answer
    for (const other of inputs) {
      if (isWriting ? isSomething(whole) : whole === true || (isRecord(whole) && !isSum(whole)))
        break
      whole = joined(whole, await call(other))
    }
    return whole
  })

/** What two inputs amount to together, where neither answers with rows. */
const joined = (one: unknown, other: unknown): unknown => {
  if (typeof one === "number" && typeof other === "number") return one + other
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other]
  if (!isSum(one) || !isSum(other)) return one === undefined || one === false ? other : one
  return Object.fromEntries(
    Object.entries(one).map(([name, total]) => [name, joined(total, other[name])]),
  )
}

/** Whether what two inputs bring can be added up. */
const isSum = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isCount(value) || hasRows(value)

/** Whether a verb says something of rows besides the rows. */
const hasRows = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && Object.values(value).some((member) => Array.isArray(member))

const isCount = (value: unknown): value is Readonly<Record<string, number>> =>
  isRecord(value) && Object.values(value).every((member) => typeof member === "number")

const isSomething = (answer: unknown): boolean =>
  answer === true || (typeof answer === "number" && answer > 0)

const nameOf = ({ names }: Method, path: Path): string =>
  String(path.length === 1 ? names[Number(path[0])] : path.findLast((step) => step !== "*"))

/** Rows that other inputs bring and this one does not, wherever in the list they are. */
const foundBesides = async (
  of: Method,
  call: Call,
  input: Input,
  others: readonly Input[],
): Promise<readonly unknown[]> => {
  const seen = new Set(
    (rowsOf(await call(everything(of, input))) ?? []).map((row) => JSON.stringify(row)),
  )
  const found: unknown[] = []
  for (const other of others) {
    for (const row of rowsOf(await call(everything(of, other))) ?? []) {
      const text = JSON.stringify(row)
      if (!seen.has(text)) found.push(row)
      seen.add(text)
    }
  }
  return found
}

const everyRow = 1_000_000

/** What asks for a whole list instead of a part of it. */
const everything = ({ names }: Method, input: Input): Input =>
  input.map((one, index) => {
    if (names[index] === "limit") return everyRow
    if (!isRecord(one)) return one
    if ("pageSize" in one) return { ...one, page: 1, pageSize: everyRow }
    return "limit" in one ? { ...one, limit: everyRow } : one
  })

const rowsOf = (answer: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(answer)) return answer
  return isRecord(answer) && Array.isArray(answer["items"]) ? answer["items"] : undefined
}

/** The answer with more rows, as far as it was to have as many. */
const withMore = (answer: unknown, more: readonly unknown[], of: Method, input: Input): unknown => {
  const rows = [...(rowsOf(answer) ?? []), ...more].slice(0, mostRows(of, input))
  return isRecord(answer)
    ? { ...answer, items: rows, totalItems: Number(answer["totalItems"]) + more.length }
    : rows
}

const mostRows = ({ names }: Method, input: Input): number => {
  const limits = [
    input[names.indexOf("limit")],
    ...input.map((one) => (isRecord(one) ? (one["limit"] ?? one["pageSize"]) : undefined)),
  ]
  return limits.find((one) => typeof one === "number") ?? everyRow
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

const partOf = (value: unknown, [step, ...rest]: Path): unknown => {
  if (step === undefined) return value
  if (typeof value !== "object" || value === null) return undefined
  return partOf(Reflect.get(value, step), rest)
}

const withPart = (input: Input, [index, ...rest]: Path, value: unknown): Input =>
  input.length <= Number(index)
    ? input
    : input.map((one, n) => (n === index ? changed(one, rest, value) : one))

const changed = (whole: unknown, [step, ...rest]: Path, value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(whole))
    return step === "*" ? whole.map((item) => changed(item, rest, value)) : whole
  if (!isRecord(whole) || !(step in whole)) return whole
  const { [step]: before, ...others } = whole
  const after = changed(before, rest, value)
  return after === undefined ? others : { ...others, [step]: after }
}
