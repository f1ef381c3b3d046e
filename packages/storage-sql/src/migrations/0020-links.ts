import { condition, type Migration } from "./migration.ts"

export const links: Migration = {
  name: "0020-links",
  statements: ({ createTable, createIndex, createUniqueIndex }) => [
    createTable(
      "links",
      {
        uuid: "text",
        link_token: "text",
        user_uuid: "text",
        profile_page_uuid: "text?",
        wallet_address: "text?",
        created_at: "instant",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("links_pkey", ["uuid"])
          .addForeignKeyConstraint("links_user_fkey", ["user_uuid"], "users", ["uuid"])
          // A version before this one removes pages and knows nothing of links.
          .addForeignKeyConstraint(
            "links_page_fkey",
            ["profile_page_uuid"],
            "profile_pages",
            ["uuid"],
            (key) => key.onDelete("cascade"),
          )
          .addForeignKeyConstraint("links_wallet_fkey", ["wallet_address"], "wallets", ["address"]),
    ),
    createUniqueIndex("links_token", "links", ["link_token"]),
    createIndex("links_of_user", "links", ["user_uuid", "created_at", "uuid"]),
    createIndex("links_of_page", "links", ["profile_page_uuid"]).where(
      condition("profile_page_uuid is not null"),
    ),
  ],
}
