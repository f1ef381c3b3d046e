import type { DoorSettings } from "../activities/activity.ts"

/** A check-in door with rules (specification, "Session"). Times are whole seconds. */
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
  readonly requiredPriorSessionUuid: string | undefined
  readonly seriesUuid: string | undefined
  /** Counts from 1 in its series, else in its activity by creation; 1 when standalone. */
  readonly sequenceNumber: number
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}
