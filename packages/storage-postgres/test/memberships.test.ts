import { afterAll, expect, it } from "vitest"
import { membershipRowsSuite } from "../../core/test/memberships/facade/rows.suite.ts"
import { membershipTracesSuite } from "../../core/test/memberships/facade/traces.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const storage = await databases.openFresh()
afterAll(storage.close)

membershipRowsSuite("PostgreSQL", () => Promise.resolve(storage))
membershipTracesSuite("PostgreSQL", () => Promise.resolve(storage))

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
