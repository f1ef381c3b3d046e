import { Effect } from "effect"
import { decideAdmission, justifiesAdmission, type OpenManifest } from "../../door/index.ts"
import { IdempotencyConflict, IdentifierUnresolved, Invalid } from "../../errors/refusals.ts"
import { citedManifest } from "../../rosters/steps.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { Ports, Tx } from "../../unit-of-work.ts"
import { disputeOf, lateUpload } from "../dispute.ts"
import { type Door, serverDoorState, type TapState } from "../door-state.ts"
import { failedGates, type Standing } from "../gates.ts"
import type { AdmissionSource, Presence } from "../presence.ts"
import { type AdmissionRequest, granted, impossibleMoment, isLate, refused, type RefusedTap } from "../request.ts"
import { isGone, type Person } from "./people.ts"
import { recordAdmission } from "./record.ts"
import { type Room, seatsTaken } from "./room.ts"
import { explained } from "./standings.ts"

/** Who is at the door, and who tells of it. */
export interface AtDoor {
  readonly door: Door
  readonly room: Room
  /** Undefined when the tap points at nobody. */
  readonly person: Person | undefined
  readonly standing: Standing | undefined
  readonly clientId: string
  /** How those come in whose door is not offline. */
  readonly sourceOf: (identifier: IdentifierRef) => AdmissionSource
}

/**
 * Judges a tap by the rules every door uses, or takes over what a door judged offline, and writes down what was granted. What cannot be
 * judged is answered by the refusal itself: nothing was written then, and the other taps of a list go on.
 */
export const judgeTap = Effect.fnUntraced(function* (at: AtDoor, request: AdmissionRequest, now: Date) {
  const { settings } = yield* Ports
  const { room, person, standing } = at
  const occurredAt = request.occurredAt ?? now
  const impossible = impossibleMoment(occurredAt, now, settings.manifest.clockToleranceSeconds)
  if (impossible !== undefined) return new Invalid({ errors: { occurred_at: impossible } }) satisfies RefusedTap
  if (person === undefined || standing === undefined) return new IdentifierUnresolved({ field: "identifier" }) satisfies RefusedTap
  const before = room.known.get(request.idempotencyKey)
  if (before !== undefined) {
    if (before.walletAddress !== person.walletAddress) return new IdempotencyConflict({ key: request.idempotencyKey }) satisfies RefusedTap
    const presence = room.present.get(person.walletAddress)
    return granted(before, presence?.uuid === before.presenceUuid ? presence : yield* presenceOf(before.presenceUuid), true)
  }
  if (isGone(person, occurredAt)) return new IdentifierUnresolved({ field: "identifier" }) satisfies RefusedTap
  const cited = request.isOffline === true ? yield* citedBy(room, person, request) : undefined
  const isJustified = cited !== undefined && admits(cited, person, occurredAt)
  const verdict = yield* isJustified ? truthOf(at, person, standing, occurredAt) : verdictOn(at, person, standing, occurredAt)
  const { blocked_reason: reason, details } = verdict
  if (reason !== null && !isJustified) {
    const said = yield* explained(room.session, person.walletAddress, { reason, details })
    return refused(said.reason, said.details, { walletAddress: person.walletAddress, at: occurredAt, now })
  }
  const bounds = { sessionMadeAt: room.session.createdAt, validUntil: cited && new Date(cited.valid_until) }
  const isTooLate = request.isOffline === true && isLate(occurredAt, bounds, now, settings.manifest.validForSeconds)
  const against = reason === null ? verdict.disputed_reason : disputeOf(reason)
  const admission = yield* recordAdmission(
    room,
    { userUuid: person.userUuid, seat: standing.hasTicket ? "ticket" : "walk_in", hasTicket: standing.hasTicket },
    {
      sessionUuid: room.session.uuid,
      clientId: at.clientId,
      idempotencyKey: request.idempotencyKey,
      walletAddress: person.walletAddress,
      occurredAt,
      recordedAt: now,
      isOffline: request.isOffline ?? false,
      source: request.isOffline === true ? "offline" : at.sourceOf(request.identifier),
      cardIdentifier: person.cardIdentifier,
      deviceReference: request.deviceReference,
      manifestVersion: request.manifestVersion,
      allowsReentry: room.session.allowReentry,
      ownDispute: against ?? (isTooLate ? lateUpload : undefined),
    },
  )
  return granted(admission, room.present.get(person.walletAddress), false)
})

const presenceOf = Effect.fnUntraced(function* (uuid: string) {
  const tx = yield* Tx
  return yield* tx.presences.byUuid(uuid)
})

const citedBy = Effect.fnUntraced(function* ({ session }: Room, { walletAddress }: Person, { manifestVersion }: AdmissionRequest) {
  return manifestVersion === undefined ? undefined : yield* citedManifest(session.uuid, manifestVersion, walletAddress)
})

/** Whether a manifest was in force and by itself admits the tap (decisions, section 4, "Justified"). */
const admits = (cited: OpenManifest, { walletAddress, cardIdentifier }: Person, at: Date): boolean => {
  const isRefusedCard = cardIdentifier !== undefined && cited.frozen_cards.has(cardIdentifier) && !cited.configuration.admits_frozen_cards
  return !isRefusedCard && justifiesAdmission(cited, { type: "wallet", value: walletAddress }, at.getTime())
}

const tapState = (person: Person, { hasTicket }: Standing, more: Pick<TapState, "failedGates" | "presence" | "seats">): TapState => ({
  walletAddress: person.walletAddress,
  isFrozenCard: person.isFrozenCard,
  hasTicket,
  ...more,
})

const decided = Effect.fnUntraced(function* (door: Door, tap: TapState, at: Date) {
  const { settings } = yield* Ports
  const state = serverDoorState(door, tap, at, settings.doors.opensBeforeSeconds)
  return decideAdmission(state, { type: "wallet", value: tap.walletAddress }, at.getTime())
})

/** What is to be said of a tap against all that is recorded. Seats are counted for those alone who would take one. */
const verdictOn = Effect.fnUntraced(function* ({ door, room }: AtDoor, person: Person, standing: Standing, at: Date) {
  const presence: Presence | undefined = room.present.get(person.walletAddress)
  const known = { failedGates: failedGates(room.session, standing, at), presence }
  const verdict = yield* decided(door, tapState(person, standing, { ...known, seats: undefined }), at)
  if (verdict.seat !== "walk_in" || room.session.maxAttendees === undefined) return verdict
  return yield* decided(door, tapState(person, standing, { ...known, seats: yield* seatsTaken(room) }), at)
})

/** What speaks against an upload by itself, whoever else came and whatever else the person did: that is settled over all of it. */
const truthOf = ({ door, room }: AtDoor, person: Person, standing: Standing, at: Date) =>
  decided(
    door,
    tapState(person, standing, { failedGates: failedGates(room.session, standing, at), presence: undefined, seats: undefined }),
    at,
  )
