import type { Tap } from "@symbolon/core/door"
import { type DoorMemory, readClock, save } from "./memory.ts"
import { type Admission, journalOf } from "./record.ts"

/**
 * A body for `POST /sessions/{session_slug}/admit`, alone or in `admissions`.
 */
export interface OutboxItem {
  readonly identifier: Tap
  readonly idempotency_key: string
  /** ISO 8601 UTC with milliseconds. */
  readonly occurred_at: string
  readonly offline: true
  /** What the door relied on; the server re-runs the rules over this manifest. */
  readonly manifest_version: number
  readonly key_id: string
}

/**
 * The first `limit` uploads owed for the session loaded last, oldest first. They stay until
 * acknowledged.
 */
export const readOutbox = (memory: DoorMemory, limit: number): readonly OutboxItem[] =>
  memory.admissions
    .filter((admission) => isOwed(memory, admission))
    .slice(0, limit)
    .map((admission) => ({
      identifier: admission.identifier,
      idempotency_key: admission.idempotency_key,
      occurred_at: new Date(admission.occurred_at).toISOString(),
      offline: true,
      manifest_version: admission.manifest_version,
      key_id: admission.key_id,
    }))

/** How many uploads are owed for the session loaded last. */
export const countPending = (memory: DoorMemory): number =>
  memory.admissions.filter((admission) => isOwed(memory, admission)).length

/**
 * Takes items off the outbox, whatever the server answered, as long as the answer was final. The
 * door still knows whom it admitted. Throws what the store throws; the items then stay.
 */
export const acknowledge = (
  memory: DoorMemory,
  items: readonly Pick<OutboxItem, "idempotency_key">[],
): void => {
  const keys = new Set(items.map((item) => item.idempotency_key))
  const now = readClock(memory)
  // A clock that fails must not make the upload look old, which would forget the admission too
  // early.
  const ackedAt = now === now ? now : memory.head.high_water
  const admissions = memory.admissions.map((admission) =>
    keys.has(admission.idempotency_key) && admission.acked_at === null
      ? { ...admission, acked_at: ackedAt }
      : admission,
  )
  save(memory, memory.head, journalOf(admissions))
  memory.admissions = admissions
}

const isOwed = (memory: DoorMemory, admission: Admission): boolean =>
  admission.acked_at === null && admission.session_uuid === memory.head.session_uuid
