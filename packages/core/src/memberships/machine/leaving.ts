import { Result } from "effect"
import type { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { type TriggerInput, type Change, changed, conflict, noMembership } from "./change.ts"
import { liveOf, type MembershipState } from "../membership-state.ts"
import { ended } from "./ending.ts"
import { termsLeft } from "../terms/membership-term.ts"
import { isOneTime, rateInForce } from "../terms/rate.ts"
import { addGrace } from "../terms/term.ts"

/**
 * The holder ends their membership (T1 to T4). Where a term is running they give notice: everything
 * is theirs until it ends, and no event is sent, since a host that takes access away on
 * `membership.left` would cut off a user who paid. What has no end or is over already ends at
 * once.
 */
export const leave = (
  state: MembershipState,
  { by }: TriggerInput,
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  const { membership, status } = live
  if (status === "active_with_notice")
    return Result.fail(
      conflict(
        live,
        "already_cancelled",
        "Notice was already given. The membership ends with its term.",
      ),
    )
  const isAtOnce =
    status === "lapsed" ||
    membership.validUntil === undefined ||
    isOneTime(rateInForce(live.tier, membership))
  if (isAtOnce) return Result.succeed(ended(live, { by, endedBy: "left" }, now))
  return Result.succeed(
    changed(
      live,
      { cancelledAt: now, renewableUntil: membership.validUntil },
      {
        cause: "notice",
        by,
        terms: termsLeft(live.terms, now),
        closesCheckouts: ["renew", "change"],
      },
      now,
    ),
  )
}

/** The holder withdraws their notice while it runs (T5). */
export const resume = (
  state: MembershipState,
  { by }: TriggerInput,
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const live = liveOf(state, now)
  if (live === undefined) return Result.fail(noMembership())
  const { membership, tier, status } = live
  if (status !== "active_with_notice")
    return Result.fail(conflict(live, "no_notice", "No notice was given."))
  const { validUntil } = membership
  const renewableUntil =
    validUntil && addGrace(validUntil, rateInForce(tier, membership).interval, tier, state.zone)
  const written = { cause: "resume", by, terms: termsLeft(live.terms, now) } as const
  return Result.succeed(changed(live, { cancelledAt: undefined, renewableUntil }, written, now))
}
