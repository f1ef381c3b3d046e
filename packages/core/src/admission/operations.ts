import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import * as endpoints from "../contract/endpoints/sessions.ts"
import {
  type AdmissionDetails,
  type CheckinManifest,
  decideAdmission,
  isCheckinManifest,
  justifiesAdmission,
  openManifest,
  type Seat,
} from "../door/index.ts"
import { IdempotencyConflict, IdentifierUnresolved, Invalid } from "../errors/refusals.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import { resolve } from "../identifiers/steps.ts"
import type { Session } from "../sessions/session.ts"
import { sessionFor } from "../sessions/steps.ts"
import { Ports, transact, Tx } from "../unit-of-work.ts"
import { type PreparedKey, prepareKey } from "../wallets/prepare.ts"
import { walletOfUser } from "../wallets/steps.ts"
import { disputeOf, duplicateAdmission, duplicatesAmong } from "./dispute.ts"
import { type Door, membershipHeld, type Person, serverDoorState, type TapContext } from "./steps.ts"
import type { Admission, Presence } from "./presence.ts"

/** One tap, judged now or at a door that was offline. */
export interface AdmissionRequest {
  readonly identifier: IdentifierRef
  readonly idempotencyKey: string
  /** Undefined is now. */
  readonly occurredAt?: Date | undefined
  /** Whether a door judged it while offline; default false. */
  readonly isOffline?: boolean | undefined
  /** The manifest an offline door relied on. */
  readonly manifestVersion?: number | undefined
}

/** What the door is told. */
export interface AdmissionAnswer {
  readonly decision: "admitted" | "blocked"
  readonly blockedReason: string | undefined
  readonly disputedReason: string | undefined
  readonly isReentry: boolean
  readonly isReplayed: boolean
  readonly attendanceUuid: string | undefined
  readonly walletAddress: string
  readonly firstAdmittedAt: Date | undefined
  readonly occurredAt: Date
  readonly recordedAt: Date
  readonly seat: Seat
  readonly details: AdmissionDetails
}

/**
 * Judges a tap by the rules every door uses, or takes over what a door judged offline: an upload that the manifest it cites
 * justifies is recorded, and disputed where the present truth differs. A refusal is an answer, and does not use up its key.
 */
export const admit = Effect.fnUntraced(function* (caller: Caller, input: { readonly session: string; readonly request: AdmissionRequest }) {
  const key = yield* prepareKey()
  const { settings } = yield* Ports
  const { request } = input
  return yield* transact(function* (tx, now) {
    const at = request.occurredAt ?? now
    if (at.getTime() > now.getTime() + settings.manifest.clockToleranceSeconds * 1000)
      return yield* new Invalid({ errors: { occurred_at: "lies in the future" } })
    const door = yield* sessionFor(caller, endpoints.admit.access, input.session)
    const { userUuid, isFrozenCard } = yield* userBehind(request.identifier)
    const held = yield* membershipHeld(door.session, userUuid)
    // Whoever counts seats or decides who came first holds the session's row until the end.
    yield* tx.sessions.lock(door.session.uuid)
    const clientId = keySpaceOf(caller)
    const person = yield* personAt(door.session, userUuid, key, now)
    const before = yield* tx.presences.findAdmission(door.session.uuid, clientId, request.idempotencyKey)
    if (before !== undefined) return yield* replay(before, person, request)
    return yield* judge(door, { person, held, isFrozenCard }, { ...request, occurredAt: at, clientId }, now)
  })
})

/** Whose keys they are: idempotency keys are per session and client, and two doors of one app are two clients. */
const keySpaceOf = (caller: Caller): string => {
  if (caller.kind === "host") return "host"
  return caller.kind === "door" ? `door:${caller.deviceUuid}` : caller.clientId
}

const userBehind = Effect.fnUntraced(function* (identifier: IdentifierRef) {
  const found = yield* resolve(identifier, "identifier")
  return found.kind === "user" ? found : yield* new IdentifierUnresolved({ field: "identifier" })
})

/** One wallet stands for the person at all doors of the organization, whichever of theirs was tapped. */
const personAt = Effect.fnUntraced(function* (session: Session, userUuid: string, key: PreparedKey, now: Date) {
  const wallet = yield* walletOfUser(userUuid, session.organizationUuid, key, now)
  return { userUuid, walletAddress: wallet.address } satisfies Person
})

const replay = Effect.fnUntraced(function* (before: Admission, person: Person, request: AdmissionRequest) {
  if (before.walletAddress !== person.walletAddress) return yield* new IdempotencyConflict({ key: request.idempotencyKey })
  const tx = yield* Tx
  const presence = yield* tx.presences.find(before.sessionUuid, before.walletAddress)
  return answerOf(before, presence, true)
})

interface Judging extends AdmissionRequest {
  readonly occurredAt: Date
  readonly clientId: string
}

