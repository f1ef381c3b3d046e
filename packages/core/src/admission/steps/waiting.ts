import { step } from "../../foundation/step.ts"
import { atOnce, Tx } from "../../foundation/unit-of-work.ts"
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

/** Writes what waits, in this order: all of it is sent before any of it is answered. */
export const writeWaiting = step(function* (waiting: Waiting) {
  const { presences: verbs } = yield* Tx
  const presences = [...waiting.presences.values()]
  const changes = [...waiting.changes.values()]
  const admissions = waiting.admissions.splice(0)
  waiting.presences.clear()
  waiting.changes.clear()
  yield* atOnce(
    ...(presences.length > 0 ? [verbs.addAll(presences)] : []),
    ...(changes.length > 0 ? [verbs.changeAll(changes)] : []),
    ...(admissions.length > 0 ? [verbs.addAdmissions(admissions)] : []),
  )
})

/** The verbs of attendance, which see what waited. */
export const stored = step(function* ({ waiting }: { readonly waiting: Waiting }) {
  const { presences } = yield* Tx
  yield* writeWaiting(waiting)
  return presences
})
