import { condition, type Migration } from "./migration.ts"

/**
 * Lines are found by the version in which they began only where that is a later one than the first.
 * Of a table that nobody has analysed, PostgreSQL took the index of all of them to be narrow, and
 * read a session's whole roster for each slice of its first manifest. A line is written while its
 * session's roster is held, whose row refers to the session: asking for the session once more for
 * each line says nothing new.
 */
export const rosterLines: Migration = {
  name: "0070-roster-lines",
  statements: ({ db, flavor, createIndex }) => [
    createIndex("roster_entries_begun_later", "roster_entries", [
      "session_uuid",
      "since_version",
    ]).where(condition("since_version > 1")),
    db.schema.dropIndex("roster_entries_begun").ifExists(),
    ...flavor.dropConstraint(db, "roster_entries", "roster_entries_session_fkey"),
  ],
}
