import { condition, type Draft, type Migration } from "./migration.ts"

export const cardPages: Migration = {
  name: "0022-card-pages",
  // No references: a page may be deleted, and a file goes with its holder; a read looks for both.
  columns: [
    { table: "cards", name: "profile_page_uuid", kind: "text" },
    { table: "cards", name: "custom_front_image_file_uuid", kind: "text" },
  ],
  statements: ({ createIndex }: Draft) => [
    createIndex("cards_by_custom_front_image_file_uuid", "cards", [
      "custom_front_image_file_uuid",
    ]).where(condition("custom_front_image_file_uuid is not null")),
  ],
}
