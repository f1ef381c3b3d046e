import { modelCheck, storageContract } from "@symbolon/storage-contract"
import { afterAll, describe, expect, it } from "vitest"
import { openPostgres } from "../../src/index.ts"
import { openDatabases } from "../database.ts"
import { type Pgbouncer, startPgbouncer } from "./pgbouncer.ts"

let bouncer: Pgbouncer | undefined
let postgres = ""
const databases = await openDatabases({
  reach: async (server) => {
    postgres = server
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
  /** Two processes, one after the other, over one connection between PgBouncer and PostgreSQL. */
  const claimTwice = async (connectionString: string, prepareStatements: boolean) => {
    const failures: string[] = []
    const stores = [1, 2].map(() => openPostgres({ connectionString, prepareStatements }))
    for (const [n, storage] of stores.entries()) {
      const name = `${prepareStatements}-${n}`
      const holder = { kind: "user", uuid: `user-${n}` } as const
      await storage
        .transact("write", (tx) => tx.names.claim(name, holder))
        .catch((reason: unknown) => failures.push(String(reason)))
    }
    for (const storage of stores) await storage.close()
    return failures
  }

  it("loses prepared statements: with them on, transactions fail", async () => {
    await using narrow = await startPgbouncer({ server: postgres, poolSize: 1 })
    const url = narrow.through(await databases.createMigrated())
    expect(await claimTwice(url, false)).toEqual([])
    expect(await claimTwice(url, true)).toEqual([
      expect.stringMatching(/prepared statement "symbolon_\d+" already exists/),
    ])
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
