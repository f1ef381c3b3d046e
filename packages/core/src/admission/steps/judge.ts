import { decideAdmission, findPerson, hasTicket, readTap } from "../../door/index.ts"
import {
  IdempotencyConflict,
  IdentifierUnresolved,
  Invalid,
} from "../../foundation/errors/refusals.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { namedAmong } from "../../identifiers/steps/receivers.ts"
import { admissionsAllowed } from "../../ledger/tickets/door-terms.ts"
import { step } from "../../foundation/step.ts"
import { Ports } from "../../foundation/unit-of-work.ts"
import type { Session } from "../../sessions/session.ts"
import { lateUpload, ownDisputeOf } from "../dispute.ts"
import { type Door, serverDoorState, type TapState } from "../door-state.ts"
import { failedGates, type GateFacts, type TapMoment } from "../gates.ts"
import type { AdmissionSource, Presence } from "../presence.ts"
import {
  type AdmissionRequest,
  granted,
  impossibleMoment,
  isLate,
  refused,
  type RefusedTap,
} from "../request.ts"
import type { Citation } from "./citations.ts"
import { countsAt, isGone, type Person, type TapAt } from "./people.ts"
import { recordAdmission } from "./record.ts"
import { admissionsOf, type Attendance, keyOf } from "./attendance.ts"
import { seatsTaken, seatsTakenAt, seatsUnvouched } from "./seat-counts.ts"
import { explained, gateFactsAt } from "./gate-facts.ts"

/** A tap at a door, with what is known of its person. */
export interface AtDoor {
  readonly door: Door
  readonly attendance: Attendance
  /** Undefined when the tap names no person or card. */
  readonly person: Person | undefined
  readonly facts: GateFacts | undefined
  /**
   * What the manifest that an upload cites says of it; undefined where it cites none that is known.
   */
  readonly citation: Citation | undefined
  readonly clientId: string
  /** How those come in whose door is not offline. */
  readonly sourceOf: (identifier: IdentifierRef) => AdmissionSource
}

/**
 * Judges a tap by the rules every door uses, or takes over what a door judged offline, and writes
 * down what was granted. What cannot be judged is answered by the refusal itself: nothing was
 * written then, and the other taps of a list go on.
 */
export const judgeTap = step(function* (at: AtDoor, request: AdmissionRequest, now: Date) {
  const { settings } = yield* Ports
  const { attendance, person, facts: known, citation } = at
  const { clockToleranceSeconds, validForSeconds } = settings.manifest
  const occurredAt = request.occurredAt ?? now
  const impossible = impossibleMoment(occurredAt, now, clockToleranceSeconds)
  if (impossible !== undefined)
    return new Invalid({ errors: { occurred_at: impossible } }) satisfies RefusedTap
  if (person === undefined || known === undefined)
    return new IdentifierUnresolved({ field: "identifier" }) satisfies RefusedTap
  const { idempotencyKey } = request
  const before = attendance.admissions.get(keyOf({ clientId: at.clientId, idempotencyKey }))
  if (before?.walletAddress === person.walletAddress) return granted(before, true)
  const isOffline = request.isOffline === true
  const isJustified = citation?.isJustified === true
  if (!isRecognised(person, citation, { identifier: request.identifier, at: occurredAt }))
    return new IdentifierUnresolved({ field: "identifier" }) satisfies RefusedTap
  // After that, so that a key that was used tells nothing of whom nobody is to know.
  if (before !== undefined)
    return new IdempotencyConflict({ key: idempotencyKey }) satisfies RefusedTap
  const facts =
    request.occurredAt === undefined
      ? known
      : yield* gateFactsAt(attendance.session, known, person.userUuid, occurredAt)
  // A door's clock may be ahead of another's; but nothing vouches for an upload that no manifest
  // justifies.
  const aheadMs = isOffline && !isJustified ? 0 : clockToleranceSeconds * 1000
  const seesUntil = new Date(occurredAt.getTime() + aheadMs)
  const moment = { at: occurredAt, seesUntil, seesAll: occurredAt >= now && aheadMs > 0 }
  const verdict = yield* isJustified
    ? truthOf(at, person, facts, moment)
    : verdictOn(at, person, facts, moment)
  const { blocked_reason: reason, details } = verdict
  if (reason !== null && !isJustified) {
    const said = yield* explained(attendance.session, person, { reason, details })
    const isKnown = yield* isKnownTo(attendance, person, facts, occurredAt)
    return refused(said.reason, said.details, {
      walletAddress: isKnown ? person.walletAddress : ownAddress(request.identifier, person),
      at: occurredAt,
      now,
    })
  }
  const isVouched = isJustified || (!isOffline && seesUntil >= now)
  const isTooLate = isOffline && isLateUpload(at, occurredAt, now, validForSeconds)
  const admission = yield* recordAdmission(
    attendance,
    { userUuid: person.userUuid, holdsTicket: facts.hasTicket },
    {
      sessionUuid: attendance.session.uuid,
      clientId: at.clientId,
      idempotencyKey,
      walletAddress: person.walletAddress,
      occurredAt,
      recordedAt: now,
      isOffline,
      source: isOffline ? "offline" : at.sourceOf(request.identifier),
      cardIdentifier: person.cardIdentifier,
      deviceReference: request.deviceReference,
      manifestVersion: request.manifestVersion,
      ...(yield* seatOf(at, person, facts, isVouched)),
      allowsReentry: attendance.session.allowReentry,
      admissionsAllowed: allowedTo(attendance.session, facts),
      ownDispute: ownDisputeOf(reason, person.isFrozenCard) ?? (isTooLate ? lateUpload : undefined),
    },
  )
  return granted(admission, false)
})

