import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { PresenceChange } from "../presence-repository.ts"
import type { Admission, Presence } from "../presence.ts"

/** What is not written yet: rows of many taps go out together. */
export interface Waiting {
  /** New ones, by uuid. */
  readonly presences: Map<string, Presence>
  /** Changes of those that are stored, by uuid. */
  readonly changes: Map<string, PresenceChange>
  /** New ones. */
  readonly admissions: Admission[]
}

export const nothingWaits = (): Waiting => ({
  presences: new Map(),
  changes: new Map(),
  admissions: [],
})

/** Writes what waits. */
export const writeWaiting = step(function* (waiting: Waiting) {
  const tx = yield* Tx
  const { presences, changes, admissions } = waiting
  if (presences.size > 0) yield* tx.presences.addAll([...presences.values()])
  presences.clear()
  if (changes.size > 0) yield* tx.presences.changeAll([...changes.values()])
  changes.clear()
  if (admissions.length > 0) yield* tx.presences.addAdmissions(admissions.splice(0))
})

/** The verbs of attendance, which see what waited. */
export const stored = step(function* ({ waiting }: { readonly waiting: Waiting }) {
  const { presences } = yield* Tx
  yield* writeWaiting(waiting)
  return presences
})
