import type { SettledMembership } from "./change.ts"
import type { HeldMembership } from "../membership-state.ts"
import { type Membership, statusOf } from "../membership.ts"
import { termsLeft } from "../terms/membership-term.ts"

/**
 * A row whose time ran out, as it is written before a user takes its place: no event tells of it.
 */
export const settleLapse = (membership: Membership): Membership => ({
  ...membership,
  endedAt: membership.renewableUntil,
  endedBy: "lapsed",
  revision: membership.revision + 1,
})

/**
 * What is written of a row that is still open though its time ran out; undefined when it did not.
 */
export const settle = (
  held: HeldMembership | undefined,
  now: Date,
): SettledMembership | undefined => {
  if (
    held === undefined ||
    held.membership.endedAt !== undefined ||
    statusOf(held.membership, now) !== "ended"
  )
    return undefined
  const before = held.membership
  const after = settleLapse(before)
  return {
    before,
    after,
    entry: {
      at: now,
      by: { kind: "clock" },
      cause: "lapse",
      paymentRef: undefined,
      note: undefined,
      conversion: undefined,
      before,
      after,
      termsBefore: termsLeft(held.terms, now),
      termsAfter: [],
    },
  }
}
