import type { DoorVerdict, Tap, UndeterminedReason } from "../index.ts"
import type { ServiceAnswer } from "./service.ts"

/** What a connected door answers to one tap. */
export interface ConnectedVerdict
  extends Omit<DoorVerdict, "blocked_reason" | "undetermined_reason" | "details"> {
  /**
   * Which rule of the session refused. Null when {@link ConnectedVerdict.error_code} says why
   * instead, and when nothing was refused. The service may have new ones: treat one you do not know
   * as a refusal you cannot explain.
   */
  readonly blocked_reason: string | null
  /** `unreadable`: nothing usable was read. */
  readonly undetermined_reason: UndeterminedReason | null
  /**
   * Why a `blocked` tap has no `blocked_reason`: the service answered with this error before it
   * checked a rule. `identifier_unresolved` means that the card, wallet or name has no holder. Null
   * for every verdict of a rule, and whenever `by` is `door`: an offline door cannot recognize a
   * card without a holder, and answers `undetermined`, `not_on_roster`.
   */
  readonly error_code: string | null
  readonly details: Readonly<Record<string, unknown>>
  /** Who judged. */
  readonly by: "service" | "door"
  /** Whether this repeats the earlier verdict of the same tap. */
  readonly is_repeat: boolean
  /** When it was read, epoch milliseconds. */
  readonly at: number
  readonly tap: Tap | null
  readonly idempotency_key: string
}

/** What is known of the tap before anybody has judged. */
export type TapRead = Pick<ConnectedVerdict, "at" | "tap" | "idempotency_key">

/** A verdict of the door itself. */
export const ofDoor = (read: TapRead, verdict: DoorVerdict): ConnectedVerdict => ({
  ...read,
  ...verdict,
  error_code: null,
  by: "door",
  is_repeat: false,
})

/** What is said of a read with nothing in it. */
export const unreadable = (read: TapRead): ConnectedVerdict => ({
  ...blank(read, "door"),
  decision: "undetermined",
  undetermined_reason: "unreadable",
})

/**
 * The verdict in an answer of the service, or undefined when there is none that settles the tap.
 */
export const ofService = (read: TapRead, answer: ServiceAnswer): ConnectedVerdict | undefined => {
  if (answer.kind === "refused") {
    // That there is no such session says nothing about the person.
    if (answer.code === "not_found") return undefined
    return { ...blank(read, "service"), decision: "blocked", error_code: answer.code }
  }
  if (answer.kind !== "answered" || !isResult(answer.body)) return undefined
  const { decision, blocked_reason, wallet_address, reentry, seat, details } = answer.body
  return {
    ...blank(read, "service"),
    decision,
    blocked_reason: blocked_reason ?? null,
    wallet_address: wallet_address ?? null,
    reentry: reentry === true,
    seat: seat ?? "none",
    details: details ?? {},
  }
}

/** The members of `AdmissionResult` that a door reads. */
export interface ServiceResult {
  readonly decision: "admitted" | "blocked"
  readonly blocked_reason?: string | null
  readonly disputed_reason?: string | null
  readonly wallet_address?: string | null
  readonly reentry?: boolean
  readonly seat?: DoorVerdict["seat"]
  readonly details?: Readonly<Record<string, unknown>> | null
}

/** Whether a body is a verdict of the service. */
export const isResult = (body: unknown): body is ServiceResult =>
  typeof body === "object" &&
  body !== null &&
  "decision" in body &&
  (body.decision === "admitted" || body.decision === "blocked")

const blank = (read: TapRead, by: ConnectedVerdict["by"]): Omit<ConnectedVerdict, "decision"> => ({
  ...read,
  blocked_reason: null,
  undetermined_reason: null,
  error_code: null,
  wallet_address: null,
  reentry: false,
  seat: "none",
  details: {},
  by,
  is_repeat: false,
})
