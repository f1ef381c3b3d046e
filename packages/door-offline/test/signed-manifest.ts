import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { readFileSync } from "node:fs"
import { type CheckinManifest, canonicalJson, type PublishedTrustKey } from "@symbolon/core/door"
import {
  Door,
  type DoorErrorCode,
  type DoorOptions,
  type DoorStatus,
  DoorError,
} from "../src/index.ts"

/**
 * The sample payload: window 18:30 to 23:00, Anna (04A1, 04A2, ticket), Ben (04B1), Cleo (no card),
 * Dora (04D1, inside).
 */
export const sample: CheckinManifest = JSON.parse(
  readFileSync(new URL("../../../vectors/door/manifest.json", import.meta.url), "utf8"),
)

export const anna = `sy1${"q".repeat(38)}`
export const ben = `sy1${"p".repeat(38)}`
export const cleo = `sy1${"z".repeat(38)}`

/** When the sample was generated, when its window opens, and when it ends. */
export const GENERATED = Date.UTC(2026, 10, 21, 18)
export const OPENS = Date.UTC(2026, 10, 21, 18, 30)
export const CLOSES = Date.UTC(2026, 10, 21, 23)
export const VALID_UNTIL = Date.UTC(2026, 10, 22, 6)
export const TOLERANCE = 300_000

export const { privateKey: signingKey } = generateKeyPairSync("ed25519")
export const { privateKey: otherKey } = generateKeyPairSync("ed25519")

/** A published entry for a signing key. */
export const published = (keyId: string, key: KeyObject): PublishedTrustKey => ({
  key_id: keyId,
  algorithm: "Ed25519",
  public_key: createPublicKey(key).export({ format: "jwk" }).x ?? "",
  purpose: "checkin_manifest",
  not_before: null,
  not_after: null,
  status: "active",
})

export const trustKeys = { keys: [published("door-1", signingKey), published("door-2", otherKey)] }

/** The text of a signed response for the sample with changes. */
export const response = (
  change: Partial<CheckinManifest> = {},
  keyId = "door-1",
  key = signingKey,
): string => {
  const payload = canonicalJson({ ...sample, ...change })
  const signature = sign(null, Buffer.from(payload), key).toString("base64url")
  return `{"payload":${payload},"key_id":"${keyId}","signature":"${signature}","delta_cursor":null}`
}

/** A door with a clock that the test moves, and with a store that keeps its text in a variable. */
export const createBench = (options: Partial<DoorOptions> = {}) => {
  const disk: { now: number; stored: string | null; isStoreBroken: boolean; writes: number } = {
    now: GENERATED,
    stored: null,
    isStoreBroken: false,
    writes: 0,
  }
  const store = {
    read: () => disk.stored,
    write: (text: string) => {
      if (disk.isStoreBroken) throw new Error("disk full")
      disk.stored = text
      disk.writes += 1
    },
  }
  const start = (more: Partial<DoorOptions> = {}) =>
    new Door({ trustKeys, now: () => disk.now, store, ...options, ...more })
  return Object.assign(disk, {
    door: start(),
    /** A new door on the same store. */
    restart(more: Partial<DoorOptions> = {}): Door {
      this.door = start(more)
      return this.door
    },
  })
}

/**
 * A door that has loaded the sample with changes at its generation and whose clock stands at `at`
 * since.
 */
export const openDoor = (change: Partial<CheckinManifest> = {}, at = OPENS) => {
  const bench = createBench()
  bench.door.load(response(change))
  bench.now = at
  return bench
}

/** The code with which a door refuses a manifest, or the status after it took it. */
export const tryLoad = (door: Door, input: string): DoorErrorCode | DoorStatus => {
  try {
    return door.load(input)
  } catch (error) {
    if (error instanceof DoorError) return error.code
    throw error
  }
}
