import type { Card, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { decryptionKey } from "../content-samples.ts"
import { allOf } from "../paging.ts"
import { card } from "../reward-samples.ts"
import { address, at, hash, sealedKey, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, foreign } = club

/** Adds the wallets of cards, and then the cards. */
const addCards = (storage: Storage, rows: readonly Card[], firstWallet = 101) =>
  write(storage, async (tx) => {
    await tx.wallets.addAll(
      rows.map((_, n) => ({
        wallet: wallet(firstWallet + n, { kind: "card" }),
        key: sealedKey(firstWallet + n),
      })),
    )
    return tx.cards.addAll(rows)
  })

const full = card(102, {
  identifier: "É-04:a2",
  name: "Blue",
  holderName: "Mine",
  cardType: "qr",
  organizationUuid: away.uuid,
  holderUserUuid: ann.uuid,
  claimedAt: at(800),
  historyFrom: 801,
  claimCodeHash: "hash",
  isFrozen: true,
  frozenBy: "both",
  cardModelUuid: uuid(300),
  membershipTierUuid: foreign.uuid,
  tierGrantedAt: at(801),
  primarySince: at(802),
  offeredToUserUuid: bob.uuid,
  offeredAt: at(803),
  withdrawnAt: at(804),
  profilePageUuid: uuid(805),
  customFrontImageFileUuid: uuid(806),
  madeForUuid: uuid(807),
  updatedAt: at(900),
})

/** What is added many at once: cards, their wallets and keys. */
export const cardBatches: readonly StorageCase[] = [
  storageCase(
    "cards: addAll adds many, with all fields and with none, and a search finds them",
    async (storage) => {
      await found(storage)
      const bare = card(101, { organizationUuid: undefined, cardType: "virtual" })
      const many = Array.from({ length: 500 }, (_, n) =>
        card(103 + n, { identifier: `MANY-${1000 + n}`, organizationUuid: home.uuid }),
      )
      const rows = [bare, full, ...many]
      sameSet(
        await addCards(storage, rows),
        rows.map((row) => row.uuid),
        "the uuids of those that were added",
      )
      same(await write(storage, (tx) => tx.cards.addAll([])), [], "of none")
      await read(storage, async (tx) => {
        for (const row of [bare, full, ...many.slice(-1)])
          same(await tx.cards.find(row.uuid), row, "by uuid")
        const page = { page: 1, pageSize: 100, sortBy: "identifier", sortOrder: "asc" } as const
        const { totalItems } = await tx.cards.listInventory(
          { organizationUuid: home.uuid, search: "MANY-14", at: at(0) },
          page,
        )
        same(totalItems, 100, "how many the organization's search finds")
        const { items } = await tx.cards.listInventory(
          { organizationUuid: away.uuid, search: "04:a", at: at(0) },
          page,
        )
        same(items, [full], "what the search of the other organization finds")
      })
    },
  ),
  storageCase(
    "cards: addAll leaves out those whose identifiers are taken, and adds the others",
    async (storage) => {
      await found(storage)
      const rows = [101, 102, 103, 104].map((n) => card(n))
      await addCards(storage, rows.slice(0, 2))
      const again = [
        card(110, { identifier: "CARD-102", organizationUuid: away.uuid }),
        card(111, { identifier: "NEW" }),
        card(112, { identifier: "NEW" }),
        card(113, { identifier: "CARD-101" }),
      ]
      sameSet(await addCards(storage, again, 110), [uuid(111)], "the one that was added")
      await read(storage, async (tx) => {
        same(await tx.cards.find(uuid(101)), rows[0], "the card that was there")
        for (const n of [110, 112, 113])
          same(await tx.cards.find(uuid(n)), undefined, `the card ${n}, which was left out`)
      })
      const inventory = await allOf(
        storage,
        (tx, page) =>
          tx.cards.listInventory({ organizationUuid: away.uuid, search: "CARD", at: at(0) }, page),
        "identifier",
      )
      same(inventory, [], "what a search finds of a card that was left out")
    },
  ),
  storageCase(
    "cards: of many who add the same cards at once each card is added once",
    async (storage) => {
      await found(storage)
      const tries = Array.from({ length: 6 }, (_, n) => {
        const from = 200 + 10 * n
        return [0, 1, 2, 3].map((k) => card(from + k, { identifier: `ONE-${k}` }))
      })
      const added = await Promise.all(tries.map((rows, n) => addCards(storage, rows, 200 + 10 * n)))
      same(added.flat().length, 4, "how many were added")
      await read(storage, async (tx) => {
        for (const k of [0, 1, 2, 3]) {
          const uuidOf = (await tx.cards.findByIdentifier(`ONE-${k}`))?.uuid ?? ""
          claim(added.flat().includes(uuidOf), "what is found must be what was said to be added")
        }
      })
    },
  ),
  storageCase("cards: addAll rejects a second card of a wallet", async (storage) => {
    await found(storage)
    await addCards(storage, [card(101)])
    await rejects(
      write(storage, (tx) => tx.cards.addAll([card(102, { walletAddress: address(101) })])),
      "a second card of the wallet",
    )
    same(await read(storage, (tx) => tx.cards.find(uuid(102))), undefined, "the second card")
  }),
  storageCase(
    "cards: takenAmong has those of many identifiers that a card has, whoever has it",
    async (storage) => {
      await found(storage)
      await addCards(storage, [
        card(101),
        card(102, { organizationUuid: undefined }),
        card(103, { withdrawnAt: at(1) }),
        card(104),
      ])
      const taken = (identifiers: readonly string[]) =>
        read(storage, (tx) => tx.cards.takenAmong(identifiers))
      sameSet(
        await taken(["CARD-101", "CARD-102", "CARD-103", "card-104", "CARD-1", "CARD-101"]),
        ["CARD-101", "CARD-102", "CARD-103"],
        "each once",
      )
      same(await taken([]), [], "of none")
      same((await taken(Array.from({ length: 1000 }, (_, n) => `CARD-${n}`))).length, 4, "of 1,000")
    },
  ),
  storageCase(
    "wallets: addAll adds many with their keys, or rejects and adds none",
    async (storage) => {
      await found(storage)
      const rows = [
        wallet(100, {
          userUuid: ann.uuid,
          organizationUuid: away.uuid,
          keyVersion: 3,
          balance: 5,
          head: hash(7),
          closedAt: at(5),
        }),
        ...Array.from({ length: 50 }, (_, n) => wallet(101 + n, { kind: "card" })),
      ]
      await write(storage, async (tx) => {
        await tx.wallets.addAll(rows.map((row, n) => ({ wallet: row, key: sealedKey(n) })))
        await tx.wallets.addAll([])
      })
      await read(storage, async (tx) => {
        sameSet(await tx.wallets.findAll(rows.map((row) => row.address)), rows, "the wallets")
        same(await tx.wallets.sealedKey(address(100)), sealedKey(0), "the first one's key")
        same(await tx.wallets.sealedKey(address(150)), sealedKey(50), "the last one's key")
      })
      const second = wallet(201, { userUuid: ann.uuid, organizationUuid: away.uuid })
      for (const taken of [rows[1], second].filter((row) => row !== undefined))
        await rejects(
          write(storage, (tx) =>
            tx.wallets.addAll([
              { wallet: wallet(200, { kind: "card" }), key: sealedKey(1) },
              { wallet: taken, key: sealedKey(1) },
            ]),
          ),
          "a wallet whose address or place is taken",
        )
      same(await read(storage, (tx) => tx.wallets.find(address(200))), undefined, "the one beside")
    },
  ),
  storageCase("decryptionKeys: addAll adds many, or rejects and adds none", async (storage) => {
    await found(storage)
    const keys = [1, 2, 3].map((n) => decryptionKey(n))
    await write(storage, async (tx) => {
      await tx.decryptionKeys.addAll(keys)
      await tx.decryptionKeys.addAll([])
    })
    await rejects(
      write(storage, (tx) => tx.decryptionKeys.addAll([decryptionKey(4), decryptionKey(3)])),
      "a key of a version that is there",
    )
    sameSet(
      await read(storage, (tx) =>
        tx.decryptionKeys.findAll([1, 2, 3, 4].map((n) => decryptionKey(n).kid)),
      ),
      keys,
      "those that were added",
    )
  }),
]
