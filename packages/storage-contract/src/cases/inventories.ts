import type { Card, CardOrder, InventoryOf, Storage } from "@symbolon/core/storage"
import { same } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { card, cardModel } from "../reward-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { addCard } from "./cards.ts"

const { home, away, ann, bob, gold, silver } = club

const addCards = async (storage: Storage, rows: readonly Card[]): Promise<void> => {
  for (const [n, row] of rows.entries()) await addCard(storage, row, 101 + n)
}
const inventory =
  (of: Omit<InventoryOf, "at">): List<CardOrder, Card> =>
  (tx, page) =>
    tx.cards.listInventory({ ...of, at: now }, page)
const ofHome = { organizationUuid: home.uuid }
const now = at(900)
const present = (rows: readonly (Card | undefined)[]): readonly Card[] =>
  rows.filter((row) => row !== undefined)

export const inventories: readonly StorageCase[] = [
  storageCase("cards: listInventory has one organization's cards, sorted", async (storage) => {
    await found(storage)
    const rows = [
      card(101, { ...ofHome, identifier: "C", createdAt: at(3) }),
      card(102, { ...ofHome, identifier: "A", createdAt: at(3), withdrawnAt: at(9) }),
      card(103, { ...ofHome, identifier: "B", createdAt: at(1), holderUserUuid: ann.uuid }),
      card(104, { organizationUuid: away.uuid, identifier: "D" }),
      card(105, { organizationUuid: undefined, identifier: "E" }),
    ]
    await addCards(storage, rows)
    const [c, a, b] = rows
    await sortsBy(storage, inventory(ofHome), "created_at", present([b, c, a]))
    await sortsBy(storage, inventory(ofHome), "identifier", present([a, b, c]))
  }),
  storageCase(
    "cards: listInventory finds an identifier, and any part of one, in one organization",
    async (storage) => {
      await found(storage)
      const rows = [
        card(101, { ...ofHome, identifier: "AABA" }),
        card(102, { ...ofHome, identifier: "É-04:A2%" }),
        card(103, { organizationUuid: away.uuid, identifier: "AABA-2" }),
        card(104, { organizationUuid: undefined, identifier: "AABA-3" }),
      ]
      await addCards(storage, rows)
      const [first, second, third, fourth] = rows
      const of = (filter: Partial<InventoryOf>) =>
        allOf(storage, inventory({ ...ofHome, ...filter }), "identifier")
      same(await of({ identifier: "AABA" }), [first], "by its identifier")
      same(await of({ identifier: "AABA-2" }), [], "another organization's")
      same(await of({ identifier: "AAB" }), [], "a part is no identifier")
      for (const search of ["AABA", "AAB", "BA"])
        same(await of({ search }), [first], `the beginning, the end, or all: ${search}`)
      same(await of({ search: "AB" }), [first], "in the middle")
      same(await of({ search: "A" }), [first, second], "each once, however often it is in there")
      same(await of({ search: "%" }), [second], "what SQL takes for any text")
      same(await of({ search: "-04:" }), [second], "with signs")
      same(await of({ search: "é" }), [], "as it is written")
      same(await of({ search: "AABA-" }), [], "another organization's and nobody's")
      same(await of({ identifier: "AABA", search: "04" }), [], "both")
      same(await of({ identifier: "AABA", search: "BA" }), [first], "both, of one card")
      // Once it is taken it is found, and where it was it is not.
      await write(storage, async (tx) => {
        if (third === undefined || fourth === undefined) throw new Error("The rows are there.")
        await tx.cards.change({ ...third, ...ofHome })
        await tx.cards.change({ ...fourth, ...ofHome })
      })
      same(
        (await of({ search: "BA-" })).map(({ identifier }) => identifier),
        ["AABA-2", "AABA-3"],
        "those that were taken",
      )
      same(
        await allOf(
          storage,
          inventory({ organizationUuid: away.uuid, search: "BA" }),
          "identifier",
        ),
        [],
        "where one was before",
      )
    },
  ),
  storageCase("cards: listHeld has one person's cards, sorted", async (storage) => {
    await found(storage)
    const anns = { holderUserUuid: ann.uuid }
    const rows = [
      card(101, { ...anns, identifier: "C", createdAt: at(3) }),
      card(102, { ...anns, identifier: "A", createdAt: at(3), organizationUuid: away.uuid }),
      card(103, { ...anns, identifier: "B", createdAt: at(1), claimedAt: at(4) }),
      card(104, { holderUserUuid: bob.uuid, identifier: "D" }),
      card(105, { identifier: "E" }),
    ]
    await addCards(storage, rows)
    const held: List<CardOrder, Card> = (tx, page) => tx.cards.listHeld(anns, page)
    const [c, a, b] = rows
    await sortsBy(storage, held, "created_at", present([b, c, a]))
    await sortsBy(storage, held, "identifier", present([a, b, c]))
    for (const [identifier, expected] of [
      ["A", [rows[1]]],
      ["D", []],
    ] as const)
      same(
        await allOf(
          storage,
          (tx, page) => tx.cards.listHeld({ ...anns, identifier }, page),
          "identifier",
        ),
        expected,
        `Ann's card ${identifier}`,
      )
  }),
  storageCase(
    "cards: those that grant a tier, themselves or by their model, are counted, and those of a model",
    async (storage) => {
      await found(storage)
      await write(storage, async (tx) => {
        await tx.cardModels.add(cardModel(300, { ...ofHome, membershipTierUuid: gold.uuid }))
        await tx.cardModels.add(cardModel(301, ofHome))
      })
      await addCards(storage, [
        card(101, { ...ofHome, membershipTierUuid: gold.uuid }),
        card(102, { ...ofHome, cardModelUuid: uuid(300) }),
        card(103, { ...ofHome, cardModelUuid: uuid(300), membershipTierUuid: silver.uuid }),
        card(104, { ...ofHome, cardModelUuid: uuid(301), membershipTierUuid: gold.uuid }),
        card(105, { ...ofHome, membershipTierUuid: gold.uuid, withdrawnAt: at(5) }),
        card(106, { ...ofHome, cardModelUuid: uuid(300), withdrawnAt: at(5) }),
        card(107, { ...ofHome, cardModelUuid: uuid(301) }),
        card(108, ofHome),
      ])
      await read(storage, async (tx) => {
        same(await tx.cards.countGranting(gold.uuid), 3, "of gold")
        same(await tx.cards.countGranting(silver.uuid), 1, "of silver")
        same(await tx.cards.countGranting(uuid(999)), 0, "of no tier")
        same(await tx.cards.countOfModel(uuid(300)), 3, "of the model")
        same(await tx.cards.countOfModel(uuid(301)), 2, "of the other model")
        same(await tx.cards.countOfModel(uuid(999)), 0, "of no model")
      })
    },
  ),
]
