import type { Migration } from "./migration.ts"

export const issuances: Migration = {
  name: "0032-issuances",
  statements: ({ createTable, createIndex }) => [
    createTable(
      "reward_issuances",
      {
        transaction_id: "text",
        reward_template_uuid: "text",
        wallet_address: "text",
        user_uuid: "text?",
        points: "integer",
        issued_by: "text",
        created_at: "instant",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("reward_issuances_pkey", ["transaction_id"])
          .addForeignKeyConstraint(
            "reward_issuances_transaction_fkey",
            ["transaction_id"],
            "transactions",
            ["id"],
          )
          .addForeignKeyConstraint(
            "reward_issuances_template_fkey",
            ["reward_template_uuid"],
            "reward_templates",
            ["uuid"],
          ),
    ),
    createIndex("reward_issuances_of_template", "reward_issuances", [
      "reward_template_uuid",
      "created_at",
      "transaction_id",
    ]),
    createIndex("reward_issuances_of_user", "reward_issuances", [
      "user_uuid",
      "reward_template_uuid",
    ]),
  ],
}
