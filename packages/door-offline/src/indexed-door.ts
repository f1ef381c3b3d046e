import {
  type CheckinManifestDeltaResponse,
  type CheckinManifestResponse,
  openIndexedResponse,
} from "@symbolon/core/door"
import { checkOptions } from "./check-options.ts"
import { Door as PlainDoor } from "./door.ts"
import { loadManifest } from "./load.ts"
import type { DoorOptions } from "./memory.ts"
import { type DoorStatus, readStatus } from "./status.ts"

/**
 * The door of the package: where code is compiled, it takes a large roster in about the time that
 * the signature takes.
 */
export class Door extends PlainDoor {
  /**
   * Throws `TypeError` for an invalid option, and `DoorError` `store_corrupt` for a store with
   * foreign text.
   */
  constructor(options: DoorOptions) {
    checkOptions(options)
    super(options)
  }

  override load(
    response: string | CheckinManifestResponse,
    deltas: readonly (string | CheckinManifestDeltaResponse)[] = [],
  ): DoorStatus {
    loadManifest(this.memory, response, deltas, openIndexedResponse)
    return readStatus(this.memory)
  }
}
