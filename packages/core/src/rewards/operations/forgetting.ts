import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import type { Forgotten } from "../triggers/forgetting.ts"

const sliceMax = 1000

/**
 * Forgets the next of what was counted for a deleted trigger or account; answers whether there may
 * be more.
 */
export const forgetCounted = step(function* (
  caller: Caller,
  { gone }: { readonly gone: Forgotten },
) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* transact(function* (tx) {
    return (yield* tx.rewardTriggers.forget(gone, sliceMax)) > 0
  })
})
