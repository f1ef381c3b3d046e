import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { describe, expect, it, vi } from "vitest"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import {
  address,
  firstMember,
  addOrganization,
  addMembers,
  membership,
  organization,
  presence,
  session,
  uuid,
} from "../../storage-sql/test/sample-organization.ts"
import { audit, pay, writeMany } from "../../storage-sql/test/workload.ts"
import {
  NestedTransaction,
  openPostgres,
  StorageClosed,
  TransactionOver,
  type Retry,
} from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const child = join(import.meta.dirname, "child.ts")
const holder = { kind: "user", uuid: uuid(1) } as const

describe("two processes on one database", () => {
  it.each([
    ["with many members", 400],
    ["with few members, so that they meet all the time", 4],
  ])("write side by side without one deadlock, %s", async (_, members) => {
    const [url, turns] = [await databases.createMigrated(), 600]
    const storage = openPostgres({ connectionString: url })
    await addOrganization(storage)
    await addMembers(storage, members)
    const children = [0, 1].map((writer) =>
      ended(startModule(child, ["mixed", url, writer, turns, members])),
    )
    for (const one of await Promise.all(children))
      expect(one).toEqual({ code: 0, output: "[]", errors: "" })
    await audit(storage, { writers: 2, turns, members })
    await storage.close()
  })

  it("post the same key: the second finds what the first did", async () => {
    const url = await databases.createMigrated()
    const one = openPostgres({ connectionString: url })
    const other = openPostgres({ connectionString: url })
    await addOrganization(one)
    await addMembers(one, 4)
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? one : other).transact("write", async (tx) => {
          const id = `t-${Math.floor(n / 4)}`
          const view = await tx.ledger.load({
            keys: [`key:${id}`],
            transactions: [],
            wallets: [address(firstMember)],
          })
          if (view.keys.size > 0) return "found"
          await pay(tx, [firstMember], () => id)
          return "posted"
        }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === "posted")).toHaveLength(10)
    expect((await one.transact("read", (tx) => tx.transactions.head())).size).toBe(10)
    await Promise.all([one.close(), other.close()])
  })
})

describe("locks", () => {
  it("of a membership hold until the transaction ends, and a read takes none", async () => {
    const url = await databases.createMigrated()
    const storage = openPostgres({ connectionString: url })
    await addOrganization(storage)
    await addMembers(storage, 1)
    const person = uuid(firstMember)
    const raises = Array.from({ length: 20 }, () =>
      storage.transact("write", async (tx) => {
        const open = await tx.memberships.findOpen(organization.uuid, person)
        if (open === undefined) throw new Error("a membership")
        return tx.memberships.replace({
          ...open,
          anchorTerms: open.anchorTerms + 1,
          revision: open.revision + 1,
        })
      }),
    )
    expect(new Set(await Promise.all(raises))).toEqual(new Set([true]))
    const open = await storage.transact("read", (tx) =>
      tx.memberships.findOpen(organization.uuid, person),
    )
    expect(open).toMatchObject({ revision: membership(firstMember).revision + 20, anchorTerms: 21 })
    expect(await storage.transact("read", (tx) => tx.sessions.lock(session.uuid))).toMatchObject({
      uuid: session.uuid,
    })
    await storage.close()
  })

  it("are not in the way of those who only refer to the row", async () => {
    const url = await databases.createMigrated()
    const storage = openPostgres({ connectionString: url })
    await addOrganization(storage)
    await addMembers(storage, 2)
    const elsewhere = openPostgres({ connectionString: url, statement_timeout: 2_000 })
    await storage.transact("write", async (tx) => {
      await tx.ledger.load({ keys: [], transactions: [], wallets: [address(firstMember)] })
      await tx.sessions.lock(session.uuid)
      // Another process admits the same person to the same session: both rows are referred to.
      const tally = await elsewhere.transact("write", async (theirs) => {
        await theirs.presences.addAll([presence(firstMember)])
        return theirs.presences.tally(session.uuid, [])
      })
      expect(tally).toMatchObject({ present: 1 })
    })
    await storage.close()
    await elsewhere.close()
  })
})

describe("transact inside transact", () => {
  it("is refused at once", async () => {
    const storage = openPostgres({ connectionString: await databases.createMigrated(), max: 1 })
    await expect(
      storage.transact("write", () => storage.transact("read", async () => 1)),
    ).rejects.toThrow(NestedTransaction)
    await storage.close()
  })
})

