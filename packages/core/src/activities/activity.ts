import type { DoorSettings } from "../sessions/door-settings.ts"

/** An activity groups sessions. */
export interface Activity extends DoorSettings {
  readonly uuid: string
  readonly slug: string
  readonly organizationUuid: string
  readonly name: string
  readonly description: string | undefined
  /** The public image that shows it. */
  readonly imageFileUuid: string | undefined
  readonly websiteUrl: string | undefined
  readonly additionalData: Readonly<Record<string, unknown>> | undefined
  readonly startTime: Date | undefined
  readonly endTime: Date | undefined
  /** Master switch: false closes every session. */
  readonly isSessionCheckinOpen: boolean
  readonly cancelledAt: Date | undefined
  /** What was said of it; undefined while it is not cancelled. */
  readonly cancellationReason: string | undefined
  /** IANA zone overriding the organization's. */
  readonly timezone: string | undefined
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  /**
   * From then on it is absent, and so are its sessions; the rows stay for the attendance that
   * refers to them.
   */
  readonly deletedAt: Date | undefined
}
