import { sql } from "kysely"
import { condition, type Draft, type Migration } from "./migration.ts"

export const sweepsOfRewards: Migration = {
  name: "0039-sweeps-of-rewards",
  columns: ["trigger_tallies", "trigger_windows"].map((table) => ({
    table,
    name: "subject",
    kind: "text",
    initially: "",
  })),
  statements: (draft) => [...deliveries(draft), ...counts(draft)],
}

const deliveries = ({ db, createIndex }: Draft) => [
  createIndex("reward_deliveries_open", "reward_deliveries", ["uuid"]).where(
    condition("status in ('pending', 'processing')"),
  ),
  createIndex("reward_deliveries_by_kek", "reward_deliveries", [])
    .expression(sql`(sealed -> 'wrapped' ->> 'kekId')`)
    .column("uuid"),
  // Jobs of earlier versions had no key, by which they are found for their delivery.
  db
    .updateTable("jobs")
    .set({ key: sql`'webhook-delivery ' || (payload ->> 'delivery')` })
    .where("kind", "=", sql.lit("webhook-delivery"))
    .where("key", "is", null)
    .where((eb) =>
      eb(
        sql`payload ->> 'delivery'`,
        "in",
        eb.selectFrom("reward_deliveries").select("uuid").where("status", "=", sql.lit("pending")),
      ),
    ),
]

const userSubjectLength = "user:".length + 36

const counts = ({ db, createIndex }: Draft) => [
  createIndex("trigger_events_of_subject", "trigger_events", ["subject"]),
  createIndex("trigger_tallies_of_subject", "trigger_tallies", ["subject"]),
  createIndex("trigger_windows_of_subject", "trigger_windows", ["subject"]),
  createIndex("trigger_firings_of_user", "trigger_firings", ["user_uuid"]),
  // The subject is the end of the key.
  ...["trigger_tallies", "trigger_windows"].map((table) =>
    db
      .updateTable(table)
      .set({ subject: sql`substr(key, length(key) - ${sql.lit(userSubjectLength - 1)})` })
      .where("subject", "=", sql.lit(""))
      .where(condition(`substr(key, length(key) - ${userSubjectLength - 1}, 5) = 'user:'`)),
  ),
]
