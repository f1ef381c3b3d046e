import { condition, type Migration } from "./migration.ts"

export const access: Migration = {
  name: "0005-access",
  statements: ({ createTable, createIndex, createUniqueIndex }) => [
    createTable(
      "oauth_clients",
      {
        client_id: "text",
        organization_uuid: "text?",
        name: "text",
        client_type: "text",
        secret_hashes: "json",
        grant_types: "json",
        scopes: "json",
        redirect_uris: "json",
        service_role: "text?",
        is_first_party: "boolean",
        created_at: "instant",
        disabled_at: "instant?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("oauth_clients_pkey", ["client_id"])
          .addForeignKeyConstraint("oauth_clients_organization_fkey", ["organization_uuid"], "organizations", ["uuid"]),
    ),
    createIndex("oauth_clients_of_organization", "oauth_clients", ["organization_uuid", "created_at", "client_id"]),

    createTable(
      "oauth_sessions",
      {
        sid: "text",
        client_id: "text",
        user_uuid: "text?",
        organization_uuid: "text?",
        scopes: "json",
        created_at: "instant",
        expires_at: "instant",
        revoked_at: "instant?",
        revoked_reason: "text?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("oauth_sessions_pkey", ["sid"])
          .addForeignKeyConstraint("oauth_sessions_client_fkey", ["client_id"], "oauth_clients", ["client_id"])
          .addForeignKeyConstraint("oauth_sessions_user_fkey", ["user_uuid"], "users", ["uuid"])
          .addForeignKeyConstraint("oauth_sessions_organization_fkey", ["organization_uuid"], "organizations", ["uuid"]),
    ),
    createIndex("oauth_sessions_by_expiry", "oauth_sessions", ["expires_at"]),

    createTable(
      "service_keys",
      {
        key_id: "text",
        purpose: "text",
        algorithm: "text",
        public_key: "text",
        kek_id: "text",
        wrapped_key: "text",
        box: "text",
        status: "text",
        not_before: "instant",
        not_after: "instant?",
        created_at: "instant",
      },
      (table) => table.addPrimaryKeyConstraint("service_keys_pkey", ["key_id"]),
    ),
    createUniqueIndex("service_keys_active_key", "service_keys", ["purpose"]).where(condition("status = 'active'")),
    createIndex("service_keys_by_purpose", "service_keys", ["purpose", "created_at", "key_id"]),
  ],
}
