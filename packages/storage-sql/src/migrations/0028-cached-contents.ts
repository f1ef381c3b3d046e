import { condition, type Migration } from "./migration.ts"

export const cachedContents: Migration = {
  name: "0028-cached-contents",
  statements: ({ createTable, createIndex }) => [
    createTable(
      "cached_contents",
      {
        transaction_id: "text",
        content_hash: "text",
        kek_id: "text",
        wrapped_key: "text",
        box: "text",
        fetched_at: "instant",
        expires_at: "instant?",
        latency_ms: "integer",
        drift_count: "integer",
      },
      (table) => table.addPrimaryKeyConstraint("cached_contents_pkey", ["transaction_id"]),
    ),
    createIndex("cached_contents_by_kek", "cached_contents", ["kek_id", "transaction_id"]),
    createTable(
      "content_uses",
      { transaction_id: "text", hit_count: "integer", last_accessed_at: "instant" },
      (table) => table.addPrimaryKeyConstraint("content_uses_pkey", ["transaction_id"]),
    ),
    // What brought rewards into a wallet, among all else that it received.
    createIndex("transactions_rewards", "transactions", [
      "to_address",
      "created_at",
      "log_index",
    ]).where(condition("transaction_type in ('reward', 'ticket_transfer')")),
  ],
}
