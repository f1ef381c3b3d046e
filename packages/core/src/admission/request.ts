import type { AdmissionDetails, Seat } from "../door/index.ts"
import type {
  IdempotencyConflict,
  IdentifierUnresolved,
  Invalid,
} from "../foundation/errors/refusals.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import { limits } from "../foundation/kernel/limits.ts"
import { duplicateAdmission } from "./dispute.ts"
import type { Admission } from "./presence.ts"

/** One tap, judged now or at a door that was offline. */
export interface AdmissionRequest {
  /** What was tapped or shown. */
  readonly identifier: IdentifierRef
  /** 1 to 190 characters; the same tap under the same key is judged once. */
  readonly idempotencyKey: string
  /** Undefined is now. */
  readonly occurredAt?: Date | undefined
  /** Whether a door judged it while offline; default false. */
  readonly isOffline?: boolean | undefined
  /** The manifest an offline door relied on. */
  readonly manifestVersion?: number | undefined
  /** What the door calls itself; kept with the admission. */
  readonly deviceReference?: string | undefined
}

/** What the door is told. */
export interface AdmissionAnswer {
  readonly decision: "admitted" | "blocked"
  readonly blockedReason: string | undefined
  readonly disputedReason: string | undefined
  readonly isReentry: boolean
  readonly isReplayed: boolean
  readonly attendanceUuid: string | undefined
  /** Undefined for a blocked tap that does not say it, of somebody whom the organization does not know. */
  readonly walletAddress: string | undefined
  readonly firstAdmittedAt: Date | undefined
  readonly occurredAt: Date
  readonly recordedAt: Date
  readonly seat: Seat
  readonly details: AdmissionDetails
}

/** What is wrong with one tap of a list; the others are judged all the same. */
export type RefusedTap = IdentifierUnresolved | IdempotencyConflict | Invalid

/**
 * What is answered to an admission that was granted, when it is recorded and whenever its key comes
 * again.
 */
export const granted = (admission: Admission, isReplayed: boolean): AdmissionAnswer => ({
  decision: "admitted",
  blockedReason: undefined,
  disputedReason: admission.answeredDispute,
  isReentry: admission.answeredReentry,
  isReplayed,
  attendanceUuid: admission.presenceUuid,
  walletAddress: admission.walletAddress,
  firstAdmittedAt: admission.answeredFirstAdmittedAt,
  occurredAt: admission.occurredAt,
  recordedAt: admission.recordedAt,
  seat: wasInside(admission) ? "none" : admission.hasTicket ? "ticket" : "walk_in",
  details: {},
})

/** Whether the person was admitted before, whatever else was disputed: then they have their seat. */
const wasInside = ({
  answeredReentry,
  answeredDispute,
  answeredFirstAdmittedAt,
  occurredAt,
}: Admission): boolean =>
  answeredReentry || answeredDispute === duplicateAdmission || answeredFirstAdmittedAt < occurredAt

/** A refusal at the door, which is an answer too. */
export const refused = (
  reason: string,
  details: AdmissionDetails,
  {
    walletAddress,
    at,
    now,
  }: { readonly walletAddress: string | undefined; readonly at: Date; readonly now: Date },
): AdmissionAnswer => ({
  decision: "blocked",
  blockedReason: reason,
  disputedReason: undefined,
  isReentry: false,
  isReplayed: false,
  attendanceUuid: undefined,
  walletAddress,
  firstAdmittedAt: undefined,
  occurredAt: at,
  recordedAt: now,
  seat: "none",
  details,
})

const dayMs = 86_400_000

/** Why no admission can have happened at `at`; undefined when one can. */
export const impossibleMoment = (
  at: Date,
  now: Date,
  clockToleranceSeconds: number,
): string | undefined => {
  if (at.getTime() > now.getTime() + clockToleranceSeconds * 1000) return "lies in the future"
  const days = limits.admissionOldestDays
  return at.getTime() < now.getTime() - days * dayMs
    ? `lies more than ${days} days back: admissions are not taken in so late`
    : undefined
}

/**
 * Whether an upload of what happened at `at` counts as late: its session was made after that, or it
 * comes a week after its manifest ended, when it is no longer relied on.
 */
export const isLate = (
  at: Date,
  {
    sessionMadeAt,
    validUntil,
  }: { readonly sessionMadeAt: Date; readonly validUntil: Date | undefined },
  now: Date,
  manifestValidForSeconds: number,
): boolean => {
  if (at < sessionMadeAt) return true
  const ended = validUntil?.getTime() ?? at.getTime() + manifestValidForSeconds * 1000
  return now.getTime() > ended + limits.uploadHorizonDays * dayMs
}
