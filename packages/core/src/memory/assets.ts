import type { AssetRepository } from "../assets/asset-repository.ts"
import type { UserAsset } from "../assets/asset.ts"
import { compare, pageOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const assets = (tables: Tables): AssetRepository => {
  const ofUser = (of: string) => tables.userAssets.rows().filter(({ userUuid }) => userUuid === of)
  const isStanding = ({ transactionId }: UserAsset) =>
    tables.transactions.get(transactionId)?.status === "confirmed"
  const removeAll = (gone: readonly UserAsset[]): void => {
    for (const { uuid } of gone) {
      for (const row of tables.equippedAssets.rows())
        if (row.assetUuid === uuid)
          tables.equippedAssets.delete(place(row.profilePageUuid, row.slot))
      tables.userAssets.delete(uuid)
    }
  }
  const ofTransaction = (userUuid: string, id: string) =>
    ofUser(userUuid).filter(({ transactionId }) => transactionId === id)
  return {
    addAll: async (added) => {
      for (const asset of added) addNew(tables.userAssets, asset, "asset")
    },
    find: async (uuid) => tables.userAssets.get(uuid),
    ofTransaction: async (userUuid, transactionId) =>
      ofTransaction(userUuid, transactionId).toSorted((a, b) => compare(a.itemUid, b.itemUid)),
    list: async ({ userUuid, walletAddresses, assetType }, page) =>
      pageOf(
        ofUser(userUuid).filter(
          (asset) =>
            isStanding(asset) &&
            walletAddresses.includes(asset.walletAddress) &&
            asset.assetType === (assetType ?? asset.assetType),
        ),
        page,
        ({ createdAt }) => createdAt,
        ({ uuid }) => uuid,
      ),
    walkOf: async (userUuid, after, limit) =>
      sliceOf(ofUser(userUuid), ({ uuid }) => uuid, after, limit),
    equip: async (equipped) => tables.equippedAssets.put(equipped),
    unequip: async (profilePageUuid, slot) => {
      const key = place(profilePageUuid, slot)
      if (tables.equippedAssets.get(key) === undefined) return false
      tables.equippedAssets.delete(key)
      return true
    },
    equippedOn: async (uuids) =>
      tables.equippedAssets.rows().flatMap((row) => {
        const asset = tables.userAssets.get(row.assetUuid)
        return asset !== undefined && uuids.includes(row.profilePageUuid) && isStanding(asset)
          ? [{ ...row, asset }]
          : []
      }),
    remove: async (userUuid, transactionId) => {
      const gone = ofTransaction(userUuid, transactionId)
      removeAll(gone)
      return gone.length
    },
    removeAllOf: async (userUuid) => removeAll(ofUser(userUuid)),
  }
}
