import {
  type EquippedAsset,
  noWrites,
  type Storage,
  type UserAsset,
  type UserAssetOrder,
  type UserAssetsOf,
} from "@symbolon/core/storage"
import { equippedAsset, userAsset } from "../asset-samples.ts"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { head, post, transaction, transactionId } from "../postings.ts"
import { profilePage } from "../profile-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, treasury, annsPurse, bobsPurse } = club
const both = [annsPurse.address, bobsPurse.address]
const ofAnn: UserAssetsOf = { userUuid: ann.uuid, walletAddresses: both }

const [first, second, hat, reversed, inBobs, bobs] = [
  userAsset(101, { uploadedFileUuid: uuid(700) }),
  userAsset(102, { createdAt: at(50) }),
  userAsset(103, { assetType: "character_part", slot: "head", transactionId: transactionId(1) }),
  userAsset(104, { transactionId: transactionId(2), itemUid: "gone-0" }),
  userAsset(105, { walletAddress: bobsPurse.address }),
  userAsset(106, { userUuid: bob.uuid, itemUid: `${transactionId(0)}-101` }),
]
const everything = [first, second, hat, reversed, inBobs, bobs]

/** The club with two pages of Ann's and one of Bob's, three rewards, the last reversed, and assets. */
const foundWithAssets = async (storage: Storage): Promise<void> => {
  await found(storage)
  const rewards = [0, 1, 2].map((logIndex) =>
    transaction(
      {
        from: { ...treasury, sequence: 10 * logIndex },
        to: { ...annsPurse, sequence: 10 * logIndex },
        amount: 0,
        logIndex,
      },
      logIndex === 2 ? { status: "reversed", reversalReason: "no" } : {},
    ),
  )
  await post(storage, { ...noWrites, transactions: rewards, ledger: head(3) })
  await write(storage, async (tx) => {
    for (const n of [201, 202]) await tx.profilePages.add(profilePage(n))
    await tx.profilePages.add(profilePage(203, { userUuid: bob.uuid }))
    await tx.assets.addAll(everything)
  })
}

const find = (storage: Storage, { uuid: of }: UserAsset) =>
  read(storage, (tx) => tx.assets.find(of))
const on = (storage: Storage, ...pages: readonly number[]) =>
  read(storage, (tx) => tx.assets.equippedOn(pages.map((n) => uuid(n))))
const equip = (storage: Storage, ...equipped: readonly EquippedAsset[]) =>
  write(storage, async (tx) => {
    for (const one of equipped) await tx.assets.equip(one)
  })
const list =
  (of: UserAssetsOf): List<UserAssetOrder, UserAsset> =>
  (tx, page) =>
    tx.assets.list(of, page)

