import type { Seat } from "../door/index.ts"

/**
 * How a person was admitted: by a door as it happened, by one that was offline, by themself, or by
 * a person who named them.
 */
export type AdmissionSource = "online" | "offline" | "self" | "manual"

/**
 * That a person was at a session: one for each person and session, however often they were
 * admitted. One that was taken back stays, and the person may be admitted again under another. All
 * but what took it back follows from the admissions it rests on.
 */
export interface Presence {
  /** Also `attendance_uuid` on the wire. */
  readonly uuid: string
  readonly sessionUuid: string
  /**
   * The canonical wallet of the person in the session's organization; a card's own while the card
   * has no holder.
   */
  readonly walletAddress: string
  readonly userUuid: string | undefined
  /**
   * What the person came in on at the earliest admission. A door that is online counts seats by who
   * holds a ticket now, not by this.
   */
  readonly seat: Exclude<Seat, "none">
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
  /**
   * The seats that were left to people without a ticket at the earliest admission: the cap of the
   * manifest behind it less the seats that this reserves, or what was left by all that was recorded
   * when an upload came that no manifest justifies. Undefined where capacity is not disputed: the
   * person holds a ticket, no cap was in force, or the door was online.
   */
  readonly seatsLeft: number | undefined
  /** That manifest's version; undefined without one, and where `seatsLeft` is. */
  readonly seatsVersion: number | undefined
  /**
   * Whether `seatsLeft` people without a ticket, or more, came in before this one; where no
   * manifest says how many are left, those count too who came behind it and stand before it.
   */
  readonly isOverCapacity: boolean
  /**
   * Of the first admission that is disputed; a frozen card stands before everything but a session
   * that was cancelled at the earliest one.
   */
  readonly disputedReason: string | undefined
  readonly undoneAt: Date | undefined
  /** Who took it back; undefined for an app, and for one that stands. */
  readonly undoneBy: string | undefined
}

/** What of a presence follows from its admissions. */
export type PresenceFacts = Pick<
  Presence,
  | "seat"
  | "firstAdmittedAt"
  | "lastAdmittedAt"
  | "recordedAt"
  | "source"
  | "cardIdentifier"
  | "seatsLeft"
  | "seatsVersion"
  | "isOverCapacity"
  | "disputedReason"
>

/** Where a presence stands in the order of arrival: by the earliest admission, ties by wallet. */
export type Arrival = Pick<Presence, "firstAdmittedAt" | "walletAddress">

/** One admission as a door judged it; a retry under the same key finds it again. */
export interface Admission {
  readonly uuid: string
  /** The presence it rests on, whatever becomes of that. */
  readonly presenceUuid: string
  readonly sessionUuid: string
  /**
   * Who uploaded it: an app, `host`, `door:{device_uuid}` or `self:{user_uuid}`. Keys are per
   * session and client.
   */
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
  /** How many admissions of the presence were recorded before it. */
  readonly ordinal: number
  /**
   * Whether the person held a ticket of the session as it was judged: by the cited manifest where
   * that justifies it.
   */
  readonly hasTicket: boolean
  /** What {@link Presence.seatsLeft} is when this is the earliest admission. */
  readonly seatsLeft: number | undefined
  /** What {@link Presence.seatsVersion} is then. */
  readonly seatsVersion: number | undefined
  /** Whether the door let people in again when this was judged. */
  readonly allowsReentry: boolean
  /**
   * How many admissions the person's tickets were good for, the first among them; undefined for any
   * number, and where no ticket was asked for.
   */
  readonly admissionsAllowed: number | undefined
  /** What speaks against it by itself, were it the person's only one. */
  readonly ownDispute: string | undefined
  /** Whether it came after another one of the person, and that was allowed. */
  readonly isReentry: boolean
  /** What the record says, once all is known. */
  readonly disputedReason: string | undefined
  /** What was answered when it was recorded; a retry under the same key is answered the same. */
  readonly answeredReentry: boolean
  readonly answeredDispute: string | undefined
  readonly answeredFirstAdmittedAt: Date
}
