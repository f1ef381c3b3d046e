import { createPublicKey, type KeyObject, verify } from "node:crypto"
import type { IdentifierRef, Symbolon } from "../../../core/src/index.ts"
import { Door, DoorError, type DoorErrorCode, type DoorVerdict } from "../../src/index.ts"
import { memoryStore } from "../../src/stores/memory.ts"

/**
 * A door at one gate: its clock, its link, its disk. What it does with them is what a host does.
 */
export interface Lane {
  readonly name: string
  /** How far its clock runs from the true time. */
  clockOffsetMs: number
  isOnline: boolean
  readonly tap: (card: string) => DoorVerdict
  /**
   * Fetches keys and roster; a delta where it has one to go on from. Uploads what is owed. Answers
   * how many it uploaded.
   */
  readonly refresh: () => Promise<number>
  /** The power fails: what was in memory is gone, and comes back from the disk. */
  readonly restart: () => void
  /** The gate of another day; the disk is the same. */
  readonly moveTo: (session: string) => void
  readonly load: (response: string) => DoorErrorCode | undefined
  readonly pending: () => number
  readonly version: () => number | null
  /** The whole manifest it was loaded with last. */
  readonly manifest: () => string | undefined
  readonly counts: { readonly manifests: number; readonly deltas: number; readonly uploads: number }
}

interface StoredRoster {
  readonly manifest: string
  readonly deltas: readonly string[]
  readonly cursor: string
}

export const openLane = (symbolon: Symbolon, name: string, trueNow: () => number): Lane => {
  const store = memoryStore()
  let session = ""
  let storedRoster: StoredRoster | undefined
  let trustKeys: ConstructorParameters<typeof Door>[0]["trustKeys"] = { keys: [] }
  let publicKeys: readonly KeyObject[] = []
  const counts = { manifests: 0, deltas: 0, uploads: 0 }

  // The host verifies natively; which of its keys the door means, it tells by the bytes.
  const native = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean => {
    const wanted = Buffer.from(key).toString("base64url")
    const found = publicKeys.find((each) => each.export({ format: "jwk" }).x === wanted)
    return found !== undefined && verify(null, message, found, signature)
  }
  const open = (): Door =>
    new Door({
      trustKeys,
      now: () => trueNow() + lane.clockOffsetMs,
      deviceId: name,
      store,
      verify: native,
    })
  let door: Door

  const fetchKeys = async (): Promise<void> => {
    const keys = await symbolon.sessions.checkinTrustKeys({ session })
    const published = keys.map((key) => ({
      key_id: key.keyId,
      algorithm: "Ed25519",
      public_key: key.publicKey,
      purpose: "checkin_manifest",
      not_before: key.notBefore.toISOString(),
      not_after: key.notAfter?.toISOString() ?? null,
      status: key.status,
    }))
    if (JSON.stringify(published) === JSON.stringify(trustKeys.keys)) return
    trustKeys = { keys: published }
    publicKeys = keys.map(({ publicKey }) =>
      createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" }),
    )
    restart()
  }

  const textOf = (
    signed: Awaited<ReturnType<Symbolon["sessions"]["checkinManifest"]>>,
    cursor: string,
  ): string =>
    `{"payload":${Buffer.from(signed.bytes).toString()},"key_id":"${signed.keyId}","signature":"${signed.signature}","${cursor}":${JSON.stringify(signed.deltaCursor ?? null)}}`

  const fetchManifest = async (): Promise<void> => {
    const signed = await symbolon.sessions.checkinManifest({ session })
    const manifest = textOf(signed, "delta_cursor")
    if (signed.manifestVersion !== door.status().manifest_version) door.load(manifest)
    storedRoster = { manifest, deltas: [], cursor: signed.deltaCursor ?? "" }
    counts.manifests += 1
  }

  const fetchDelta = async (from: StoredRoster): Promise<void> => {
    const signed = await symbolon.sessions.checkinManifestDelta({ session, cursor: from.cursor })
    const delta = textOf(signed, "next_cursor")
    door.applyDelta(delta)
    storedRoster = { ...from, deltas: [...from.deltas, delta], cursor: signed.deltaCursor ?? "" }
    counts.deltas += 1
  }

  /** Too much has changed for a delta, or it cannot be told from there. */
  const orManifest = async (reason: unknown): Promise<void> => {
    if (!(reason instanceof Error) || !("_tag" in reason) || reason._tag !== "ResyncRequired")
      throw reason
    await fetchManifest()
  }

  const upload = async (): Promise<number> => {
    let uploaded = 0
    for (let owed = door.outbox(100); owed.length > 0; owed = door.outbox(100)) {
      const answers = await symbolon.sessions.admitBatch({
        session,
        requests: owed.map((item) => ({
          identifier: item.identifier as IdentifierRef,
          idempotencyKey: item.idempotency_key,
          occurredAt: new Date(item.occurred_at),
          isOffline: item.offline,
          manifestVersion: item.manifest_version,
        })),
      })
      for (const answer of answers)
        if (!("decision" in answer) || answer.decision !== "admitted")
          throw new Error(`An upload was refused: ${JSON.stringify(answer)}`)
      door.ack(owed)
      uploaded += owed.length
    }
    counts.uploads += uploaded
    return uploaded
  }

  /** What the disk has: the record, and the roster with the deltas that followed it. */
  const restart = (): void => {
    door = open()
    if (storedRoster === undefined) return
    try {
      door.load(storedRoster.manifest, storedRoster.deltas)
    } catch (reason) {
      // Signed by a key that is trusted no more: the next whole manifest replaces it.
      if (!(reason instanceof DoorError)) throw reason
      storedRoster = undefined
    }
  }

  const lane: Lane = {
    name,
    clockOffsetMs: 0,
    isOnline: true,
    tap: (card) => door.admit({ tap: card }),
    refresh: async () => {
      if (!lane.isOnline) return 0
      const uploaded = await upload()
      await fetchKeys()
      if (
        storedRoster === undefined ||
        door.status().manifest_version === null ||
        storedRoster.deltas.length > 20
      )
        await fetchManifest()
      else await fetchDelta(storedRoster).catch(orManifest)
      return uploaded
    },
    restart: () => restart(),
    moveTo: (next) => {
      session = next
      storedRoster = undefined
      door = open()
    },
    load: (response) => {
      try {
        door.load(response)
        return undefined
      } catch (reason) {
        if (reason instanceof DoorError) return reason.code
        throw reason
      }
    },
    pending: () => door.status().pending_uploads,
    version: () => door.status().manifest_version,
    manifest: () => storedRoster?.manifest,
    counts,
  }
  door = open()
  return lane
}
