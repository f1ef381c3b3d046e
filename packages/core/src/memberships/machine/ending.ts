import { Result } from "effect"
import type { NotFound } from "../../foundation/errors/refusals.ts"
import type { CheckoutPurpose } from "./payment.ts"
import { type TriggerInput, type Change, changed, noMembership } from "./change.ts"
import { type LiveMembership, liveOf, type MembershipState } from "../membership-state.ts"
import type { EndedBy } from "../membership.ts"
import { left } from "../membership-events.ts"

const everyCheckout: readonly CheckoutPurpose[] = ["join", "renew", "change"]

/**
 * The membership ends at `now`, whatever its state was: all its instants are `now`, those of one
 * that lapsed too, and nothing is refunded.
 */
export const ended = (
  live: LiveMembership,
  { by, endedBy, cause = "end", paymentRef }: TriggerInput & Ending,
  now: Date,
): Change =>
  changed(
    live,
    { validUntil: now, renewableUntil: now, cancelledAt: now, endedAt: now, endedBy },
    {
      cause,
      by,
      paymentRef,
      terms: [],
      events: [left(live.membership, endedBy)],
      closesCheckouts: everyCheckout,
    },
    now,
  )

interface Ending {
  readonly endedBy: Exclude<EndedBy, "lapsed">
  readonly cause?: "end" | "reversal"
  readonly paymentRef?: string | undefined
}

const ending =
  (endedBy: Ending["endedBy"]) =>
  (state: MembershipState, { by }: TriggerInput, now: Date): Result.Result<Change, NotFound> => {
    const live = liveOf(state, now)
    return live === undefined
      ? Result.fail(noMembership())
      : Result.succeed(ended(live, { by, endedBy }, now))
  }

/** The organization takes a user's membership away (T34, T35). */
export const removeMember = ending("removed")

/** The organization closes: what it means for one membership (T36). */
export const closeOrganization = ending("closed")

/** The holder's account is deleted (T41). */
export const closeAccount = ending("left")
