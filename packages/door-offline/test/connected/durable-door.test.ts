import { describe, expect, it } from "vitest"
import { openDurableDoor } from "../../src/connected/index.ts"
import { Door } from "../../src/index.ts"
import { GENERATED, response, trustKeys } from "../signed-manifest.ts"

/** A store that answers when it is told to, or fails. */
const slowStore = () => {
  const disk = {
    stored: null as string | null,
    waiting: [] as (() => void)[],
    isSlow: false,
    isBroken: false,
  }
  return Object.assign(disk, {
    read: () => Promise.resolve(disk.stored),
    write: async (text: string) => {
      if (disk.isSlow) await new Promise<void>((resolve) => disk.waiting.push(resolve))
      if (disk.isBroken) throw new Error("disk full")
      disk.stored = text
    },
  })
}

const openSlow = async () => {
  const store = slowStore()
  const open = () =>
    openDurableDoor({ trustKeys, now: () => GENERATED + 1000, deviceId: "pier", store })
  const door = await open()
  await door.load(response({ enforces_checkin_window: false }))
  return { store, open, door }
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe("a durable door", () => {
  it.each([undefined, null, ""])("over a store that answers %j begins empty", async (nothing) => {
    const written: string[] = []
    const store = {
      read: () => Promise.resolve(nothing),
      write: (text: string) => void written.push(text),
    }
    const door = await openDurableDoor({
      trustKeys,
      now: () => GENERATED + 1000,
      deviceId: "pier",
      store,
    })
    await door.load(response({ enforces_checkin_window: false }))
    expect(await door.admit("04A1")).toMatchObject({ decision: "admitted" })
    expect(written.at(-1)).toContain("04A1")
  })

  it("answers no admission before it is written", async () => {
    const { store, door } = await openSlow()
    store.isSlow = true
    let isAnswered = false
    const verdict = door.admit({ tap: "04A1" })
    void verdict.then(() => (isAnswered = true))
    await turns()
    expect(isAnswered).toBe(false)
    expect(store.stored).not.toContain("04A1")
    store.waiting[0]?.()
    expect((await verdict).decision).toBe("admitted")
    expect(store.stored).toContain("04A1")
  })

  it("forgets an admission that could not be written, and admits the same person afterwards", async () => {
    const { store, door, open } = await openSlow()
    store.isBroken = true
    expect(await door.admit({ tap: "04A1" })).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "store_failed",
    })
    expect(door.status()).toMatchObject({ pending_uploads: 0, loaded: true })
    expect(await door.admit({ tap: "04D1" })).toMatchObject({ blocked_reason: "already_admitted" })
    store.isBroken = false
    expect(await door.admit({ tap: "04A1" }, "mine")).toMatchObject({ decision: "admitted" })
    expect(await (await open()).outbox()).toMatchObject([
      { idempotency_key: "mine", identifier: { value: "04A1" } },
    ])
  })

  it("keeps an upload whose acknowledgement could not be written", async () => {
    const { store, door } = await openSlow()
    await door.admit({ tap: "04A1" }, "mine")
    const items = await door.outbox()
    store.isBroken = true
    await expect(door.ack(items)).rejects.toThrow("disk full")
    store.isBroken = false
    expect(await door.outbox()).toEqual(items)
    await door.ack(items)
    expect(await door.outbox()).toEqual([])
    expect(store.stored).not.toContain("mine")
  })

  it("lets taps at the same time in one after the other, each once", async () => {
    const { door } = await openSlow()
    const verdicts = await Promise.all(
      ["04A1", "04A2", "04A1", "04B1"].map((tap) => door.admit({ tap })),
    )
    expect(verdicts.map((each) => each.blocked_reason ?? each.decision)).toEqual([
      "admitted",
      "already_admitted",
      "already_admitted",
      "admitted",
    ])
  })

  it("refuses a manifest as a door does, and goes on with the one it had", async () => {
    const { door } = await openSlow()
    await expect(door.load(response({ manifest_version: 6 }))).rejects.toMatchObject({
      code: "manifest_rolled_back",
    })
    expect(door.status().manifest_version).toBe(7)
  })

  it("keeps a text that a bare door reads, as long as no key was given", async () => {
    const { door, store } = await openSlow()
    await door.admit({ tap: "04A1" })
    const bare = new Door({
      trustKeys,
      now: () => GENERATED,
      store: { read: () => store.stored, write: () => undefined },
    })
    bare.load(response({ enforces_checkin_window: false }))
    expect(bare.outbox()).toHaveLength(1)
  })

  it.each(["{", "{}\n{}", '{"version":1}\n'])(
    "is not made over the foreign text %j",
    async (text) => {
      const store = { read: () => text, write: () => undefined }
      await expect(
        openDurableDoor({ trustKeys, now: () => GENERATED, store }),
      ).rejects.toMatchObject({ code: "store_corrupt" })
    },
  )
})
