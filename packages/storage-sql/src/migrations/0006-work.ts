import { sql } from "kysely"
import { condition, type Migration } from "./migration.ts"

export const work: Migration = {
  name: "0006-work",
  statements: ({ createTable, createIndex, createUniqueIndex }) => [
    createTable(
      "jobs",
      {
        uuid: "text",
        queue: "text",
        group_key: "text",
        kind: "text",
        key: "text?",
        payload: "json",
        due_at: "instant",
        attempts: "integer",
        created_at: "instant",
        lease_until: "instant?",
        token: "integer",
        is_buried: "boolean",
        reason: "text?",
      },
      (table) => table.addPrimaryKeyConstraint("jobs_pkey", ["uuid"]),
    ),
    createUniqueIndex("jobs_unfinished_key", "jobs", ["key"]).where(condition("not is_buried")),
    createIndex("jobs_claimable", "jobs", ["queue"])
      .expression(sql`(coalesce(lease_until, due_at))`)
      .column("uuid")
      .where(condition("not is_buried")),
    createIndex("jobs_claimable_of_group", "jobs", ["queue", "group_key"])
      .expression(sql`(coalesce(lease_until, due_at))`)
      .column("uuid")
      .where(condition("not is_buried")),
    createIndex("jobs_buried", "jobs", ["uuid"]).where(condition("is_buried")),

    // No references: an event outlives what it tells of.
    createTable(
      "outbox",
      {
        uuid: "text",
        type: "text",
        organization_uuid: "text",
        data: "json",
        created_at: "instant",
      },
      (table) => table.addPrimaryKeyConstraint("outbox_pkey", ["uuid"]),
    ),
  ],
}
