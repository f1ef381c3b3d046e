import { condition, type Migration } from "./migration.ts"

export const files: Migration = {
  name: "0014-files",
  statements: ({ createTable, createIndex }) => [
    // No references: an owner is a row of one of four tables.
    createTable(
      "files",
      {
        uuid: "text",
        slug: "text",
        owner_type: "text",
        owner_uuid: "text",
        holder_uuid: "text",
        file_name: "text",
        content_type: "text",
        size_in_bytes: "integer",
        state: "text",
        part_bytes: "integer?",
        upload_token: "text",
        clear_at: "instant?",
        created_at: "instant",
        updated_at: "instant?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("files_pkey", ["uuid"])
          .addUniqueConstraint("files_slug_key", ["slug"]),
    ),
    createIndex("files_by_creation", "files", ["owner_uuid", "created_at", "uuid"]).where(
      condition("state = 'stored'"),
    ),
    createIndex("files_of_holder", "files", ["holder_uuid"]).where(condition("state <> 'removed'")),
    createIndex("files_to_clear", "files", ["clear_at", "uuid"]).where(
      condition("clear_at is not null"),
    ),
  ],
}
