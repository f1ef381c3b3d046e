import { IDBFactory } from "fake-indexeddb"
import { describe, expect, it } from "vitest"
import { indexedDbStore, openDurableDoor } from "../../src/stores/indexeddb.ts"
import type { DatabaseFactory } from "../../src/stores/indexeddb-shapes.ts"
import { GENERATED, response, trustKeys } from "../signed-manifest.ts"

const createFactory = (): DatabaseFactory => new IDBFactory() as unknown as DatabaseFactory

describe("the IndexedDB store", () => {
  it("keeps texts by name, across openings", async () => {
    const indexedDB = createFactory()
    const door = indexedDbStore({ name: "door", indexedDB })
    expect(await door.read()).toBeNull()
    await door.write("one")
    await indexedDbStore({ name: "roster", indexedDB }).write("two")
    expect(await indexedDbStore({ name: "door", indexedDB }).read()).toBe("one")
    expect(await indexedDbStore({ name: "roster", indexedDB }).read()).toBe("two")
    expect(await indexedDbStore({ name: "door", database: "other", indexedDB }).read()).toBeNull()
  })

  it("rejects when the platform has none, or does not open it", async () => {
    await expect(indexedDbStore({ name: "door" }).read()).rejects.toThrow("IndexedDB")
    const broken: DatabaseFactory = {
      open: () => {
        throw new Error("refused")
      },
    }
    await expect(indexedDbStore({ name: "door", indexedDB: broken }).write("text")).rejects.toThrow(
      "refused",
    )
  })

  it("rejects a write whose transaction was undone, and keeps the old text", async () => {
    const factory = new IDBFactory()
    const indexedDB = factory as unknown as DatabaseFactory
    const store = indexedDbStore({ name: "door", indexedDB })
    await store.write("old")
    const undone = indexedDbStore({
      name: "door",
      indexedDB: {
        open: (name, version) => {
          const request = factory.open(name, version)
          request.addEventListener("success", () => {
            const database = request.result
            const begin = database.transaction.bind(database)
            database.transaction = (...how: readonly unknown[]) => {
              const transaction = begin(...how)
              if (how[1] === "readwrite") queueMicrotask(() => transaction.abort())
              return transaction
            }
          })
          return request as unknown as ReturnType<DatabaseFactory["open"]>
        },
      },
    })
    await expect(undone.write("new")).rejects.toBeDefined()
    expect(await store.read()).toBe("old")
  })

  it("opens again after the browser has closed it", async () => {
    const factory = new IDBFactory()
    const store = indexedDbStore({ name: "door", indexedDB: factory as unknown as DatabaseFactory })
    await store.write("one")
    // A newer page that changes the database asks the older one to let go of it.
    await new Promise<void>((resolve) => {
      factory
        .open("symbolon-door", 2)
        .addEventListener("success", ({ target }: { readonly target: unknown }) => {
          ;(target as unknown as { result: { close: () => void } }).result.close()
          resolve()
        })
    })
    await expect(store.read()).rejects.toMatchObject({ name: "VersionError" })
  })

  it("carries a door whose admissions outlive the page", async () => {
    const indexedDB = createFactory()
    const open = () =>
      openDurableDoor({
        trustKeys,
        now: () => GENERATED,
        store: indexedDbStore({ name: "door", indexedDB }),
      })
    const door = await open()
    await door.load(response({ enforces_checkin_window: false }))
    expect((await door.admit({ tap: "04A1" })).decision).toBe("admitted")
    const again = await open()
    expect(again.status().pending_uploads).toBe(1)
    await again.load(response({ enforces_checkin_window: false }))
    expect(await again.admit({ tap: "04A2" })).toMatchObject({ blocked_reason: "already_admitted" })
  })
})
