import { afterAll } from "vitest"
import { membershipRowsSuite } from "../../core/test/memberships/facade/rows.suite.ts"
import { membershipTracesSuite } from "../../core/test/memberships/facade/traces.suite.ts"
import { openFresh } from "./temporary.ts"

const storage = await openFresh({ file: ":memory:" })
afterAll(storage.close)

membershipRowsSuite("SQLite", () => Promise.resolve(storage))
membershipTracesSuite("SQLite", () => Promise.resolve(storage))
