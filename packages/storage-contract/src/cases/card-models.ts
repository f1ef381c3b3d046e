import type { CardModel, CardModelOrder, CardModelsOf } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { cardModel } from "../reward-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, gold, silver, foreign } = club
const ofHome = { organizationUuid: home.uuid }
const list =
  (of: CardModelsOf): List<CardModelOrder, CardModel> =>
  (tx, page) =>
    tx.cardModels.list(of, page)

export const cardModels: readonly StorageCase[] = [
  storageCase(
    "cardModels: found by uuid, with all fields and with none; change writes them all; remove removes one",
    async (storage) => {
      await found(storage)
      const bare = cardModel(101, ofHome)
      const full = cardModel(102, {
        organizationUuid: away.uuid,
        name: "Ünïcode",
        description: "Δ",
        frontImageFileUuid: uuid(700),
        backImageFileUuid: uuid(701),
        orderSiteTemplateId: "site-1",
        membershipTierUuid: foreign.uuid,
        profileTemplateUuid: uuid(702),
        isActive: false,
        updatedAt: at(9),
      })
      await write(storage, async (tx) => {
        await tx.cardModels.add(bare)
        await tx.cardModels.add(full)
      })
      await rejects(
        write(storage, (tx) => tx.cardModels.add(bare)),
        "the same model again",
      )
      for (const mode of ["read", "write"] as const)
        await (mode === "read" ? read : write)(storage, async (tx) => {
          for (const verb of ["find", "hold", "lock"] as const) {
            same(await tx.cardModels[verb](bare.uuid), bare, `${verb} in a ${mode}`)
            same(await tx.cardModels[verb](full.uuid), full, `${verb} of a full one`)
            same(await tx.cardModels[verb](uuid(999)), undefined, `${verb} of none`)
          }
          sameSet(
            await tx.cardModels.findAll([bare.uuid, full.uuid, bare.uuid, uuid(999)]),
            [bare, full],
            "many",
          )
          sameSet(await tx.cardModels.findAll([bare.uuid]), [bare], "one of many")
        })
      const changed = { ...full, uuid: bare.uuid }
      claim(await write(storage, (tx) => tx.cardModels.change(changed)), "it must be changed")
      claim(
        !(await write(storage, (tx) => tx.cardModels.change(cardModel(999)))),
        "an unknown model must be refused",
      )
      same(await read(storage, (tx) => tx.cardModels.find(bare.uuid)), changed, "changed")
      same(await read(storage, (tx) => tx.cardModels.find(full.uuid)), full, "the other one")
      claim(await write(storage, (tx) => tx.cardModels.change(bare)), "it must be changed back")
      same(await read(storage, (tx) => tx.cardModels.find(bare.uuid)), bare, "changed back")
      claim(await write(storage, (tx) => tx.cardModels.remove(full.uuid)), "it must be removed")
      claim(
        !(await write(storage, (tx) => tx.cardModels.remove(full.uuid))),
        "an unknown model cannot be removed",
      )
      same(await read(storage, (tx) => tx.cardModels.find(full.uuid)), undefined, "removed")
      same(await read(storage, (tx) => tx.cardModels.find(bare.uuid)), bare, "not removed")
    },
  ),
  storageCase(
    "cardModels: list has those of one organization, active ones or others if asked for, sorted",
    async (storage) => {
      await found(storage)
      const rows = [
        cardModel(101, { ...ofHome, name: "C", createdAt: at(3) }),
        cardModel(102, { ...ofHome, name: "A", createdAt: at(3), isActive: false }),
        cardModel(103, { ...ofHome, name: "B", createdAt: at(1) }),
        cardModel(104, { organizationUuid: away.uuid, name: "D" }),
      ]
      await write(storage, async (tx) => {
        for (const row of rows) await tx.cardModels.add(row)
      })
      const [c, a, b] = rows
      const present = (models: readonly (CardModel | undefined)[]) =>
        models.filter((model) => model !== undefined)
      await sortsBy(storage, list(ofHome), "created_at", present([b, c, a]))
      await sortsBy(storage, list(ofHome), "name", present([a, b, c]))
      const named = (isActive: boolean) => allOf(storage, list({ ...ofHome, isActive }), "name")
      same(await named(true), [rows[2], rows[0]], "the active ones")
      same(await named(false), [rows[1]], "the others")
    },
  ),
  storageCase(
    "cardModels: those that grant a tier are counted, and unlinked from it",
    async (storage) => {
      await found(storage)
      const rows = [
        cardModel(101, { ...ofHome, membershipTierUuid: gold.uuid }),
        cardModel(102, { ...ofHome, membershipTierUuid: gold.uuid, isActive: false }),
        cardModel(103, { ...ofHome, membershipTierUuid: silver.uuid }),
        cardModel(104, ofHome),
      ]
      await write(storage, async (tx) => {
        for (const row of rows) await tx.cardModels.add(row)
      })
      const counts = () =>
        read(storage, async (tx) => [
          await tx.cardModels.countGranting(gold.uuid),
          await tx.cardModels.countGranting(silver.uuid),
        ])
      same(await counts(), [2, 1], "of gold and of silver")
      await write(storage, (tx) => tx.cardModels.unlinkTier(gold.uuid, at(50)))
      same(await counts(), [0, 1], "once gold is unlinked")
      sameSet(
        await read(storage, (tx) => tx.cardModels.findAll(rows.map(({ uuid }) => uuid))),
        rows.map((row) =>
          row.membershipTierUuid === gold.uuid
            ? { ...row, membershipTierUuid: undefined, updatedAt: at(50) }
            : row,
        ),
        "the models",
      )
    },
  ),
  storageCase(
    "cardModels: a profile template is unlinked from those that have it",
    async (storage) => {
      await found(storage)
      const [one, other] = [uuid(702), uuid(703)]
      const rows = [
        cardModel(101, { ...ofHome, profileTemplateUuid: one }),
        cardModel(102, { organizationUuid: away.uuid, profileTemplateUuid: one, isActive: false }),
        cardModel(103, { ...ofHome, profileTemplateUuid: other }),
        cardModel(104, ofHome),
      ]
      await write(storage, async (tx) => {
        for (const row of rows) await tx.cardModels.add(row)
        await tx.cardModels.unlinkTemplate(one, at(50))
      })
      sameSet(
        await read(storage, (tx) => tx.cardModels.findAll(rows.map(({ uuid }) => uuid))),
        rows.map((row) =>
          row.profileTemplateUuid === one
            ? { ...row, profileTemplateUuid: undefined, updatedAt: at(50) }
            : row,
        ),
        "the models",
      )
    },
  ),
]
