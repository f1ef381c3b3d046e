import { condition, type Draft, type Migration } from "./migration.ts"

export const rosters: Migration = {
  name: "0010-rosters",
  statements: (draft) => [...changes(draft), ...rostersOf(draft), ...manifests(draft)],
}

const changes = ({ createTable, createIndex }: Draft) => [
  createTable("roster_feeds", { organization_uuid: "text", position: "integer" }, (table) =>
    table
      .addPrimaryKeyConstraint("roster_feeds_pkey", ["organization_uuid"])
      .addForeignKeyConstraint(
        "roster_feeds_organization_fkey",
        ["organization_uuid"],
        "organizations",
        ["uuid"],
      ),
  ),
  createTable(
    "roster_changes",
    { organization_uuid: "text", subject: "text", position: "integer?" },
    (table) =>
      table.addPrimaryKeyConstraint("roster_changes_pkey", ["organization_uuid", "subject"]),
  ),
  createIndex("roster_changes_in_order", "roster_changes", [
    "organization_uuid",
    "position",
    "subject",
  ]),
]

const rostersOf = ({ createTable, createIndex }: Draft) => [
  createTable(
    "rosters",
    {
      session_uuid: "text",
      manifest_version: "integer",
      basis: "text",
      seen_position: "integer",
      seen_subject: "text",
      passed_until: "text?",
      is_ahead: "boolean",
      walk_ins: "integer",
      gone_walk_ins: "integer",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("rosters_pkey", ["session_uuid"])
        .addForeignKeyConstraint("rosters_session_fkey", ["session_uuid"], "sessions", ["uuid"]),
  ),
  createIndex("rosters_with_basis", "rosters", ["session_uuid"]).where(condition("basis <> ''")),
  createTable(
    "roster_entries",
    {
      uuid: "text",
      session_uuid: "text",
      list: "text",
      wallet_address: "text",
      card_identifiers: "json",
      frozen_card_identifiers: "json",
      has_ticket: "boolean",
      ends_at: "instant?",
      since_version: "integer",
      until_version: "integer?",
      has_frozen: "boolean",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("roster_entries_pkey", ["uuid"])
        .addUniqueConstraint("roster_entries_line_key", [
          "session_uuid",
          "list",
          "wallet_address",
          "since_version",
        ])
        .addForeignKeyConstraint("roster_entries_session_fkey", ["session_uuid"], "sessions", [
          "uuid",
        ]),
  ),
  createIndex("roster_entries_begun", "roster_entries", ["session_uuid", "since_version"]),
  createIndex("roster_entries_ended", "roster_entries", ["session_uuid", "until_version"]).where(
    condition("until_version is not null"),
  ),
  createIndex("roster_entries_ending", "roster_entries", ["session_uuid", "ends_at"]).where(
    condition("until_version is null and ends_at is not null"),
  ),
  createIndex("roster_entries_frozen", "roster_entries", ["session_uuid"]).where(
    condition("has_frozen"),
  ),
]

const manifests = ({ createTable, createIndex }: Draft) => [
  createTable(
    "manifests",
    {
      session_uuid: "text",
      manifest_version: "integer",
      base_version: "integer?",
      generated_at: "instant",
      valid_until: "instant",
      key_id: "text",
      signature: "text",
      head: "text",
      walk_ins: "integer",
      cursor_key: "text",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("manifests_pkey", ["session_uuid", "manifest_version"])
        .addForeignKeyConstraint("manifests_session_fkey", ["session_uuid"], "sessions", ["uuid"]),
  ),
  createIndex("manifests_by_validity", "manifests", ["valid_until"]),
]
