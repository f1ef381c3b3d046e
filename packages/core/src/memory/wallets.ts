import type { Wallet } from "../wallets/wallet.ts"
import type { WalletRepository } from "../wallets/wallet-repository.ts"
import { pageOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

/** Whether two wallets claim the same place: a user's primary, a user's in an organization, an organization's treasury or issuance. */
const collide = (one: Wallet, other: Wallet): boolean =>
  one.address === other.address ||
  (one.kind === other.kind && one.kind !== "card" && one.userUuid === other.userUuid && one.organizationUuid === other.organizationUuid)

export const wallets = (tables: Tables): WalletRepository => ({
  add: async (wallet, key) => {
    if (tables.wallets.rows().some((row) => collide(row, wallet))) return false
    tables.wallets.set(wallet.address, wallet)
    tables.walletKeys.set(wallet.address, key)
    return true
  },
  find: async (address) => tables.wallets.get(address),
  findAll: async (addresses) => tables.wallets.rows().filter(({ address }) => addresses.includes(address)),
  ofUser: async (userUuid, organizationUuid) =>
    tables.wallets.rows().find((row) => row.kind === "user" && row.userUuid === userUuid && row.organizationUuid === organizationUuid),
  ofOrganization: async (organizationUuid, kind) =>
    tables.wallets.rows().find((row) => row.kind === kind && row.organizationUuid === organizationUuid),
  list: async (of, page) => {
    const isListed = (row: Wallet) =>
      "userUuid" in of
        ? row.kind === "user" && row.userUuid === of.userUuid
        : row.kind === "treasury" && row.organizationUuid === of.treasuryOf
    return pageOf(
      tables.wallets.rows().filter(isListed),
      page,
      ({ createdAt }) => createdAt,
      ({ uuid }) => uuid,
    )
  },
  sealedKey: async (address) => tables.walletKeys.get(address),
})
