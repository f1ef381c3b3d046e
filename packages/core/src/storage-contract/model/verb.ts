import type { ClaimedJob } from "../../jobs/job.ts"
import type { Repositories } from "../../storage/storage.ts"

/** What earlier verbs of a run left for later ones to use, right or wrong. */
export interface Past {
  readonly claims: readonly ClaimedJob[]
  readonly sids: readonly string[]
  readonly admissions: readonly string[]
  readonly presences: readonly string[]
}

/** The circumstances of one call: a number no other call has, and what went before. */
export interface Circumstances {
  readonly n: number
  readonly past: Past
}

/** A call that is played on both storages; what it answers is compared. */
export interface Verb {
  /** For the counterexample. */
  readonly text: string
  readonly isWrite: boolean
  readonly call: (tx: Repositories, at: Circumstances) => Promise<unknown>
  /** What later verbs may use of the answer. */
  readonly leaves?: (answer: unknown, at: Circumstances) => Partial<Past>
}

export const writing = (text: string, call: Verb["call"], leaves?: Verb["leaves"]): Verb => ({
  text,
  isWrite: true,
  call,
  ...(leaves === undefined ? {} : { leaves }),
})

export const reading = (text: string, call: Verb["call"]): Verb => ({ text, isWrite: false, call })

/** The element at `index`, counted round and round; undefined of an empty list. */
export const around = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]
