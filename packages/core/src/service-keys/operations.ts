import type { Caller } from "../foundation/access/caller.ts"
import { Conflict, Forbidden, NotFound } from "../foundation/errors/refusals.ts"
import { step } from "../foundation/step.ts"
import { listing } from "../foundation/listing.ts"
import { Ports, prepare, read, transact, Tx } from "../foundation/unit-of-work.ts"
import { prepareNewKey } from "./prepare.ts"
import { isRotated, rotatedPurposes, rotationSteps } from "./rotation.ts"
import { type KeyPurpose, keyPurposes, type ServiceKey } from "./service-key.ts"
import { publishAhead, takeDueSteps, withdraw } from "./steps.ts"
import type { KeyInput, ListKeysInput, RotateKeyInput } from "./inputs.ts"
import type { NoInput } from "../foundation/kernel/inputs.ts"

/** A signing key of the service as its operator sees it: without its private half. */
export interface ServiceKeyView extends Omit<ServiceKey, "sealed"> {}

/** Which key of a purpose signs, and which is next. */
export interface KeysInForce {
  /** Id of the key that signs now. */
  readonly signs: string
  /** Published and not signing yet; undefined when no rotation is under way. */
  readonly next: ServiceKeyView | undefined
}

/**
 * Lists the service's signing keys, of one purpose or of all, revoked and retired ones too, the
 * oldest of each purpose first. For the host alone.
 */
export const list = listing(function* (caller: Caller, input: ListKeysInput) {
  yield* hostOnly(caller)
  return yield* read(function* (tx) {
    const views: ServiceKeyView[] = []
    for (const purpose of input.purpose === undefined ? keyPurposes : [input.purpose])
      views.push(...(yield* tx.serviceKeys.list(purpose)).map(viewOf))
    return views
  })
})

/**
 * Starts to replace the signing key. The next key is published now and signs a day later. The
 * previous key verifies until everything that it signed has expired. If a rotation is running
 * already, takes its due step.
 *
 * With `emergency` the new key signs at once and the old key verifies nothing any more: see
 * {@link revoke}. For the host alone.
 */
export const rotate = step(function* (caller: Caller, input: RotateKeyInput) {
  yield* hostOnly(caller)
  yield* rotatedOnly(input.purpose)
  const made = yield* prepareNewKey(input.purpose)
  yield* transact(function* (tx, now) {
    const keys = yield* tx.serviceKeys.list(input.purpose)
    const active = keys.find(({ status }) => status === "active")
    if (input.emergency === true && active !== undefined) {
      if (!(yield* withdraw({ keys, key: active, made }, now))) return yield* changedMeanwhile()
    } else if (keys.some(({ status }) => status === "next"))
      yield* takeDueSteps(keys, undefined, now)
    else yield* publishAhead(keys, made, now)
    return undefined
  })
  return yield* rotationStateOf(input.purpose)
})

/**
 * Revokes a key at once, in every process: everything it signed is refused from the next call on.
 * If it is the key that signs, a new one replaces it without having been published before. Sessions
 * stay: apps fetch new tokens with their refresh tokens or secrets. For the host alone.
 */
export const revoke = step(function* (caller: Caller, input: KeyInput) {
  yield* hostOnly(caller)
  const found = yield* read(function* () {
    return yield* keyOf(input.keyId)
  })
  yield* rotatedOnly(found.purpose)
  const made = yield* prepareNewKey(found.purpose)
  yield* transact(function* (tx, now) {
    const key = yield* keyOf(input.keyId)
    const keys = yield* tx.serviceKeys.list(key.purpose)
    if (key.status === "gone")
      return yield* new Conflict({
        reason: "key_is_gone",
        message: "The key is already revoked.",
      })
    if (!(yield* withdraw({ keys, key, made }, now))) return yield* changedMeanwhile()
    return undefined
  })
  return yield* rotationStateOf(found.purpose)
})

/** Advances due rotations; the daily job calls it. For the host alone. */
export const rotateDue = step(function* (caller: Caller, _input: NoInput) {
  yield* hostOnly(caller)
  for (const purpose of rotatedPurposes) {
    const due = yield* read(function* (tx, now) {
      return rotationSteps(yield* tx.serviceKeys.list(purpose), now)
    })
    if (due.length === 0) continue
    const made = due.some(({ kind }) => kind === "publish")
      ? yield* prepareNewKey(purpose)
      : undefined
    yield* transact(function* (tx, now) {
      yield* takeDueSteps(yield* tx.serviceKeys.list(purpose), made, now)
    })
    yield* rotationStateOf(purpose)
  }
})

/** What signs now and what waits, as every call of this process sees it from here on. */
const rotationStateOf = step(function* (purpose: KeyPurpose) {
  const { serviceKeys } = yield* Ports
  yield* prepare(() => serviceKeys.reload())
  const keys = serviceKeys.all(purpose)
  const next = keys.find(({ status }) => status === "next")
  const { keyId } = serviceKeys.signer(purpose)
  const inForce: KeysInForce = { signs: keyId, next: next === undefined ? undefined : viewOf(next) }
  return inForce
})

const keyOf = step(function* (keyId: string) {
  const tx = yield* Tx
  for (const purpose of keyPurposes) {
    const found = (yield* tx.serviceKeys.list(purpose)).find((key) => key.keyId === keyId)
    if (found !== undefined) return found
  }
  return yield* new NotFound({ what: "key" })
})

const viewOf = ({ sealed: _, ...view }: ServiceKey): ServiceKeyView => view

const hostOnly = step(function* (caller: Caller) {
  if (caller.kind !== "host")
    return yield* new Forbidden({ reason: "Only the service itself may see and change its keys." })
  return undefined
})

const rotatedOnly = step(function* (purpose: KeyPurpose) {
  if (!isRotated(purpose))
    return yield* new Conflict({
      reason: "key_is_kept",
      message: "Ledger keys cannot be removed, because exports are verified with them.",
    })
  return undefined
})

const changedMeanwhile = () =>
  new Conflict({
    reason: "key_changed",
    message: "This key was just changed by another caller. List the keys and try again.",
  })
