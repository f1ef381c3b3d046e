import { condition, type Migration } from "./migration.ts"

export const rewardBatches: Migration = {
  name: "0035-reward-batches",
  statements: ({ createTable, createUniqueIndex, createIndex }) => [
    createTable(
      "reward_batches",
      {
        uuid: "text",
        organization_uuid: "text",
        reward_template_uuid: "text",
        audience: "json",
        skips_existing: "boolean",
        origin: "text",
        outcome_key: "text",
        request_digest: "text",
        kek_id: "text?",
        wrapped_key: "text?",
        box: "text?",
        matched_count: "integer",
        scheduled_count: "integer",
        skipped: "json",
        status: "text",
        stop_reason: "text?",
        reached: "text?",
        collected_count: "integer",
        issued_count: "integer",
        refused: "json",
        created_at: "instant",
        finished_at: "instant?",
      },
      (table) => table.addPrimaryKeyConstraint("reward_batches_pkey", ["uuid"]),
    ),
    createUniqueIndex("reward_batches_outcome_key", "reward_batches", ["outcome_key"]),
    createIndex("reward_batches_running", "reward_batches", ["reward_template_uuid", "uuid"]).where(
      condition("status in ('collecting', 'issuing')"),
    ),
    createIndex("reward_batches_sealed", "reward_batches", ["kek_id", "uuid"]).where(
      condition("kek_id is not null"),
    ),
    createTable(
      "reward_batch_receivers",
      {
        batch_uuid: "text",
        position: "integer",
        receiver: "text",
        wallet_address: "text?",
        user_uuid: "text?",
        is_named: "boolean",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("reward_batch_receivers_pkey", ["batch_uuid", "position"])
          .addForeignKeyConstraint(
            "reward_batch_receivers_batch_fkey",
            ["batch_uuid"],
            "reward_batches",
            ["uuid"],
          ),
    ),
    createUniqueIndex("reward_batch_receivers_once", "reward_batch_receivers", [
      "batch_uuid",
      "receiver",
    ]),
    createIndex("reward_issuances_unnamed", "reward_issuances", [
      "wallet_address",
      "reward_template_uuid",
    ]).where(condition("user_uuid is null")),
    createIndex("reward_deliveries_waiting", "reward_deliveries", ["reward_template_uuid"]).where(
      condition("status in ('pending', 'processing')"),
    ),
  ],
}
