import type { Admission, Presence } from "./presence.ts"

/** Attendance. The session's row is locked by whoever writes here. */
export interface PresenceRepository {
  readonly find: (sessionUuid: string, walletAddress: string) => Promise<Presence | undefined>
  /** `false` when the person is present already. */
  readonly add: (presence: Presence) => Promise<boolean>
  /** Moves `firstAdmittedAt` to an earlier moment; a later one changes nothing. */
  readonly moveEarlier: (uuid: string, firstAdmittedAt: Date) => Promise<void>
  /** People present by seat (`none` counts in neither); with `before`, only those first admitted before it. */
  readonly count: (sessionUuid: string, before: Date | undefined) => Promise<{ readonly walkIns: number; readonly ticketHolders: number }>
  /** Everybody present, by wallet address, after `after`, at most `limit`. */
  readonly list: (sessionUuid: string, after: string | undefined, limit: number) => Promise<readonly Presence[]>
  readonly findAdmission: (sessionUuid: string, clientId: string, idempotencyKey: string) => Promise<Admission | undefined>
  /** `false` when that client used the key for that session before. */
  readonly addAdmission: (admission: Admission) => Promise<boolean>
  /** All of a person's admissions to a session, by `occurredAt`, then idempotency key. */
  readonly admissionsOf: (sessionUuid: string, walletAddress: string) => Promise<readonly Admission[]>
  /** Sets or clears the dispute of an admission, when an upload changed the order of things. */
  readonly dispute: (admissionUuid: string, reason: string | undefined) => Promise<void>
}
