import { entitlementsOf } from "../entitlements.ts"
import type { Tier } from "../../tiers/tier.ts"
import { foldHistory, type History, isSameRow } from "../history.ts"
import { isActive, type Membership } from "../membership.ts"
import { type MembershipTerm, termsLeft } from "../terms/membership-term.ts"

/**
 * What holds of every membership at every moment (docs/membership-rules.md#invariants), and of its
 * terms.
 */
export type Invariant = "R1" | "R2" | "R3" | "R4" | "R5" | "terms"

/** A membership with everything that is kept of it. */
export interface MembershipRecord {
  readonly membership: Membership
  readonly tier: Tier
  readonly terms: readonly MembershipTerm[]
  readonly history: History
}

/**
 * The invariants that a membership breaks at `now`: none, unless a rule is wrong or a user wrote
 * around the rules.
 */
export const breachesOf = (record: MembershipRecord, now: Date): readonly Invariant[] =>
  (Object.keys(checks) as readonly Invariant[]).filter((name) => !checks[name](record, now))

const checks: Readonly<Record<Invariant, (record: MembershipRecord, now: Date) => boolean>> = {
  /** Both dates or none, and the time to renew is not over before access is. */
  R1: ({ membership: { validUntil, renewableUntil } }) =>
    validUntil === undefined || renewableUntil === undefined
      ? validUntil === renewableUntil
      : renewableUntil >= validUntil,
  /** Under notice there is an end, and nothing to renew after it. */
  R2: ({ membership: { cancelledAt, validUntil, renewableUntil } }) =>
    cancelledAt === undefined ||
    (validUntil !== undefined && renewableUntil?.getTime() === validUntil.getTime()),
  /** A member has no access after the end, and an ended membership never changes again. */
  R3: ({ membership: { endedAt, validUntil }, history }) =>
    (endedAt === undefined || (validUntil !== undefined && validUntil <= endedAt)) &&
    history.every(({ before, after }) => before?.endedAt === undefined || isSameRow(before, after)),
  /** Entitlements are granted exactly to who is active. */
  R4: ({ membership, tier }, now) =>
    Object.keys(entitlementsOf(membership, tier, now)).length > 0 === isActive(membership, now),
  /** The history amounts to the row. */
  R5: ({ membership, history }) => isSameRow(foldHistory(history), membership),
  /** The terms follow one another up to where access ends. */
  terms: ({ membership: { validUntil }, terms }, now) => {
    const left = termsLeft(terms, now)
    const [first] = left
    if (first === undefined) return validUntil !== undefined && validUntil <= now
    const isContiguous = left.every(
      (term, n) => n === 0 || term.startsAt.getTime() === left[n - 1]?.endsAt?.getTime(),
    )
    return (
      first.startsAt <= now &&
      isContiguous &&
      left.at(-1)?.endsAt?.getTime() === validUntil?.getTime()
    )
  },
}
