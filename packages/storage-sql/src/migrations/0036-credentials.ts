import { condition, type Migration } from "./migration.ts"

export const credentials: Migration = {
  name: "0036-credentials",
  columns: [
    { table: "reward_issuances", name: "credential_issuer_uuid", kind: "text" },
    { table: "reward_issuances", name: "credential_index", kind: "integer" },
  ],
  statements: ({ createTable, createUniqueIndex, createIndex }) => [
    createUniqueIndex("reward_issuances_credential", "reward_issuances", [
      "credential_issuer_uuid",
      "credential_index",
    ]).where(condition("credential_index is not null")),
    createTable(
      "credential_keys",
      {
        key_id: "text",
        organization_uuid: "text",
        public_key: "text",
        kek_id: "text",
        wrapped_key: "text",
        box: "text",
        created_at: "instant",
        retired_at: "instant?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("credential_keys_pkey", ["key_id"])
          .addForeignKeyConstraint(
            "credential_keys_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          ),
    ),
    createUniqueIndex("credential_keys_active", "credential_keys", ["organization_uuid"]).where(
      condition("retired_at is null"),
    ),
    createIndex("credential_keys_of_organization", "credential_keys", [
      "organization_uuid",
      "created_at",
      "key_id",
    ]),
    createIndex("credential_keys_by_kek", "credential_keys", ["kek_id", "key_id"]),
    createTable(
      "credential_counters",
      { organization_uuid: "text", reserved: "integer" },
      (table) =>
        table
          .addPrimaryKeyConstraint("credential_counters_pkey", ["organization_uuid"])
          .addForeignKeyConstraint(
            "credential_counters_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          ),
    ),
  ],
}
