import type { Draft, Migration } from "./migration.ts"

/**
 * A wallet's transactions are listed along its chain, by the indexes of its sequences: those by time
 * go. Outcomes are looked up by their key and in no other order, so that they are kept in it where
 * the engine can.
 */
export const listsAlongChains: Migration = {
  name: "0050-lists-along-chains",
  statements: (draft) => [
    ...["transactions_sent", "transactions_received"].map((name) =>
      draft.db.schema.dropIndex(name).ifExists(),
    ),
    ...keyedOutcomes(draft),
  ],
}

const keyedOutcomes = ({ db, flavor, createTable }: Draft) =>
  flavor.closeKeyedTable === undefined
    ? []
    : [
        createTable(
          "outcomes_by_key",
          {
            key: "text",
            digest: "text",
            transaction_id: "text?",
            refusal: "json?",
            created_at: "instant",
          },
          (table) => table.addPrimaryKeyConstraint("outcomes_pkey", ["key"]),
          flavor.closeKeyedTable,
        ),
        db
          .insertInto("outcomes_by_key")
          .columns(outcomeColumns)
          // In the order in which they are kept: otherwise a million would take minutes.
          .expression(db.selectFrom("outcomes").select(outcomeColumns).orderBy("key")),
        db.schema.dropTable("outcomes"),
        db.schema.alterTable("outcomes_by_key").renameTo("outcomes"),
      ]

const outcomeColumns = ["key", "digest", "transaction_id", "refusal", "created_at"]
