import type { CheckinManifestDeltaResponse, CheckinManifestResponse } from "@symbolon/core/door"
import { type AdmitRequest, admitTap, type DoorVerdict } from "./admit.ts"
import { applyDelta, loadManifest } from "./load.ts"
import { createMemory, type DoorMemory, type DoorOptions, wipe } from "./memory.ts"
import { acknowledge, type OutboxItem, readOutbox } from "./outbox.ts"
import { type DoorStatus, readStatus } from "./status.ts"

/** As many as one call of `/admit` takes. */
const DEFAULT_OUTBOX_LIMIT = 100

/**
 * A door that admits people without a connection, by a signed manifest.
 *
 * Everything is synchronous, and only the options give access to the host. A door serves the
 * session of its first manifest. For the next session, create a new door, which may use the same
 * store. Source: docs/door-protocol.md.
 *
 * @example
 * const door = new Door({ trustKeys, now: () => Date.now(), store })
 * door.load(responseText)
 * door.admit("04A1B2C3").decision // "admitted"
 * upload(door.outbox(100)).then((sent) => door.ack(sent))
 */
export class Door {
  declare protected readonly memory: DoorMemory

  /**
   * Throws `TypeError` for unusable options and `DoorError` `store_corrupt` for a store that holds
   * something else.
   */
  constructor(options: DoorOptions) {
    this.memory = createMemory(options)
  }

  /**
   * Loads a manifest response: its raw text (preferred, because only the text shows duplicate
   * members) or the parsed object. On a fault, throws `DoorError` and changes nothing. A clock that
   * disagrees does not stop it.
   *
   * `deltas` are applied in the same step, oldest first. After a restart, pass the stored manifest
   * with its deltas, because the manifest alone is older than the version that the door has seen.
   */
  load(
    response: string | CheckinManifestResponse,
    deltas: readonly (string | CheckinManifestDeltaResponse)[] = [],
  ): DoorStatus {
    loadManifest(this.memory, response, deltas)
    return readStatus(this.memory)
  }

  /**
   * Applies a delta response to the current manifest, at a cost that does not depend on the roster.
   * On a fault, throws `DoorError` and changes nothing. After `resync_required`, load a whole
   * manifest, because the delta applies to another version.
   */
  applyDelta(response: string | CheckinManifestDeltaResponse): DoorStatus {
    applyDelta(this.memory, response)
    return readStatus(this.memory)
  }

  /**
   * Decides one tap in constant time; never throws. A plain string is what the reader read, at this
   * moment. An admission is in the store before this returns.
   */
  admit(request: AdmitRequest | string): DoorVerdict {
    return admitTap(this.memory, request)
  }

  /**
   * At most `limit` admissions still to be uploaded (default 100), oldest first, as bodies for
   * `/admit`.
   */
  outbox(limit: number = DEFAULT_OUTBOX_LIMIT): readonly OutboxItem[] {
    return readOutbox(this.memory, limit)
  }

  /**
   * Takes uploaded items off the outbox. Call it for every final answer, refusals included; unknown
   * items are ignored.
   */
  ack(items: readonly Pick<OutboxItem, "idempotency_key">[]): void {
    acknowledge(this.memory, items)
  }

  /**
   * Wipes the manifest. For a host whose credential was withdrawn (401 or 403). Pending uploads and
   * the rollback protection stay. A manifest can be loaded afterwards.
   */
  wipe(): void {
    wipe(this.memory)
  }

  /** Returns the current status of the door. */
  status(): DoorStatus {
    return readStatus(this.memory)
  }
}
