import { Effect } from "effect"
import { Ports } from "../foundation/unit-of-work.ts"

/** Counts a drop for its receiver; `false` when the receiver has had too many in the last hour. */
export const countDrop = Effect.fnUntraced(function* (receiverUuid: string) {
  const { accountLimits, clock } = yield* Ports
  const tooMany = yield* Effect.promise(() => accountLimits.drop(receiverUuid, clock.now()))
  return tooMany === undefined
})
