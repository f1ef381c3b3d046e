import { sql } from "kysely"
import type { Migration } from "./migration.ts"

/** Wallets that were handed out by a link. Of links that are there already it is noted too. */
export const unnamedWallets: Migration = {
  name: "0071-unnamed-wallets",
  statements: ({ db, createTable }) => [
    createTable(
      "unnamed_wallets",
      { user_uuid: "text", wallet_address: "text", since: "instant" },
      (table) =>
        table
          .addPrimaryKeyConstraint("unnamed_wallets_pkey", ["user_uuid", "wallet_address"])
          .addForeignKeyConstraint("unnamed_wallets_user_fkey", ["user_uuid"], "users", ["uuid"])
          .addForeignKeyConstraint("unnamed_wallets_wallet_fkey", ["wallet_address"], "wallets", [
            "address",
          ]),
    ),
    db
      .insertInto("unnamed_wallets")
      .columns(["user_uuid", "wallet_address", "since"])
      .expression(
        db
          .selectFrom("links")
          .select(["user_uuid", "wallet_address", sql`min(created_at)`.as("since")])
          .where("wallet_address", "is not", null)
          .groupBy(["user_uuid", "wallet_address"]),
      ),
  ],
}
