import { step } from "../foundation/step.ts"
import { Ports, prepare, read } from "../foundation/unit-of-work.ts"
import { lastChange } from "./rotation.ts"
import type { KeyPurpose } from "./service-key.ts"

/**
 * Reads the keys again if another process has changed those of this purpose: nothing is to be
 * signed with a key that was revoked.
 */
export const keysInForce = step(function* (purpose: KeyPurpose) {
  const { serviceKeys } = yield* Ports
  const changedAt = yield* read(function* (tx) {
    return lastChange(yield* tx.serviceKeys.list(purpose))
  })
  if (!serviceKeys.knows(changedAt, purpose)) yield* prepare(() => serviceKeys.reload())
  return serviceKeys.all(purpose)
})

/** The key that signs now, whatever other processes have done since this one read the keys. */
export const signerInForce = step(function* (purpose: KeyPurpose) {
  const { serviceKeys } = yield* Ports
  yield* keysInForce(purpose)
  return serviceKeys.signer(purpose)
})

/**
 * The signer of a purpose, for a caller that has read when the keys changed last
 * (`keysChangedAt`): the storage is not read again.
 */
export const signerAsOf = step(function* (purpose: KeyPurpose, changedAt: Date | undefined) {
  const { serviceKeys } = yield* Ports
  if (!serviceKeys.knows(changedAt, purpose)) yield* prepare(() => serviceKeys.reload())
  return serviceKeys.signer(purpose)
})

/** Makes and seals a key before a transaction begins. Nothing is stored yet. */
export const prepareNewKey = step(function* (purpose: KeyPurpose) {
  const { serviceKeys } = yield* Ports
  return yield* prepare(() => serviceKeys.make(purpose))
})
