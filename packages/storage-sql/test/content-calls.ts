import { address, at, firstMember, sealedKey, uuid } from "./sample-organization.ts"
import { pageOf } from "./profile-calls.ts"
import type { VerbCall } from "./verb-calls.ts"

const [someone, stranger] = [firstMember + 77, 900_000]

const asset = {
  uuid: uuid(stranger),
  userUuid: uuid(someone),
  transactionId: "t-1",
  walletAddress: address(someone),
  itemUid: "t-1-0",
  assetType: "background",
  slot: undefined,
  url: "https://images.example/sea.png",
  uploadedFileUuid: undefined,
  metadata: {},
  createdAt: at(0),
} as const
const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const
const ofSomeone = { userUuid: uuid(someone), walletAddresses: [address(someone)] }

/** Every verb about contents of transactions, and assets. */
export const contentCalls: readonly VerbCall[] = [
  {
    name: "cachedContents.add",
    call: (tx) =>
      tx.cachedContents.add({
        transactionId: "t-1",
        contentHash: "hash",
        sealed: sealedKey,
        fetchedAt: at(0),
        expiresAt: undefined,
        latencyMs: 1,
        driftCount: 0,
      }),
  },
  { name: "cachedContents.findAll", call: (tx) => tx.cachedContents.findAll(["t-1", "t-2"]) },
  {
    name: "cachedContents.refetched",
    call: (tx) =>
      tx.cachedContents.refetched({
        transactionId: "t-1",
        expiresAt: at(1),
        latencyMs: 1,
        isDrift: true,
      }),
  },
  {
    name: "cachedContents.addUse",
    call: (tx) =>
      tx.cachedContents.addUse({ transactionId: "t-1", hitCount: 1, lastAccessedAt: at(1) }),
  },
  { name: "cachedContents.usesOf", call: (tx) => tx.cachedContents.usesOf(["t-1", "t-2"]) },
  { name: "cachedContents.forget", call: (tx) => tx.cachedContents.forget("t-1") },
  {
    name: "contents.addAccess",
    call: (tx) =>
      tx.contents.addAccess({
        keyHash: "hash",
        transactionId: "t-1",
        walletAddress: address(someone),
        createdAt: at(0),
        expiresAt: at(1),
      }),
  },
  { name: "contents.access", call: (tx) => tx.contents.access("hash") },
  { name: "contents.sweepAccess", call: (tx) => tx.contents.sweepAccess(at(0), 100) },
  {
    name: "contents.addRead",
    call: (tx) =>
      tx.contents.addRead({
        uuid: uuid(stranger),
        transactionId: "t-1",
        walletAddress: address(someone),
        readerKind: "user",
        readerId: uuid(someone),
        readAt: at(0),
      }),
  },
  { name: "contents.findRead", call: (tx) => tx.contents.findRead("r-1") },
  { name: "contents.readsOf", call: (tx) => tx.contents.readsOf("t-1", undefined, 100) },
  { name: "assets.addAll", call: (tx) => tx.assets.addAll([asset]) },
  { name: "assets.find", call: (tx) => tx.assets.find(asset.uuid) },
  {
    name: "assets.ofTransaction",
    call: (tx) => tx.assets.ofTransaction(asset.userUuid, asset.transactionId),
  },
  { name: "assets.list", call: (tx) => tx.assets.list(ofSomeone, page) },
  {
    name: "assets.list, of a type",
    call: (tx) => tx.assets.list({ ...ofSomeone, assetType: "sticker" }, page),
  },
  { name: "assets.walkOf", call: (tx) => tx.assets.walkOf(asset.userUuid, "0", 500) },
  {
    name: "assets.equip",
    call: async (tx) => {
      const other = { ...asset, uuid: uuid(stranger + 1), itemUid: "t-1-1" }
      await tx.assets.addAll([other])
      await tx.assets.equip({
        profilePageUuid: pageOf(77),
        slot: "background",
        assetUuid: other.uuid,
        equippedAt: at(0),
      })
    },
  },
  { name: "assets.unequip", call: (tx) => tx.assets.unequip(uuid(stranger), "head") },
  { name: "assets.equippedOn", call: (tx) => tx.assets.equippedOn([uuid(stranger), uuid(1)]) },
  { name: "assets.remove", call: (tx) => tx.assets.remove(asset.userUuid, "t-1") },
  { name: "assets.removeAllOf", call: (tx) => tx.assets.removeAllOf(asset.userUuid) },
]
