import type { Migration } from "./migration.ts"

export const mirroredAssets: Migration = {
  name: "0042-mirrored-assets",
  statements: ({ createTable, createIndex }) => [
    // Without a reference to the file, which goes with its organization.
    createTable(
      "mirrored_assets",
      {
        source_hash: "text",
        organization_uuid: "text",
        content_hash: "text?",
        file_uuid: "text?",
        created_at: "instant",
      },
      (table) => table.addPrimaryKeyConstraint("mirrored_assets_pkey", ["source_hash"]),
    ),
    createIndex("mirrored_assets_copies", "mirrored_assets", [
      "organization_uuid",
      "content_hash",
      "created_at",
      "source_hash",
    ]),
  ],
}
