import { Effect } from "effect"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import { settled } from "../dispute.ts"
import type { Admission, Presence, PresenceFacts } from "../presence.ts"
import { arrivesBefore } from "../seats.ts"
import type { Room } from "./room.ts"
import { isOverCapacity, keepFacts, keepSettled, noteSeats, settleSeatsBehind } from "./seats.ts"

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
export const recordAdmission = Effect.fnUntraced(function* (
  room: Room,
  who: Admitted,
  found: NewAdmission,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const { walletAddress } = found
  const known = room.present.get(walletAddress)
  const others = known === undefined ? [] : yield* tx.presences.admissionsOf(known.uuid)
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
    : yield* isOverCapacity(room, { ...unseated.facts, walletAddress })
  const { admissions, facts } =
    isOver === unseated.facts.isOverCapacity ? unseated : settled(all, isOver)
  if (known === undefined) yield* arrive(room, who, newPresence(admission, who, facts))
  else yield* keepFacts(room, known, facts)
  const taken = admissions.find((one) => one.uuid === admission.uuid) ?? admission
  const written: Admission = {
    ...taken,
    answeredReentry: taken.isReentry,
    answeredDispute: taken.disputedReason,
    answeredFirstAdmittedAt: facts.firstAdmittedAt,
  }
  yield* tx.presences.addAdmission(written)
  room.known.set(found.idempotencyKey, written)
  yield* keepSettled(room, others, admissions)
  room.changed.add(walletAddress)
  if (known !== undefined && !isSameArrival(known, facts))
    yield* settleSeatsBehind(
      room,
      arrivesBefore({ ...facts, walletAddress }, known) ? { ...facts, walletAddress } : known,
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
 * Adds somebody to those present. Mostly nobody came in behind them whom a manifest left few seats.
 */
const arrive = Effect.fnUntraced(function* (
  room: Room,
  { holdsTicket }: Admitted,
  presence: Presence,
) {
  const tx = yield* Tx
  const tally = yield* tx.presences.add(presence)
  room.present.set(presence.walletAddress, presence)
  room.count = tally?.present
  if (room.ticketed !== undefined && holdsTicket)
    room.ticketed = { ...room.ticketed, present: room.ticketed.present + 1 }
  noteSeats(room, presence)
  if (tally?.seatsJudgedUntil !== undefined && tally.seatsJudgedUntil >= presence.firstAdmittedAt)
    yield* settleSeatsBehind(room, presence)
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
