import { Result } from "effect"
import type { DoorSettings } from "./door-settings.ts"
import { BadRequest, Conflict, Invalid } from "../foundation/errors/refusals.ts"
import { patched } from "../foundation/kernel/patched.ts"
import { isFinished, type Session, wholeSecond } from "./session.ts"

/**
 * What a caller wants of a session besides its door settings; what is left out stays, `null`
 * clears.
 */
export interface SentSession {
  /** 1 to 255 characters. The slug stays. */
  readonly name?: string | undefined
  /** At most 5,000 characters. */
  readonly description?: string | null | undefined
  /** In whole seconds. */
  readonly startTime?: Date | undefined
  /** In whole seconds, after `startTime`. */
  readonly endTime?: Date | undefined
  /** `false` closes the door. */
  readonly isCheckinOpen?: boolean | undefined
  /** `null` takes it out of its activity. */
  readonly activityUuid?: string | null | undefined
  /** Uuid of an earlier session of the activity that a user must have attended. */
  readonly requiredPriorSessionUuid?: string | null | undefined
}

/**
 * The session with what was sent over it, and the door that its settings make; its number and
 * series are looked at by {@link numberedAnew}. The very session that was handed in where nothing
 * changes. Of a finished one, only name and description change, and its end, to a later one.
 */
export const changedSession = (
  session: Session,
  sent: SentSession,
  door: DoorSettings,
  now: Date,
): Result.Result<Session, BadRequest | Invalid> => {
  const changed: Session = {
    ...session,
    ...door,
    name: sent.name ?? session.name,
    description: patched(session.description, sent.description),
    startTime: sent.startTime === undefined ? session.startTime : wholeSecond(sent.startTime),
    endTime: sent.endTime === undefined ? session.endTime : wholeSecond(sent.endTime),
    isCheckinOpen: sent.isCheckinOpen ?? session.isCheckinOpen,
    activityUuid: patched(session.activityUuid, sent.activityUuid),
    requiredPriorSessionUuid: patched(
      session.requiredPriorSessionUuid,
      sent.requiredPriorSessionUuid,
    ),
  }
  const fields = changedFields(session, changed)
  if (fields.length === 0) return Result.succeed(session)
  const frozen = isFinished(session, now)
    ? fields.find((field) => !staysOpen(session, changed, field))
    : undefined
  if (frozen !== undefined)
    return Result.fail(
      new BadRequest({
        field: wireNames[frozen],
        reason: "The session is over, so its times and settings cannot change.",
      }),
    )
  if (changed.endTime <= changed.startTime) return Result.fail(backwards())
  return Result.succeed({ ...changed, updatedAt: now })
}

/** Refuses a session that ends before it has begun. */
export const backwards = (): Invalid =>
  new Invalid({ errors: { end_time: "must come after start_time" } })

/**
 * The session as it is counted in its new activity: it leaves its series, which stays where it is,
 * and takes the number after `lastNumber` there; 1 when it stands alone from now on.
 */
export const numberedAnew = (session: Session, lastNumber: number): Session => ({
  ...session,
  seriesUuid: undefined,
  sequenceNumber: session.activityUuid === undefined ? 1 : lastNumber + 1,
})

type Requirer = Pick<Session, "uuid" | "activityUuid" | "startTime" | "requiredPriorSessionUuid">

/**
 * Whether `prior` may be what a session requires: another one of the same activity that starts
 * before it.
 */
export const checkedPrior = (
  session: Requirer,
  prior: Session | undefined,
): Result.Result<void, Invalid> => {
  if (session.requiredPriorSessionUuid === undefined) return Result.void
  if (session.activityUuid === undefined)
    return refusePrior("goes with an activity: a session that stands alone has no other beside it")
  const isAnother = prior?.uuid === session.requiredPriorSessionUuid && prior.uuid !== session.uuid
  if (!isAnother || prior.activityUuid !== session.activityUuid)
    return refusePrior("is no other session of the same activity")
  return prior.startTime < session.startTime
    ? Result.void
    : refusePrior("must start before this session")
}

const refusePrior = (why: string): Result.Result<never, Invalid> =>
  Result.fail(new Invalid({ errors: { required_prior_session_uuid: why } }))

/**
 * Whether a session can still be required by others as it is now; `first` is the one of them that
 * starts first.
 */
export const checkedRequirers = (
  session: Session,
  first: Session | undefined,
): Result.Result<void, Conflict> => {
  if (first === undefined) return Result.void
  const details = { session_uuid: first.uuid, session_slug: first.slug }
  if (first.activityUuid !== session.activityUuid)
    return Result.fail(
      new Conflict({
        reason: "required_by_session",
        message:
          "Another session of the activity requires this one. First change the session that details names.",
        details,
      }),
    )
  if (first.startTime > session.startTime) return Result.void
  return Result.fail(
    new Conflict({
      reason: "required_by_session",
      message:
        "A session that requires this one must start after it. Choose an earlier time, or first change the session that details names.",
      details,
    }),
  )
}

const wireNames = {
  name: "name",
  description: "description",
  startTime: "start_time",
  endTime: "end_time",
  isCheckinOpen: "is_checkin_open",
  activityUuid: "activity_uuid",
  requiredPriorSessionUuid: "required_prior_session_uuid",
  requiresTicket: "requires_ticket",
  ticketTemplateUuid: "ticket_template_uuid",
  requiredEntitlement: "required_entitlement",
  maxAttendees: "max_attendees",
  enforcesCheckinWindow: "enforces_checkin_window",
  allowReentry: "allow_reentry",
  admitsFrozenCards: "admits_frozen_cards",
} as const satisfies Record<keyof SentSession | keyof DoorSettings, string>

type Field = keyof typeof wireNames

const changedFields = (before: Session, after: Session): readonly Field[] =>
  (Object.keys(wireNames) as Field[]).filter((field) => !isSame(before[field], after[field]))

const isSame = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b

const staysOpen = (before: Session, after: Session, field: Field): boolean =>
  field === "name" ||
  field === "description" ||
  (field === "endTime" && after.endTime > before.endTime)