/** Assets that users installed, and where their pages have them. */
export const assets: readonly StorageCase[] = [
  storageCase("assets: an item is installed once by a user", async (storage) => {
    await foundWithAssets(storage)
    for (const one of everything) same(await find(storage, one), one, "an installed one")
    same(await find(storage, userAsset(999)), undefined, "an unknown one")
    await rejects(
      write(storage, (tx) => tx.assets.addAll([userAsset(107, { itemUid: first.itemUid })])),
      "an item that the user has",
    )
    await write(storage, (tx) => tx.assets.addAll([]))
  }),
  storageCase("assets: those that a user installed of a transaction", async (storage) => {
    await foundWithAssets(storage)
    const of = (userUuid: string, n: number) =>
      read(storage, (tx) => tx.assets.ofTransaction(userUuid, transactionId(n)))
    same(await of(ann.uuid, 0), [first, second, inBobs], "Ann's")
    same(await of(ann.uuid, 1), [hat], "of another transaction")
    same(await of(ann.uuid, 2), [reversed], "of a reversed one")
    same(await of(bob.uuid, 0), [bobs], "Bob's")
    same(await of(bob.uuid, 1), [], "of none of Bob's")
  }),
  storageCase(
    "assets: a list has those of one user, of a type, in wallets, whose reward stands",
    async (storage) => {
      await foundWithAssets(storage)
      await sortsBy(storage, list(ofAnn), "created_at", [second, first, hat, inBobs])
      await sortsBy(
        storage,
        list({ ...ofAnn, walletAddresses: [annsPurse.address] }),
        "created_at",
        [second, first, hat],
      )
      await sortsBy(storage, list({ ...ofAnn, assetType: "character_part" }), "created_at", [hat])
      await sortsBy(storage, list({ ...ofAnn, assetType: "sticker" }), "created_at", [])
      await sortsBy(storage, list({ ...ofAnn, userUuid: bob.uuid }), "created_at", [bobs])
      await sortsBy(storage, list({ ...ofAnn, walletAddresses: [] }), "created_at", [])
    },
  ),
  storageCase("assets: a slot of a page has one, and pages have their own", async (storage) => {
    await foundWithAssets(storage)
    const [background, other, worn, elsewhere] = [
      equippedAsset(201, 101),
      equippedAsset(201, 102, { equippedAt: at(9) }),
      equippedAsset(201, 103, { slot: "head" }),
      equippedAsset(202, 101),
    ]
    await equip(storage, background, worn, elsewhere, equippedAsset(203, 106))
    sameSet(
      await on(storage, 201),
      [
        { ...background, asset: first },
        { ...worn, asset: hat },
      ],
      "on a page",
    )
    await equip(storage, other, equippedAsset(202, 104, { slot: "sticker" }))
    sameSet(
      await on(storage, 201, 202, 999),
      [
        { ...other, asset: second },
        { ...worn, asset: hat },
        { ...elsewhere, asset: first },
      ],
      "on two, without the reversed one",
    )
    same(await on(storage), [], "on none")
    const unequip = (page: number, slot: EquippedAsset["slot"]) =>
      write(storage, (tx) => tx.assets.unequip(uuid(page), slot))
    claim(!(await unequip(202, "head")), "an empty slot must answer false")
    claim(!(await unequip(201, "feet")), "another slot must answer false")
    claim(await unequip(201, "head"), "a slot must be cleared")
    same(await on(storage, 201), [{ ...other, asset: second }], "the other slot")
    same((await on(storage, 202)).length, 1, "the other page")
  }),
  storageCase(
    "assets: a reward's are removed from the slots too, and no others",
    async (storage) => {
      await foundWithAssets(storage)
      const hatOn = equippedAsset(201, 103, { slot: "head" })
      const bobsOn = equippedAsset(203, 106)
      await equip(storage, equippedAsset(201, 101), hatOn, bobsOn)
      const remove = (userUuid: string, n: number) =>
        write(storage, (tx) => tx.assets.remove(userUuid, transactionId(n)))
      same(await remove(ann.uuid, 0), 3, "how many")
      same(await remove(ann.uuid, 0), 0, "how many then")
      for (const gone of [first, second, inBobs]) same(await find(storage, gone), undefined, "gone")
      for (const left of [hat, bobs]) same(await find(storage, left), left, "left")
      sameSet(
        await on(storage, 201, 203),
        [
          { ...hatOn, asset: hat },
          { ...bobsOn, asset: bobs },
        ],
        "what pages have left",
      )
      await write(storage, (tx) => tx.assets.removeAllOf(ann.uuid))
      same(await find(storage, hat), undefined, "Ann's last")
      same(await on(storage, 201, 203), [{ ...bobsOn, asset: bobs }], "Bob's")
    },
  ),
  storageCase("assets: what a page has goes with the page", async (storage) => {
    await foundWithAssets(storage)
    const kept = equippedAsset(202, 101)
    await equip(storage, equippedAsset(201, 101), kept)
    await write(storage, (tx) => tx.profilePages.remove(uuid(201)))
    same(await on(storage, 201, 202), [{ ...kept, asset: first }], "the other page")
    same(await find(storage, first), first, "the asset")
  }),
]
