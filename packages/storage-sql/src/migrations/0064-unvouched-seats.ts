import { sql } from "kysely"
import { condition, type Migration } from "./migration.ts"

export const unvouchedSeats: Migration = {
  name: "0064-unvouched-seats",
  columns: [{ table: "admissions", name: "seats_version", kind: "integer" }],
  statements: ({ db, createIndex }) => [
    createIndex("presences_unvouched", "presences", ["session_uuid"]).where(
      condition("seats_left is not null and seats_version is null and undone_at is null"),
    ),
    // Earlier versions judged the seats of those alone whom a manifest justifies.
    db
      .updateTable("admissions")
      .set({ seats_version: sql.ref("manifest_version") })
      .where("seats_left", "is not", null)
      .where("seats_version", "is", null),
  ],
}
