import { Result } from "effect"
import { Conflict, Invalid } from "../foundation/errors/refusals.ts"
import { patched } from "../foundation/kernel/patched.ts"
import type { Activity } from "./activity.ts"

/**
 * What changes of an activity but for its door settings; undefined leaves a field, `null` clears
 * it. The slug never changes.
 */
export interface ActivityChange {
  /** 1 to 255 characters. The slug stays. */
  readonly name?: string | undefined
  /** At most 5,000 characters. */
  readonly description?: string | null | undefined
  /** Uuid of an image that is a file of the activity or of its organization. */
  readonly imageFileUuid?: string | null | undefined
  /** An absolute URL, at most 255 characters. */
  readonly websiteUrl?: string | null | undefined
  /** JSON of the organization's own; replaced as a whole. */
  readonly additionalData?: Activity["additionalData"] | null
  /** When the activity begins. */
  readonly startTime?: Date | null | undefined
  /** When it ends. Not before `startTime`. */
  readonly endTime?: Date | null | undefined
  /** The master switch of its doors: `false` closes every session. */
  readonly isSessionCheckinOpen?: boolean | undefined
  /** IANA time zone; `null` goes back to the organization's. */
  readonly timezone?: string | null | undefined
}

/** The activity with its change. */
export const changedActivity = (
  activity: Activity,
  change: ActivityChange,
  now: Date,
): Result.Result<Activity, Invalid> => {
  const after: Activity = {
    ...activity,
    name: change.name ?? activity.name,
    description: patched(activity.description, change.description),
    imageFileUuid: patched(activity.imageFileUuid, change.imageFileUuid),
    websiteUrl: patched(activity.websiteUrl, change.websiteUrl),
    additionalData: patched(activity.additionalData, change.additionalData),
    startTime: patched(activity.startTime, change.startTime),
    endTime: patched(activity.endTime, change.endTime),
    isSessionCheckinOpen: change.isSessionCheckinOpen ?? activity.isSessionCheckinOpen,
    timezone: patched(activity.timezone, change.timezone),
    updatedAt: now,
  }
  return Result.map(permitTimes(after), () => after)
}

/**
 * Refuses an activity that ends before, or when, it starts. One that lacks either time may have any
 * other.
 */
export const permitTimes = ({
  startTime,
  endTime,
}: Pick<Activity, "startTime" | "endTime">): Result.Result<void, Invalid> =>
  startTime !== undefined && endTime !== undefined && endTime <= startTime
    ? Result.fail(new Invalid({ errors: { end_time: "must come after start_time" } }))
    : Result.void

/**
 * The activity once it is called off. Its sessions then admit no one, whatever their own state is.
 */
export const cancelledActivity = (
  activity: Activity,
  reason: string | undefined,
  now: Date,
): Result.Result<Activity, Conflict> =>
  activity.cancelledAt === undefined
    ? Result.succeed({ ...activity, cancelledAt: now, cancellationReason: reason, updatedAt: now })
    : Result.fail(
        new Conflict({
          reason: "already_cancelled",
          message: "The activity is already cancelled.",
        }),
      )

/**
 * The activity once its cancellation is withdrawn. Sessions that were cancelled on their own stay
 * so.
 */
export const uncancelledActivity = (
  activity: Activity,
  now: Date,
): Result.Result<Activity, Conflict> =>
  activity.cancelledAt === undefined
    ? Result.fail(
        new Conflict({ reason: "not_cancelled", message: "The activity is not cancelled." }),
      )
    : Result.succeed({
        ...activity,
        cancelledAt: undefined,
        cancellationReason: undefined,
        updatedAt: now,
      })

/**
 * The activity as it is kept once deleted, for the rows that refer to it: no caller sees it again,
 * and its slug stays taken.
 */
export const deletedActivity = (activity: Activity, now: Date): Activity => ({
  ...activity,
  updatedAt: now,
  deletedAt: now,
})
