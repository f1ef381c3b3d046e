import { afterAll } from "vitest"
import { tellRowsOn } from "../../core/test/memberships/facade/rows.suite.ts"
import { tellOfTracesOn } from "../../core/test/memberships/facade/traces.suite.ts"
import { openSqlite } from "../src/index.ts"

const storage = openSqlite({ file: ":memory:", strict: true })
afterAll(storage.close)

tellRowsOn("SQLite", () => Promise.resolve(storage))
tellOfTracesOn("SQLite", () => Promise.resolve(storage))
