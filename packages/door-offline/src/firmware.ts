import { Door } from "./door.ts"
import { DoorError } from "./door-error.ts"

// Defining the global by hand spares the module wrapper that exports would need in a bundle of one file.
Object.assign(globalThis, { SymbolonDoor: { Door, DoorError } })
