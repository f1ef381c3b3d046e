import { setTimeout as pause } from "node:timers/promises"
import type { MigratedStorage } from "@symbolon/core/storage"
import { expect, it } from "vitest"
import { addContacts } from "./contact-calls.ts"
import { addProfilePages } from "./profile-calls.ts"
import { addMembers, addOrganization, at, firstMember, uuid } from "./sample-organization.ts"
import { isOptional, migrations, NewerSchema, tables, type ColumnKind } from "../src/index.ts"

/** One empty database, and what a test may do to it behind the storage's back. */
export interface Place {
  readonly open: (clock?: { readonly now: () => Date }) => MigratedStorage
  readonly exec: (sql: string) => Promise<void>
  /** An instant as a literal of the engine's SQL. */
  readonly literal: (at: Date) => string
  /** Runs `migrations.up()` in a process of its own; answers the names it printed. */
  readonly upElsewhere: () => Promise<readonly string[]>
  /** Starts the same and kills it after a while. */
  readonly killedElsewhere: (afterMs: number) => Promise<void>
  /**
   * The columns of a table, by name in snake case: whether it may be null, and the declared type.
   */
  readonly columns: (
    table: string,
  ) => Promise<ReadonlyMap<string, { readonly isOptional: boolean; readonly type: string }>>
}

const all = migrations.map(({ name }) => name)
const minute = 60_000
const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What the migrations promise, on any engine. */
export const migrationsSuite = (
  place: () => Promise<Place>,
  typeOf: Readonly<Record<string, string>>,
): void => {
  it("brings an empty store up to date, once, and says when", async () => {
    const here = await place()
    const now = new Date("2026-11-21T12:00:00.123Z")
    const storage = here.open({ now: () => now })
    expect(await storage.migrations.status()).toEqual(
      all.map((name) => ({ name, appliedAt: undefined })),
    )
    expect(await storage.migrations.up()).toEqual(all)
    expect(await storage.migrations.up()).toEqual([])
    expect(await storage.migrations.status()).toEqual(all.map((name) => ({ name, appliedAt: now })))
    await storage.ping()
    await storage.close()
  })

  it("makes the tables that the statements expect, with their types", async () => {
    const here = await place()
    const storage = here.open()
    await storage.migrations.up()
    await storage.close()
    expect(Object.keys(tables).length).toBeGreaterThan(20)
    for (const [table, columns] of Object.entries(tables)) {
      const entries: readonly (readonly [string, ColumnKind])[] = Object.entries(columns)
      const expected = entries.map(
        ([name, kind]) =>
          [
            snakeCase(name),
            { isOptional: isOptional(kind), type: typeOf[kind.replace("?", "")] },
          ] as const,
      )
      expect([table, await here.columns(snakeCase(table))]).toEqual([table, new Map(expected)])
    }
  })

  it("says that a step is missing from an older store, and takes it", async () => {
    const here = await place()
    const storage = here.open()
    await storage.migrations.up()
    await here.exec(`delete from schema_migrations where name = '${all.at(-1)}'`)
    expect(
      (await storage.migrations.status()).filter(({ appliedAt }) => appliedAt === undefined),
    ).toMatchObject([{ name: all.at(-1) }])
    // Its tables are there: a step that broke off half-way, on an engine that cannot undo it, must
    // be able to run again.
    expect(await storage.migrations.up()).toEqual([all.at(-1)])
    await storage.close()
  })

  it("gives pages that are there the words by which they are found", async () => {
    const here = await place()
    const storage = here.open()
    await storage.migrations.up()
    await addOrganization(storage)
    await addMembers(storage, 10)
    await storage.transact("write", (tx) => addProfilePages(tx, [5, 6]))
    await here.exec("delete from profile_page_words")
    await here.exec("delete from schema_migrations where name = '0026-profile-page-words'")
    const found = async (of: string) => {
      const owner = { ownerUserUuid: uuid(firstMember), at: at(0) }
      const page = { page: 1, pageSize: 5, sortBy: "created_at", sortOrder: "asc" } as const
      return (
        await storage.transact("read", (tx) => tx.contacts.list({ ...owner, search: [of] }, page))
      ).totalItems
    }
    await storage.transact("write", (tx) => addContacts(tx, [6]))
    expect(await found("shown6")).toBe(0)
    expect(await storage.migrations.up()).toEqual(["0026-profile-page-words"])
    expect(await found("shown6")).toBe(1)
    await storage.close()
  })

  it("refuses a store that a newer version has written", async () => {
    const here = await place()
    const storage = here.open()
    await storage.migrations.up()
    await here.exec(
      `insert into schema_migrations (name, applied_at) values ('9999-tomorrow', ${here.literal(new Date())})`,
    )
    await expect(storage.migrations.status()).rejects.toThrow(NewerSchema)
    await expect(storage.migrations.up()).rejects.toThrow(
      "migrations that this version does not know: 9999-tomorrow",
    )
    await storage.close()
  })

  it("lets one process at a time migrate, whoever asks", async () => {
    const here = await place()
    const taken = (
      await Promise.all([here.upElsewhere(), here.upElsewhere(), here.upElsewhere()])
    ).flat()
    expect(taken.toSorted()).toEqual(all)
  })

  it("waits for who holds the lock, and takes over from the dead when their lease has ended", async () => {
    const here = await place()
    let now = new Date()
    const storage = here.open({ now: () => now })
    await storage.migrations.up()
    await here.exec(`delete from schema_migrations where name = '${all.at(-1)}'`)
    await here.exec(
      `update migration_lock set token = 41, lease_until = ${here.literal(new Date(now.getTime() + minute))}`,
    )
    let isDone = false
    const waiting = storage.migrations.up().then((names) => {
      isDone = true
      return names
    })
    await pause(300)
    expect(isDone).toBe(false)
    now = new Date(now.getTime() + minute)
    expect(await waiting).toEqual([all.at(-1)])
    await storage.close()
  })

  it("finishes what a killed process began", async () => {
    for (const afterMs of [250, 320, 400, 500]) {
      const here = await place()
      await here.killedElsewhere(afterMs)
      const storage = here.open({ now: () => new Date(Date.now() + 2 * minute) })
      await storage.migrations.up()
      expect(
        (await storage.migrations.status()).every(({ appliedAt }) => appliedAt !== undefined),
      ).toBe(true)
      expect(await storage.transact("read", (tx) => tx.transactions.head())).toEqual({
        size: 0,
        frontier: [],
      })
      await storage.close()
    }
  })
}
