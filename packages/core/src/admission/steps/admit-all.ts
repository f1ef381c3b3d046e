import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import type { Access } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { noteRosterChange } from "../../manifest/rosters/steps.ts"
import { noteHappenings } from "../../rewards/triggers/steps.ts"
import { sessionFor } from "../../sessions/steps.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import type { AdmissionSource } from "../presence.ts"
import {
  type AdmissionAnswer,
  type AdmissionRequest,
  impossibleMoment,
  type RefusedTap,
} from "../request.ts"
import { type Citation, citationsOf } from "./citations.ts"
import { judgeTap } from "./judge.ts"
import { type Person, tapOf, tappedBy, withoutWallet, withWallets } from "./people.ts"
import { openAttendance } from "./attendance.ts"
import { happeningsOf } from "./happenings.ts"
import { gateFactsOf } from "./gate-facts.ts"

/** Taps at one session, and on whose behalf. */
export interface Taps {
  /** Slug or uuid of the session. */
  readonly session: string
  readonly access: Access | undefined
  readonly requests: readonly AdmissionRequest[]
  /** Whose keys they are: idempotency keys are per session and client. */
  readonly clientId: string
  readonly sourceOf: (identifier: IdentifierRef) => AdmissionSource
  /** Keys for the wallets of those who have none yet in the organization. */
  readonly walletKeys: readonly PreparedKey[]
}

/**
 * The answers in the order of the requests; or how many wallet keys it takes, and nothing was
 * written.
 */
export type TapsJudged =
  | { readonly outcomes: readonly (AdmissionAnswer | RefusedTap)[]; readonly walletsWanted: 0 }
  | { readonly outcomes: undefined; readonly walletsWanted: number }

/**
 * Judges taps in order, each alone: what one of them does is seen by the next, and one that cannot
 * be judged leaves the others be. What they all need is read at once. The session's row is locked
 * from before anything is counted until the end.
 */
export const admitInOrder = Effect.fnUntraced(function* (caller: Caller, taps: Taps, now: Date) {
  const tx = yield* Tx
  const { session: found, activity } = yield* sessionFor(caller, taps.access, taps.session)
  const { requests, clientId, sourceOf } = taps
  const organizationUuid = found.organizationUuid
  const { settings } = yield* Ports
  // An admission that cannot have happened is refused before a wallet is made for its person.
  const possible = requests.filter(
    ({ occurredAt = now }) =>
      impossibleMoment(occurredAt, now, settings.manifest.clockToleranceSeconds) === undefined,
  )
  const tapped = yield* tappedBy(
    possible.map(({ identifier, occurredAt: at = now }) => ({ identifier, at })),
    organizationUuid,
  )
  const citations = yield* citationsOf(found, possible, tapped, now)
  // Where a manifest names another person for a tap, the person it points at now has not come.
  const meant = possible
    .filter((request) => namedIn(citations.get(request)) === undefined)
    .map(({ identifier }) => tapOf(identifier))
  const pointedAt = new Map([...tapped].filter(([tap]) => meant.includes(tap)))
  const walletsWanted = withoutWallet(pointedAt)
  if (walletsWanted > taps.walletKeys.length)
    return { outcomes: undefined, walletsWanted } satisfies TapsJudged as TapsJudged
  // A transaction that counts seats or decides who came first holds the session's row until the
  // end; what it says may have changed until it was held.
  const session =
    (yield* tx.sessions.lock(found.uuid)) ?? (yield* new NotFound({ what: "session" }))
  const people = yield* withWallets(pointedAt, organizationUuid, taps.walletKeys, now)
  const everybody = [
    ...people.values(),
    ...[...citations.values()].flatMap((citation) => namedIn(citation) ?? []),
  ]
  const facts = yield* gateFactsOf(session, everybody)
  const walletAddresses = everybody.map(({ walletAddress }) => walletAddress)
  const keys = requests.map(({ idempotencyKey }) => idempotencyKey)
  const attendance = yield* openAttendance(session, { walletAddresses, clientId, keys })
  const outcomes: (AdmissionAnswer | RefusedTap)[] = []
  for (const request of requests) {
    const citation = citations.get(request)
    const person = namedIn(citation) ?? people.get(tapOf(request.identifier))
    const ownFacts = facts.get(person?.walletAddress ?? "")
    outcomes.push(
      yield* judgeTap(
        {
          door: { session, activity },
          attendance,
          person,
          facts: ownFacts,
          citation,
          clientId,
          sourceOf,
        },
        request,
        now,
      ),
    )
  }
  yield* noteHappenings(happeningsOf(attendance), now)
  yield* noteRosterChange(organizationUuid, [...attendance.changedWallets])
  return { outcomes, walletsWanted: 0 } satisfies TapsJudged as TapsJudged
})

/**
 * The person of an upload, where the manifest that justifies it names another than its identifier
 * points at now.
 */
const namedIn = (citation: Citation | undefined): Person | undefined =>
  citation?.isJustified === true ? citation.named : undefined
