import type { EquippedAsset, UserAsset } from "@symbolon/core/storage"
import { club } from "./club.ts"
import { transactionId } from "./postings.ts"
import { at, uuid } from "./samples.ts"

/** A background that Ann installed of the transaction 0. */
export const userAsset = (n: number, change: Partial<UserAsset> = {}): UserAsset => ({
  uuid: uuid(n),
  userUuid: club.ann.uuid,
  transactionId: transactionId(0),
  walletAddress: club.annsPurse.address,
  itemUid: `${transactionId(0)}-${n}`,
  assetType: "background",
  slot: undefined,
  url: `https://images.example/${n}.png`,
  uploadedFileUuid: undefined,
  metadata: { title: `Asset ${n}`, own: { deep: [n] } },
  createdAt: at(n),
  ...change,
})

/** An asset in the slot of a page; both have the number of what they are. */
export const equippedAsset = (
  page: number,
  asset: number,
  change: Partial<EquippedAsset> = {},
): EquippedAsset => ({
  profilePageUuid: uuid(page),
  slot: "background",
  assetUuid: uuid(asset),
  equippedAt: at(asset),
  ...change,
})
