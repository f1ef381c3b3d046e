import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import type { Access } from "../../foundation/access/permit.ts"
import { type Forbidden, NotFound } from "../../foundation/errors/refusals.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { noteRosterChange } from "../../manifest/rosters/steps.ts"
import { noteHappeningsOf } from "../../rewards/triggers/steps.ts"
import type { Organization } from "../../organizations/organization.ts"
import type { Session } from "../../sessions/session.ts"
import { permitAt, sessionAt, type SessionFound } from "../../sessions/steps.ts"
import { step } from "../../foundation/step.ts"
import { atOnce, Ports, refusalAsResult, Tx } from "../../foundation/unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import type { Door } from "../door-state.ts"
import type { AdmissionSource } from "../presence.ts"
import {
  type AdmissionAnswer,
  type AdmissionRequest,
  impossibleMoment,
  type RefusedTap,
} from "../request.ts"
import { type Attendance, lockAttendance, openAttendance } from "./attendance.ts"
import { type Citation, citationsOf } from "./citations.ts"
import { type GateFactsByWallet, gateFactsOf } from "./gate-facts.ts"
import { happeningsOf } from "./happenings.ts"
import { judgeTap } from "./judge.ts"
import { type Person, tapOf, type Tapped, tappedBy, withoutWallet, withWallets } from "./people.ts"
import { writeWaiting } from "./waiting.ts"

/** Taps of one caller at a session. */
export interface TapsCall {
  readonly caller: Caller
  readonly access: Access | undefined
  readonly requests: readonly AdmissionRequest[]
  /** Whose keys they are: idempotency keys are per session and client. */
  readonly clientId: string
  readonly sourceOf: (identifier: IdentifierRef) => AdmissionSource
  /** The request that brought them. */
  readonly requestId: string | undefined
}

/** Why a caller may not admit at a session. */
export type DoorRefusal = Forbidden | NotFound

/** What a call is answered: its taps in their order, or why the caller may not. */
export type TapsOutcome = Result.Result<readonly (AdmissionAnswer | RefusedTap)[], DoorRefusal>

/**
 * The outcomes in the order of the calls; or how many wallet keys it takes, and nothing was
 * written.
 */
export type TapsJudged =
  | { readonly outcomes: readonly TapsOutcome[]; readonly walletsWanted: 0 }
  | { readonly outcomes: undefined; readonly walletsWanted: number }

/** Every call is refused, so that there is nothing to write: carries the outcomes out. */
export class NobodyMay {
  readonly outcomes: readonly TapsOutcome[]
  constructor(outcomes: readonly TapsOutcome[]) {
    this.outcomes = outcomes
  }
}

const nobodyMay = (outcomes: readonly TapsOutcome[]) =>
  Effect.fromResult(Result.fail(new NobodyMay(outcomes)))

/**
 * Judges the taps of many callers at one session in order, each alone: what one of them does is seen
 * by the next, one that cannot be judged leaves the others be, and so does a caller who may not.
 * What they all need is read at once, and what they do is written at once. The session's row is
 * locked from before anything is counted until the end. `walletKeys` are for those who have no
 * wallet in the organization yet: it is made for those alone who are admitted.
 */
export const admitInOrder = step(function* (
  {
    session: slugOrUuid,
    calls,
    walletKeys,
  }: {
    readonly session: string
    readonly calls: readonly TapsCall[]
    readonly walletKeys: readonly PreparedKey[]
  },
  now: Date,
) {
  const found = yield* sessionAt(slugOrUuid)
  const refusals = yield* refusalsOf(calls, found)
  const permitted = calls.filter((call) => !refusals.has(call))
  if (found.session === undefined || found.organization === undefined || permitted.length === 0)
    return yield* nobodyMay(outcomesOf(calls, refusals))
  const { organizationUuid } = found.session
  const { citations, pointedAt } = yield* meantBy(found.session, found.organization, permitted, now)
  const walletsWanted = withoutWallet(pointedAt).length
  if (walletsWanted > walletKeys.length)
    return { outcomes: undefined, walletsWanted } satisfies TapsJudged as TapsJudged
  const tapped = { pointedAt, citations }
  const { session, activity } = found
  const held = yield* holdSession({ session, activity }, tapped, permitted, walletKeys)
  if (held === undefined) {
    const gone = new NotFound({ what: "session" })
    return yield* nobodyMay(
      calls.map((call): TapsOutcome => Result.fail(refusals.get(call) ?? gone)),
    )
  }
  const { attendance, people, facts } = held
  const door = { session: attendance.session, activity: held.activity }
  const answers = yield* judgeAll({ door, attendance, people, citations, facts }, permitted, now)
  // Whoever has noted a roster change waits for no other row: jobs of triggers are new ones.
  yield* atOnce(
    writeWaiting(attendance.waiting),
    noteHappeningsOf(
      [...answers].map(([{ requestId }, { arrived, admitted }]) => ({
        happenings: happeningsOf(attendance, { arrived, admitted }),
        requestId,
      })),
      now,
    ),
    noteRosterChange(organizationUuid, [...attendance.changedWallets]),
  )
  const outcomes = outcomesOf(calls, refusals, answers)
  return { outcomes, walletsWanted: 0 } satisfies TapsJudged as TapsJudged
})

/** Whom taps mean. */
interface Meant {
  readonly pointedAt: ReadonlyMap<string, Tapped>
  readonly citations: ReadonlyMap<AdmissionRequest, Citation>
}

/**
 * Holds the session's row until the end, as a transaction must that counts seats or decides who came
 * first, and reads what those who were tapped are judged by; undefined where the session is gone.
 * All of it is asked for together, and read when the row is held.
 */
