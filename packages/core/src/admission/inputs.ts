import type {
  ActivityInput,
  IdempotentInput,
  OnBehalfInput,
  PageInput,
  SessionInput,
} from "../foundation/kernel/inputs.ts"
import type { AttendanceOrder, PresenceOrder } from "./presence-repository.ts"
import type { AdmissionRequest } from "./request.ts"

/** One tap at the door of a session. */
export interface AdmitInput extends SessionInput {
  /** The tap. */
  readonly request: AdmissionRequest
}

/** Taps at the door of a session, in any order. */
export interface AdmitBatchInput extends SessionInput {
  /** At most 100. */
  readonly requests: readonly AdmissionRequest[]
}

/** Which attendees of a session. */
export interface ListSessionAttendeesInput extends SessionInput, PageInput<PresenceOrder> {
  /** Only attendances that were undone (`true`), or that were not (`false`). */
  readonly isUndone?: boolean | undefined
  /** Only attendances that are disputed (`true`), or that are not (`false`). */
  readonly isDisputed?: boolean | undefined
}

/** Which attendances of an activity. */
export interface ListActivityAttendeesInput extends ActivityInput, PageInput<AttendanceOrder> {}

/** A user who checks in without a door. */
export interface CheckInInput extends SessionInput, IdempotentInput, OnBehalfInput {}

/** Names an attendance of a session. */
export interface AttendanceInput extends SessionInput {
  /** Uuid of the attendance. */
  readonly attendance: string
}
