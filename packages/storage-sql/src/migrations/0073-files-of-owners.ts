import { sql } from "kysely"
import { condition, type Migration } from "./migration.ts"

/** Files go with their activity. Those of activities that were deleted before go too. */
export const filesOfOwners: Migration = {
  name: "0073-files-of-owners",
  statements: ({ db, createIndex }) => [
    createIndex("files_of_owner", "files", ["owner_uuid"]).where(condition("state <> 'removed'")),
    db
      .updateTable("files")
      .set({ state: sql.lit("removed"), clear_at: sql.ref("created_at") })
      .where("owner_type", "=", sql.lit("activity"))
      .where("state", "<>", sql.lit("removed"))
      .where(
        "owner_uuid",
        "in",
        db.selectFrom("activities").select("uuid").where("deleted_at", "is not", null),
      ),
  ],
}
