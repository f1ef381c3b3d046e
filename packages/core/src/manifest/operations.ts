import type { Caller } from "../foundation/access/caller.ts"
import type { Access } from "../foundation/access/permit.ts"
import type { Activity } from "../activities/activity.ts"
import type { Card } from "../cards/card.ts"
import { cardsThatCount } from "../cards/steps.ts"
import * as endpoints from "../contract/endpoints/sessions.ts"
import type { ManifestHead } from "../door/index.ts"
import { ResyncRequired } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { Roster } from "./rosters/roster.ts"
import { keysInForce, signerInForce } from "../service-keys/prepare.ts"
import { type TrustKey, trustKey } from "../service-keys/service-key.ts"
import type { Session } from "../sessions/session.ts"
import { sessionFor } from "../sessions/steps.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare, read, transact, Tx } from "../foundation/unit-of-work.ts"
import { type PreparedKey, prepareKeys } from "../wallets/prepare.ts"
import { cursorText, readCursor } from "./cursor.ts"
import { deltaText, listChanges } from "./delta-payload.ts"
import { isSameConfiguration, isSameHead, manifestHead } from "./head.ts"
import type { IssuedManifest } from "./issued-manifest.ts"
import { hasDeltas, type Listing } from "./listing.ts"
import { signBytes } from "./sign.ts"
import { lockRoster, settleRoster } from "./steps/settle.ts"
import { countTicketHolders } from "./steps/roster-facts.ts"
import type { SessionInput } from "../foundation/kernel/inputs.ts"
import type { CheckinManifestDeltaInput } from "./inputs.ts"

/** A signed payload as it was handed out. */
export interface SignedPayload extends Omit<IssuedManifest, "head" | "walkIns" | "cursorKey"> {
  /** The canonical payload (RFC 8785, UTF-8) exactly as signed. Joined anew each time it is read. */
  readonly bytes: Uint8Array
  /**
   * The same in pieces, to be sent one after the other: a manifest of many people has many
   * megabytes, of which most stay as they are from one version to the next. No piece ever changes,
   * and nobody may change one.
   */
  readonly pieces: readonly Uint8Array[]
  /** From where the next delta begins; undefined when the roster has no deltas. */
  readonly deltaCursor: string | undefined
}

/** More changed lines than this are no delta: the manifest is as good. */
const deltaLinesMax = 5000

/**
 * The signed roster of a session: the newest again while it is fresh and says the same, else a new
 * one under the next version. What it lists is kept up to date by what changed, so that its cost
 * grows with that and not with the roster.
 */
export const checkinManifest = step(function* (caller: Caller, input: SessionInput) {
  const { manifestCache } = yield* Ports
  const next = yield* settled(caller, endpoints.checkinManifest.access, input.session, isServable)
  const pieces = yield* prepare(() => manifestCache.piecesOf(next.sessionUuid, next.head, next.now))
  const issued = next.known ?? (yield* signed(next, pieces, undefined))
  return signedPayload(issued, pieces, hasDeltas(next.listing))
})

/**
 * What changed since a manifest or delta that was handed out before, signed and under a version of
 * its own. Refuses with {@link ResyncRequired} where the whole manifest has to be fetched.
 */
