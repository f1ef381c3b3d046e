import type { Repositories } from "../foundation/storage/storage.ts"
import { writingVerbs } from "./writing-verbs.ts"

const writing: ReadonlySet<string> = new Set(
  Object.entries(writingVerbs).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
)

/** The repositories of one transaction, with the functions that end and check it. */
export interface Guarded {
  readonly tx: Repositories
  /** From now on every verb rejects. */
  readonly shut: () => void
  /**
   * Throws what the first verb rejected with, if one did: half of that verb may be done, hence the
   * transaction is lost.
   */
  readonly check: () => void
}

/**
 * Stands between a `work` and the tables: refuses what the mode does not allow and calls that come
 * after the end, and hands copies in and out, so that only a verb can change a stored row.
 */
export const guard = (repositories: Repositories, mode: "read" | "write"): Guarded => {
  let isOpen = true
  const failures: unknown[] = []

  const permit = (verb: string): void => {
    if (!isOpen) throw new Error(`${verb} was called after its transaction had ended.`)
    if (mode === "read" && writing.has(verb)) throw new Error(`A read cannot write: ${verb}.`)
  }
  const guarded = <Repository extends object>(noun: string, repository: Repository): Repository =>
    wrapped(repository, (verb, call) => async (...input: unknown[]) => {
      try {
        permit(`${noun}.${verb}`)
        return structuredClone(await Reflect.apply(call, repository, structuredClone(input)))
      } catch (reason) {
        failures.push(reason)
        throw reason
      }
    })

  const nouns: Record<string, unknown> = {}
  return {
    tx: new Proxy(repositories, {
      get: (target, noun) =>
        (nouns[String(noun)] ??= guarded(String(noun), Reflect.get(target, noun))),
    }),
    shut: () => {
      isOpen = false
    },
    check: () => {
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** An object with each of its functions wrapped. */
const wrapped = <T extends object>(object: T, wrap: (name: string, call: Function) => unknown): T =>
  new Proxy(object, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      return typeof member === "function" ? wrap(String(name), member) : member
    },
  })