/**
 * Whether the organization knew a person at a moment by their wallet there: they are at the session,
 * or at the one that it requires, hold a ticket of it, or were a member. Nobody is known by a wallet that is not made.
 */
const isKnownTo = step(function* (
  { presences, session, unopened }: Attendance,
  { walletAddress, userUuid }: Person,
  { hasTicket, prior }: GateFacts,
  at: Date,
) {
  if (presences.has(walletAddress)) return true
  if (unopened.has(walletAddress)) return false
  if (hasTicket || prior !== undefined) return true
  if (userUuid === undefined) return false
  return (yield* namedAmong(session.organizationUuid, [userUuid], at)).has(userUuid)
})

/**
 * The wallet that is told of somebody who is not let in and of whom the organization knows nothing:
 * what was tapped says it, or nobody does.
 */
const ownAddress = (
  { type, value }: IdentifierRef,
  { userUuid, walletAddress }: Person,
): string | undefined => {
  // The card of nobody stands for itself.
  if (userUuid === undefined) return walletAddress
  return type === "wallet" ? value.trim().toLowerCase() : undefined
}

/**
 * Whether a tap at `at` may count for a person: a manifest that justifies it names them for it, or
 * what was tapped named them then.
 */
const isRecognised = (
  person: Person,
  citation: Citation | undefined,
  { identifier, at }: TapAt,
): boolean => {
  if (isGone(person, at)) return false
  if (countsAt(person, at)) return true
  if (citation?.isJustified !== true) return false
  const { people } = citation.manifest
  const tap = readTap(identifier)
  const isNamed = tap !== null && findPerson(people, tap) !== undefined
  return isNamed || people.by_card.has(person.cardIdentifier ?? "")
}

/** How many admissions a session grants on the tickets of a person; undefined for any number. */
const allowedTo = (session: Session, { tickets }: GateFacts): number | undefined =>
  session.requiresTicket ? admissionsAllowed(tickets, session.uuid) : undefined

/** Whether an upload came too late for its session, or for the manifest that it cites. */
const isLateUpload = (
  { attendance, citation }: AtDoor,
  occurredAt: Date,
  now: Date,
  validForSeconds: number,
): boolean => {
  const validUntil = citation === undefined ? undefined : new Date(citation.manifest.valid_until)
  const sessionMadeAt = attendance.session.createdAt
  return isLate(occurredAt, { sessionMadeAt, validUntil }, now, validForSeconds)
}

/**
 * What a person comes in on: by the cited manifest where that justifies the admission, else by the
 * tickets they hold now. A live door has counted the seats; who is let in without either has those
 * that are left by what is recorded.
 */
