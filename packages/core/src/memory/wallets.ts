import type { Wallet } from "../wallets/wallet.ts"
import type { DecryptionKeyRepository } from "../wallets/decryption-key-repository.ts"
import type { DoorWallet, WalletRepository } from "../wallets/wallet-repository.ts"
import { pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { addNew, type Tables, walletPlace } from "./tables.ts"

export const wallets = (tables: Tables): WalletRepository => ({
  add: async (wallet, key) => {
    if (!tables.wallets.add(wallet)) return false
    addNew(tables.walletKeys, { address: wallet.address, key }, "key")
    return true
  },
  addAll: async (rows) => {
    for (const { wallet, key } of rows) {
      addNew(tables.wallets, wallet, "wallet")
      addNew(tables.walletKeys, { address: wallet.address, key }, "key")
    }
  },
  find: async (address) => tables.wallets.get(address),
  findAll: async (addresses) => rowsOf(tables.wallets.get, addresses),
  doorWalletsAt: async (addresses) =>
    rowsOf(tables.wallets.get, addresses).map((row) => atDoors(tables, row)),
  ofUser: async (userUuid, organizationUuid) =>
    tables.wallets.at(walletPlace("user", userUuid, organizationUuid)),
  ofUsers: async (userUuids, organizationUuid) =>
    tables.wallets
      .rows()
      .filter(
        (row) =>
          row.kind === "user" &&
          userUuids.includes(row.userUuid ?? "") &&
          (organizationUuid === undefined || row.organizationUuid === organizationUuid),
      ),
  doorWalletsOf: async (userUuids, organizationUuid) =>
    tables.wallets
      .rows()
      .filter(
        (row) =>
          row.kind === "user" &&
          userUuids.includes(row.userUuid ?? "") &&
          row.organizationUuid === organizationUuid,
      )
      .map((row) => atDoors(tables, row)),
  ofOrganization: async (organizationUuid, kind) =>
    tables.wallets.at(walletPlace(kind, undefined, organizationUuid)),
  list: async (of, page) => {
    const isListed = ({ kind, userUuid, organizationUuid }: Wallet) =>
      "userUuid" in of
        ? kind === "user" && userUuid === of.userUuid
        : kind === "treasury" && organizationUuid === of.treasuryOf
    return pageOf(
      tables.wallets.rows().filter(isListed),
      page,
      ({ createdAt }) => createdAt,
      ({ uuid }) => uuid,
    )
  },
  walkOf: async (userUuid, after, limit) =>
    sliceOf(
      tables.wallets.rows().filter((row) => row.kind === "user" && row.userUuid === userUuid),
      (row) => row.address,
      after,
      limit,
    ),
  close: async (userUuid, closedAt) => {
    for (const row of tables.wallets.rows())
      if (row.kind === "user" && row.userUuid === userUuid && row.closedAt === undefined)
        tables.wallets.put({ ...row, closedAt })
  },
  sealedKey: async (address) => tables.walletKeys.get(address)?.key,
})

const atDoors = (tables: Tables, wallet: Wallet): DoorWallet => ({
  ...wallet,
  userDisabledAt: tables.users.get(wallet.userUuid ?? "")?.disabledAt,
})

export const decryptionKeys = (tables: Tables): DecryptionKeyRepository => ({
  add: async (key) => addNew(tables.decryptionKeys, key, "decryption key"),
  addAll: async (keys) => {
    for (const key of keys) addNew(tables.decryptionKeys, key, "decryption key")
  },
  findAll: async (kids) => rowsOf(tables.decryptionKeys.get, kids),
})
