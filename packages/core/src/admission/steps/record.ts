import { step } from "../../foundation/step.ts"
import { Ports } from "../../foundation/unit-of-work.ts"
import { settled } from "../dispute.ts"
import type { Admission, Presence, PresenceFacts } from "../presence.ts"
import { arrivesBefore } from "../seats.ts"
import {
  addAdmission,
  addPresence,
  admissionsOf,
  changeAdmissions,
  changePresence,
  type Attendance,
} from "./attendance.ts"
import { hasUndisputedSeat } from "../seats.ts"
import { isOverCapacity, settleSeatsBehind } from "./seats.ts"

type Answered = "answeredReentry" | "answeredDispute" | "answeredFirstAdmittedAt"

/**
 * What is written down of an admission that was granted, before it is settled with the person's
 * others.
 */
export type NewAdmission = Omit<
  Admission,
  "uuid" | "presenceUuid" | "ordinal" | "isReentry" | "disputedReason" | Answered
>

/** The person an admission is of. */
export interface Admitted {
  readonly userUuid: string | undefined
  /** Whether they hold a ticket of the session now, whatever they came in on. */
  readonly holdsTicket: boolean
}

/**
 * Writes an admission down and settles what follows from it: which of the person's is the first,
 * what the others are, and who came when no seat was left. The session's row is locked. Answers the
 * admission with what is answered to it, now and whenever its key comes again.
 */
export const recordAdmission = step(function* (
  attendance: Attendance,
  who: Admitted,
  found: NewAdmission,
) {
  const { ids } = yield* Ports
  const { walletAddress } = found
  const known = attendance.presences.get(walletAddress)
  const others = known === undefined ? [] : yield* admissionsOf(attendance, known)
  const admission: Admission = {
    ...found,
    uuid: ids.uuid(),
    presenceUuid: known?.uuid ?? ids.uuid(),
    ordinal: others.length,
    isReentry: false,
    disputedReason: undefined,
    answeredReentry: false,
    answeredDispute: undefined,
    answeredFirstAdmittedAt: found.occurredAt,
  }
  const all = [...others, admission]
  const unseated = settled(all, known?.isOverCapacity ?? false)
  const isOver = isSameArrival(known, unseated.facts)
    ? unseated.facts.isOverCapacity
    : yield* isOverCapacity(attendance, { ...unseated.facts, walletAddress })
  const { admissions, facts } =
    isOver === unseated.facts.isOverCapacity ? unseated : settled(all, isOver)
  if (known === undefined)
    yield* arrive(attendance, who, newPresence(admission, who, facts), found.recordedAt)
  else changePresence(attendance, known, facts)
  const taken = admissions.find((one) => one.uuid === admission.uuid) ?? admission
  const written: Admission = {
    ...taken,
    answeredReentry: taken.isReentry,
    answeredDispute: taken.disputedReason,
    answeredFirstAdmittedAt: facts.firstAdmittedAt,
  }
  addAdmission(attendance, written)
  yield* changeAdmissions(attendance, others, admissions)
  if (known !== undefined && !isSameArrival(known, facts))
    yield* settleSeatsBehind(
      attendance,
      arrivesBefore({ ...facts, walletAddress }, known) ? { ...facts, walletAddress } : known,
      hasUndisputedSeat(known) || hasUndisputedSeat(facts),
    )
  return written
})

const newPresence = (
  { presenceUuid: uuid, sessionUuid, walletAddress }: Admission,
  { userUuid }: Admitted,
  facts: PresenceFacts,
): Presence => ({
  uuid,
  sessionUuid,
  walletAddress,
  userUuid,
  undoneAt: undefined,
  undoneBy: undefined,
  ...facts,
})

/**
 * Adds a person to those present. Usually no one came in after them for whom a manifest left few
 * seats.
 */
const arrive = step(function* (
  attendance: Attendance,
  { holdsTicket }: Admitted,
  presence: Presence,
  now: Date,
) {
  const judgedUntil = yield* addPresence(attendance, presence, holdsTicket, now)
  if (judgedUntil !== undefined && judgedUntil >= presence.firstAdmittedAt)
    yield* settleSeatsBehind(attendance, presence, hasUndisputedSeat(presence))
})

/**
 * Whether nothing changes for the others: neither the person's place in the order of arrival nor
 * the seat.
 */
const isSameArrival = (known: Presence | undefined, facts: PresenceFacts): boolean =>
  known !== undefined &&
  known.firstAdmittedAt.getTime() === facts.firstAdmittedAt.getTime() &&
  known.seat === facts.seat &&
  known.seatsLeft === facts.seatsLeft &&
  known.seatsVersion === facts.seatsVersion
