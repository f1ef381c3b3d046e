import { sql } from "kysely"
import { type Draft, type Migration } from "./migration.ts"

export const cardHistory: Migration = {
  name: "0044-card-history",
  columns: [{ table: "cards", name: "history_from", kind: "integer" }],
  statements: ({ db }) => [
    // Who has a card goes on seeing what came after the claim. Who had a card that has no claimer is
    // not known, so that its next one sees what comes from now on.
    db
      .updateTable("cards")
      .set({
        history_from: sql`coalesce(${firstSinceClaim(db)}, ${db.selectFrom("ledger").select("size")})`,
      })
      .where("organization_uuid", "is not", null)
      .where("history_from", "is", null),
  ],
}

const firstSinceClaim = (db: Draft["db"]) => {
  const touching = (end: string) =>
    db
      .selectFrom("transactions")
      .select("log_index")
      .whereRef(end, "=", "cards.wallet_address")
      // Both have a moment by this name.
      .whereRef("transactions.created_at", ">", "cards.claimed_at")
  const touched = touching("from_address").unionAll(touching("to_address"))
  return db.selectFrom(touched.as("touched")).select(({ fn }) => fn.min("log_index").as("first"))
}
