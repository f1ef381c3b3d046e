import { DoorError, type DoorErrorCode, type PublishedTrustKeys } from "../index.ts"
import type { DurableDoor } from "./durable-door.ts"
import type { HostStore } from "./host-store.ts"
import { type RosterRecord, rosterText } from "./roster-record.ts"
import type { ServiceAnswer } from "./service.ts"

/** What came of one attempt to be up to date. */
export type RosterOutcome =
  | { readonly kind: "current" }
  /** The call did not get through; what there is stays in force until it runs out. */
  | { readonly kind: "failed"; readonly answer: ServiceAnswer }
  /** The new manifest is untrusted or could not be stored. The current one stays in force. */
  | { readonly kind: "rejected"; readonly reason: string }

/** The roster of one session: how it is stored and updated. */
export interface Roster {
  /** Whether changes can be fetched without the whole. */
  readonly hasCursor: () => boolean
  readonly refresh: () => Promise<RosterOutcome>
  /** Wipes the roster from memory and store. The trust keys stay. */
  readonly wipe: () => Promise<void>
}

/** What a roster is kept with. */
export interface RosterParts {
  readonly session: string
  readonly door: DurableDoor
  readonly store: HostStore
  readonly call: (path: string, etag?: string) => Promise<ServiceAnswer>
  /** Whether the trust keys came by another way and are never replaced. */
  readonly isPinned: boolean
}

/**
 * The most deltas that are stored before the whole manifest is fetched again, so that a restart
 * stays fast.
 */
const DELTAS_KEPT = 60
const MANIFEST = "/checkin-manifest"
/** Where the service publishes the keys, below the session. */
export const TRUST_KEYS = `${MANIFEST}/trust-keys`

/** Opens a roster over what the store had. */
export const openRoster = (parts: RosterParts, initial: RosterRecord): Roster => {
  let record = initial
  const keep = async (next: RosterRecord): Promise<void> => {
    record = next
    await parts.store.write(rosterText(next))
  }
  const refreshWhole = async (): Promise<RosterOutcome> => {
    const answer = await parts.call(MANIFEST, record.etag)
    if (answer.kind === "unchanged") return CURRENT
    if (answer.kind !== "answered") return { kind: "failed", answer }
    const manifest = await takeManifest(parts, record, answer.text)
    if (typeof manifest === "string") return { kind: "rejected", reason: manifest }
    const cursor = memberOf(answer.body, "delta_cursor")
    await keep({
      ...record,
      trustKeys: manifest.trustKeys,
      manifest: answer.text,
      deltas: [],
      cursor,
      etag: answer.etag,
    })
    return CURRENT
  }
  const refreshPart = async (cursor: string): Promise<RosterOutcome> => {
    const answer = await parts.call(`${MANIFEST}/delta?cursor=${encodeURIComponent(cursor)}`)
    if (answer.kind === "unchanged") return CURRENT
    // 410 says that the cursor is too old; any other refusal of a delta is no reason to go without
    // the roster either.
    if (answer.kind === "refused") return refreshWhole()
    if (answer.kind !== "answered") return { kind: "failed", answer }
    const refused = await codeOf(parts.door.applyDelta(answer.text))
    // After any fault in a delta, the door fetches the whole manifest, which it verifies by the
    // same rules.
    if (refused !== undefined)
      return refused === "store_failed" ? { kind: "rejected", reason: refused } : refreshWhole()
    // The ETag stays with the manifest it names, which this no longer is.
    await keep({
      ...record,
      deltas: [...record.deltas, answer.text],
      cursor: memberOf(answer.body, "next_cursor"),
      etag: undefined,
    })
    return CURRENT
  }
  return {
    hasCursor: () => record.cursor !== undefined && parts.door.status().loaded,
    refresh: async () => {
      const { cursor, manifest, deltas } = record
      const isPart =
        cursor !== undefined &&
        manifest !== undefined &&
        parts.door.status().loaded &&
        deltas.length < DELTAS_KEPT
      // Without a manifest in force an answer of "unchanged" would leave the door without one.
      if (!parts.door.status().loaded) record = { ...record, etag: undefined, cursor: undefined }
      try {
        return isPart ? await refreshPart(cursor) : await refreshWhole()
      } catch (error) {
        return {
          kind: "rejected",
          reason: error instanceof Error ? error.message : "the store failed",
        }
      }
    },
    wipe: async () => {
      await parts.door.forgetRoster()
      await keep({ ...record, manifest: undefined, deltas: [], cursor: undefined, etag: undefined })
    },
  }
}

const CURRENT: RosterOutcome = { kind: "current" }

/**
 * Takes a manifest into force. One that the known keys do not verify may be signed by a newer key:
 * the published set is asked for once more over TLS, unless the keys are pinned. The reason, or the
 * keys that are in force then.
 */
const takeManifest = async (
  parts: RosterParts,
  record: RosterRecord,
  text: string,
): Promise<string | Pick<RosterRecord, "trustKeys">> => {
  if (!isOfSession(text, parts.session)) return "manifest_of_another_session"
  const refused = await codeOf(parts.door.load(text))
  if (refused === undefined) return { trustKeys: record.trustKeys }
  if (refused !== "manifest_untrusted" || parts.isPinned) return refused
  const trustKeys = await fetchTrustKeys(parts.call)
  if (trustKeys === undefined || JSON.stringify(trustKeys) === JSON.stringify(record.trustKeys))
    return refused
  await parts.door.forgetRoster(trustKeys)
  const again = await codeOf(parts.door.load(text))
  if (again === undefined) return { trustKeys }
  // The new keys do not verify it either, so the former ones stay in force.
  await parts.door.forgetRoster(record.trustKeys)
  if (record.manifest !== undefined) await codeOf(parts.door.load(record.manifest, record.deltas))
  return again
}

/** The keys that the service publishes now, or undefined. */
export const fetchTrustKeys = async (
  call: (path: string) => Promise<ServiceAnswer>,
): Promise<PublishedTrustKeys | undefined> => {
  const answer = await call(TRUST_KEYS)
  return answer.kind === "answered" && isTrustKeys(answer.body) ? answer.body : undefined
}

/** Whether a body is a set of trust keys with something in it. */
export const isTrustKeys = (body: unknown): body is PublishedTrustKeys =>
  typeof body === "object" &&
  body !== null &&
  "keys" in body &&
  Array.isArray(body.keys) &&
  body.keys.length > 0

/**
 * A door binds itself to the session of its first manifest; this is what makes the first one the
 * right one.
 */
const isOfSession = (text: string, session: string): boolean => {
  try {
    const {
      payload,
    }: { readonly payload?: { readonly session_slug?: unknown; readonly session_uuid?: unknown } } =
      JSON.parse(text)
    return payload?.session_slug === session || payload?.session_uuid === session
  } catch {
    return false
  }
}

const codeOf = async (
  work: Promise<unknown>,
): Promise<DoorErrorCode | "store_failed" | undefined> => {
  try {
    await work
    return undefined
  } catch (error) {
    return error instanceof DoorError ? error.code : "store_failed"
  }
}

const memberOf = (body: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === "string" ? value : undefined
}

/**
 * Restores the stored roster without the network. An expired or untrusted roster is ignored.
 */
export const restoreRoster = async (
  door: DurableDoor,
  { manifest, deltas }: RosterRecord,
): Promise<void> => {
  if (manifest === undefined) return
  const refused = await codeOf(door.load(manifest, deltas))
  // Better an older roster that verifies than none; the floor has the last word on how old it may
  // be.
  if (refused !== undefined && deltas.length > 0) await codeOf(door.load(manifest))
}
