import { openByLibrary } from "./by-library.ts"
import { admissionCasesSuite } from "./cases.suite.ts"

admissionCasesSuite("by calls of the library", () => openByLibrary())
