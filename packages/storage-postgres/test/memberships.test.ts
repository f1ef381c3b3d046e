import { afterAll, expect, it } from "vitest"
import { tellRowsOn } from "../../core/test/memberships/facade/rows.suite.ts"
import { tellOfTracesOn } from "../../core/test/memberships/facade/traces.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const storage = await databases.openFresh()
afterAll(storage.close)

tellRowsOn("PostgreSQL", () => Promise.resolve(storage))
tellOfTracesOn("PostgreSQL", () => Promise.resolve(storage))

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