const judge = Effect.fnUntraced(function* (
  door: Door,
  who: Pick<TapContext, "person" | "held" | "isFrozenCard">,
  request: Judging,
  now: Date,
) {
  const tx = yield* Tx
  const { session } = door
  const { person } = who
  const { occurredAt: at } = request
  const presence = yield* tx.presences.find(session.uuid, person.walletAddress)
  const isJustified = request.isOffline === true && (yield* citedManifestAdmits(session, person, request))
  const state = yield* serverDoorState(door, { ...who, presence, at, asOf: isJustified ? at : undefined })
  const verdict = decideAdmission(state, { type: "wallet", value: person.walletAddress }, at.getTime())
  if (verdict.decision !== "admitted" && !isJustified) return refusal(verdict.blocked_reason ?? "unknown", verdict.details, person, at, now)

  const seat = verdict.seat === "none" ? (presence?.seat ?? "walk_in") : verdict.seat
  const present = yield* recordPresence(session, person, seat, at, now)
  const admission: Admission = {
    uuid: (yield* Ports).ids.uuid(),
    sessionUuid: session.uuid,
    clientId: request.clientId,
    idempotencyKey: request.idempotencyKey,
    walletAddress: person.walletAddress,
    occurredAt: at,
    recordedAt: now,
    isOffline: request.isOffline ?? false,
    isReentry: verdict.reentry,
    manifestVersion: request.manifestVersion,
    disputedReason: verdict.blocked_reason === null ? (verdict.disputed_reason ?? undefined) : disputeOf(verdict.blocked_reason),
  }
  yield* tx.presences.addAdmission(admission)
  const disputedReason = session.allowReentry ? admission.disputedReason : yield* reconcile(admission)
  return { ...answerOf({ ...admission, disputedReason }, present, false), seat: verdict.seat }
})

/** Whether the manifest an upload cites was this session's, in force, and by itself admits the tap (decisions, section 4, "Justified"). */
const citedManifestAdmits = Effect.fnUntraced(function* (session: Session, person: Person, request: Judging) {
  const tx = yield* Tx
  const cited = request.manifestVersion === undefined ? undefined : yield* tx.manifests.find(session.uuid, request.manifestVersion)
  if (cited === undefined) return false
  const payload: unknown = JSON.parse(cited.text)
  const open = isCheckinManifest(payload) ? openManifest(payload satisfies CheckinManifest) : null
  return open !== null && justifiesAdmission(open, { type: "wallet", value: person.walletAddress }, request.occurredAt.getTime())
})

const recordPresence = Effect.fnUntraced(function* (session: Session, person: Person, seat: Presence["seat"], at: Date, now: Date) {
  const tx = yield* Tx
  const known = yield* tx.presences.find(session.uuid, person.walletAddress)
  if (known === undefined) {
    const { walletAddress, userUuid } = person
    const presence: Presence = {
      uuid: (yield* Ports).ids.uuid(),
      sessionUuid: session.uuid,
      walletAddress,
      userUuid,
      seat,
      firstAdmittedAt: at,
      recordedAt: now,
    }
    yield* tx.presences.add(presence)
    return presence
  }
  if (at >= known.firstAdmittedAt) return known
  yield* tx.presences.moveEarlier(known.uuid, at)
  return { ...known, firstAdmittedAt: at }
})

/** Marks the duplicates among all of a person's admissions anew: the earliest is none, whichever was uploaded first. */
const reconcile = Effect.fnUntraced(function* (newest: Admission) {
  const tx = yield* Tx
  const all = yield* tx.presences.admissionsOf(newest.sessionUuid, newest.walletAddress)
  const duplicates = duplicatesAmong(all)
  let ofNewest = newest.disputedReason
  for (const admission of all) {
    const settled = disputeAmong(admission, duplicates)
    if (settled !== admission.disputedReason) yield* tx.presences.dispute(admission.uuid, settled)
    if (admission.uuid === newest.uuid) ofNewest = settled
  }
  return ofNewest
})

const disputeAmong = (admission: Admission, duplicates: ReadonlySet<string>): string | undefined => {
  if (duplicates.has(admission.uuid)) return admission.disputedReason ?? duplicateAdmission
  return admission.disputedReason === duplicateAdmission ? undefined : admission.disputedReason
}

const answerOf = (admission: Admission, presence: Presence | undefined, isReplayed: boolean): AdmissionAnswer => ({
  decision: "admitted",
  blockedReason: undefined,
  disputedReason: admission.disputedReason,
  isReentry: admission.isReentry,
  isReplayed,
  attendanceUuid: presence?.uuid,
  walletAddress: admission.walletAddress,
  firstAdmittedAt: presence?.firstAdmittedAt,
  occurredAt: admission.occurredAt,
  recordedAt: admission.recordedAt,
  seat: admission.isReentry ? "none" : (presence?.seat ?? "none"),
  details: {},
})

const refusal = (reason: string, details: AdmissionDetails, person: Person, at: Date, now: Date): AdmissionAnswer => ({
  decision: "blocked",
  blockedReason: reason,
  disputedReason: undefined,
  isReentry: false,
  isReplayed: false,
  attendanceUuid: undefined,
  walletAddress: person.walletAddress,
  firstAdmittedAt: undefined,
  occurredAt: at,
  recordedAt: now,
  seat: "none",
  details,
})
