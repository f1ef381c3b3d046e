import type { Storage, Wallet } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { address, at, hash, sealedKey, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, annsPurse, bobsPurse, treasury, issuance } = club

const add = async (storage: Storage, ...rows: readonly Wallet[]): Promise<void> => {
  for (const row of rows)
    claim(
      await write(storage, (tx) => tx.wallets.add(row, sealedKey(1))),
      `adding a ${row.kind} wallet must answer true`,
    )
}
const refuses = async (storage: Storage, row: Wallet, what: string): Promise<void> => {
  claim(
    !(await write(storage, (tx) => tx.wallets.add(row, sealedKey(1)))),
    `${what} must be refused`,
  )
  same(await read(storage, (tx) => tx.wallets.find(row.address)), undefined, `${what}: the wallet`)
  same(
    await read(storage, (tx) => tx.wallets.sealedKey(row.address)),
    undefined,
    `${what}: its key`,
  )
}
const ofUser =
  (userUuid: string): List<"created_at", Wallet> =>
  (tx, page) =>
    tx.wallets.list({ userUuid }, page)
const treasuriesOf =
  (treasuryOf: string): List<"created_at", Wallet> =>
  (tx, page) =>
    tx.wallets.list({ treasuryOf }, page)

export const wallets: readonly StorageCase[] = [
  storageCase(
    "wallets: a wallet and its sealed key come back as they were written",
    async (storage) => {
      await found(storage)
      const full = wallet(100, {
        userUuid: ann.uuid,
        organizationUuid: away.uuid,
        keyVersion: 3,
        balance: Number.MAX_SAFE_INTEGER,
        sequence: Number.MAX_SAFE_INTEGER,
        head: hash(7),
      })
      claim(
        await write(storage, (tx) => tx.wallets.add(full, sealedKey(77))),
        "a wallet must be added",
      )
      await read(storage, async (tx) => {
        same(await tx.wallets.find(full.address), full, "the wallet")
        same(await tx.wallets.sealedKey(full.address), sealedKey(77), "its key")
        same(await tx.wallets.find(issuance.address), issuance, "one below zero, without a user")
        same(await tx.wallets.find(address(999)), undefined, "an unknown wallet")
        same(await tx.wallets.sealedKey(address(999)), undefined, "the key of an unknown wallet")
      })
    },
  ),
  storageCase(
    "wallets: close closes those of a user alone, each once, and the ledger's view tells it",
    async (storage) => {
      await found(storage)
      const primary = wallet(100, { isPrimary: true, userUuid: ann.uuid })
      await add(
        storage,
        primary,
        wallet(101, { userUuid: ann.uuid, organizationUuid: away.uuid, closedAt: at(1) }),
      )
      await write(storage, (tx) => tx.wallets.close(ann.uuid, at(5)))
      await write(storage, (tx) => tx.wallets.close(ann.uuid, at(6)))
      await read(storage, async (tx) => {
        const closed = (await tx.wallets.ofUsers([ann.uuid, bob.uuid], undefined)).map((row) => [
          row.address,
          row.closedAt,
        ])
        sameSet(
          closed,
          [
            [primary.address, at(5)],
            [address(101), at(1)],
            [annsPurse.address, at(5)],
            [bobsPurse.address, undefined],
          ],
          "who is closed, and since when",
        )
        same((await tx.wallets.find(treasury.address))?.closedAt, undefined, "a treasury")
        const { wallets: seen } = await tx.ledger.load({
          keys: [],
          transactions: [],
          wallets: [primary.address],
        })
        same(seen.get(primary.address)?.closedAt, at(5), "what the ledger sees")
      })
    },
  ),
  storageCase(
    "wallets: a user has one primary wallet, and one in each organization",
    async (storage) => {
      await found(storage)
      const primary = wallet(100, { isPrimary: true, userUuid: ann.uuid })
      const elsewhere = wallet(101, { userUuid: ann.uuid, organizationUuid: away.uuid })
      await add(storage, primary, elsewhere, wallet(102, { isPrimary: true, userUuid: bob.uuid }))
      await refuses(
        storage,
        wallet(110, { isPrimary: true, userUuid: ann.uuid }),
        "a second primary wallet",
      )
      await refuses(
        storage,
        wallet(111, { userUuid: ann.uuid, organizationUuid: home.uuid }),
        "a second wallet in an organization",
      )
      await read(storage, async (tx) => {
        same(await tx.wallets.ofUser(ann.uuid, undefined), primary, "the primary wallet")
        same(await tx.wallets.ofUser(ann.uuid, home.uuid), annsPurse, "the wallet here")
        same(await tx.wallets.ofUser(ann.uuid, away.uuid), elsewhere, "the wallet there")
        same(await tx.wallets.ofUser(bob.uuid, away.uuid), undefined, "no wallet there")
        same(await tx.wallets.ofUser(club.cid.uuid, undefined), undefined, "no primary wallet")
      })
    },
  ),
  storageCase(
    "wallets: an organization has one treasury and one issuance wallet, the ledger one system wallet",
    async (storage) => {
      await found(storage)
      const system = wallet(100, { kind: "system" })
      const foreign = wallet(101, { kind: "treasury", organizationUuid: away.uuid })
      await add(storage, system, foreign)
      await refuses(
        storage,
        wallet(110, { kind: "treasury", organizationUuid: home.uuid }),
        "a second treasury",
      )
      await refuses(
        storage,
        wallet(111, { kind: "issuance", organizationUuid: home.uuid }),
        "a second issuance wallet",
      )
      await refuses(storage, wallet(112, { kind: "system" }), "a second system wallet")
      await read(storage, async (tx) => {
        same(await tx.wallets.ofOrganization(home.uuid, "treasury"), treasury, "the treasury")
        same(
          await tx.wallets.ofOrganization(home.uuid, "issuance"),
          issuance,
          "the issuance wallet",
        )
        same(await tx.wallets.ofOrganization(away.uuid, "treasury"), foreign, "the other treasury")
        same(
          await tx.wallets.ofOrganization(away.uuid, "issuance"),
          undefined,
          "no issuance wallet",
        )
        same(await tx.wallets.ofOrganization(undefined, "system"), system, "the system wallet")
      })
    },
  ),
  storageCase(
    "wallets: cards have as many wallets as they like, and are nobody's",
    async (storage) => {
      await found(storage)
      const cards = [100, 101, 102].map((n) =>
        wallet(n, { kind: "card", organizationUuid: home.uuid }),
      )
      const owned = [103, 104].map((n) =>
        wallet(n, { kind: "card", organizationUuid: away.uuid, userUuid: ann.uuid }),
      )
      await add(storage, ...cards, ...owned)
      sameSet(
        await read(storage, (tx) =>
          tx.wallets.findAll([...cards, ...owned].map((card) => card.address)),
        ),
        [...cards, ...owned],
        "the cards",
      )
      same(
        await read(storage, (tx) => tx.wallets.ofUser(ann.uuid, away.uuid)),
        undefined,
        "the user's wallet where they have a card alone",
      )
      same(await allOf(storage, ofUser(ann.uuid), "created_at"), [annsPurse], "the user's list")
    },
  ),
  storageCase(
    "wallets: of concurrent adds for the same place exactly one is true",
    async (storage) => {
      await found(storage)
      const tries = Array.from({ length: 10 }, (_, n) =>
        wallet(100 + n, { userUuid: ann.uuid, organizationUuid: away.uuid }),
      )
      const isAdded = await Promise.all(
        tries.map((one) => write(storage, (tx) => tx.wallets.add(one, sealedKey(1)))),
      )
      same(isAdded.filter(Boolean).length, 1, "how many were added")
      same(
        await read(storage, (tx) => tx.wallets.ofUser(ann.uuid, away.uuid)),
        tries[isAdded.indexOf(true)],
        "the one that was added",
      )
    },
  ),
  storageCase(
    "wallets: many at once: none, some twice, 1,000, unknown ones left out",
    async (storage) => {
      await found(storage)
      const cards = Array.from({ length: 50 }, (_, n) => wallet(1000 + n, { kind: "card" }))
      await write(storage, async (tx) => {
        for (const card of cards) await tx.wallets.add(card, sealedKey(1))
      })
      await read(storage, async (tx) => {
        same(await tx.wallets.findAll([]), [], "of no addresses")
        sameSet(
          await tx.wallets.findAll([
            annsPurse.address,
            address(999),
            bobsPurse.address,
            annsPurse.address,
          ]),
          [annsPurse, bobsPurse],
          "of some",
        )
        sameSet(
          await tx.wallets.findAll(Array.from({ length: 1000 }, (_, n) => address(1000 + n))),
          cards,
          "of 1,000",
        )
      })
    },
  ),
  storageCase(
    "wallets: the lists of a user and of a treasury, by creation, ties by uuid",
    async (storage) => {
      await found(storage)
      const primary = wallet(100, {
        isPrimary: true,
        userUuid: ann.uuid,
        createdAt: annsPurse.createdAt,
      })
      const elsewhere = wallet(101, {
        userUuid: ann.uuid,
        organizationUuid: away.uuid,
        createdAt: at(0),
      })
      await add(storage, primary, elsewhere)
      await sortsBy(storage, ofUser(ann.uuid), "created_at", [elsewhere, annsPurse, primary])
      await sortsBy(storage, ofUser(uuid(999)), "created_at", [])
      await sortsBy(storage, treasuriesOf(home.uuid), "created_at", [treasury])
      await sortsBy(storage, treasuriesOf(away.uuid), "created_at", [])
    },
  ),
  storageCase(
    "wallets: those of many people, in one organization or everywhere",
    async (storage) => {
      await found(storage)
      const primary = wallet(101, { userUuid: ann.uuid, isPrimary: true })
      const elsewhere = wallet(102, { userUuid: ann.uuid, organizationUuid: away.uuid })
      await add(storage, primary, elsewhere)
      await read(storage, async (tx) => {
        sameSet(
          await tx.wallets.ofUsers([ann.uuid, bob.uuid, uuid(999)], home.uuid),
          [annsPurse, bobsPurse],
          "at home",
        )
        sameSet(
          await tx.wallets.ofUsers([ann.uuid, ann.uuid], away.uuid),
          [elsewhere],
          "away, once",
        )
        sameSet(
          await tx.wallets.ofUsers([ann.uuid], undefined),
          [annsPurse, primary, elsewhere],
          "everywhere",
        )
        same(await tx.wallets.ofUsers([], undefined), [], "of nobody")
      })
    },
  ),
  storageCase(
    "wallets: those that doors ask for come with whether their users are disabled",
    async (storage) => {
      await found(storage)
      const primary = wallet(101, { userUuid: ann.uuid, isPrimary: true })
      const elsewhere = wallet(102, { userUuid: ann.uuid, organizationUuid: away.uuid })
      const card = wallet(103, { kind: "card" })
      await add(storage, primary, elsewhere, card)
      await write(storage, (tx) => tx.users.change({ ...ann, disabledAt: at(7) }))
      const disabled = (row: Wallet) => ({ ...row, userDisabledAt: at(7) })
      const enabled = (row: Wallet) => ({ ...row, userDisabledAt: undefined })
      await read(storage, async (tx) => {
        const addresses = [annsPurse, primary, bobsPurse, card, treasury].map((row) => row.address)
        sameSet(
          await tx.wallets.doorWalletsAt([...addresses, annsPurse.address, address(999)]),
          [disabled(annsPurse), disabled(primary), ...[bobsPurse, card, treasury].map(enabled)],
          "of some addresses, each once",
        )
        same(await tx.wallets.doorWalletsAt([]), [], "of no addresses")
        sameSet(
          await tx.wallets.doorWalletsOf([ann.uuid, bob.uuid, ann.uuid, uuid(999)], home.uuid),
          [disabled(annsPurse), enabled(bobsPurse)],
          "of users at home",
        )
        same(await tx.wallets.doorWalletsOf([bob.uuid], away.uuid), [], "of who has none there")
        same(await tx.wallets.doorWalletsOf([], home.uuid), [], "of nobody")
      })
    },
  ),
]
