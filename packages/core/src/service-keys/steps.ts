import { step } from "../foundation/step.ts"
import { Tx } from "../foundation/unit-of-work.ts"
import { activeFrom, type NewKey, waiting } from "./new-key.ts"
import {
  changeTime,
  lastChange,
  type RotationStep,
  rotationSteps,
  signsFromAt,
} from "./rotation.ts"
import type { KeyPurpose, ServiceKey } from "./service-key.ts"

/** When the keys of a purpose changed last. */
export const keysChangedAt = step(function* (purpose: KeyPurpose) {
  const tx = yield* Tx
  return lastChange(yield* tx.serviceKeys.list(purpose))
})

/**
 * Does what is due to the keys of a purpose, in its order. `made` becomes the key that waits, if
 * one is to be published; without one that step is left for the next time.
 */
export const takeDueSteps = step(function* (
  keys: readonly ServiceKey[],
  made: NewKey | undefined,
  now: Date,
) {
  const tx = yield* Tx
  const at = changeTime(keys, now)
  for (const step of rotationSteps(keys, now)) {
    if (step.kind === "promote") yield* promote(step, at)
    else if (step.kind === "withdraw")
      yield* tx.serviceKeys.move(step.keyId, { from: "retiring", to: "gone", at })
    else if (made !== undefined) yield* tx.serviceKeys.add(waiting(made, step.signsFrom, now, at))
  }
})

/**
 * The waiting key signs, the one before it verifies on. One key is active at most, so the old one
 * steps down first.
 */
const promote = step(function* (
  { keyId, before }: Extract<RotationStep, { readonly kind: "promote" }>,
  at: Date,
) {
  const tx = yield* Tx
  // Another caller was faster: then the key that signs now is theirs.
  if (!(yield* tx.serviceKeys.move(before, { from: "active", to: "retiring", at }))) return
  yield* tx.serviceKeys.move(keyId, { from: "next", to: "active", at })
})

/** Begins a rotation ahead of its time: `made` is published, unless a key waits already. */
export const publishAhead = step(function* (keys: readonly ServiceKey[], made: NewKey, now: Date) {
  const tx = yield* Tx
  yield* tx.serviceKeys.add(waiting(made, signsFromAt(now, now), now, changeTime(keys, now)))
})

/**
 * Takes a key out of use at once: it verifies nothing any more. In the place of the active one
 * `made` signs from now on. `false` when another caller has changed the key meanwhile; nothing is
 * written then.
 */
export const withdraw = step(function* (
  {
    keys,
    key,
    made,
  }: { readonly keys: readonly ServiceKey[]; readonly key: ServiceKey; readonly made: NewKey },
  now: Date,
) {
  const tx = yield* Tx
  const at = changeTime(keys, now)
  if (!(yield* tx.serviceKeys.move(key.keyId, { from: key.status, to: "gone", at }))) return false
  if (key.status === "active") yield* tx.serviceKeys.add(activeFrom(made, now, at))
  return true
})
