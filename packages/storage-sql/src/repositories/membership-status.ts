import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely"
import type { Database } from "../schema/database.ts"

/** A condition on rows of `memberships`, beside others. */
export type Condition = (
  eb: ExpressionBuilder<Database, "memberships">,
) => ExpressionWrapper<Database, "memberships", SqlBool>

// These say in SQL what `statusOf` says in core/memberships: intervals are half-open, so a bound
// itself is already outside.

/** Neither ended nor past its term. */
export const isActive =
  (at: Date): Condition =>
  (eb) =>
    eb.and([notEnded(at)(eb), eb.or([eb("validUntil", "is", null), eb("validUntil", ">", at)])])

/** Active, and with an end to its term. */
export const isActiveUntil =
  (at: Date): Condition =>
  (eb) =>
    eb.and([notEnded(at)(eb), eb("validUntil", ">", at)])

/** Active, and without an end to its term. */
export const isActiveForGood =
  (at: Date): Condition =>
  (eb) =>
    eb.and([notEnded(at)(eb), eb("validUntil", "is", null)])

/** Past its term, but still renewable as itself. */
export const isLapsed =
  (at: Date): Condition =>
  (eb) =>
    eb.and([notEnded(at)(eb), eb("validUntil", "<=", at), eb("renewableUntil", ">", at)])

/** Active or lapsed. */
export const isLive =
  (at: Date): Condition =>
  (eb) =>
    eb.and([
      notEnded(at)(eb),
      eb.or([
        eb("validUntil", "is", null),
        eb("validUntil", ">", at),
        eb("renewableUntil", ">", at),
      ]),
    ])

/** Not live any more. */
export const isEnded =
  (at: Date): Condition =>
  (eb) =>
    eb.or([
      eb("endedAt", "<=", at),
      eb.and([
        eb("validUntil", "<=", at),
        eb.or([eb("renewableUntil", "is", null), eb("renewableUntil", "<=", at)]),
      ]),
    ])

const notEnded =
  (at: Date): Condition =>
  (eb) =>
    eb.or([eb("endedAt", "is", null), eb("endedAt", ">", at)])
