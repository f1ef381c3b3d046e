import { modelCheck, storageContract } from "@symbolon/storage-contract"
import { afterAll, describe, expect, it } from "vitest"
import { openPostgres } from "../../src/index.ts"
import { openDatabases } from "../database.ts"
import { type Pgbouncer, startPgbouncer } from "./pgbouncer.ts"

let bouncer: Pgbouncer | undefined
const databases = await openDatabases({
  reach: async (server) => {
    bouncer = await startPgbouncer({ server })
    return bouncer.through
  },
})
afterAll(() => bouncer?.[Symbol.asyncDispose]())
const open = () => databases.openFresh({ prepareStatements: false })

describe("the storage contract through PgBouncer in transaction mode", () => {
  it.for(storageContract.map((one) => [one.name, one.run] as const))("%s", ([, run]) => run(open))

  it("does what memory does", () => modelCheck(open, { runs: 10 }))

  it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
})

describe("PgBouncer in transaction mode", () => {
  const claims = async (connectionString: string, prepareStatements: boolean) => {
    const storage = openPostgres({ connectionString, prepareStatements })
    const claim = (n: number) =>
      storage.transact("write", (tx) =>
        tx.names.claim(`${prepareStatements}-${n}`, { kind: "user", uuid: `user-${n}` }),
      )
    const claimed = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => claim(n)))
    await storage.close()
    return claimed.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))
  }

  it("loses prepared statements: with them on, transactions fail", async () => {
    const url = bouncer?.through(await databases.createMigrated()) ?? ""
    expect(await claims(url, false)).toEqual([])
    expect(await claims(url, true)).toContainEqual(
      expect.stringMatching(/prepared statement "symbolon_\d+" (does not exist|already exists)/),
    )
  })

  it("migrates a database", async () => {
    const url = bouncer?.through(await databases.create()) ?? ""
    const stores = [1, 2, 3].map(() =>
      openPostgres({ connectionString: url, prepareStatements: false }),
    )
    const taken = await Promise.all(stores.map(({ migrations }) => migrations.up()))
    expect(taken.filter((names) => names.length > 0)).toHaveLength(1)
    for (const storage of stores) await storage.close()
  })
})
