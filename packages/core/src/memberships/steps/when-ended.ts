import { Effect, Result } from "effect"
import type { Membership } from "../membership.ts"

/**
 * What goes with a membership, in the transaction that ends it: {@link writeChanges} calls this
 * with all that have just ended, once they are written. The cards and profiles that the
 * organization has issued to their holders will be locked here; until there are any, nothing goes
 * with it. Time that merely ran out ends nothing: there is no transaction to do it in, so code that
 * shows a card reads the membership's status too.
 */
export const whenEnded = (_ended: readonly Membership[], _now: Date) =>
  Effect.fromResult(Result.void)
