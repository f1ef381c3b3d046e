import type { Storage, Webhook } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { at, event, sealedKey, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { awayHook, foundWithWebhooks, hook, otherHook, webhook } from "../webhook-samples.ts"

const { home, away } = club

const ofOrganization =
  (organizationUuid: string): List<"created_at", Webhook> =>
  (tx, page) =>
    tx.webhooks.list(organizationUuid, page)
const count = (storage: Storage, organizationUuid: string) =>
  read(storage, (tx) => tx.webhooks.count(organizationUuid))
const deleted = webhook(100, { deletedAt: at(7) })
const full = webhook(101, {
  description: "The till",
  events: ["membership.joined", "reward.redeemed"],
  isEnabled: false,
  updatedAt: at(5),
  rotatedAt: at(6),
})

export const webhooks: readonly StorageCase[] = [
  storageCase(
    "webhooks: found by uuid with all fields, added once; many at once with deleted ones",
    async (storage) => {
      await foundWithWebhooks(storage)
      await write(storage, async (tx) => {
        for (const one of [full, deleted]) await tx.webhooks.add(one)
      })
      await rejects(
        write(storage, (tx) => tx.webhooks.add({ ...full, url: "https://other.example/" })),
        "a uuid that is there",
      )
      await read(storage, async (tx) => {
        for (const one of [hook, awayHook, full])
          same(await tx.webhooks.find(one.uuid), one, "by uuid")
        same(await tx.webhooks.find(deleted.uuid), undefined, "a deleted one")
        same(await tx.webhooks.find(uuid(999)), undefined, "an unknown one")
        const many = [full, deleted, awayHook]
        sameSet(
          await tx.webhooks.findAll([...many, full].map((one) => one.uuid)),
          many,
          "many, each once",
        )
        same(await tx.webhooks.findAll([uuid(999)]), [], "unknown ones")
        same(await tx.webhooks.findAll([]), [], "none")
      })
    },
  ),
  storageCase(
    "webhooks: a list and a count are of one organization, without deleted ones; sorted by creation",
    async (storage) => {
      await foundWithWebhooks(storage)
      const [early, late] = [webhook(102, { createdAt: at(0) }), webhook(90, { createdAt: at(95) })]
      await write(storage, async (tx) => {
        for (const one of [late, early, deleted]) await tx.webhooks.add(one)
      })
      await sortsBy(storage, ofOrganization(home.uuid), "created_at", [
        early,
        hook,
        late,
        otherHook,
      ])
      await sortsBy(storage, ofOrganization(away.uuid), "created_at", [awayHook])
      await sortsBy(storage, ofOrganization(uuid(999)), "created_at", [])
      same(await count(storage, home.uuid), 4, "at home")
      same(await count(storage, away.uuid), 1, "away")
      same(await count(storage, uuid(999)), 0, "nowhere")
    },
  ),
  storageCase(
    "webhooks: one is locked and changed, and no other; a deleted one is not",
    async (storage) => {
      await foundWithWebhooks(storage)
      const changed: Webhook = {
        ...full,
        uuid: hook.uuid,
        sealed: sealedKey(300),
        keyId: "ffffffff",
      }
      await write(storage, async (tx) => {
        same(await tx.webhooks.lock(hook.uuid), hook, "the locked one")
        same(await tx.webhooks.lock(uuid(999)), undefined, "an unknown one, locked")
        claim(await tx.webhooks.change(changed), "one that is there must be changed")
        claim(!(await tx.webhooks.change(webhook(999))), "an unknown one must answer false")
      })
      const ended = { ...changed, deletedAt: at(9) }
      await read(storage, async (tx) => {
        same(await tx.webhooks.lock(hook.uuid), changed, "the changed one, in a read")
        same(await tx.webhooks.find(otherHook.uuid), otherHook, "the other")
      })
      await write(storage, async (tx) => {
        claim(await tx.webhooks.change(ended), "one must be deleted by a change")
        claim(!(await tx.webhooks.change(changed)), "a deleted one must answer false")
        same(await tx.webhooks.lock(hook.uuid), undefined, "the deleted one, locked")
      })
      same(
        await read(storage, (tx) => tx.webhooks.findAll([hook.uuid])),
        [ended],
        "the deleted one",
      )
    },
  ),
  storageCase("webhooks: a lock holds one until the transaction ends", async (storage) => {
    await foundWithWebhooks(storage)
    await Promise.all(
      Array.from({ length: 5 }, () =>
        write(storage, async (tx) => {
          const before = await tx.webhooks.lock(hook.uuid)
          if (before !== undefined) await tx.webhooks.change({ ...before, url: `${before.url}/x` })
        }),
      ),
    )
    same(
      (await read(storage, (tx) => tx.webhooks.find(hook.uuid)))?.url,
      `${hook.url}/x/x/x/x/x`,
      "the address after five changes at once",
    )
  }),
  storageCase(
    "outbox: append answers the enabled webhooks of the events' organizations, in order of uuid",
    async (storage) => {
      await foundWithWebhooks(storage)
      const first = webhook(80, { createdAt: at(99), events: ["reward.redeemed"] })
      await write(storage, async (tx) => {
        for (const one of [full, deleted, first]) await tx.webhooks.add(one)
        const append = (n: number, ...organizations: readonly string[]) =>
          tx.outbox.append(
            organizations.map((organizationUuid, i) => event(n + i, { organizationUuid })),
          )
        same(await append(200, home.uuid), [first, hook, otherHook], "at home")
        same(await append(210, away.uuid, away.uuid), [awayHook], "away, twice")
        same(await append(220, home.uuid, away.uuid), [first, hook, otherHook, awayHook], "in both")
        same(await append(230), [], "of no events")
        claim(await tx.webhooks.change({ ...hook, isEnabled: false }), "one must be changed")
        same(await append(240, home.uuid), [first, otherHook], "when one was disabled")
      })
    },
  ),
  storageCase("outbox: where there are no webhooks, append answers none", async (storage) => {
    await found(storage)
    const one = event(100, { organizationUuid: home.uuid })
    same(await write(storage, (tx) => tx.outbox.append([one])), [], "the webhooks")
  }),
]
