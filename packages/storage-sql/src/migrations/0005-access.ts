import { condition, type Draft, type Migration } from "./migration.ts"

export const access: Migration = {
  name: "0005-access",
  statements: (draft) => [
    ...clients(draft),
    ...sessions(draft),
    ...devices(draft),
    ...serviceKeys(draft),
  ],
}

const clients = ({ createTable, createIndex }: Draft) => [
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
      post_logout_redirect_uris: "json",
      icon_url: "text?",
      website_url: "text?",
      policy_url: "text?",
      tos_url: "text?",
      service_role: "text?",
      is_first_party: "boolean",
      created_at: "instant",
      updated_at: "instant?",
      disabled_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("oauth_clients_pkey", ["client_id"])
        .addForeignKeyConstraint(
          "oauth_clients_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        ),
  ),
  createIndex("oauth_clients_by_creation", "oauth_clients", [
    "organization_uuid",
    "created_at",
    "client_id",
  ]),
  createIndex("oauth_clients_by_name", "oauth_clients", ["organization_uuid", "name", "client_id"]),

  createTable("client_origins", { origin: "text", client_id: "text" }, (table) =>
    table
      .addPrimaryKeyConstraint("client_origins_pkey", ["origin", "client_id"])
      .addForeignKeyConstraint("client_origins_client_fkey", ["client_id"], "oauth_clients", [
        "client_id",
      ]),
  ),
  createIndex("client_origins_of_client", "client_origins", ["client_id"]),
]

const sessions = ({ createTable, createIndex }: Draft) => [
  createTable(
    "oauth_sessions",
    {
      sid: "text",
      client_id: "text",
      user_uuid: "text?",
      grant_type: "text",
      scopes: "json",
      auth_time: "instant?",
      acr: "text?",
      amr: "json",
      created_at: "instant",
      expires_at: "instant",
      revoked_at: "instant?",
      revoked_reason: "text?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("oauth_sessions_pkey", ["sid"])
        .addForeignKeyConstraint("oauth_sessions_client_fkey", ["client_id"], "oauth_clients", [
          "client_id",
        ])
        .addForeignKeyConstraint("oauth_sessions_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("oauth_sessions_by_expiry", "oauth_sessions", ["expires_at"]),
  createIndex("oauth_sessions_of_user", "oauth_sessions", ["user_uuid", "sid"]).where(
    condition("revoked_at is null"),
  ),
  createIndex("oauth_sessions_of_client", "oauth_sessions", ["client_id", "sid"]).where(
    condition("revoked_at is null"),
  ),
]

const devices = ({ createTable, createIndex }: Draft) => [
  createTable(
    "devices",
    {
      uuid: "text",
      name: "text?",
      session_uuid: "text",
      organization_uuid: "text",
      client_id: "text?",
      created_by_user_uuid: "text?",
      token_uuid: "text",
      issued_at: "instant",
      not_before: "instant",
      expires_at: "instant",
      created_at: "instant",
      revoked_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("devices_pkey", ["uuid"])
        .addForeignKeyConstraint("devices_session_fkey", ["session_uuid"], "sessions", ["uuid"])
        .addForeignKeyConstraint(
          "devices_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint("devices_client_fkey", ["client_id"], "oauth_clients", [
          "client_id",
        ])
        .addForeignKeyConstraint("devices_user_fkey", ["created_by_user_uuid"], "users", ["uuid"]),
  ),
  createIndex("devices_by_creation", "devices", ["session_uuid", "created_at", "uuid"]),
  createIndex("devices_by_name", "devices", ["session_uuid", "name", "uuid"]),
  createIndex("devices_by_expiry", "devices", ["expires_at"]),
]

const serviceKeys = ({ createTable, createIndex, createUniqueIndex }: Draft) => [
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
      changed_at: "instant",
      not_before: "instant",
      not_after: "instant?",
      created_at: "instant",
    },
    (table) => table.addPrimaryKeyConstraint("service_keys_pkey", ["key_id"]),
  ),
  createUniqueIndex("service_keys_active_key", "service_keys", ["purpose"]).where(
    condition("status = 'active'"),
  ),
  createUniqueIndex("service_keys_next_key", "service_keys", ["purpose"]).where(
    condition("status = 'next'"),
  ),
  createIndex("service_keys_by_purpose", "service_keys", ["purpose", "created_at", "key_id"]),
  createIndex("service_keys_by_change", "service_keys", ["purpose", "changed_at"]),
  createIndex("service_keys_by_kek", "service_keys", ["kek_id", "key_id"]),
]
