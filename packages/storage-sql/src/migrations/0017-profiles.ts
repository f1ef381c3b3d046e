import { condition, type Migration } from "./migration.ts"

export const profiles: Migration = {
  name: "0017-profiles",
  statements: ({ createTable, createIndex, createUniqueIndex }) => [
    createTable(
      "profile_pages",
      {
        uuid: "text",
        user_uuid: "text",
        name: "text?",
        first_name: "text?",
        last_name: "text?",
        short_description: "text",
        long_description: "text",
        call_to_action: "json?",
        current_role: "json?",
        custom_background: "json?",
        avatar_frame: "text?",
        social_links: "json",
        links: "json",
        long_description_content: "json",
        stickers: "json",
        // No reference: a file goes with its holder, whose rows may stay.
        image_file_uuid: "text?",
        shows_primary_card: "boolean",
        primary_since: "instant?",
        organization_uuid: "text?",
        card_uuid: "text?",
        created_at: "instant",
        updated_at: "instant?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("profile_pages_pkey", ["uuid"])
          .addForeignKeyConstraint("profile_pages_user_fkey", ["user_uuid"], "users", ["uuid"])
          .addForeignKeyConstraint(
            "profile_pages_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          )
          .addForeignKeyConstraint("profile_pages_card_fkey", ["card_uuid"], "cards", ["uuid"]),
    ),
    createIndex("profile_pages_of_user", "profile_pages", ["user_uuid", "created_at", "uuid"]),
    createUniqueIndex("profile_pages_primary", "profile_pages", ["user_uuid"]).where(
      condition("primary_since is not null"),
    ),
    createUniqueIndex("profile_pages_issued", "profile_pages", ["card_uuid", "user_uuid"]).where(
      condition("card_uuid is not null"),
    ),
    createIndex("profile_pages_by_image_file_uuid", "profile_pages", ["image_file_uuid"]).where(
      condition("image_file_uuid is not null"),
    ),
  ],
}
