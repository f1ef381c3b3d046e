import { condition, type Draft, type Migration } from "./migration.ts"

/** What stands between a browser and the tokens of an app. */
export const signIn: Migration = {
  name: "0007-sign-in",
  statements: (draft) => [
    ...codes(draft),
    ...refreshTokens(draft),
    ...challenges(draft),
    ...consents(draft),
    ...logins(draft),
  ],
}

const codes = ({ createTable, createIndex }: Draft) => [
  // No reference from `sid`: the session is opened by who redeems the code.
  createTable(
    "oauth_codes",
    {
      code_hash: "text",
      client_id: "text",
      user_uuid: "text",
      sid: "text",
      redirect_uri: "text",
      code_challenge: "text",
      nonce: "text?",
      scopes: "json",
      auth_time: "instant",
      acr: "text",
      amr: "json",
      created_at: "instant",
      expires_at: "instant",
      consumed_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("oauth_codes_pkey", ["code_hash"])
        .addForeignKeyConstraint("oauth_codes_client_fkey", ["client_id"], "oauth_clients", [
          "client_id",
        ])
        .addForeignKeyConstraint("oauth_codes_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("oauth_codes_by_expiry", "oauth_codes", ["expires_at"]),
  createIndex("oauth_codes_of_user", "oauth_codes", ["user_uuid"]),
]

const refreshTokens = ({ createTable, createIndex }: Draft) => [
  createTable(
    "refresh_tokens",
    {
      token_hash: "text",
      sid: "text",
      client_id: "text",
      created_at: "instant",
      expires_at: "instant",
      consumed_at: "instant?",
      sealed_answer: "text?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("refresh_tokens_pkey", ["token_hash"])
        .addForeignKeyConstraint("refresh_tokens_session_fkey", ["sid"], "oauth_sessions", ["sid"])
        .addForeignKeyConstraint("refresh_tokens_client_fkey", ["client_id"], "oauth_clients", [
          "client_id",
        ]),
  ),
  createIndex("refresh_tokens_by_expiry", "refresh_tokens", ["expires_at"]),
  createIndex("refresh_tokens_of_session", "refresh_tokens", ["sid"]),
]

const challenges = ({ createTable, createIndex }: Draft) => [
  createTable(
    "oauth_challenges",
    {
      challenge_hash: "text",
      browser_hash: "text",
      csrf_hash: "text",
      request: "json",
      is_account_chosen: "boolean",
      is_signed_in_anew: "boolean",
      created_at: "instant",
      expires_at: "instant",
      consumed_at: "instant?",
    },
    (table) => table.addPrimaryKeyConstraint("oauth_challenges_pkey", ["challenge_hash"]),
  ),
  createIndex("oauth_challenges_by_expiry", "oauth_challenges", ["expires_at"]),
]

const consents = ({ createTable }: Draft) => [
  createTable(
    "consents",
    {
      user_uuid: "text",
      client_id: "text",
      scopes: "json",
      created_at: "instant",
      updated_at: "instant",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("consents_pkey", ["user_uuid", "client_id"])
        .addForeignKeyConstraint("consents_user_fkey", ["user_uuid"], "users", ["uuid"])
        .addForeignKeyConstraint("consents_client_fkey", ["client_id"], "oauth_clients", [
          "client_id",
        ]),
  ),
]

const logins = ({ createTable, createIndex }: Draft) => [
  createTable(
    "logins",
    {
      token_hash: "text",
      user_uuid: "text",
      auth_time: "instant",
      amr: "json",
      created_at: "instant",
      seen_at: "instant",
      ended_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("logins_pkey", ["token_hash"])
        .addForeignKeyConstraint("logins_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("logins_by_creation", "logins", ["created_at"]),
  createIndex("logins_of_user", "logins", ["user_uuid", "token_hash"]).where(
    condition("ended_at is null"),
  ),
]
