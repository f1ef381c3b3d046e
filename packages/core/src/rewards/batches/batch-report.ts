import { Result } from "effect"
import { Conflict } from "../../foundation/errors/refusals.ts"
import { remainingOf, type Supply } from "../../ledger/supplies/supply.ts"
import { type RewardBatch, tallied } from "./reward-batch.ts"

/** What comes of one of an audience, or of one identifier. */
export interface Verdict {
  /** Why there is nothing; undefined when there is a reward. */
  readonly reason: string | undefined
  /** The points of the reward. */
  readonly points: number
  /** Which of the identifiers, from 0; undefined for every other audience. */
  readonly position: number | undefined
}

/** What a batch does, or would do. */
export type BatchReport = Pick<RewardBatch, "matchedCount" | "scheduledCount" | "skipped">

/**
 * What a batch comes to: the first ones get what is left of the supply. Refuses with `Conflict`
 * (`treasury_exhausted`) when the points of all of them are more than the treasury has.
 */
export const reportOf = (
  verdicts: readonly Verdict[],
  {
    matchedCount,
    supply,
    available,
  }: {
    readonly matchedCount: number
    readonly supply: Omit<Supply, "uuid" | "status">
    readonly available: number
  },
): Result.Result<BatchReport, Conflict> => {
  const granted = verdicts.filter(({ reason }) => reason === undefined)
  const scheduled = granted.slice(0, remainingOf(supply))
  const late = granted
    .slice(scheduled.length)
    .map(({ position }) => ({ reason: exhausted, position }))
  const required = scheduled.reduce((sum, { points }) => sum + points, 0)
  if (required > available)
    return Result.fail(
      new Conflict({
        reason: "treasury_exhausted",
        message: `The treasury has ${available} points, and this needs ${required}.`,
        details: { required, available },
      }),
    )
  const passed = verdicts.flatMap(({ reason, position }) =>
    reason === undefined ? [] : [{ reason, position }],
  )
  return Result.succeed({
    matchedCount,
    scheduledCount: scheduled.length,
    skipped: tallied([...passed, ...late]),
  })
}

const exhausted = "supply_exhausted"
