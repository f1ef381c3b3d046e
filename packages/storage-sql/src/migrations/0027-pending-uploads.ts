import { condition, type Draft, type Migration } from "./migration.ts"

export const pendingUploads: Migration = {
  name: "0027-pending-uploads",
  // Every start of an upload counts those of its holder, who may have any number of files.
  statements: ({ createIndex }: Draft) => [
    createIndex("files_pending_of_holder", "files", ["holder_uuid", "clear_at"]).where(
      condition("state = 'pending'"),
    ),
  ],
}
