import { type Migration } from "./migration.ts"

export const assets: Migration = {
  name: "0029-assets",
  statements: ({ createTable, createIndex, createUniqueIndex }) => [
    createTable(
      "user_assets",
      {
        uuid: "text",
        user_uuid: "text",
        transaction_id: "text",
        wallet_address: "text",
        item_uid: "text",
        asset_type: "text",
        slot: "text?",
        url: "text",
        metadata: "json",
        created_at: "instant",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("user_assets_pkey", ["uuid"])
          .addForeignKeyConstraint("user_assets_user_fkey", ["user_uuid"], "users", ["uuid"]),
    ),
    createUniqueIndex("user_assets_item", "user_assets", ["user_uuid", "item_uid"]),
    createIndex("user_assets_of_user", "user_assets", ["user_uuid", "created_at", "uuid"]),
    createIndex("user_assets_of_transaction", "user_assets", [
      "user_uuid",
      "transaction_id",
      "item_uid",
    ]),
    createTable(
      "equipped_assets",
      { profile_page_uuid: "text", slot: "text", asset_uuid: "text", equipped_at: "instant" },
      (table) =>
        table
          .addPrimaryKeyConstraint("equipped_assets_pkey", ["profile_page_uuid", "slot"])
          // A version before this one removes pages and knows nothing of assets.
          .addForeignKeyConstraint(
            "equipped_assets_page_fkey",
            ["profile_page_uuid"],
            "profile_pages",
            ["uuid"],
            (key) => key.onDelete("cascade"),
          )
          .addForeignKeyConstraint(
            "equipped_assets_asset_fkey",
            ["asset_uuid"],
            "user_assets",
            ["uuid"],
            (key) => key.onDelete("cascade"),
          ),
    ),
    createIndex("equipped_assets_of_asset", "equipped_assets", ["asset_uuid"]),
  ],
}
