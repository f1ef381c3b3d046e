import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import * as endpoints from "../contract/endpoints/sessions.ts"
import { limits } from "../kernel/limits.ts"
import { memberKey, tierGrants } from "../entitlements/entitlements.ts"
import type { RosterHolder } from "../memberships/membership-repository.ts"
import type { Presence } from "../admission/presence.ts"
import type { Session } from "../sessions/session.ts"
import { keysInForce, signerInForce } from "../service-keys/prepare.ts"
import { sessionFor } from "../sessions/steps.ts"
import { Ports, prepare, read, transact, Tx } from "../unit-of-work.ts"
import { contentHashOf, type ManifestSource, manifestText } from "./build.ts"
import type { IssuedManifest } from "./issued-manifest.ts"
import { signText } from "./sign.ts"

const rosterSlice = 1000

/** The signed roster of a session: the newest one again while it is fresh and says the same, else a new one under the next version. */
export const issue = Effect.fnUntraced(function* (caller: Caller, input: { readonly session: string }) {
  const { session, known, now } = yield* read(function* (tx, now) {
    const { session, activity } = yield* sessionFor(caller, endpoints.getCheckinManifest.access, input.session)
    const newest = yield* tx.manifests.newest(session.uuid)
    if (newest === undefined || !isFresh(newest, now)) return { session, known: undefined, now }
    const saysTheSame = newest.contentHash === contentHashOf(yield* gather(session, activity, now))
    return { session, known: saysTheSame ? newest : undefined, now }
  })
  return known ?? (yield* signNext(session, now))
})

const isFresh = (manifest: IssuedManifest, now: Date): boolean =>
  now >= manifest.generatedAt && now.getTime() < manifest.generatedAt.getTime() + limits.manifestReuseSeconds * 1000

/** Takes the version first and reads afterwards: a higher version never shows an older state than a lower one. */
const signNext = Effect.fnUntraced(function* (session: Session, now: Date) {
  const { settings } = yield* Ports
  const manifestVersion = yield* transact(function* (tx) {
    return yield* tx.manifests.nextVersion(session.uuid)
  })
  const source = yield* read(function* (tx) {
    const current = (yield* tx.sessions.find(session.uuid)) ?? session
    const activity = current.activityUuid === undefined ? undefined : yield* tx.activities.find(current.activityUuid)
    return yield* gather(current, activity, now)
  })
  const generatedAt = new Date(Math.floor(now.getTime() / 1000) * 1000)
  const validUntil = new Date(generatedAt.getTime() + settings.manifest.validForSeconds * 1000)
  const { clockToleranceSeconds } = settings.manifest
  const text = manifestText(source, { manifestVersion, generatedAt, validUntil, clockToleranceSeconds, ...settings.doors })
  const { keyId, privateKey } = yield* signerInForce("checkin_manifest")
  const signature = yield* prepare(() => signText(text, privateKey))
  const issued: IssuedManifest = {
    sessionUuid: session.uuid,
    manifestVersion,
    generatedAt,
    validUntil,
    keyId,
    signature,
    text,
    contentHash: contentHashOf(source),
  }
  yield* transact(function* (tx) {
    yield* tx.manifests.keep(issued)
  })
  return issued
})

const gather = Effect.fnUntraced(function* (session: Session, activity: ManifestSource["activity"], now: Date) {
  return { session, activity, holders: yield* holdersOf(session, now), presences: yield* presencesOf(session) } satisfies ManifestSource
})

/** Who holds the entitlement the session asks for, by wallet address; nobody is listed at a walk-in door. */
const holdersOf = Effect.fnUntraced(function* ({ organizationUuid, requiredEntitlement: key }: Session, at: Date) {
  const tx = yield* Tx
  const holders: RosterHolder[] = []
  if (key === undefined) return holders
  const tierUuids =
    key === memberKey ? undefined : (yield* tx.tiers.all(organizationUuid)).filter((tier) => tierGrants(tier, key)).map(({ uuid }) => uuid)
  for (let slice: readonly RosterHolder[] | undefined; slice === undefined || slice.length === rosterSlice; ) {
    slice = yield* tx.memberships.holders({ organizationUuid, tierUuids, at, after: holders.at(-1)?.walletAddress, limit: rosterSlice })
    holders.push(...slice)
  }
  return holders
})

const presencesOf = Effect.fnUntraced(function* ({ uuid }: Session) {
  const tx = yield* Tx
  const presences: Presence[] = []
  for (let slice: readonly Presence[] | undefined; slice === undefined || slice.length === rosterSlice; ) {
    slice = yield* tx.presences.list(uuid, presences.at(-1)?.walletAddress, rosterSlice)
    presences.push(...slice)
  }
  return presences
})

/** The public keys that verify manifests. */
export const trustKeys = Effect.fnUntraced(function* (caller: Caller, input: { readonly session: string }) {
  yield* read(function* () {
    yield* sessionFor(caller, endpoints.getTrustKeys.access, input.session)
  })
  return yield* keysInForce("checkin_manifest")
})
