import {
  type DoorState,
  type Ed25519Host,
  findPerson,
  hasTicket,
  type OpenManifest,
  type PublishedTrustKeys,
  readTrustKeys,
  subjectOf,
  type TrustKeys,
} from "@symbolon/core/door"
import { type Admission, journalOf, type RecordHead, readRecord, recordText } from "./record.ts"
import type { DoorStore } from "./store.ts"

/** What a door is made of. */
export interface DoorOptions {
  /** The body of `GET /sessions/{session_slug}/checkin-manifest/trust-keys`. */
  readonly trustKeys: PublishedTrustKeys
  /** The present in epoch milliseconds. */
  readonly now: () => number
  /**
   * Sets the idempotency keys of this door apart from those of others; at most 100 characters,
   * default `door`. Doors that share a credential must set it.
   */
  readonly deviceId?: string | undefined
  /** Default: nothing survives a restart. */
  readonly store?: DoorStore | undefined
  /** Native Ed25519; see `Ed25519Host` of core. */
  readonly verify?: Ed25519Host["verify"]
  /** Native SHA-512, used unless `verify` is given. */
  readonly sha512?: Ed25519Host["sha512"]
  /**
   * Native UTF-8, which makes large rosters load faster; see `Ed25519Host` of core. Firmware does
   * without.
   */
  readonly utf8?: Ed25519Host["utf8"]
}

/** A manifest in force at this door. */
export interface LoadedManifest {
  readonly open: OpenManifest
  readonly key_id: string
  readonly skew_ms: number
  /** Of `open` and the door's own admissions. */
  readonly state: DoorState
}

/** What this door admitted and its manifest does not know, by subject. */
export interface LocalOverlay {
  readonly first_admitted_at: Map<string, number>
  walk_ins: number
}

/** The mutable inside of one door; every function on it changes either all it has to or nothing. */
export interface DoorMemory {
  readonly trust: TrustKeys
  readonly now: () => number
  readonly deviceId: string
  readonly store: DoorStore | undefined
  readonly host: Ed25519Host
  head: RecordHead
  admissions: Admission[]
  journal: string
  /** `high_water` as the store has it. */
  saved_high_water: number
  loaded: LoadedManifest | null
  local: LocalOverlay
}

const MAX_DEVICE_ID_LENGTH = 100

/**
 * Makes the inside of a door from its options and its store. Throws `TypeError`, or `DoorError`
 * `store_corrupt`.
 */
export const createMemory = (options: DoorOptions): DoorMemory => {
  const { now, deviceId = "door", store } = options
  if (typeof now !== "function") throw new TypeError("now")
  if (typeof deviceId !== "string" || deviceId.length > MAX_DEVICE_ID_LENGTH)
    throw new TypeError("deviceId")
  const { admissions, ...head } = readRecord(store === undefined ? null : store.read())
  return {
    trust: readTrustKeys(options.trustKeys),
    now,
    deviceId,
    store,
    host: options,
    head,
    admissions: [...admissions],
    journal: journalOf(admissions),
    saved_high_water: head.high_water,
    loaded: null,
    local: { first_admitted_at: new Map(), walk_ins: 0 },
  }
}

/**
 * Writes a head and a journal, then makes the head the door's own. Throws what the store throws,
 * and changes nothing then.
 */
export const save = (memory: DoorMemory, head: RecordHead, journal: string): void => {
  if (memory.store !== undefined) memory.store.write(recordText(head, journal))
  memory.head = head
  memory.journal = journal
  memory.saved_high_water = head.high_water
}

/** The present, or NaN when the host's clock fails or lies about its type. */
export const readClock = (memory: DoorMemory): number => {
  try {
    const now = memory.now()
    return typeof now === "number" ? now : Number.NaN
  } catch {
    return Number.NaN
  }
}

/** Adds one admission to what the door knows beyond its manifest. */
export const overlay = (local: LocalOverlay, open: OpenManifest, admission: Admission): void => {
  const person = findPerson(open.people, admission.identifier)
  const subject = subjectOf(person, admission.identifier)
  // Whom the manifest lists as admitted is counted there; whom the door let in twice took one seat.
  if ((person !== undefined && person.inside !== null) || local.first_admitted_at.has(subject))
    return
  local.first_admitted_at.set(subject, admission.occurred_at)
  if (person === undefined || !hasTicket(person)) local.walk_ins += 1
}

/**
 * Forgets the roster, as a door must that is no longer entitled to it; uploads that are owed stay,
 * and so do the floors.
 */
export const wipe = (memory: DoorMemory): void => {
  memory.loaded = null
  memory.local = { first_admitted_at: new Map(), walk_ins: 0 }
}
