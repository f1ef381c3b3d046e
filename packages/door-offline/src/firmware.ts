import { Door } from "./door.ts"
import { DoorError } from "./door-error.ts"
import type * as door from "./index.ts"

/** The version of the package, put here by the bundler. */
declare const VERSION: string

/** What the firmware file gives its host. */
export interface SymbolonDoor {
  readonly Door: typeof door.Door
  readonly DoorError: typeof door.DoorError
  /** The version of the package `@symbolon/door-offline` that the file was built from. */
  readonly version: string
}

declare global {
  /** The one global that the firmware file defines. */
  var SymbolonDoor: SymbolonDoor
}

// Defining the global by hand spares the module wrapper that exports would need in a bundle of one file.
Object.assign(globalThis, {
  SymbolonDoor: { Door, DoorError, version: VERSION } satisfies SymbolonDoor,
})
