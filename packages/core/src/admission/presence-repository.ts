import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { TicketDoor } from "../ledger/tickets/door-terms.ts"
import type { Admission, Arrival, Presence, PresenceFacts } from "./presence.ts"

/** Which presences of a session are asked for. */
export interface PresencesOf {
  readonly sessionUuid: string
  /** Those that were taken back, or those that stand. */
  readonly isUndone: boolean
  /** Disputed ones alone, or those alone that are not; undefined for both. */
  readonly isDisputed?: boolean | undefined
}

/** What follows now from the admissions of a presence. */
export interface PresenceChange extends PresenceFacts {
  readonly uuid: string
}

/** `created_at` is when a presence was recorded. */
export type PresenceOrder = "first_admitted_at" | "recorded_at" | "created_at"

/** A person at the sessions of an activity. */
export interface Attendance {
  readonly walletAddress: string
  readonly userUuid: string | undefined
  readonly sessionsAttended: number
  /** At the first of them. */
  readonly firstAdmittedAt: Date
  /** At the last of them. */
  readonly lastAdmittedAt: Date
}

/** Whose attendances: `at` is now, for a count of many that was made some seconds before. */
export interface AttendancesOf {
  readonly activityUuid: string
  readonly at: Date
}

/** How a session stands. */
export interface SessionTally {
  /** How many are present. It is kept, not counted: it costs the same however many there are. */
  readonly present: number
  /**
   * The latest `firstAdmittedAt` of those present who have `seatsLeft`; undefined when none of them
   * has.
   */
  readonly seatsJudgedUntil: Date | undefined
  /** Of the wallets that were asked for, the presences of those present, in no order. */
  readonly presences: readonly Presence[]
}

/** By what the seats of those present are judged. */
export interface JudgedSeats {
  /** The least that was left to any of them. */
  readonly least: number
  /** Whether some came in by no manifest. */
  readonly hasUnvouched: boolean
}

/** A session that names a template, as it is to one wallet. */
export interface SessionOnTicket {
  readonly sessionUuid: string
  readonly endTime: Date
  /** Whether the wallet is present there on a ticket's seat. */
  readonly isInside: boolean
}

/** `created_at` is when a person was there first: attendance has no record of its own. */
export type AttendanceOrder =
  | "first_admitted_at"
  | "created_at"
  | "last_admitted_at"
  | "sessions_attended"

/**
 * Attendance. A transaction that writes here has locked the session's row. A presence that was
 * taken back is found by its uuid and in the lists that ask for it, and nowhere else: "present"
 * means that it stands.
 */
export interface PresenceRepository {
  readonly find: (sessionUuid: string, walletAddress: string) => Promise<Presence | undefined>
  /** Those present among many, in no order. */
  readonly findAll: (
    sessionUuid: string,
    walletAddresses: readonly string[],
  ) => Promise<readonly Presence[]>
  /** How a session stands, with those present among some wallets. */
  readonly tally: (sessionUuid: string, walletAddresses: readonly string[]) => Promise<SessionTally>
  /** By its uuid, whether or not it was taken back. */
  readonly byUuid: (uuid: string) => Promise<Presence | undefined>
  /**
   * Adds presences of one session, in few statements however many they are. Rejects when one of
   * these people is present already.
   */
  readonly addAll: (presences: readonly Presence[]) => Promise<void>
  /** Overwrites what follows from the admissions of each; no presence is named twice. */
  readonly changeAll: (changes: readonly PresenceChange[]) => Promise<void>
  /** Takes a presence back; `false`, and nothing is written, when it does not stand. */
  readonly undo: (
    presence: Presence,
    undoneAt: Date,
    undoneBy: string | undefined,
  ) => Promise<boolean>
  /**
   * How many people hold a ticket that reserves a seat (see `TicketHoldingRepository.countHolders`),
   * and how many of those are present at the session: a user under their wallet in the
   * organization, an unclaimed card under its own.
   */
  readonly ticketed: (
    rewardTemplateUuid: string,
    door: TicketDoor,
  ) => Promise<{ readonly holders: number; readonly present: number }>
  /**
   * Of those present who have `seatsLeft`: the least of them, and whether some have no
   * `seatsVersion`. Undefined when there are none.
   */
  readonly judgedSeats: (sessionUuid: string) => Promise<JudgedSeats | undefined>
  /**
   * Those present whose `seat` is `walk_in`, by `firstAdmittedAt`, then wallet address; passing
   * over `skip`, at most `limit`.
   */
  readonly walkIns: (
    sessionUuid: string,
    skip: number,
    limit: number,
  ) => Promise<readonly Presence[]>
  /** How many of {@link walkIns} stand before a place in their order. */
  readonly walkInsBefore: (sessionUuid: string, place: Arrival) => Promise<number>
  /** The wallets of those present whose `firstAdmittedAt` lies behind `at`, in no order. */
  readonly arrivedAfter: (sessionUuid: string, at: Date) => Promise<readonly string[]>
  /** The sessions that name a template, each once, as they are to this wallet; in no order. */
  readonly onTicket: (
    rewardTemplateUuid: string,
    walletAddress: string,
  ) => Promise<readonly SessionOnTicket[]>
  /** The people present, by wallet address, after `after`, at most `limit`. */
  readonly list: (
    sessionUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Presence[]>
  /** Where a wallet is present, by session uuid, after `after`, at most `limit`. */
  readonly ofWallet: (
    walletAddress: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Presence[]>
  /**
   * Which of these wallets are present at every session of the activity that is not cancelled; none
   * if it has no such session. In no order.
   */
  readonly atAll: (
    activityUuid: string,
    walletAddresses: readonly string[],
  ) => Promise<readonly string[]>
  /** Presences of a session; ties by wallet address. */
  readonly page: (of: PresencesOf, page: PageRequest<PresenceOrder>) => Promise<Page<Presence>>
  /**
   * The people present at any session of an activity, each once; ties by wallet address. A page
   * costs the same however many they are; a large total may be some seconds old.
   */
  readonly ofActivity: (
    of: AttendancesOf,
    page: PageRequest<AttendanceOrder>,
  ) => Promise<Page<Attendance>>
  /** Admissions to a session by any of these clients under any of these keys, in no order. */
  readonly findAdmissions: (
    sessionUuid: string,
    clientIds: readonly string[],
    idempotencyKeys: readonly string[],
  ) => Promise<readonly Admission[]>
  /**
   * Adds admissions, and answers how many: those whose client used the key for that session before
   * are left out.
   */
  readonly addAdmissions: (admissions: readonly Admission[]) => Promise<number>
  /** All admissions that these presences rest on, by `occurredAt`, then as recorded (`ordinal`). */
  readonly admissionsOf: (presenceUuids: readonly string[]) => Promise<readonly Admission[]>
  /** Overwrites what an admission is taken for, when an upload changed the order of things. */
  readonly settle: (
    admissionUuid: string,
    as: Pick<Admission, "isReentry" | "disputedReason">,
  ) => Promise<void>
}
