import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import type { HeardHappening } from "../triggers/happening.ts"
import { countHeard } from "../triggers/steps.ts"
import { asTold } from "../steps/subjects.ts"

/** Counts what triggers heard; the rewards of those that fire are issued by jobs of their own. */
export const countHappenings = step(function* (
  caller: Caller,
  { happenings }: { readonly happenings: readonly HeardHappening[] },
) {
  yield* Effect.fromResult(permitHost(caller))
  yield* transact(function* (_tx, now) {
    yield* countHeard(yield* asTold(happenings, now), now, now)
  })
})
