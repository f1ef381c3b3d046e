import { isRecord, type Tap } from "@symbolon/core/door"
import { DoorError } from "./door-error.ts"

/**
 * One admission this door granted; it stays until a manifest generated after its upload has been
 * loaded.
 */
export interface Admission {
  readonly idempotency_key: string
  readonly session_uuid: string
  readonly identifier: Tap
  /** Epoch milliseconds. */
  readonly occurred_at: number
  readonly manifest_version: number
  readonly key_id: string
  /** Epoch milliseconds at which the host reported the upload, or null while it is owed. */
  readonly acked_at: number | null
}

/** The newest manifest taken of a session; nothing older is taken again. */
export interface Floor {
  readonly manifest_version: number
  readonly key_id: string
  /** Stands for the signed bytes: Ed25519 gives one text one signature, and other bytes another. */
  readonly signature: string
  /** Epoch milliseconds. */
  readonly valid_until: number
  /** The door's clock minus `generated_at`, measured when the manifest arrived. */
  readonly skew_ms: number
}

/** What a door keeps, except its admissions. */
export interface RecordHead {
  /** The session whose manifest was loaded last. */
  readonly session_uuid: string | null
  /** Numbers the admissions, so that two in one millisecond have different keys. */
  readonly counter: number
  /** The latest time at which a trusted clock was read, epoch milliseconds. */
  readonly high_water: number
  readonly floors: Readonly<Record<string, Floor>>
}

/** Everything a door keeps. */
export interface DoorRecord extends RecordHead {
  readonly admissions: readonly Admission[]
}

const VERSION = 1
const EMPTY: DoorRecord = {
  session_uuid: null,
  counter: 0,
  high_water: 0,
  floors: {},
  admissions: [],
}

/**
 * Reads the text of a store; none, or an empty one, is an empty record. Throws {@link DoorError}
 * `store_corrupt`.
 */
export const readRecord = (text: string | null | undefined): DoorRecord => {
  if (text === undefined || text === null || text === "") return EMPTY
  const record = parsed(text)
  if (!isDoorRecord(record)) throw new DoorError("store_corrupt", "not written by a door")
  return record
}

/**
 * The text of a record; `journal` is the admissions' own text, which grows instead of being written
 * anew each time.
 */
export const recordText = (head: RecordHead, journal: string): string =>
  `${JSON.stringify({ version: VERSION, ...head }).slice(0, -1)},"admissions":[${journal}]}`

/** The journal of some admissions. */
export const journalOf = (admissions: readonly Admission[]): string =>
  admissions.map((admission) => JSON.stringify(admission)).join(",")

/** A journal with one more admission. */
export const extendJournal = (journal: string, admission: Admission): string =>
  journal === "" ? JSON.stringify(admission) : `${journal},${JSON.stringify(admission)}`

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isDoorRecord = (value: unknown): value is DoorRecord =>
  isRecord(value) &&
  value.version === VERSION &&
  typeof value.counter === "number" &&
  typeof value.high_water === "number" &&
  isRecord(value.floors) &&
  Array.isArray(value.admissions)
