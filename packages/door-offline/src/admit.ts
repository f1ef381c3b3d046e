import {
  type AdmissionDetails,
  type AdmissionVerdict,
  decideAtDoor,
  findPerson,
  type IdentifierType,
  normaliseWalletAddress,
  type OpenManifest,
  readTap,
  type Tap,
} from "@symbolon/core/door"
import { isClockTrusted, isExpired, noteTime } from "./clock.ts"
import { type DoorMemory, type LoadedManifest, overlay, readClock, save } from "./memory.ts"
import { extendJournal } from "./record.ts"

/** One tap at the door. */
export interface AdmitRequest {
  /** What the scanner read, or an identifier whose type the host knows. */
  readonly tap: string | { readonly type: IdentifierType; readonly value: string }
  /** When it was read, epoch milliseconds; default now. */
  readonly at?: number | undefined
}

/**
 * Why the door cannot decide. The person may still be entitled to enter, so a host with a
 * connection should ask the server. `unreadable` means that the request had no tap, so there is
 * nothing to ask.
 */
export type UndeterminedReason =
  | "not_on_roster"
  | "manifest_missing"
  | "manifest_expired"
  | "clock_untrusted"
  | "store_failed"
  | "unreadable"

/** What the door answers to one tap. */
export interface DoorVerdict {
  readonly decision: AdmissionVerdict["decision"]
  readonly blocked_reason: AdmissionVerdict["blocked_reason"]
  readonly undetermined_reason: UndeterminedReason | null
  /** In lower case; null if the manifest does not name the card's holder. */
  readonly wallet_address: string | null
  readonly reentry: boolean
  readonly seat: AdmissionVerdict["seat"]
  readonly details: AdmissionDetails
}

/**
 * Decides one tap, and stores an admission before it answers. Never throws: an undecidable tap is
 * `undetermined`, and an admission that cannot be stored does not count. Source:
 * docs/door-protocol.md#a-tap.
 */
export const admitTap = (memory: DoorMemory, request: unknown): DoorVerdict => {
  const { loaded } = memory
  if (loaded === null) return undetermined("manifest_missing")
  const { open } = loaded
  const { tap, at } = readRequest(open, request)
  const now = readClock(memory)
  const instant = at === undefined ? now : typeof at === "number" ? at : Number.NaN
  // A number that is not one passes no comparison, hence counts as a clock that cannot be trusted.
  if (
    !isClockTrusted(memory, loaded, now) ||
    !(instant >= open.generated_at - open.clock_tolerance_ms)
  ) {
    return undetermined("clock_untrusted")
  }
  noteTime(memory, loaded, now)
  if (isExpired(memory, loaded, now) || instant >= open.valid_until)
    return undetermined("manifest_expired")
  if (tap === undefined) return undetermined("unreadable")
  if (tap === null) return undetermined("not_on_roster")
  const verdict = decideAtDoor(loaded.state, tap, instant)
  if (verdict.decision === "admitted" && !keep(memory, loaded, tap, instant))
    return undetermined("store_failed")
  // Member by member, since copying the rest of an object takes several times as long.
  return {
    decision: verdict.decision,
    blocked_reason: verdict.blocked_reason,
    undetermined_reason: verdict.undetermined_reason,
    wallet_address: verdict.wallet_address,
    reentry: verdict.reentry,
    seat: verdict.seat,
    details: verdict.details,
  }
}

/**
 * Reads a request. Its tap is null when nobody can hold it, and undefined when the request carries
 * none or fails when it is read.
 */
const readRequest = (
  open: OpenManifest,
  request: unknown,
): { readonly tap?: Tap | null | undefined; readonly at?: unknown } => {
  try {
    if (typeof request === "string") return { tap: readTapAt(open, request) }
    const { tap, at }: { readonly tap?: unknown; readonly at?: unknown } = Object(request)
    return { tap: tap === undefined ? tap : readTapAt(open, tap), at }
  } catch {
    return {}
  }
}

/**
 * A bare string that is no listed card but a listed wallet is that wallet, whatever it looks like.
 */
const readTapAt = (open: OpenManifest, presented: unknown): Tap | null => {
  const tap = readTap(presented)
  if (typeof presented !== "string" || tap?.type !== "card" || open.people.by_card.has(tap.value))
    return tap
  const wallet: Tap = { type: "wallet", value: normaliseWalletAddress(presented) }
  return findPerson(open.people, wallet) === undefined ? tap : wallet
}

/** False when the store failed; the door then has not admitted. */
const keep = (memory: DoorMemory, loaded: LoadedManifest, tap: Tap, instant: number): boolean => {
  const { manifest } = loaded.open
  const counter = memory.head.counter + 1
  const admission = {
    idempotency_key: `${memory.deviceId}:${manifest.session_uuid}:${instant}:${counter}`,
    session_uuid: manifest.session_uuid,
    identifier: tap,
    occurred_at: instant,
    manifest_version: manifest.manifest_version,
    key_id: loaded.key_id,
    acked_at: null,
  }
  try {
    save(memory, { ...memory.head, counter }, extendJournal(memory.journal, admission))
  } catch {
    return false
  }
  memory.admissions.push(admission)
  overlay(memory.local, loaded.open, admission)
  return true
}

const undetermined = (reason: UndeterminedReason): DoorVerdict => ({
  decision: "undetermined",
  blocked_reason: null,
  undetermined_reason: reason,
  wallet_address: null,
  reentry: false,
  seat: "none",
  details: {},
})
