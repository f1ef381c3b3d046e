import { describe, expect, it } from "vitest"
import { BadRequest } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { openMemory } from "../../memory/index.ts"
import type { Storage } from "../../foundation/storage/storage.ts"
import { systemClock, systemStopwatch } from "../../foundation/system/clock.ts"
import { systemIds } from "../../foundation/system/ids.ts"
import { testClock } from "../../testing/index.ts"
import { type Change, noNeeds, noWrites } from "../entries/change.ts"
import { openCommitter } from "./committer.ts"

const clock = testClock("2026-11-21T10:00:00Z")

/**
 * A change that writes one outcome under its key, and answers how many outcomes of `watched` it
 * saw.
 */
const noting = (key: string, watched: readonly string[] = []): Change<number> => ({
  needs: { ...noNeeds, keys: [key, ...watched] },
  judge: (view, now) => ({
    ok: true,
    writes: {
      ...noWrites,
      outcomes: [{ key, digest: key, transactionId: key, refusal: undefined, createdAt: now }],
      ledger: view.ledger,
    },
    answer: watched.filter((one) => view.keys.has(one)).length,
  }),
})

const refusing: Change<never> = {
  needs: noNeeds,
  judge: () => ({ ok: false, refusal: new BadRequest({ field: "x", reason: "no" }) }),
}

const open = (storage: Storage, wake = () => {}, ledgerBatch = (_size: number) => {}) =>
  openCommitter({
    storage,
    clock,
    wall: systemClock,
    ids: systemIds(clock),
    workScheduled: { wake },
    stopwatch: systemStopwatch,
    observer: { ledgerBatch: ({ size }) => ledgerBatch(size) },
  })

const stored = (storage: Storage, keys: readonly string[]) =>
  storage.transact("read", async (tx) => [
    ...(await tx.ledger.load({ ...noNeeds, keys })).keys.keys(),
  ])

/** Counts the write transactions of a storage, and fails those that `fails` picks by number. */
const counted = (storage: Storage, fails: (number: number) => boolean = () => false) => {
  let writes = 0
  const counting: Storage = {
    ...storage,
    transact: (mode, work) => {
      if (mode === "read") return storage.transact(mode, work)
      writes += 1
      return fails(writes)
        ? Promise.reject(new Error("the store failed"))
        : storage.transact(mode, work)
    },
  }
  return { storage: counting, writes: () => writes }
}

describe("the committer", () => {
  it("gives waiting changes one transaction, each seeing what the ones before it did", async () => {
    const { storage, writes } = counted(openMemory({ strict: true }))
    const { commit } = open(storage)
    expect(
      await Promise.all([
        commit(noting("a")),
        commit(noting("b", ["a"])),
        commit(noting("c", ["a", "b"])),
      ]),
    ).toEqual([0, 1, 2])
    expect(writes()).toBe(1)
  })

  it("notes how many changes each batch decided", async () => {
    const sizes: number[] = []
    const { commit } = open(openMemory({ strict: true }), undefined, (size) => sizes.push(size))
    await Promise.allSettled([commit(noting("a")), commit(refusing), commit(noting("b"))])
    await commit(noting("c"))
    expect(sizes).toEqual([3, 1])
  })

  it("answers a refusal without a trace, and spares its neighbours", async () => {
    const storage = openMemory({ strict: true })
    const { commit } = open(storage)
    const [first, second, third] = await Promise.allSettled([
      commit(noting("a")),
      commit(refusing),
      commit(noting("b")),
    ])
    expect([first?.status, second?.status, third?.status]).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ])
    expect(second).toMatchObject({ reason: { _tag: "BadRequest" } })
    expect(await stored(storage, ["a", "b"])).toEqual(["a", "b"])
  })

  it("runs the changes of a failed batch again one by one: a poisoned one fails alone", async () => {
    const memory = openMemory({ strict: true })
    const { commit } = open(memory)
    // The same outcome twice: the second breaks the unique key, and with it the batch.
    const settled = await Promise.allSettled([
      commit(noting("a")),
      commit(noting("a")),
      commit(noting("b")),
    ])
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(await stored(memory, ["a", "b"])).toEqual(["a", "b"])
  })

  it("loses nothing when the store fails once, and tells everybody when it fails for good", async () => {
    const once = counted(openMemory({ strict: true }), (number) => number === 1)
    const { commit } = open(once.storage)
    expect(await Promise.all([commit(noting("a")), commit(noting("b"))])).toEqual([0, 0])
    expect(await stored(once.storage, ["a", "b"])).toEqual(["a", "b"])
    const forGood = open(counted(openMemory(), () => true).storage)
    await expect(forGood.commit(noting("a"))).rejects.toThrow("the store failed")
  })

  it("records the events of a change with their deliveries, and wakes the work", async () => {
    const storage = openMemory({ strict: true })
    const organizationUuid = "club"
    await storage.transact("write", (tx) =>
      tx.webhooks.add({
        uuid: "webhook",
        organizationUuid,
        url: "https://receiver.example/",
        description: undefined,
        events: ["reward.redeemed"],
        isEnabled: true,
        sealed: { wrapped: { kekId: "kek", blob: "blob" }, box: "box" },
        keyId: "key",
        createdAt: clock.now(),
        updatedAt: clock.now(),
        rotatedAt: undefined,
        deletedAt: undefined,
      }),
    )
    let woken = 0
    const { commit } = open(storage, () => (woken += 1))
    const telling = (
      uuid: string,
      type: "reward.redeemed" | "membership.left",
    ): Change<string> => ({
      needs: noNeeds,
      judge: (view, now) => ({
        ok: true,
        writes: {
          ...noWrites,
          events: [
            { uuid, type, organizationUuid, data: {}, namedUserUuid: undefined, createdAt: now },
          ],
          ledger: view.ledger,
        },
        answer: uuid,
      }),
    })
    await commit(telling("other", "membership.left"))
    expect(woken).toBe(0)
    await commit(telling("event", "reward.redeemed"), "a request")
    expect(woken).toBe(1)
    await storage.transact("read", async (tx) => {
      expect((await tx.outbox.list(undefined, 10)).map(({ uuid }) => uuid)).toEqual([
        "event",
        "other",
      ])
      const page = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
      expect((await tx.deliveries.list({ webhookUuid: "webhook" }, page)).items).toMatchObject([
        { eventUuid: "event", event: "reward.redeemed", state: "pending" },
      ])
    })
    const [job] = await storage.transact("write", (tx) =>
      tx.jobs.claim({
        queue: "webhooks",
        now: clock.now(),
        leaseUntil: clock.now(),
        limit: 9,
        perGroup: 9,
        organizationShare: Infinity,
        running: [],
      }),
    )
    expect(job).toMatchObject({ organizationUuid, requestId: "a request", dueAt: clock.now() })
  })

  it("stops taking changes when too many wait, with a clear refusal, and goes on afterwards", async () => {
    const storage = openMemory()
    const { commit, idle } = open(storage)
    const many = Array.from({ length: limits.ledgerQueueMax + 1 }, (_, n) =>
      commit(noting(`k${n}`)),
    )
    await expect(many.at(-1)).rejects.toMatchObject({ _tag: "Unavailable", retryAfterSeconds: 1 })
    await Promise.all(many.slice(0, -1))
    await idle()
    expect(await commit(noting("after"))).toBe(0)
  })

  it("lets the event loop live between batches", async () => {
    const { commit } = open(openMemory())
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    await Promise.all(Array.from({ length: 3000 }, (_, n) => commit(noting(`k${n}`))))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })
})
