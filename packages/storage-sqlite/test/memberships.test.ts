import { afterAll } from "vitest"
import { membershipRowsSuite } from "../../core/test/memberships/facade/rows.suite.ts"
import { membershipTracesSuite } from "../../core/test/memberships/facade/traces.suite.ts"
import { openSqlite } from "../src/index.ts"

const storage = openSqlite({ file: ":memory:", strict: true })
afterAll(storage.close)

membershipRowsSuite("SQLite", () => Promise.resolve(storage))
membershipTracesSuite("SQLite", () => Promise.resolve(storage))