export const checkinManifestDelta = step(function* (
  caller: Caller,
  input: CheckinManifestDeltaInput,
) {
  const { access } = endpoints.checkinManifestDelta
  // Before anything is worked in or a version taken: a cursor that is none of ours costs a look-up.
  const base = yield* read(function* (tx, now) {
    const { session } = yield* sessionFor(caller, access, input.session)
    const cursor = readCursor(input.cursor)
    const base =
      cursor === undefined
        ? undefined
        : yield* tx.manifests.find(session.uuid, cursor.manifestVersion)
    if (base !== undefined && base.cursorKey === cursor?.cursorKey && now < base.validUntil)
      return base
    return yield* new ResyncRequired({ reason: "The cursor is unknown or too old." })
  })
  const next = yield* settled(caller, access, input.session, never)
  if (!hasDeltas(next.listing))
    return yield* new ResyncRequired({ reason: "This roster has no deltas." })
  if (!isSameConfiguration(JSON.parse(base.head), next.head))
    return yield* new ResyncRequired({ reason: "The session's settings have changed." })
  const entries = yield* read(function* (tx) {
    return yield* tx.rosters.changedBetween(
      next.sessionUuid,
      base.manifestVersion,
      next.head.manifest_version,
      deltaLinesMax,
    )
  })
  if (entries.length === deltaLinesMax)
    return yield* new ResyncRequired({ reason: "Too many lines have changed." })
  const changes = listChanges(entries, base.manifestVersion, next.head.manifest_version)
  const pieces = [Buffer.from(deltaText(next.head, base.manifestVersion, changes))]
  const issued = yield* signed(next, pieces, base.manifestVersion)
  return signedPayload(issued, pieces, true)
})

/** Returns the fields of a signed manifest that callers see. */
const signedPayload = (
  { head: _, walkIns: __, cursorKey, ...issued }: IssuedManifest,
  pieces: readonly Uint8Array[],
  isFollowed: boolean,
): SignedPayload => ({
  ...issued,
  pieces,
  get bytes() {
    return Buffer.concat(pieces)
  },
  deltaCursor: isFollowed
    ? cursorText({ manifestVersion: issued.manifestVersion, cursorKey })
    : undefined,
})

/** What is to be signed, or was signed already. */
interface Next {
  readonly sessionUuid: string
  readonly listing: Listing
  readonly head: ManifestHead
  readonly walkIns: number
  /** What may be handed out again instead. */
  readonly known: IssuedManifest | undefined
  readonly now: Date
}

type Servable = (newest: IssuedManifest, now: Date) => boolean

/**
 * A delta took a version since, or the time is over: a door that has seen more would take it for a
 * step back.
 */
const isServable: Servable = ({ baseVersion, generatedAt }, now) =>
  baseVersion === undefined &&
  now >= generatedAt &&
  now.getTime() < generatedAt.getTime() + limits.manifestReuseSeconds * 1000

const never: Servable = () => false

/** Works in what changed, and takes the next version unless the newest will do again. */
const settled = step(function* (
  caller: Caller,
  access: Access | undefined,
  path: string,
  mayServe: Servable,
) {
  // Few people to be listed have no wallet here, and keys are slow to make: they are made when they
  // turn out to be needed.
  for (let walletKeys: readonly PreparedKey[] = []; ; ) {
    const done = yield* transact(function* (_tx, now) {
      const { session: found } = yield* sessionFor(caller, access, path)
      const locked = yield* lockRoster(found.uuid)
      // Read behind the lock: who waited for it must not tell older settings under a higher version
      // (decision 0003).
      const { session, activity } = yield* sessionFor(caller, access, found.uuid)
      const { roster, listing, isSettled, walletsWanted } = yield* settleRoster(
        session,
        locked,
        walletKeys,
        now,
      )
      return {
        walletsWanted,
        next: isSettled
          ? yield* nextOf({ session, activity, roster, listing }, now, mayServe)
          : undefined,
      }
    })
    if (done.next !== undefined) return done.next
    walletKeys = yield* prepareKeys(done.walletsWanted)
  }
})

interface ManifestParts {
  readonly session: Session
  readonly activity: Activity | undefined
  readonly roster: Roster
  readonly listing: Listing
}

