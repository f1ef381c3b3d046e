import type { FileUse, Storage, StoredFile } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { file } from "../file-samples.ts"
import { type List, sortsBy } from "../paging.ts"
import { profilePage, profileTemplate } from "../profile-samples.ts"
import { card, cardModel, rewardTemplate } from "../reward-samples.ts"
import { at, sealedKey, tier, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, regatta, gala } = club

const ofOwner =
  (ownerUuid: string): List<"created_at", StoredFile> =>
  (tx, page) =>
    tx.files.list(ownerUuid, page)
const foundWith = async (storage: Storage, ...all: readonly StoredFile[]): Promise<void> => {
  await found(storage)
  await addAll(storage, ...all)
}
const addAll = async (storage: Storage, ...all: readonly StoredFile[]): Promise<void> => {
  await write(storage, async (tx) => {
    for (const one of all) claim(await tx.files.add(one), "a file with a free slug must be added")
  })
}
const find = (storage: Storage, one: StoredFile) => read(storage, (tx) => tx.files.find(one.uuid))

const ofUser = { ownerType: "user", ownerUuid: ann.uuid, holderUuid: ann.uuid } as const
const ofActivity = { ownerType: "activity", ownerUuid: regatta.uuid } as const
const pending = { state: "pending", clearAt: at(900) } as const
const full = file(101, {
  ...ofActivity,
  ...pending,
  fileName: "Plan é 🚣.pdf",
  sizeInBytes: Number.MAX_SAFE_INTEGER,
  partBytes: 8_388_608,
  updatedAt: at(7),
})
const bare = file(102)

