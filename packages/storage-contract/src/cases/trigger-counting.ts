import type { Forgotten, TriggerCount, Storage, TriggerFiring } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { type List, sortsBy } from "../paging.ts"
import { triggerFiring } from "../reward-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const nothing: TriggerCount = { events: [], tallies: [], windows: [], firings: [] }

const record = (storage: Storage, counted: Partial<TriggerCount>) =>
  write(storage, (tx) => tx.rewardTriggers.record({ ...nothing, ...counted }))

const event = (key: string) => ({
  key,
  triggerUuid: uuid(101),
  subject: "user:ann",
  notedAt: at(1),
})
const tally = (key: string, count: number) => ({
  key,
  triggerUuid: uuid(101),
  subject: `user:${key}`,
  count,
})
const window = (key: string, firing: number, firedAt = at(firing)) => ({
  key,
  triggerUuid: uuid(101),
  subject: `user:${key}`,
  firingUuid: uuid(firing),
  firedAt,
})

const firings =
  (n: number): List<"created_at", TriggerFiring> =>
  (tx, page) =>
    tx.rewardTriggers.firings(uuid(n), page)

/** What triggers have counted, and what they fired. */
export const triggerCounting: readonly StorageCase[] = [
  storageCase(
    "rewardTriggers: events are new, tallies and windows take the place of the one before; each is found by its key",
    async (storage) => {
      await record(storage, {
        events: [event("e1"), event("e2")],
        tallies: [tally("t1", 1), tally("t2", Number.MAX_SAFE_INTEGER)],
        windows: [window("w1", 201), window("w2", 202)],
      })
      await record(storage, { tallies: [tally("t1", 2)], windows: [window("w1", 203, at(9))] })
      await rejects(record(storage, { events: [event("e1")] }), "an event that was noted")
      await read(storage, async ({ rewardTriggers }) => {
        sameSet(
          await rewardTriggers.events(["e1", "e1", "e2", "x"]),
          [event("e1"), event("e2")],
          "events",
        )
        const most = tally("t2", Number.MAX_SAFE_INTEGER)
        sameSet(await rewardTriggers.tallies(["t1", "t2", "x"]), [tally("t1", 2), most], "tallies")
        const late = window("w1", 203, at(9))
        sameSet(
          await rewardTriggers.windows(["w1", "w2", "x"]),
          [late, window("w2", 202)],
          "windows",
        )
        same(await rewardTriggers.events(["e2"]), [event("e2")], "one event")
        same(await rewardTriggers.tallies(["t2"]), [most], "one tally")
        same(await rewardTriggers.windows(["w1"]), [late], "one window")
        same(await rewardTriggers.events([]), [], "no event")
        same(await rewardTriggers.tallies([]), [], "no tally")
        same(await rewardTriggers.windows([]), [], "no window")
      })
    },
  ),
  storageCase("rewardTriggers: a window is closed by its own firing alone", async (storage) => {
    await record(storage, { windows: [window("w1", 201), window("w2", 201)] })
    const left = () => read(storage, (tx) => tx.rewardTriggers.windows(["w1", "w2"]))
    await write(storage, (tx) => tx.rewardTriggers.closeWindow("w1", uuid(202)))
    sameSet(await left(), [window("w1", 201), window("w2", 201)], "by another firing")
    await write(storage, (tx) => tx.rewardTriggers.closeWindow("w1", uuid(201)))
    same(await left(), [window("w2", 201)], "by its own")
  }),
  storageCase(
    "rewardTriggers: a firing comes back with all fields and with few; no two share a key; it ends once",
    async (storage) => {
      const [bare, whole] = [
        triggerFiring(201),
        triggerFiring(202, {
          userUuid: uuid(11),
          walletAddress: undefined,
          depth: 5,
          outcome: "failed",
          reason: "archived",
          transactionId: "transaction",
          endedAt: at(7),
        }),
      ]
      await record(storage, { firings: [bare, whole] })
      await rejects(
        record(storage, { firings: [triggerFiring(203, { key: bare.key })] }),
        "a firing under a key that is taken",
      )
      const firing = (n: number) => read(storage, (tx) => tx.rewardTriggers.firing(uuid(n)))
      same(await firing(201), bare, "the bare one")
      same(await firing(202), whole, "the full one")
      same(await firing(999), undefined, "an unknown one")
      const ended = triggerFiring(201, {
        key: "another",
        triggerUuid: uuid(102),
        organizationUuid: uuid(2),
        rewardTemplateUuid: uuid(103),
        event: "custom.visit",
        eventId: "another",
        scope: "custom.visit:count:1",
        userUuid: uuid(12),
        walletAddress: "another",
        depth: 3,
        createdAt: at(6),
        outcome: "issued",
        reason: "none",
        transactionId: "issued",
        endedAt: at(8),
      })
      await write(storage, async (tx) => {
        claim(await tx.rewardTriggers.settle(ended), "a pending one ends")
        claim(!(await tx.rewardTriggers.settle(bare)), "and only once")
        claim(!(await tx.rewardTriggers.settle(triggerFiring(999))), "an unknown one does not end")
      })
      same(await firing(201), ended, "the one that ended")
      same(await firing(202), whole, "the other one")
    },
  ),
  storageCase(
    "rewardTriggers: firings are found by their keys, by triggers and an event, and in the list of a trigger",
    async (storage) => {
      const rows = [
        triggerFiring(201, { eventId: "one", createdAt: at(3) }),
        triggerFiring(202, { eventId: "two", createdAt: at(1) }),
        triggerFiring(203, { eventId: "one", triggerUuid: uuid(102), createdAt: at(2) }),
        triggerFiring(204, { eventId: "one", triggerUuid: uuid(103), createdAt: at(2) }),
        triggerFiring(205, { eventId: "two", createdAt: at(3) }),
      ] as const
      await record(storage, { firings: rows })
      const [a, b, c, d, e] = rows
      await read(storage, async (tx) => {
        sameSet(await tx.rewardTriggers.firingsByKey([a.key, c.key, a.key, "x"]), [a, c], "by key")
        same(await tx.rewardTriggers.firingsByKey([]), [], "by no key")
        sameSet(
          await tx.rewardTriggers.firingsWith([uuid(100), uuid(102)], "one"),
          [a, c],
          "of two triggers with an event",
        )
        same(await tx.rewardTriggers.firingsWith([uuid(103)], "one"), [d], "of another one")
        same(await tx.rewardTriggers.firingsWith([], "one"), [], "of none")
      })
      await sortsBy(storage, firings(100), "created_at", [b, a, e])
      await sortsBy(storage, firings(102), "created_at", [c])
    },
  ),
  storageCase(
    "rewardTriggers: what was counted for a trigger or a user is forgotten in slices, but no pending firing",
    async (storage) => {
      const [ann, ben] = [uuid(11), uuid(12)]
      const of = (key: string, triggerUuid: string, subject: string) => ({
        events: [{ ...event(key), triggerUuid, subject }],
        tallies: [{ ...tally(key, 1), triggerUuid, subject }],
        windows: [{ ...window(key, 201), triggerUuid, subject }],
      })
      const fired = (n: number, triggerUuid: string, userUuid: string) =>
        triggerFiring(n, { triggerUuid, userUuid, walletAddress: undefined, outcome: "issued" })
      await record(storage, of("a1", uuid(101), "user:ann"))
      await record(storage, of("a2", uuid(101), "user:ann"))
      await record(storage, of("b1", uuid(101), "user:ben"))
      await record(storage, of("a3", uuid(102), "user:ann"))
      await record(storage, of("b2", uuid(102), "user:ben"))
      const pending = triggerFiring(206, { triggerUuid: uuid(101), userUuid: ann })
      await record(storage, {
        firings: [
          fired(201, uuid(101), ann),
          fired(202, uuid(101), ben),
          fired(203, uuid(102), ann),
          fired(204, uuid(102), ben),
          pending,
        ],
      })
      const left = () =>
        read(storage, async ({ rewardTriggers }) => {
          const keys = ["a1", "a2", "a3", "b1", "b2"]
          const found: string[] = []
          for (const rows of [
            await rewardTriggers.events(keys),
            await rewardTriggers.tallies(keys),
            await rewardTriggers.windows(keys),
          ])
            found.push(...rows.map(({ key }) => key))
          for (const n of [201, 202, 203, 204, 206])
            if ((await rewardTriggers.firing(uuid(n))) !== undefined) found.push(`${n}`)
          return found.toSorted().join(" ")
        })
      const forget = (gone: Forgotten, limit: number) =>
        write(storage, (tx) => tx.rewardTriggers.forget(gone, limit))
      const user = { userUuid: ann, subject: "user:ann" }
      same(await forget(user, 2), 8, "two of each kind of a user")
      same(await forget(user, 2), 3, "the third of each")
      same(await forget(user, 2), 0, "nothing is left of the user")
      same(await left(), "202 204 206 b1 b1 b1 b2 b2 b2", "without the user")
      same(await forget({ triggerUuid: uuid(101) }, 10), 4, "one of each kind of a trigger")
      same(await left(), "204 206 b2 b2 b2", "without the trigger")
    },
  ),
]