describe("the engine undoes a transaction", () => {
  it("and it runs again, which is counted", async () => {
    const url = await databases.createMigrated()
    const retries: Retry[] = []
    const storage = openPostgres({ connectionString: url, onRetry: (retry) => retries.push(retry) })
    let runs = 0
    const answer = await storage.transact("write", async (tx) => {
      runs += 1
      await tx.names.claim(`run-${runs}`, holder)
      if (runs <= 2)
        throw Object.assign(new Error("could not serialize"), {
          code: runs === 1 ? "40001" : "40P01",
        })
      return runs
    })
    expect(answer).toBe(3)
    expect(retries).toEqual([
      { code: "40001", attempt: 1 },
      { code: "40P01", attempt: 2 },
    ])
    const isFree = await storage.transact("write", (tx) =>
      Promise.all([1, 2, 3].map((n) => tx.names.claim(`run-${n}`, holder))),
    )
    expect(isFree).toEqual([true, true, false])
    await storage.close()
  })

  it("for ever: the error reaches the caller in the end", async () => {
    const url = await databases.createMigrated()
    const retries: Retry[] = []
    const storage = openPostgres({ connectionString: url, onRetry: (retry) => retries.push(retry) })
    const failure = Object.assign(new Error("could not serialize"), { code: "40001" })
    const hopeless = storage.transact("write", async () => {
      throw failure
    })
    // Nothing is wrong with the call: it lost every race, and may be tried again later.
    await expect(hopeless).rejects.toMatchObject({ name: "StorageUnavailable", cause: failure })
    expect(retries).toHaveLength(9)
    await storage.close()
  })

  it("because a statement failed: nothing is kept, even if the work swallowed the error", async () => {
    const url = await databases.createMigrated()
    const storage = openPostgres({ connectionString: url })
    await addOrganization(storage)
    const swallowing = storage.transact("write", async (tx) => {
      await tx.names.claim("kept", holder)
      await tx.organizations.add(organization).catch(() => undefined)
    })
    await expect(swallowing).rejects.toMatchObject({
      code: "23505",
      constraint: "organizations_pkey",
    })
    expect(await storage.transact("write", (tx) => tx.names.claim("kept", holder))).toBe(true)
    await storage.close()
  })
})

describe("connections", () => {
  it("that the server closes are replaced, and take nobody with them", async () => {
    const url = await databases.createMigrated()
    const warnings: string[] = []
    const storage = openPostgres({
      connectionString: url,
      max: 3,
      onWarning: (message) => warnings.push(message),
    })
    await Promise.all([storage.ping(), storage.ping(), storage.ping()])
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const kill =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
    await admin.query(kill)
    await pause(100)
    expect(warnings.length).toBeGreaterThan(0)
    await storage.ping()
    let tx: unknown
    const held = storage.transact("write", async (open) => {
      tx = open
      await open.names.claim("a", holder)
      await admin.query(kill)
      return open.names.claim("b", holder)
    })
    await expect(held).rejects.toThrow(/terminat|connection/i)
    expect(tx).toBeDefined()
    expect(await storage.transact("write", (open) => open.names.claim("a", holder))).toBe(true)
    await admin.end()
    await storage.close()
  })

  it("are given back by works that fail, and a verb called too late finds its transaction over", async () => {
    const url = await databases.createMigrated()
    const storage = openPostgres({ connectionString: url, max: 1 })
    let late: Promise<unknown> = Promise.resolve()
    const failing = storage.transact("write", async (tx) => {
      late = pause(10).then(() => tx.outbox.list(undefined, 1))
      late.catch(() => undefined)
      throw new Error("on purpose")
    })
    await expect(failing).rejects.toThrow("on purpose")
    await expect(late).rejects.toThrow(TransactionOver)
    await storage.ping()
    await storage.close()
  })

  it("drain at close", async () => {
    const url = await databases.createMigrated()
    const storage = openPostgres({ connectionString: url, max: 2 })
    const claims = Array.from({ length: 20 }, (_, n) =>
      storage.transact("write", (tx) => tx.names.claim(`n-${n}`, holder)),
    )
    const reads = Array.from({ length: 20 }, () =>
      storage.transact("read", (tx) => tx.outbox.list(undefined, 1)),
    )
    await Promise.all([storage.close(), storage.close()])
    expect(new Set(await Promise.all(claims))).toEqual(new Set([true]))
    expect(await Promise.all(reads)).toHaveLength(20)
    await expect(storage.transact("read", async () => 1)).rejects.toThrow(StorageClosed)
  })

  it.each([true, false])(
    "keep prepared statements unless told not to: %s",
    async (prepareStatements) => {
      const querySpy = vi.spyOn(pg.Client.prototype, "query")
      const storage = openPostgres({
        connectionString: await databases.createMigrated(),
        prepareStatements,
      })
      await addOrganization(storage)
      await addMembers(storage, 4)
      await writeMany(storage, { writer: 0, turns: 20, abreast: 4, members: 4 })
      await audit(storage, { writers: 1, turns: 20, members: 4 })
      await storage.close()
      const configs: readonly unknown[] = querySpy.mock.calls.map(([config]) => config)
      const named = configs.filter(
        (config) => typeof config === "object" && config !== null && "name" in config,
      )
      expect(configs.length).toBeGreaterThan(100)
      expect(named.length > 0).toBe(prepareStatements)
      querySpy.mockRestore()
    },
  )
})
