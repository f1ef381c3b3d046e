import { condition, type Draft, type Migration } from "./migration.ts"

export const people: Migration = {
  name: "0001-people",
  statements: (draft) => [
    ...organizations(draft),
    ...users(draft),
    ...credentials(draft),
    ...teams(draft),
  ],
}

const organizations = ({ createTable, createIndex }: Draft) => [
  createTable("names", { name: "text", kind: "text", uuid: "text" }, (table) =>
    table.addPrimaryKeyConstraint("names_pkey", ["name"]),
  ),

  createTable(
    "organizations",
    {
      uuid: "text",
      slug: "text",
      name: "text",
      description: "text?",
      website: "text?",
      timezone: "text?",
      points_allowance: "integer",
      created_at: "instant",
      updated_at: "instant?",
      deleted_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("organizations_pkey", ["uuid"])
        .addUniqueConstraint("organizations_slug_key", ["slug"])
        .addCheckConstraint("organizations_allowance_check", condition("points_allowance >= 0")),
  ),
  createIndex("organizations_by_creation", "organizations", ["created_at", "uuid"]).where(
    condition("deleted_at is null"),
  ),
  createIndex("organizations_by_name", "organizations", ["name", "uuid"]).where(
    condition("deleted_at is null"),
  ),
]

const users = ({ createTable, createIndex }: Draft) => [
  createTable(
    "users",
    {
      uuid: "text",
      username: "text",
      first_name: "text",
      last_name: "text?",
      email: "text?",
      email_verified_at: "instant?",
      phone_number: "text?",
      iam_user_id: "text?",
      account_type: "text",
      created_at: "instant",
      updated_at: "instant?",
      disabled_at: "instant?",
      deleted_at: "instant?",
      password_hash: "text?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("users_pkey", ["uuid"])
        .addUniqueConstraint("users_username_key", ["username"]),
  ),
  createIndex("users_by_creation", "users", ["created_at", "uuid"]),

  // A table of their own: who changes a user learns that a handle is taken by a row that is not
  // inserted. A unique index on `users` would undo the transaction instead, when two change theirs
  // at once.
  createTable("user_handles", { handle: "text", user_uuid: "text" }, (table) =>
    table
      .addPrimaryKeyConstraint("user_handles_pkey", ["handle"])
      .addForeignKeyConstraint("user_handles_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("user_handles_of_user", "user_handles", ["user_uuid", "handle"]),

  // Both ways: the key finds whoever has a word that begins so, the index tells whether one person
  // has such a word.
  createTable("user_words", { word: "text", user_uuid: "text" }, (table) =>
    table
      .addPrimaryKeyConstraint("user_words_pkey", ["word", "user_uuid"])
      .addForeignKeyConstraint("user_words_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("user_words_of_user", "user_words", ["user_uuid", "word"]),
]

const credentials = ({ createTable, createIndex }: Draft) => [
  createTable(
    "passkeys",
    {
      credential_id: "text",
      user_uuid: "text",
      public_key: "text",
      counter: "integer",
      transports: "json",
      is_backed_up: "boolean",
      name: "text",
      created_at: "instant",
      used_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("passkeys_pkey", ["credential_id"])
        .addForeignKeyConstraint("passkeys_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("passkeys_of_user", "passkeys", ["user_uuid", "created_at", "credential_id"]),

  createTable(
    "one_time_tokens",
    {
      token_hash: "text",
      purpose: "text",
      user_uuid: "text?",
      subject: "text",
      created_at: "instant",
      expires_at: "instant",
      consumed_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("one_time_tokens_pkey", ["token_hash"])
        .addForeignKeyConstraint("one_time_tokens_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("one_time_tokens_of_user", "one_time_tokens", ["user_uuid", "purpose", "token_hash"]),
  createIndex("one_time_tokens_by_expiry", "one_time_tokens", ["expires_at"]),
]

const teams = ({ createTable, createIndex, createUniqueIndex }: Draft) => [
  createTable(
    "staff",
    {
      uuid: "text",
      organization_uuid: "text",
      user_uuid: "text",
      role: "text",
      joined_at: "instant",
      updated_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("staff_pkey", ["uuid"])
        .addUniqueConstraint("staff_member_key", ["organization_uuid", "user_uuid"])
        .addForeignKeyConstraint(
          "staff_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint("staff_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createUniqueIndex("staff_owner_key", "staff", ["organization_uuid"]).where(
    condition("role = 'owner'"),
  ),
  createIndex("staff_by_user", "staff", ["user_uuid", "organization_uuid"]),
  createIndex("staff_by_joining", "staff", ["organization_uuid", "joined_at", "uuid"]),

  createTable(
    "invitations",
    {
      uuid: "text",
      organization_uuid: "text",
      role: "text",
      user_uuid: "text?",
      email: "text?",
      token_hash: "text",
      invited_by_user_uuid: "text?",
      created_at: "instant",
      expires_at: "instant",
      settlement: "text?",
      settled_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("invitations_pkey", ["uuid"])
        .addUniqueConstraint("invitations_token_key", ["token_hash"])
        .addForeignKeyConstraint(
          "invitations_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint("invitations_user_fkey", ["user_uuid"], "users", ["uuid"]),
  ),
  createIndex("invitations_open", "invitations", ["organization_uuid", "created_at", "uuid"]).where(
    condition("settled_at is null"),
  ),
  createIndex("invitations_by_expiry", "invitations", ["expires_at", "uuid"]),
]
