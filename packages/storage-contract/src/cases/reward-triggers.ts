import type { RewardTrigger, RewardTriggerOrder, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { rewardTrigger } from "../reward-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away } = club
const ofHome = { organizationUuid: home.uuid }

const full = (n: number, change: Partial<RewardTrigger> = {}): RewardTrigger =>
  rewardTrigger(n, {
    ...ofHome,
    rewardTemplateUuid: uuid(900),
    name: "Ünïcode",
    description: "Two\nlines",
    isEnabled: false,
    scopes: [
      { event: "custom.visit", count: 9_999_999 },
      { event: "membership.joined", count: 1, isFirst: true },
    ],
    rewardMetadata: { match: { tier_uuid: uuid(21) }, deep: [1, null, "Δ"] },
    deduplicationWindowSeconds: 31_536_000,
    updatedAt: at(9),
    ...change,
  })

const add = (storage: Storage, ...triggers: readonly RewardTrigger[]) =>
  write(storage, async (tx) => {
    for (const trigger of triggers) await tx.rewardTriggers.add(trigger)
  })

const list =
  (organizationUuid: string): List<RewardTriggerOrder, RewardTrigger> =>
  (tx, page) =>
    tx.rewardTriggers.list(organizationUuid, page)

/** Triggers, and what they listen to. */
export const rewardTriggers: readonly StorageCase[] = [
  storageCase(
    "rewardTriggers: one comes back with all fields and with few; a change writes every field of that one",
    async (storage) => {
      await found(storage)
      const [bare, whole] = [rewardTrigger(101, ofHome), full(102)]
      await add(storage, bare, whole)
      await rejects(add(storage, rewardTrigger(101, { name: "other" })), "one that is there")
      const changed = full(101, { name: "changed" })
      await read(storage, async (tx) => {
        same(await tx.rewardTriggers.find(bare.uuid), bare, "the bare one")
        same(await tx.rewardTriggers.find(whole.uuid), whole, "the full one")
        same(await tx.rewardTriggers.find(uuid(999)), undefined, "an unknown one")
      })
      await write(storage, async (tx) => {
        claim(await tx.rewardTriggers.change(changed), "it must be changed")
        claim(!(await tx.rewardTriggers.change(rewardTrigger(999))), "an unknown one is refused")
      })
      await read(storage, async (tx) => {
        same(await tx.rewardTriggers.find(changed.uuid), changed, "changed")
        same(await tx.rewardTriggers.find(whole.uuid), whole, "the other one")
      })
      await write(storage, (tx) => tx.rewardTriggers.change({ ...changed, deletedAt: at(10) }))
      await read(storage, async (tx) => {
        same(await tx.rewardTriggers.find(changed.uuid), undefined, "once it is deleted")
        same(await tx.rewardTriggers.find(whole.uuid), whole, "the other one then")
      })
    },
  ),
  storageCase(
    "rewardTriggers: many are locked in the order of their uuids; deleted ones are found no more",
    async (storage) => {
      await found(storage)
      const rows = [rewardTrigger(103, ofHome), rewardTrigger(101, ofHome), full(102)] as const
      const gone = rewardTrigger(104, { ...ofHome, deletedAt: at(5) })
      await add(storage, ...rows, gone)
      const uuids = [...rows, gone].map((row) => row.uuid)
      for (const transact of [read, write])
        await transact(storage, async (tx) => {
          same(
            await tx.rewardTriggers.lockAll([...uuids, ...uuids, uuid(999)]),
            [rows[1], rows[2], rows[0]],
            "each once, in order",
          )
          same(await tx.rewardTriggers.lockAll([rows[2].uuid]), [rows[2]], "one alone")
          same(await tx.rewardTriggers.lockAll([]), [], "of none")
        })
      same(await read(storage, (tx) => tx.rewardTriggers.find(gone.uuid)), undefined, "deleted")
      claim(
        !(await write(storage, (tx) =>
          tx.rewardTriggers.change({ ...gone, deletedAt: undefined }),
        )),
        "a deleted one does not come back",
      )
    },
  ),
  storageCase(
    "rewardTriggers: of concurrent writers that lock one none loses another's change",
    async (storage) => {
      await found(storage)
      const trigger = rewardTrigger(101, { ...ofHome, deduplicationWindowSeconds: 1 })
      await add(storage, trigger)
      await Promise.all(
        Array.from({ length: 20 }, () =>
          write(storage, async (tx) => {
            const [before] = await tx.rewardTriggers.lockAll([trigger.uuid])
            const { deduplicationWindowSeconds: seconds = 0 } = before ?? trigger
            await tx.rewardTriggers.change({ ...trigger, deduplicationWindowSeconds: seconds + 1 })
          }),
        ),
      )
      const after = await read(storage, (tx) => tx.rewardTriggers.find(trigger.uuid))
      same(after?.deduplicationWindowSeconds, 21, "each change")
    },
  ),
  storageCase(
    "rewardTriggers: a list and a count are of one organization, without deleted ones; sorted",
    async (storage) => {
      await found(storage)
      const rows = [
        rewardTrigger(101, { ...ofHome, name: "C", createdAt: at(3) }),
        rewardTrigger(102, { ...ofHome, name: "A", createdAt: at(3), isEnabled: false }),
        full(103, { name: "B", createdAt: at(1) }),
        rewardTrigger(104, { organizationUuid: away.uuid, name: "D" }),
        rewardTrigger(105, { ...ofHome, name: "E", deletedAt: at(4) }),
      ] as const
      await add(storage, ...rows)
      const [c, a, b, d] = rows
      await sortsBy(storage, list(home.uuid), "created_at", [b, c, a])
      await sortsBy(storage, list(home.uuid), "name", [a, b, c])
      await sortsBy(storage, list(away.uuid), "name", [d])
      const count = (organizationUuid: string) =>
        read(storage, (tx) => tx.rewardTriggers.count(organizationUuid))
      same(await count(home.uuid), 3, "of home")
      same(await count(away.uuid), 1, "of away")
      same(await count(uuid(999)), 0, "of nobody")
    },
  ),
  storageCase(
    "rewardTriggers: those of a template are enabled and not deleted, by uuid",
    async (storage) => {
      await found(storage)
      const of = { ...ofHome, rewardTemplateUuid: uuid(901) }
      const rows = [rewardTrigger(102, of), rewardTrigger(101, of)] as const
      await add(
        storage,
        ...rows,
        rewardTrigger(103, { ...of, isEnabled: false }),
        rewardTrigger(104, { ...of, deletedAt: at(4) }),
        rewardTrigger(105, { ...of, rewardTemplateUuid: uuid(902) }),
      )
      same(
        await read(storage, (tx) => tx.rewardTriggers.ofTemplate(uuid(901))),
        [rows[1], rows[0]],
        "those that may issue it",
      )
    },
  ),
  storageCase(
    "rewardTriggers: what one listens to is replaced as a whole, and is found by any of its keys",
    async (storage) => {
      await found(storage)
      const listener = (n: number, key: string, match = {}) => ({
        key,
        triggerUuid: uuid(n),
        match,
      })
      const narrowed = listener(101, "b", {
        activity_uuid: uuid(31),
        session_uuid: uuid(41),
        tier_uuid: uuid(21),
      })
      const listening = (...keys: readonly string[]) =>
        read(storage, (tx) => tx.rewardTriggers.listening(keys))
      await write(storage, async (tx) => {
        await tx.rewardTriggers.listen(uuid(101), [listener(101, "a"), narrowed])
        await tx.rewardTriggers.listen(uuid(102), [listener(102, "a")])
      })
      sameSet(await listening("a", "a", "x"), [listener(101, "a"), listener(102, "a")], "by a")
      same(await listening("b"), [narrowed], "by b")
      same(await listening(), [], "by none")
      await write(storage, (tx) => tx.rewardTriggers.listen(uuid(101), [listener(101, "c")]))
      sameSet(
        await listening("a", "b", "c"),
        [listener(101, "c"), listener(102, "a")],
        "after a replacement",
      )
      await write(storage, (tx) => tx.rewardTriggers.listen(uuid(102), []))
      same(await listening("a", "c"), [listener(101, "c")], "after one listens no more")
    },
  ),
]
