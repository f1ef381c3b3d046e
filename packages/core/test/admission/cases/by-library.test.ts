import { openByLibrary } from "./by-library.ts"
import { tellOfCasesBy } from "./cases.suite.ts"

tellOfCasesBy("by calls of the library", () => openByLibrary())
