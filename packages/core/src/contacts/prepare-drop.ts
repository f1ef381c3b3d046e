import { Effect } from "effect"
import { step } from "../foundation/step.ts"
import { Ports } from "../foundation/unit-of-work.ts"

/** Counts a drop for its sender; fails with `RateLimited` after too many in the last hour. */
export const countSent = step(function* (senderUuid: string) {
  const { accountLimits, clock } = yield* Ports
  const tooMany = yield* Effect.promise(() => accountLimits.drop(senderUuid, clock.now()))
  if (tooMany !== undefined) return yield* tooMany
})

/**
 * Counts a drop that would be a new contact of its receiver; `false` when the receiver had drops of
 * too many senders in the last hour. A drop that arrives nowhere, or changes one that is there,
 * costs no receiver anything, and is counted so that the work is the same.
 */
export const countArrival = step(function* (senderUuid: string, receiverUuid: string | undefined) {
  const { accountLimits, clock } = yield* Ports
  const receiver = receiverUuid ?? `nobody:${senderUuid}`
  return yield* Effect.promise(() =>
    accountLimits.dropArrives({ sender: senderUuid, receiver }, clock.now()),
  )
})
