import type { ClaimedJob, Repositories } from "@symbolon/core/storage"

/** What earlier verbs of a run left for later ones to use, rightly or wrongly. */
export interface Past {
  readonly claims: readonly ClaimedJob[]
  readonly sids: readonly string[]
  /** Their numbers. */
  readonly webhooks: readonly number[]
  readonly admissions: readonly string[]
  readonly presences: readonly string[]
}

/**
 * The circumstances of one call: a number that no other call has, what went before, and a place to
 * note what later ones may use.
 */
export interface Circumstances {
  readonly n: number
  readonly past: Past
  readonly note: (facts: Partial<Past>) => void
}

/** A call that is played on both storages; what it answers is compared. */
export interface Verb {
  /** For the counterexample. */
  readonly text: string
  readonly call: (tx: Repositories, at: Circumstances) => Promise<unknown>
}

/** The element at `index`, counted round and round; undefined of an empty list. */
export const around = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(list.length, 1)]
