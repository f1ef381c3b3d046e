import { sql } from "kysely"
import { condition, type Migration } from "./migration.ts"

/**
 * What the files of each holder count, as a sum. What a version before this one adds counts nothing,
 * and what it forgets is still counted until `symbolon files verify` counts anew.
 */
export const countedBytes: Migration = {
  name: "0074-counted-bytes",
  columns: [{ table: "files", name: "counted_bytes", kind: "integer", initially: 0 }],
  statements: ({ db, createTable, createIndex }) => [
    createTable("file_bytes", { holder_uuid: "text", bytes: "integer" }, (table) =>
      table.addPrimaryKeyConstraint("file_bytes_pkey", ["holder_uuid"]),
    ),
    createIndex("files_counted", "files", ["holder_uuid", "counted_bytes"]).where(
      condition("counted_bytes > 0"),
    ),
    createIndex("files_to_clear_of", "files", ["holder_uuid", "clear_at", "uuid"]).where(
      condition("clear_at is not null"),
    ),
    db
      .updateTable("files")
      .set({ counted_bytes: sql.ref("size_in_bytes") })
      .where(
        "uuid",
        "not in",
        db.selectFrom("mirrored_assets").select("file_uuid").where("file_uuid", "is not", null),
      ),
    db
      .insertInto("file_bytes")
      .columns(["holder_uuid", "bytes"])
      .expression(
        db
          .selectFrom("files")
          .select(["holder_uuid", sql`cast(sum(counted_bytes) as bigint)`.as("bytes")])
          .where("counted_bytes", ">", 0)
          .groupBy("holder_uuid"),
      )
      .onConflict((oc) =>
        oc.column("holder_uuid").doUpdateSet({ bytes: sql.ref("excluded.bytes") }),
      ),
  ],
}
