/** That a person was at a session: one for each person and session, however often they were admitted. */
export interface Presence {
  /** Also `attendance_uuid` on the wire. */
  readonly uuid: string
  readonly sessionUuid: string
  /** The canonical wallet of the person in the session's organization. */
  readonly walletAddress: string
  readonly userUuid: string | undefined
  readonly seat: "ticket" | "walk_in" | "none"
  /** The earliest admission known. */
  readonly firstAdmittedAt: Date
  readonly recordedAt: Date
}

/** One admission as a door judged it; a retry under the same key finds it again. */
export interface Admission {
  readonly uuid: string
  readonly sessionUuid: string
  /** Who uploaded it: an app, `host`, or `door:{device_uuid}`. Keys are per session and client. */
  readonly clientId: string
  readonly idempotencyKey: string
  readonly walletAddress: string
  readonly occurredAt: Date
  readonly recordedAt: Date
  readonly isOffline: boolean
  readonly isReentry: boolean
  readonly manifestVersion: number | undefined
  readonly disputedReason: string | undefined
}
