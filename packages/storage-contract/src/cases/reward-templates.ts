import type {
  ContentSettings,
  RewardTemplate,
  RewardTemplateOrder,
  RewardTemplatesOf,
  Storage,
} from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { rewardContent, rewardTemplate } from "../reward-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, regatta, gala } = club
const ofHome = { organizationUuid: home.uuid }

const list =
  (of: RewardTemplatesOf): List<RewardTemplateOrder, RewardTemplate> =>
  (tx, page) =>
    tx.rewardTemplates.list(of, page)

const content: ContentSettings = {
  storageType: "external",
  externalId: "Δ-1",
  externalWebhookUuid: uuid(900),
  generatorParams: { colour: "blue", deep: [1, null] },
  cacheStrategy: "permanent",
  cacheTtlSeconds: 60,
  mirrorAssets: false,
  ticket: {
    activityUuid: uuid(9),
    isTransferable: false,
    transferLimit: 2,
    transferUntil: "2026-01-01T00:00:00.000Z",
  },
  ticketSessionUuids: [uuid(8), uuid(7)],
}

const full = (n: number, change: Partial<RewardTemplate> = {}): RewardTemplate =>
  rewardTemplate(n, {
    ...ofHome,
    activityUuid: regatta.uuid,
    name: "Ünïcode",
    version: 7,
    description: "Two\nlines",
    category: "bar",
    points: Number.MAX_SAFE_INTEGER,
    supplyTotal: 100,
    supplyRedeemed: 3,
    supplyReserved: 2,
    requiredEntitlement: "lounge",
    content,
    status: "archived",
    archivedAt: at(8),
    updatedAt: at(9),
    ...change,
  })

const add = (storage: Storage, ...templates: readonly RewardTemplate[]) =>
  write(storage, async (tx) => {
    for (const template of templates)
      claim(await tx.rewardTemplates.add(template), "a new template must be added")
  })

export const rewardTemplateRows: readonly StorageCase[] = [
  storageCase(
    "rewardTemplates: one comes back with all fields and with few; lock reads; change writes every field of that one",
    async (storage) => {
      await found(storage)
      const [bare, whole] = [rewardTemplate(101, ofHome), full(102)]
      await add(storage, bare, whole)
      for (const transact of [read, write])
        await transact(storage, async (tx) => {
          same(await tx.rewardTemplates.lock(bare.uuid), bare, "the bare one")
          same(await tx.rewardTemplates.lock(whole.uuid), whole, "the full one")
          same(await tx.rewardTemplates.lock(whole.slug), undefined, "by its slug")
        })
      const changed = full(101, { slug: "another-slug" })
      claim(await write(storage, (tx) => tx.rewardTemplates.change(changed)), "it must be changed")
      claim(
        !(await write(storage, (tx) => tx.rewardTemplates.change(rewardTemplate(999, ofHome)))),
        "an unknown one must be refused",
      )
      await read(storage, async (tx) => {
        same(await tx.rewardTemplates.find("another-slug"), changed, "changed")
        same(await tx.rewardTemplates.find(whole.uuid), whole, "the other one")
      })
    },
  ),
  storageCase(
    "rewardTemplates: of concurrent writers that lock one none loses another's change",
    async (storage) => {
      await found(storage)
      const template = rewardTemplate(101, ofHome)
      await add(storage, template)
      await Promise.all(
        Array.from({ length: 20 }, () =>
          write(storage, async (tx) => {
            const before = await tx.rewardTemplates.lock(template.uuid)
            if (before !== undefined)
              await tx.rewardTemplates.change({ ...before, version: before.version + 1 })
          }),
        ),
      )
      const after = await read(storage, (tx) => tx.rewardTemplates.find(template.uuid))
      same(after?.version, 21, "each change")
    },
  ),
  storageCase(
    "rewardTemplates: a list is of one organization, of one activity and of some statuses; sorted",
    async (storage) => {
      await found(storage)
      const rows = [
        rewardTemplate(101, { ...ofHome, name: "C", createdAt: at(3) }),
        rewardTemplate(102, { ...ofHome, name: "A", createdAt: at(3), status: "draft" }),
        full(103, { name: "B", createdAt: at(1) }),
        rewardTemplate(104, { organizationUuid: away.uuid, name: "D" }),
        rewardTemplate(105, { ...ofHome, name: "E", activityUuid: gala.uuid, createdAt: at(5) }),
      ] as const
      await add(storage, ...rows)
      const [c, a, b, , e] = rows
      await sortsBy(storage, list(ofHome), "created_at", [b, c, a, e])
      await sortsBy(storage, list(ofHome), "name", [a, b, c, e])
      const named = (of: Omit<RewardTemplatesOf, "organizationUuid">) =>
        allOf(storage, list({ ...ofHome, ...of }), "name")
      same(await named({ statuses: ["active", "draft"] }), [a, c, e], "active ones and drafts")
      same(await named({ statuses: ["archived"] }), [b], "archived ones")
      same(await named({ activityUuid: gala.uuid }), [e], "of an activity")
      same(
        await named({ activityUuid: gala.uuid, statuses: ["draft"] }),
        [],
        "drafts of an activity",
      )
    },
  ),
  storageCase(
    "rewardTemplates: a content is put over the one before, found among many, and goes with its template",
    async (storage) => {
      await found(storage)
      const [one, other] = [rewardTemplate(101, ofHome), rewardTemplate(102, ofHome)]
      await add(storage, one, other)
      const second = rewardContent(101, "kek-1")
      await write(storage, async (tx) => {
        await tx.rewardTemplates.putContent({
          ...rewardContent(101),
          sealed: { wrapped: { kekId: "kek-0", blob: "before" }, box: "before" },
        })
        await tx.rewardTemplates.putContent(second)
        await tx.rewardTemplates.putContent(rewardContent(102))
      })
      await rejects(
        write(storage, (tx) => tx.rewardTemplates.putContent(rewardContent(999))),
        "the content of no template",
      )
      const contents = (...uuids: readonly string[]) =>
        read(storage, (tx) => tx.rewardTemplates.contents(uuids))
      sameSet(
        await contents(one.uuid, other.uuid, uuid(999)),
        [second, rewardContent(102)],
        "of many",
      )
      same(await contents(one.uuid), [second], "of one")
      same(await contents(), [], "of none")
      await write(storage, (tx) => tx.rewardTemplates.removeContent(other.uuid))
      same(await contents(one.uuid, other.uuid), [second], "after one was taken away")
      claim(await write(storage, (tx) => tx.rewardTemplates.remove(one.uuid)), "it is removed")
      claim(!(await write(storage, (tx) => tx.rewardTemplates.remove(one.uuid))), "it is gone")
      same(await contents(one.uuid), [], "with its template")
      await read(storage, async (tx) => {
        same(await tx.rewardTemplates.find(one.uuid), undefined, "the removed one")
        same(await tx.rewardTemplates.find(other.uuid), other, "the other one")
      })
    },
  ),
]
