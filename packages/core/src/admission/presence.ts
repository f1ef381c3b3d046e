/** How somebody was admitted: by a door as it happened, by one that was offline, by themself, or by a person who named them. */
export type AdmissionSource = "online" | "offline" | "self" | "manual"

/**
 * That a person was at a session: one for each person and session, however often they were admitted. One that was taken back stays, and
 * the person may be admitted again under another. All but `seat` and what took it back follows from the admissions it rests on.
 */
export interface Presence {
  /** Also `attendance_uuid` on the wire. */
  readonly uuid: string
  readonly sessionUuid: string
  /** The canonical wallet of the person in the session's organization; a card's own while nobody holds it. */
  readonly walletAddress: string
  readonly userUuid: string | undefined
  /** What they came in on. Seats are counted by who holds a ticket now, not by this. */
  readonly seat: "ticket" | "walk_in" | "none"
  /** The earliest admission known. */
  readonly firstAdmittedAt: Date
  /** The latest one known. */
  readonly lastAdmittedAt: Date
  /** When the earliest one was written down. */
  readonly recordedAt: Date
  /** Of the earliest one. */
  readonly source: AdmissionSource
  /** The card that was tapped at the earliest one. */
  readonly cardIdentifier: string | undefined
  /** Whether by the order of arrival there was no seat left. */
  readonly isOverCapacity: boolean
  /** Of the first admission that is disputed. */
  readonly disputedReason: string | undefined
  readonly undoneAt: Date | undefined
  /** Who took it back; undefined for an app, and for one that stands. */
  readonly undoneBy: string | undefined
}

/** What of a presence follows from its admissions. */
export type PresenceFacts = Pick<
  Presence,
  "firstAdmittedAt" | "lastAdmittedAt" | "recordedAt" | "source" | "cardIdentifier" | "isOverCapacity" | "disputedReason"
>

/** One admission as a door judged it; a retry under the same key finds it again. */
export interface Admission {
  readonly uuid: string
  /** The presence it rests on, whatever becomes of that. */
  readonly presenceUuid: string
  readonly sessionUuid: string
  /** Who uploaded it: an app, `host`, `door:{device_uuid}` or `self:{user_uuid}`. Keys are per session and client. */
  readonly clientId: string
  readonly idempotencyKey: string
  readonly walletAddress: string
  readonly occurredAt: Date
  readonly recordedAt: Date
  readonly isOffline: boolean
  readonly source: AdmissionSource
  /** The card that was tapped. */
  readonly cardIdentifier: string | undefined
  /** What the door calls itself. */
  readonly deviceReference: string | undefined
  readonly manifestVersion: number | undefined
  /** Whether the door let people in again when this was judged. */
  readonly allowsReentry: boolean
  /** What speaks against it by itself, were it the person's only one. */
  readonly ownDispute: string | undefined
  /** Whether it came after another one of the person, and that was allowed. */
  readonly isReentry: boolean
  /** What the record says, once all is known. */
  readonly disputedReason: string | undefined
}
