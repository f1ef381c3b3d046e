import { openByLibrary } from "./by-library.ts"
import { tellOfCasesBy } from "./cases.ts"

tellOfCasesBy("by calls of the library", () => openByLibrary())
