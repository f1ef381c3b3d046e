import type { CheckinManifestDeltaResponse, CheckinManifestResponse } from "@symbolon/core/door"
import { type AdmitRequest, admitTap, type DoorVerdict } from "./admit.ts"
import { applyDelta, loadManifest } from "./load.ts"
import { createMemory, type DoorMemory, type DoorOptions, wipe } from "./memory.ts"
import { acknowledge, type OutboxItem, readOutbox } from "./outbox.ts"
import { type DoorStatus, readStatus } from "./status.ts"

/** As many as one call of `/admit` takes. */
const DEFAULT_OUTBOX_LIMIT = 100

/**
 * A door that admits without a connection, by a manifest that the service has signed.
 *
 * Everything is synchronous and nothing of the host is used but what the options give. One door
 * serves the session of the first manifest it loads; the next session takes a new door, which may
 * use the same store. Source: docs/door-protocol.md.
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
   * Takes a manifest response into force: its raw text (preferred, since only that shows members
   * that come twice) or the parsed object. Throws `DoorError` and changes nothing. A clock that
   * disagrees does not stop it.
   *
   * With `deltas`, those that followed it, oldest first, are taken in the same step. A host that
   * keeps both gives both after a restart, because the manifest alone is by then older than what
   * the door has seen.
   */
  load(
    response: string | CheckinManifestResponse,
    deltas: readonly (string | CheckinManifestDeltaResponse)[] = [],
  ): DoorStatus {
    loadManifest(this.memory, response, deltas)
    return readStatus(this.memory)
  }

  /**
   * Takes a delta response into force on the manifest at hand, at a cost that does not depend on
   * the roster. Throws `DoorError` and changes nothing; `resync_required` asks for a whole
   * manifest, since the delta builds on another version.
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
   * Forgets the manifest and with it everybody on it. For a host whose credential was withdrawn
   * (401 or 403): what it still has to upload stays, and so does what protects against older
   * manifests. A manifest can be loaded afterwards.
   */
  wipe(): void {
    wipe(this.memory)
  }

  /** How the door stands at this moment. */
  status(): DoorStatus {
    return readStatus(this.memory)
  }
}
