import { Effect } from "effect"
import { step } from "../foundation/step.ts"
import { Ports } from "../foundation/unit-of-work.ts"
import type { ChosenMail } from "./account-limits.ts"

/**
 * Counts a look for an account by name or address, of whom it is for; the refusal when there were too
 * many.
 */
export const countLookup = step(function* (from: string | undefined) {
  const { accountLimits, clock } = yield* Ports
  return yield* Effect.promise(() => accountLimits.lookup(from, clock.now()))
})

/** Counts a mail to an address that a caller chose; the refusal when there were too many. */
export const countMail = step(function* (mail: ChosenMail) {
  const { accountLimits, clock } = yield* Ports
  return yield* Effect.promise(() => accountLimits.chosenMail(mail, clock.now()))
})

/** Counts a link for a new password; the refusal when there were too many. */
export const countResetMail = step(function* (userUuid: string) {
  const { accountLimits, clock } = yield* Ports
  return yield* Effect.promise(() => accountLimits.resetMail(userUuid, clock.now()))
})
