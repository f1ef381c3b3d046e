import { condition, type Migration } from "./migration.ts"

export const rewardDeliveries: Migration = {
  name: "0034-reward-deliveries",
  statements: ({ createTable, createUniqueIndex, createIndex }) => [
    createTable(
      "reward_deliveries",
      {
        uuid: "text",
        organization_uuid: "text",
        reward_template_uuid: "text",
        wallet_address: "text",
        user_uuid: "text?",
        is_named: "boolean",
        issued_by: "text",
        origin: "text",
        reference_id: "text?",
        outcome_key: "text",
        request_digest: "text",
        once_key: "text?",
        status: "text",
        sealed: "json?",
        failure_reason: "text?",
        transaction_id: "text?",
        attempts: "integer",
        created_at: "instant",
        completed_at: "instant?",
      },
      (table) => table.addPrimaryKeyConstraint("reward_deliveries_pkey", ["uuid"]),
    ),
    createUniqueIndex("reward_deliveries_outcome_key", "reward_deliveries", ["outcome_key"]),
    createIndex("reward_deliveries_open_claims", "reward_deliveries", [
      "reward_template_uuid",
      "user_uuid",
    ]).where(condition("issued_by = 'claim' and status in ('pending', 'processing')")),
  ],
}
