import {
  type DeltaPlan,
  manifestDoorState,
  type OpenManifest,
  openResponse,
  planDelta,
  verifyDelta,
} from "@symbolon/core/door"
import { DoorError } from "./door-error.ts"
import { type DoorMemory, overlay, readClock, save } from "./memory.ts"
import { type Admission, type Floor, journalOf } from "./record.ts"

/** A verified manifest, whole or by a delta, on its way into force. */
interface Candidate {
  readonly open: OpenManifest
  readonly key_id: string
  readonly signature: string
  /** Finishes `open`; nothing may fail after it. */
  readonly commit?: (() => void) | undefined
}

/**
 * Loads a manifest and the deltas that followed it in one step, or throws {@link DoorError} and
 * changes nothing. Loading the same manifest again is allowed, because a door does so after a
 * restart. `opener` verifies a response and indexes its people; this one is small, and fast where
 * code is interpreted. Source: docs/door-protocol.md#loading and
 * docs/door-protocol.md#rollback.
 */
export const loadManifest = (
  memory: DoorMemory,
  response: unknown,
  deltas: readonly unknown[],
  opener = openResponse,
): void => {
  // One door serves one session; a manifest of another one may be a mix-up, or an attempt at one.
  const bound = memory.loaded?.open.manifest.session_uuid
  const opened = opener(response, { keys: memory.trust, session_uuid: bound, host: memory.host })
  if (!opened.ok) throw new DoorError(opened.code, opened.message)
  let candidate: Candidate = opened
  for (const delta of deltas) {
    candidate = planned(memory, candidate.open, delta)
    candidate.commit?.()
  }
  takeIntoForce(memory, { ...candidate, commit: undefined })
}

/**
 * Takes a delta into force on the manifest at hand, or throws {@link DoorError} and leaves
 * everything as it was.
 */
export const applyDelta = (memory: DoorMemory, response: unknown): void => {
  if (memory.loaded === null) throw new DoorError("resync_required", "no manifest")
  takeIntoForce(memory, planned(memory, memory.loaded.open, response))
}

const planned = (memory: DoorMemory, open: OpenManifest, response: unknown): Candidate => {
  const verified = verifyDelta(response, {
    keys: memory.trust,
    session_uuid: open.manifest.session_uuid,
    host: memory.host,
  })
  if (!verified.ok) throw new DoorError(verified.code, verified.message)
  const plan: DeltaPlan = planDelta(open, verified.delta)
  if (!plan.ok) throw new DoorError(plan.code, "delta")
  return {
    open: plan.open,
    commit: plan.commit,
    key_id: verified.key_id,
    signature: verified.signature,
  }
}

const takeIntoForce = (
  memory: DoorMemory,
  { open, key_id: keyId, signature, commit }: Candidate,
): void => {
  const { session_uuid: session, manifest_version: version } = open.manifest
  const now = readClock(memory)
  const floor = floorOf(memory, session)
  refuseStale(open, signature, floor, now)

  const isKnown = floor?.manifest_version === version
  const skew = skewAt(open, isKnown ? floor : undefined, now)
  const admissions = stillNeeded(memory.admissions, open)
  const head = {
    ...memory.head,
    session_uuid: session,
    high_water: highWater(memory, open, skew, isKnown, now),
    floors: {
      ...unexpired(memory.head.floors, now),
      [session]: {
        manifest_version: version,
        key_id: keyId,
        signature,
        valid_until: open.valid_until,
        skew_ms: skew,
      },
    },
  }
  save(memory, head, journalOf(admissions))
  commit?.()
  const local = { first_admitted_at: new Map<string, number>(), walk_ins: 0 }
  for (const admission of admissions)
    if (admission.session_uuid === session) overlay(local, open, admission)
  memory.admissions = admissions
  memory.local = local
  memory.loaded = { open, key_id: keyId, skew_ms: skew, state: manifestDoorState(open, local) }
}

/**
 * A floor lives as long as its key is trusted, so that rotating the key undoes what a stolen one
 * set (TUF 5.3.11).
 */
const floorOf = (memory: DoorMemory, session: string): Floor | undefined => {
  const floor = memory.head.floors[session]
  return floor !== undefined && memory.trust.has(floor.key_id) ? floor : undefined
}

const refuseStale = (
  open: OpenManifest,
  signature: string,
  floor: Floor | undefined,
  now: number,
): void => {
  const version = open.manifest.manifest_version
  if (floor !== undefined && version < floor.manifest_version) {
    throw new DoorError("manifest_rolled_back", `seen: ${floor.manifest_version}`)
  }
  if (floor !== undefined && version === floor.manifest_version && signature !== floor.signature) {
    throw new DoorError("manifest_untrusted", "two contents")
  }
  // Written so that a clock which is not a number is taken for expiry too.
  if (!(now < open.valid_until)) throw new DoorError("manifest_expired", open.manifest.valid_until)
}

/**
 * The skew at receipt. A manifest loaded again keeps the better of its measurements: it has aged
 * meanwhile, or the clock has been set right; that the clock was set back to flatter it, the
 * high-water mark tells.
 */
const skewAt = (open: OpenManifest, known: Floor | undefined, now: number): number => {
  const skew = now - open.generated_at
  return known !== undefined && Math.abs(known.skew_ms) < Math.abs(skew) ? known.skew_ms : skew
}

/**
 * A newer manifest whose signed time agrees with the clock vouches for the clock, hence sets the
 * mark anew: a clock that once ran ahead and was put right must not keep the door shut. Otherwise
 * the mark only rises.
 */
const highWater = (
  memory: DoorMemory,
  open: OpenManifest,
  skew: number,
  isKnown: boolean,
  now: number,
): number => {
  if (Math.abs(skew) > open.clock_tolerance_ms) return memory.head.high_water
  return isKnown ? Math.max(memory.head.high_water, now) : now
}

/**
 * Uploaded admissions are kept until a manifest generated after the upload speaks for them. From
 * then on it alone does, so that an attendance undone by the staff is undone here too.
 */
const stillNeeded = (admissions: readonly Admission[], open: OpenManifest): Admission[] =>
  admissions.filter(
    ({ acked_at: ackedAt, session_uuid: session }) =>
      ackedAt === null ||
      (session === open.manifest.session_uuid &&
        open.generated_at <= ackedAt + open.clock_tolerance_ms),
  )

/** Below an expired floor there is nothing that would still be taken. */
const unexpired = (floors: Readonly<Record<string, Floor>>, now: number): Record<string, Floor> =>
  Object.fromEntries(Object.entries(floors).filter(([, floor]) => now < floor.valid_until))