const holdSession = step(function* (
  {
    session: found,
    activity: before,
  }: { readonly session: Session } & Pick<SessionFound, "activity">,
  { pointedAt, citations }: Meant,
  calls: readonly TapsCall[],
  walletKeys: readonly PreparedKey[],
) {
  const tx = yield* Tx
  // A wallet that somebody else makes meanwhile is found only when the row is held.
  const isKnown = withoutWallet(pointedAt).length === 0
  const locked = isKnown ? undefined : yield* tx.sessions.lock(found.uuid)
  if (!isKnown && locked === undefined) return undefined
  const { people, unopened } = yield* withWallets(pointedAt, found.organizationUuid, walletKeys)
  const named = [...citations.values()].flatMap((citation) => namedIn(citation) ?? [])
  const everybody: readonly Person[] = [...people.values(), ...named]
  const of = {
    walletAddresses: everybody.map(({ walletAddress }) => walletAddress),
    keys: calls.flatMap(({ clientId, requests }) =>
      requests.map(({ idempotencyKey }) => ({ clientId, idempotencyKey })),
    ),
    unopened,
  }
  const [attendance, asked] = yield* atOnce(
    locked === undefined ? lockAttendance(found.uuid, of) : openAttendance(locked, of),
    gateFactsOf(locked ?? found, everybody),
  )
  if (attendance === undefined) return undefined
  // What the gates ask for may have changed until the row was held.
  const isAsFound = JSON.stringify(attendance.session) === JSON.stringify(locked ?? found)
  const facts = isAsFound ? asked : yield* gateFactsOf(attendance.session, everybody)
  const { activityUuid } = attendance.session
  const isMoved = activityUuid !== found.activityUuid
  const activity = isMoved ? yield* activityOf(attendance.session) : before
  return { attendance, people, facts, activity }
})

const activityOf = step(function* ({ activityUuid }: Session) {
  return activityUuid === undefined ? undefined : yield* (yield* Tx).activities.find(activityUuid)
})

/** The callers who may not, each with the refusal. */
const refusalsOf = step(function* (calls: readonly TapsCall[], found: SessionFound) {
  const refusals = new Map<TapsCall, DoorRefusal>()
  for (const call of calls) {
    const permit = yield* refusalAsResult(permitAt(call.caller, call.access, found))
    if (Result.isFailure(permit)) refusals.set(call, permit.failure)
  }
  return refusals as ReadonlyMap<TapsCall, DoorRefusal>
})

/** Whom the taps mean: those they point at now, and what the manifests say that uploads cite. */
const meantBy = step(function* (
  session: Session,
  organization: Organization,
  calls: readonly TapsCall[],
  now: Date,
) {
  const { settings } = yield* Ports
  // An admission that cannot have happened is refused before keys are made for its person.
  const possible = calls
    .flatMap(({ requests }) => requests)
    .filter(
      ({ occurredAt = now }) =>
        impossibleMoment(occurredAt, now, settings.manifest.clockToleranceSeconds) === undefined,
    )
  const tapped = yield* tappedBy(
    possible.map(({ identifier, occurredAt: at = now }) => ({ identifier, at })),
    organization,
  )
  const citations = yield* citationsOf(session, possible, tapped, now)
  // Where a manifest names another person for a tap, the person it points at now has not come.
  const meant = new Set(
    possible
      .filter((request) => namedIn(citations.get(request)) === undefined)
      .map(({ identifier }) => tapOf(identifier)),
  )
  return { citations, pointedAt: new Map([...tapped].filter(([tap]) => meant.has(tap))) }
})

/** All that is known when the taps are judged. */
interface Known {
  readonly door: Door
  readonly attendance: Attendance
  readonly people: ReadonlyMap<string, Person>
  readonly citations: ReadonlyMap<AdmissionRequest, Citation>
  readonly facts: GateFactsByWallet
}

/** What came of the taps of a call. */
interface CallJudged extends Pick<Attendance, "arrived" | "admitted"> {
  readonly answers: readonly (AdmissionAnswer | RefusedTap)[]
}

const judgeAll = step(function* (
  { door, attendance, people, citations, facts }: Known,
  calls: readonly TapsCall[],
  now: Date,
) {
  const judged = new Map<TapsCall, CallJudged>()
  for (const call of calls) {
    const { requests, clientId, sourceOf } = call
    const [arrivedBefore, admittedBefore] = [attendance.arrived.length, attendance.admitted.length]
    const answers: (AdmissionAnswer | RefusedTap)[] = []
    for (const request of requests) {
      const citation = citations.get(request)
      const person = namedIn(citation) ?? people.get(tapOf(request.identifier))
      const ownFacts = facts.get(person?.walletAddress ?? "")
      const at = { door, attendance, person, facts: ownFacts, citation, clientId, sourceOf }
      answers.push(yield* judgeTap(at, request, now))
    }
    judged.set(call, {
      answers,
      arrived: attendance.arrived.slice(arrivedBefore),
      admitted: attendance.admitted.slice(admittedBefore),
    })
  }
  return judged as ReadonlyMap<TapsCall, CallJudged>
})

const outcomesOf = (
  calls: readonly TapsCall[],
  refusals: ReadonlyMap<TapsCall, DoorRefusal>,
  judged?: ReadonlyMap<TapsCall, CallJudged>,
): readonly TapsOutcome[] =>
  calls.map((call) => {
    const refusal = refusals.get(call)
    return refusal === undefined
      ? Result.succeed(judged?.get(call)?.answers ?? [])
      : Result.fail(refusal)
  })

/**
 * The person of an upload, where the manifest that justifies it names another than its identifier
 * points at now.
 */
const namedIn = (citation: Citation | undefined): Person | undefined =>
  citation?.isJustified === true ? citation.named : undefined
