import type { DoorSettings } from "./door-settings.ts"

/** A check-in door with rules. Times are whole seconds. */
export interface Session extends DoorSettings {
  readonly uuid: string
  readonly slug: string
  readonly organizationUuid: string
  /** Undefined when standalone. */
  readonly activityUuid: string | undefined
  readonly name: string
  readonly description: string | undefined
  readonly startTime: Date
  readonly endTime: Date
  readonly isCheckinOpen: boolean
  readonly cancelledAt: Date | undefined
  /** What was said when it was cancelled; undefined when nothing was, or it is not cancelled. */
  readonly cancellationReason: string | undefined
  /**
   * Another session of the same activity, which starts before this one and must have been attended.
   */
  readonly requiredPriorSessionUuid: string | undefined
  readonly seriesUuid: string | undefined
  /**
   * Counts from 1 in its series, else among its activity's sessions of no series, by creation; 1
   * when standalone.
   */
  readonly sequenceNumber: number
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}

/** Whether it is over: its door never opens again, and its times and settings stay as they are. */
export const isFinished = (session: Pick<Session, "endTime">, now: Date): boolean =>
  session.endTime <= now

/** The moment without its fraction of a second: sessions begin and end on whole ones. */
export const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)
