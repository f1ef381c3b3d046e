import type { Migration } from "./migration.ts"

export const rewardFiles: Migration = {
  name: "0041-reward-files",
  columns: [{ table: "user_assets", name: "uploaded_file_uuid", kind: "text" }],
  statements: ({ createTable, createIndex }) => [
    // Without a reference to the file: who deletes it has looked here first.
    createTable("reward_files", { reward_template_uuid: "text", file_uuid: "text" }, (table) =>
      table
        .addPrimaryKeyConstraint("reward_files_pkey", ["reward_template_uuid", "file_uuid"])
        // A version before this one removes drafts and knows nothing of their files.
        .addForeignKeyConstraint(
          "reward_files_template_fkey",
          ["reward_template_uuid"],
          "reward_templates",
          ["uuid"],
          (key) => key.onDelete("cascade"),
        ),
    ),
    createIndex("reward_files_of_file", "reward_files", ["file_uuid", "reward_template_uuid"]),
  ],
}
