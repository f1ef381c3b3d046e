import type { Migration } from "./migration.ts"

export const receivingWallets: Migration = {
  name: "0047-receiving-wallets",
  statements: ({ createIndex }) => [
    createIndex("reward_issuances_of_wallet", "reward_issuances", [
      "wallet_address",
      "reward_template_uuid",
    ]),
  ],
}