const seatOf = step(function* (
  { attendance, citation }: AtDoor,
  { walletAddress }: Person,
  { hasTicket: isTicketed }: GateFacts,
  isVouched: boolean,
) {
  if (citation?.isJustified !== true) {
    const { maxAttendees } = attendance.session
    const known = attendance.presences.get(walletAddress)
    const seatsLeft =
      isVouched || isTicketed || maxAttendees === undefined
        ? undefined
        : yield* seatsUnvouched(attendance, maxAttendees, known)
    return { hasTicket: isTicketed, seatsLeft, seatsVersion: undefined }
  }
  const { people, configuration, manifest } = citation.manifest
  const listed = people.by_wallet.get(walletAddress)
  if (listed !== undefined && hasTicket(listed)) return { hasTicket: true, ...noSeats }
  const cap = configuration.max_attendees
  return {
    hasTicket: false,
    ...(cap === null
      ? noSeats
      : { seatsLeft: cap - manifest.reserved, seatsVersion: manifest.manifest_version }),
  }
})

/** What is said of seats where nobody disputes them. */
const noSeats = { seatsLeft: undefined, seatsVersion: undefined }

const tapState = (
  person: Person,
  facts: GateFacts,
  more: Pick<TapState, "failedGates" | "firstAdmittedAt" | "isUsedUp" | "seats">,
): TapState => ({
  walletAddress: person.walletAddress,
  isFrozenCard: person.isFrozenCard,
  hasTicket: facts.hasTicket,
  ...more,
})

const decided = step(function* (door: Door, tap: TapState, at: Date) {
  const { settings } = yield* Ports
  const state = serverDoorState(door, tap, at, settings.doors.opensBeforeSeconds)
  return decideAdmission(state, { type: "wallet", value: tap.walletAddress }, at.getTime())
})

/**
 * What is to be said of a tap against all that is recorded up to its moment. Seats are counted for
 * those alone who would take one, and counted back to the moment only where all that came since
 * leave none.
 */
const verdictOn = step(function* (
  { door, attendance }: AtDoor,
  person: Person,
  facts: GateFacts,
  moment: TapMoment,
) {
  const { at, seesUntil } = moment
  const presence = attendance.presences.get(person.walletAddress)
  const first = presence?.firstAdmittedAt
  const isInside = first !== undefined && first <= seesUntil
  const known = {
    failedGates: failedGates(attendance.session, facts, moment),
    firstAdmittedAt: isInside ? first : undefined,
    isUsedUp: isInside && (yield* isUsedUp(attendance, presence, facts, seesUntil)),
  }
  const verdict = yield* decided(door, tapState(person, facts, { ...known, seats: undefined }), at)
  if (verdict.seat !== "walk_in" || attendance.session.maxAttendees === undefined) return verdict
  const seated = yield* decided(
    door,
    tapState(person, facts, { ...known, seats: yield* seatsTaken(attendance) }),
    at,
  )
  if (seated.blocked_reason === null || moment.seesAll) return seated
  return yield* decided(
    door,
    tapState(person, facts, { ...known, seats: yield* seatsTakenAt(attendance, seesUntil) }),
    at,
  )
})

/** Whether a person came in as often as their tickets are good for. */
const isUsedUp = step(function* (
  attendance: Attendance,
  presence: Presence | undefined,
  facts: GateFacts,
  seesUntil: Date,
) {
  const { session } = attendance
  const allowed = allowedTo(session, facts)
  if (allowed === undefined || presence === undefined || !session.allowReentry) return false
  const admissions = yield* admissionsOf(attendance, presence)
  return admissions.filter(({ occurredAt }) => occurredAt <= seesUntil).length >= allowed
})

/**
 * What speaks against an upload by itself, whatever other people came and whatever else the person
 * did: that is settled over all of it.
 */
const truthOf = (
  { door, attendance }: AtDoor,
  person: Person,
  facts: GateFacts,
  moment: TapMoment,
) => {
  const alone = {
    failedGates: failedGates(attendance.session, facts, moment),
    firstAdmittedAt: undefined,
    isUsedUp: false,
    seats: undefined,
  }
  return decided(door, tapState(person, facts, alone), moment.at)
}
