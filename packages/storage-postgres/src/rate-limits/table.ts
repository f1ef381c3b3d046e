import type { Flavor } from "@symbolon/storage-sql"
import { sql } from "kysely"

/**
 * Makes `rate_limits`: for each key the moments at which its units were spent, in milliseconds and
 * in order, and the minute after which none of them counts.
 *
 * - Unlogged, because a crash may forget a window: a take then waits for no disk.
 * - `expires_at` is a whole minute, so that it stays as it is from take to take and PostgreSQL need
 *   not touch the indexes; a page has room for the new versions of its rows.
 * - 300 moments stay in the row itself, uncompressed, whatever PostgreSQL would do with more than
 *   2 kB.
 */
export const makeRateLimits: Flavor["makeRateLimits"] = (db) => [
  db.schema
    .createTable("rate_limits")
    .ifNotExists()
    .modifyFront(sql`unlogged`)
    .addColumn("key", sql`text collate "C"`, (column) => column.notNull())
    .addColumn("hits", sql`int8[]`, (column) => column.notNull())
    .addColumn("expires_at", sql`int8`, (column) => column.notNull())
    .addPrimaryKeyConstraint("rate_limits_pkey", ["key"])
    .modifyEnd(sql`with (fillfactor = 70, toast_tuple_target = 4080)`),
  db.schema
    .createIndex("rate_limits_by_expiry")
    .ifNotExists()
    .on("rate_limits")
    .column("expires_at"),
]