export const files: readonly StorageCase[] = [
  storageCase(
    "files: found by slug and by uuid with all fields, in any state; many at once, each once",
    async (storage) => {
      const removed = file(103, { ...ofUser, state: "removed", clearAt: at(5) })
      await foundWith(storage, full, bare, removed)
      await read(storage, async (tx) => {
        for (const one of [full, bare, removed]) {
          same(await tx.files.find(one.uuid), one, "by uuid")
          same(await tx.files.find(one.slug), one, "by slug")
          same(await tx.files.lock(one.uuid), one, "locked, in a read")
        }
        same(await tx.files.find("unknown"), undefined, "an unknown one")
        same(await tx.files.lock(uuid(999)), undefined, "an unknown one, locked")
        const uuids = [full, removed, full].map((one) => one.uuid)
        sameSet(await tx.files.findAll(uuids), [full, removed], "many, each once")
        same(await tx.files.findAll([uuid(999)]), [], "unknown ones")
        same(await tx.files.findAll([]), [], "none")
      })
    },
  ),
  storageCase("files: a slug is taken once, a uuid cannot be added again", async (storage) => {
    await foundWith(storage, bare)
    const other = file(104, { slug: bare.slug })
    claim(
      !(await write(storage, (tx) => tx.files.add(other))),
      "a file with a slug that is taken must answer false",
    )
    same(await find(storage, other), undefined, "the one that was refused")
    await rejects(
      write(storage, (tx) => tx.files.add({ ...bare, slug: "another" })),
      "a uuid that is there",
    )
    same(await find(storage, bare), bare, "the one that is there")
  }),
  storageCase("files: one is changed, and no other", async (storage) => {
    await foundWith(storage, full, bare)
    const stored: StoredFile = { ...full, state: "stored", clearAt: undefined, updatedAt: at(9) }
    await write(storage, async (tx) => {
      same(await tx.files.lock(full.uuid), full, "the locked one")
      claim(await tx.files.change(stored), "one that is there must be changed")
      claim(!(await tx.files.change(file(999))), "an unknown one must answer false")
    })
    same(await find(storage, full), stored, "the changed one")
    same(await find(storage, bare), bare, "the other")
    await write(storage, (tx) => tx.files.change(full))
    same(await find(storage, full), full, "changed back")
  }),
  storageCase("files: a lock holds one until the transaction ends", async (storage) => {
    await foundWith(storage, bare)
    await Promise.all(
      Array.from({ length: 5 }, () =>
        write(storage, async (tx) => {
          const before = await tx.files.lock(bare.uuid)
          if (before !== undefined)
            await tx.files.change({ ...before, fileName: `${before.fileName}x` })
        }),
      ),
    )
    same((await find(storage, bare))?.fileName, `${bare.fileName}xxxxx`, "after five changes")
  }),
  storageCase(
    "files: a list has the stored files of one owner, sorted by creation",
    async (storage) => {
      const early = file(110, { createdAt: at(0) })
      const late = file(90, { createdAt: at(200) })
      const elsewhere = file(111, { ownerUuid: away.uuid, holderUuid: away.uuid })
      const below = file(112, ofActivity)
      const gone = file(113, { state: "removed", clearAt: at(1) })
      const coming = file(114, pending)
      await foundWith(storage, late, elsewhere, bare, below, gone, coming, early)
      await sortsBy(storage, ofOwner(home.uuid), "created_at", [early, bare, late])
      await sortsBy(storage, ofOwner(away.uuid), "created_at", [elsewhere])
      await sortsBy(storage, ofOwner(regatta.uuid), "created_at", [below])
      await sortsBy(storage, ofOwner(uuid(999)), "created_at", [])
    },
  ),
  storageCase(
    "files: the pending ones of a holder are counted whose time has not come",
    async (storage) => {
      const due = file(115, { ...pending, clearAt: at(300) })
      const soon = file(116, { ...pending, ...ofActivity, clearAt: at(301) })
      const gone = file(117, { state: "removed", clearAt: at(900) })
      const other = file(118, { ...ofUser, ...pending })
      await foundWith(storage, full, bare, due, soon, gone, other)
      const count = (holder: string, ms: number) =>
        read(storage, (tx) => tx.files.countPending(holder, at(ms)))
      same(await count(home.uuid, 299), 3, "those of an organization and what belongs to it")
      same(await count(home.uuid, 300), 2, "without one whose time has come")
      same(await count(home.uuid, 900), 0, "when all are over")
      same(await count(ann.uuid, 0), 1, "those of a user")
      same(await count(uuid(999), 0), 0, "of nobody")
    },
  ),
  storageCase(
    "files: the uses of one are what shows it and is not deleted, by type and uuid",
    async (storage) => {
      await foundWith(storage, bare, full)
      const ofHome = { organizationUuid: home.uuid, imageFileUuid: bare.uuid }
      const [second, first] = [tier(151, ofHome), tier(150, ofHome)]
      const shows: readonly FileUse[] = [
        { type: "activity", uuid: regatta.uuid },
        { type: "card", uuid: uuid(180) },
        { type: "card_model", uuid: uuid(160) },
        { type: "card_model", uuid: uuid(161) },
        { type: "membership_tier", uuid: first.uuid },
        { type: "membership_tier", uuid: second.uuid },
        { type: "organization", uuid: home.uuid },
        { type: "profile_page", uuid: uuid(170) },
        { type: "profile_template", uuid: uuid(171) },
        { type: "reward", uuid: uuid(190) },
        { type: "reward", uuid: uuid(191) },
        { type: "user", uuid: ann.uuid },
      ]
      await write(storage, async (tx) => {
        await tx.organizations.change({ ...home, logoImageFileUuid: bare.uuid })
        await tx.activities.change({ ...regatta, imageFileUuid: bare.uuid })
        await tx.activities.change({ ...gala, imageFileUuid: full.uuid, deletedAt: at(1) })
        await tx.users.change({ ...ann, avatarImageFileUuid: bare.uuid })
        await tx.users.change({ ...bob, avatarImageFileUuid: full.uuid, deletedAt: at(1) })
        const model = { organizationUuid: home.uuid }
        await tx.cardModels.add(cardModel(160, { ...model, frontImageFileUuid: bare.uuid }))
        const both = { frontImageFileUuid: bare.uuid, backImageFileUuid: bare.uuid }
        await tx.cardModels.add(cardModel(161, { ...model, ...both }))
        await tx.cardModels.add(cardModel(162, { ...model, backImageFileUuid: full.uuid }))
        await tx.wallets.add(wallet(180, { kind: "card" }), sealedKey(180))
        await tx.cards.add(card(180, { customFrontImageFileUuid: bare.uuid }))
        await tx.profilePages.add(profilePage(170, { imageFileUuid: bare.uuid }))
        await tx.profileTemplates.add(profileTemplate(171, { imageFileUuid: bare.uuid }))
        for (const n of [190, 191, 192, 193]) {
          await tx.rewardTemplates.add(rewardTemplate(n))
          await tx.rewardTemplates.holdFiles(uuid(n), [bare.uuid])
        }
        // Noted again, beside another; no more; and with a template that is gone.
        await tx.rewardTemplates.holdFiles(uuid(190), [uuid(900), bare.uuid])
        await tx.rewardTemplates.holdFiles(uuid(191), [])
        await tx.rewardTemplates.releaseFiles(uuid(192))
        await tx.rewardTemplates.remove(uuid(193))
        await tx.tiers.add(second)
        await tx.tiers.add(first)
        await tx.tiers.add(tier(152, { ...ofHome, imageFileUuid: full.uuid }))
        await tx.tiers.add(tier(153, { ...ofHome, deletedAt: at(1) }))
        await tx.organizations.change({ ...away, logoImageFileUuid: full.uuid, deletedAt: at(1) })
      })
      const uses = (one: string, limit: number) => read(storage, (tx) => tx.files.uses(one, limit))
      same(await uses(bare.uuid, 20), shows, "all of them")
      same(await uses(bare.uuid, 2), shows.slice(0, 2), "at most as many as asked for")
      same(
        await uses(full.uuid, 10),
        [
          { type: "card_model", uuid: uuid(162) },
          { type: "membership_tier", uuid: uuid(152) },
        ],
        "of another file",
      )
      same(await uses(uuid(999), 10), [], "of an unknown one")
    },
  ),
  storageCase(
    "files: all of a holder are removed, stored and pending, and no others",
    async (storage) => {
      const before = file(120, { state: "removed", clearAt: at(3) })
      const other = file(121, ofUser)
      await foundWith(storage, full, bare, before, other)
      const removed = await write(storage, (tx) => tx.files.removeAllOf(home.uuid, at(50)))
      same(removed, 2, "how many were removed")
      for (const one of [full, bare])
        same(
          await find(storage, one),
          { ...one, state: "removed", clearAt: at(50) },
          "a removed one",
        )
      same(await find(storage, before), before, "one that was removed before")
      same(await find(storage, other), other, "one of another holder")
      same(await write(storage, (tx) => tx.files.removeAllOf(uuid(999), at(50))), 0, "of nobody")
    },
  ),
  storageCase(
    "files: all of an owner are removed, stored and pending, and no others of its holder",
    async (storage) => {
      const stored = file(122, ofActivity)
      const before = file(123, { ...ofActivity, state: "removed", clearAt: at(3) })
      await foundWith(storage, full, stored, before, bare)
      const removed = await write(storage, (tx) => tx.files.removeOwned(regatta.uuid, at(50)))
      same(removed, 2, "how many were removed")
      for (const one of [full, stored])
        same(
          await find(storage, one),
          { ...one, state: "removed", clearAt: at(50) },
          "a removed one",
        )
      same(await find(storage, before), before, "one that was removed before")
      same(await find(storage, bare), bare, "one of its holder")
      same(await write(storage, (tx) => tx.files.removeOwned(uuid(999), at(50))), 0, "of nobody")
    },
  ),
  storageCase(
    "files: what those of a holder count is kept as a sum, until they are forgotten",
    async (storage) => {
      const gone = file(130, { countedBytes: 7, state: "removed", clearAt: at(3) })
      const coming = file(131, { ...ofActivity, ...pending, countedBytes: 11 })
      const copy = file(132, { countedBytes: 0 })
      const other = file(133, { ...ofUser, countedBytes: 13 })
      const bytes = (holder: string) => read(storage, (tx) => tx.files.lockBytes(holder))
      await found(storage)
      same(await bytes(home.uuid), 0, "before there are any")
      await addAll(storage, bare, gone, coming, copy, other)
      const all = bare.countedBytes + 7 + 11
      same([await bytes(home.uuid), await bytes(ann.uuid)], [all, 13], "in every state")
      same(await bytes(uuid(999)), 0, "of nobody")
      await write(storage, async (tx) => {
        claim(!(await tx.files.add(file(134, { slug: bare.slug }))), "a slug that is taken")
        claim(!(await tx.files.forget(bare.uuid)), "one that is stored")
        await tx.files.removeAllOf(home.uuid, at(9))
        same(await tx.files.lockBytes(home.uuid), all, "until they are forgotten")
        claim(await tx.files.forget(gone.uuid), "a removed one")
        claim(!(await tx.files.forget(gone.uuid)), "only once")
        claim(await tx.files.forget(copy.uuid), "a removed one that counts nothing")
        same(await tx.files.lockBytes(home.uuid), all - 7, "in the same transaction")
      })
      same([await bytes(home.uuid), await bytes(ann.uuid)], [all - 7, 13], "afterwards")
    },
  ),
  storageCase(
    "files: the sums of all holders are walked through, and counted anew where they are wrong",
    async (storage) => {
      const counted = file(135, { countedBytes: 100 })
      await foundWith(storage, bare, counted, file(136, { ...ofUser, countedBytes: 13 }))
      // A change counts nothing, so the sum is wrong from here on.
      await write(storage, (tx) => tx.files.change({ ...counted, countedBytes: 40 }))
      const sums = [
        {
          holderUuid: home.uuid,
          bytes: bare.countedBytes + 100,
          actualBytes: bare.countedBytes + 40,
        },
        { holderUuid: ann.uuid, bytes: 13, actualBytes: 13 },
      ].toSorted((a, b) => (a.holderUuid < b.holderUuid ? -1 : 1))
      const walk = (after: string | undefined, limit: number) =>
        read(storage, (tx) => tx.files.walkBytes(after, limit))
      same(await walk(undefined, 10), sums, "all of them")
      same(await walk(undefined, 1), sums.slice(0, 1), "at most as many as asked for")
      same(await walk(sums[0]?.holderUuid, 10), sums.slice(1), "those behind one")
      const recount = (holder: string) => write(storage, (tx) => tx.files.recountBytes(holder))
      same(await recount(home.uuid), bare.countedBytes + 40, "counted anew")
      same(await recount(uuid(999)), 0, "of nobody")
      same(
        await read(storage, (tx) => tx.files.lockBytes(home.uuid)),
        bare.countedBytes + 40,
        "what is kept now",
      )
      same(await read(storage, (tx) => tx.files.lockBytes(ann.uuid)), 13, "of another holder")
    },
  ),
  storageCase("files: the sum of a holder is held until the transaction ends", async (storage) => {
    await foundWith(storage, file(140, { ...ofUser, countedBytes: 1 }))
    await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        write(storage, async (tx) => {
          // Two have room: one that did not wait would not see the other.
          if ((await tx.files.lockBytes(ann.uuid)) < 3)
            await tx.files.add(file(141 + n, { ...ofUser, countedBytes: 1 }))
        }),
      ),
    )
    same(await read(storage, (tx) => tx.files.lockBytes(ann.uuid)), 3, "what came in")
    // Also where there is no sum yet.
    await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        write(storage, async (tx) => {
          const ofBob = { ...ofUser, ownerUuid: bob.uuid, holderUuid: bob.uuid, countedBytes: 1 }
          if ((await tx.files.lockBytes(bob.uuid)) < 1) await tx.files.add(file(151 + n, ofBob))
        }),
      ),
    )
    same(await read(storage, (tx) => tx.files.lockBytes(bob.uuid)), 1, "the first one alone")
  }),
  storageCase(
    "files: those of a holder to be cleared are answered, the earliest first",
    async (storage) => {
      const first = file(162, { ...pending, ...ofActivity, clearAt: at(10) })
      const second = file(160, { state: "removed", clearAt: at(20) })
      const third = file(161, { state: "removed", clearAt: at(20) })
      const later = file(163, { ...pending, clearAt: at(21) })
      const other = file(164, { ...ofUser, ...pending, clearAt: at(5) })
      await foundWith(storage, third, second, first, later, bare, other)
      const due = (holder: string, ms: number, limit: number) =>
        read(storage, (tx) => tx.files.toClearOf(holder, at(ms), limit))
      same(await due(home.uuid, 20, 10), [first, second, third], "those that are due")
      same(await due(home.uuid, 20, 2), [first, second], "at most as many as asked for")
      same(await due(home.uuid, 9, 10), [], "before their time")
      same(await due(uuid(999), 20, 10), [], "of nobody")
    },
  ),
  storageCase(
    "files: those to be cleared are answered from their moment on, the earliest first",
    async (storage) => {
      const first = file(132, { ...pending, clearAt: at(1) })
      const [second, third] = [130, 131].map((n) =>
        file(n, { ...ofUser, state: "removed", clearAt: at(2) }),
      )
      const later = file(133, { ...pending, clearAt: at(3) })
      if (second === undefined || third === undefined) throw new Error("two files")
      await foundWith(storage, later, third, second, first, bare)
      const toClear = (ms: number, limit: number) =>
        read(storage, (tx) => tx.files.toClear(at(ms), limit))
      same(await toClear(0, 10), [], "before all of them")
      same(await toClear(2, 10), [first, second, third], "up to and with their moment")
      same(await toClear(9, 2), [first, second], "at most as many as asked for")
      same(await toClear(9, 10), [first, second, third, later], "all")
    },
  ),
  storageCase(
    "files: all are walked through by uuid, in any state and whoever holds them",
    async (storage) => {
      const early = file(100, { createdAt: at(900), ...ofUser })
      const gone = file(103, { state: "removed", clearAt: at(5) })
      await foundWith(storage, gone, bare, full, early)
      const walk = (after: string | undefined, limit: number) =>
        read(storage, (tx) => tx.files.walk(after, limit))
      same(await walk(undefined, 10), [early, full, bare, gone], "all of them")
      same(await walk(undefined, 2), [early, full], "at most as many as asked for")
      same(await walk(full.uuid, 10), [bare, gone], "those behind one")
      same(await walk(gone.uuid, 10), [], "behind the last")
    },
  ),
  storageCase("files: one that was removed is forgotten, and no other", async (storage) => {
    const gone = file(140, { state: "removed", clearAt: at(1) })
    const alike = file(141, { state: "removed", clearAt: at(1) })
    await foundWith(storage, gone, alike, bare, full)
    const forget = (one: string) => write(storage, (tx) => tx.files.forget(one))
    claim(await forget(gone.uuid), "a removed one must be forgotten")
    claim(!(await forget(gone.uuid)), "one that is forgotten must answer false")
    claim(!(await forget(bare.uuid)), "a stored one must answer false")
    claim(!(await forget(full.uuid)), "a pending one must answer false")
    claim(!(await forget(uuid(999))), "an unknown one must answer false")
    same(await find(storage, gone), undefined, "the forgotten one")
    for (const one of [alike, bare, full]) same(await find(storage, one), one, "the others")
  }),
]