const nextOf = step(function* (
  { session, activity, roster, listing }: ManifestParts,
  now: Date,
  mayServe: Servable,
) {
  const tx = yield* Tx
  const { settings } = yield* Ports
  const { clockToleranceSeconds, validForSeconds } = settings.manifest
  const generatedAt = new Date(Math.floor(now.getTime() / 1000) * 1000)
  const manifestVersion = roster.manifestVersion + 1
  const source = {
    session,
    activity,
    listing,
    figures: yield* figuresOf(session, listing, roster, now),
    ...settings.doors,
  }
  const validUntil = new Date(generatedAt.getTime() + validForSeconds * 1000)
  const head = manifestHead(source, {
    manifestVersion,
    generatedAt,
    validUntil,
    clockToleranceSeconds,
  })
  const newest = yield* tx.manifests.newest(session.uuid)
  const parts = { sessionUuid: session.uuid, listing, walkIns: roster.walkIns, now }
  if (newest !== undefined && !roster.isAhead && mayServe(newest, now)) {
    const said: ManifestHead = JSON.parse(newest.head)
    if (isSameHead(said, head)) return { ...parts, head: said, known: newest } satisfies Next
  }
  yield* tx.rosters.change({ ...roster, manifestVersion, isAhead: false })
  return { ...parts, head, known: undefined } satisfies Next
})

const figuresOf = step(function* (session: Session, listing: Listing, roster: Roster, now: Date) {
  const { ticketTemplateUuid: template, tickets } = listing
  return {
    // Who holds a ticket has that seat, gone or not.
    reserved:
      (template === undefined || tickets === undefined
        ? 0
        : yield* countTicketHolders(template, tickets.door)) + roster.goneWalkIns,
    frozenCardIdentifiers: listing.admitsFrozenCards
      ? []
      : yield* frozenCards(session, listing, roster, now),
  }
})

/**
 * Of a roster the frozen cards of those on it; at a walk-in door, where every person may come,
 * those of the organization that count there. A card whose holder's account was deleted stays
 * listed while it is frozen: unlisted, it would be a guest's to a door that is offline, and open
 * it.
 */
const frozenCards = step(function* (
  session: Session,
  { kind }: Listing,
  roster: Roster,
  now: Date,
) {
  const tx = yield* Tx
  if (kind !== "none")
    return yield* tx.rosters.frozenCards(session.uuid, roster.manifestVersion + 1)
  const { organizationUuid } = session
  const identifiers: string[] = []
  for (
    let slice: readonly Card[] | undefined;
    slice === undefined || slice.length === limits.frozenCardsPerRead;
  ) {
    slice = yield* tx.cards.frozenIn(
      organizationUuid,
      slice?.at(-1)?.identifier,
      limits.frozenCardsPerRead,
    )
    identifiers.push(
      ...(yield* cardsThatCount(slice, organizationUuid, now)).map(({ identifier }) => identifier),
    )
  }
  return identifiers.sort()
})

/** Signs a payload and keeps what has to be known of it. */
const signed = step(function* (
  next: Next,
  pieces: readonly Uint8Array[],
  baseVersion: number | undefined,
) {
  const { ids, manifestCache, observer } = yield* Ports
  const { head, sessionUuid, walkIns } = next
  const { keyId, privateKey } = yield* signerInForce("checkin_manifest")
  const issued: IssuedManifest = {
    sessionUuid,
    manifestVersion: head.manifest_version,
    baseVersion,
    generatedAt: new Date(head.generated_at),
    validUntil: new Date(head.valid_until),
    keyId,
    signature: yield* prepare(() =>
      manifestCache.asOne(pieces, (whole) => signBytes(whole, privateKey)),
    ),
    head: JSON.stringify(head),
    walkIns,
    cursorKey: Buffer.from(ids.bytes(16)).toString("base64url"),
  }
  yield* transact(function* (tx) {
    yield* tx.manifests.keep(issued)
  })
  observer.manifestSigned({ kind: baseVersion === undefined ? "manifest" : "delta" })
  return issued
})

/** The public keys that verify manifests. */
export const checkinTrustKeys = step(function* (caller: Caller, input: SessionInput) {
  yield* read(function* () {
    yield* sessionFor(caller, endpoints.checkinTrustKeys.access, input.session)
  })
  const keys: readonly TrustKey[] = (yield* keysInForce("checkin_manifest")).map(trustKey)
  return keys
})
