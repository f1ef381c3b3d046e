import type { Draft, Migration } from "./migration.ts"

export const attendance: Migration = {
  name: "0004-attendance",
  statements: (draft) => [...activities(draft), ...sessions(draft), ...admissions(draft), ...manifests(draft)],
}

const activities = ({ createTable, createIndex }: Draft) => [
  createTable(
    "activities",
    {
      uuid: "text",
      slug: "text",
      organization_uuid: "text",
      name: "text",
      description: "text?",
      website_url: "text?",
      additional_data: "json?",
      start_time: "instant?",
      end_time: "instant?",
      is_session_checkin_open: "boolean",
      cancelled_at: "instant?",
      timezone: "text?",
      requires_ticket: "boolean",
      ticket_template_uuid: "text?",
      required_entitlement: "text?",
      max_attendees: "integer?",
      enforces_checkin_window: "boolean",
      allow_reentry: "boolean",
      admits_frozen_cards: "boolean",
      created_at: "instant",
      updated_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("activities_pkey", ["uuid"])
        .addUniqueConstraint("activities_slug_key", ["slug"])
        .addForeignKeyConstraint("activities_organization_fkey", ["organization_uuid"], "organizations", ["uuid"]),
  ),
  createIndex("activities_by_creation", "activities", ["organization_uuid", "created_at", "uuid"]),
  createIndex("activities_by_name", "activities", ["organization_uuid", "name", "uuid"]),
  createIndex("activities_by_start", "activities", ["organization_uuid", "start_time", "uuid"]),
]

const sessions = ({ createTable, createIndex }: Draft) => [
  createTable(
    "sessions",
    {
      uuid: "text",
      slug: "text",
      organization_uuid: "text",
      activity_uuid: "text?",
      name: "text",
      description: "text?",
      start_time: "instant",
      end_time: "instant",
      is_checkin_open: "boolean",
      cancelled_at: "instant?",
      required_prior_session_uuid: "text?",
      series_uuid: "text?",
      sequence_number: "integer",
      requires_ticket: "boolean",
      ticket_template_uuid: "text?",
      required_entitlement: "text?",
      max_attendees: "integer?",
      enforces_checkin_window: "boolean",
      allow_reentry: "boolean",
      admits_frozen_cards: "boolean",
      created_at: "instant",
      updated_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("sessions_pkey", ["uuid"])
        .addUniqueConstraint("sessions_slug_key", ["slug"])
        .addForeignKeyConstraint("sessions_organization_fkey", ["organization_uuid"], "organizations", ["uuid"])
        .addForeignKeyConstraint("sessions_activity_fkey", ["activity_uuid"], "activities", ["uuid"])
        .addForeignKeyConstraint("sessions_prior_fkey", ["required_prior_session_uuid"], "sessions", ["uuid"]),
  ),
  createIndex("sessions_by_start", "sessions", ["activity_uuid", "start_time", "uuid"]),
  createIndex("sessions_by_creation", "sessions", ["activity_uuid", "created_at", "uuid"]),
]

const admissions = ({ createTable, createIndex }: Draft) => [
  createTable(
    "presences",
    {
      uuid: "text",
      session_uuid: "text",
      wallet_address: "text",
      user_uuid: "text?",
      seat: "text",
      first_admitted_at: "instant",
      recorded_at: "instant",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("presences_pkey", ["uuid"])
        .addUniqueConstraint("presences_person_key", ["session_uuid", "wallet_address"])
        .addForeignKeyConstraint("presences_session_fkey", ["session_uuid"], "sessions", ["uuid"])
        .addForeignKeyConstraint("presences_wallet_fkey", ["wallet_address"], "wallets", ["address"]),
  ),
  createIndex("presences_by_seat", "presences", ["session_uuid", "seat", "first_admitted_at"]),

  createTable(
    "admissions",
    {
      uuid: "text",
      session_uuid: "text",
      client_id: "text",
      idempotency_key: "text",
      wallet_address: "text",
      occurred_at: "instant",
      recorded_at: "instant",
      is_offline: "boolean",
      is_reentry: "boolean",
      manifest_version: "integer?",
      disputed_reason: "text?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("admissions_pkey", ["uuid"])
        .addUniqueConstraint("admissions_idempotency_key", ["session_uuid", "client_id", "idempotency_key"])
        .addForeignKeyConstraint("admissions_session_fkey", ["session_uuid"], "sessions", ["uuid"])
        .addForeignKeyConstraint("admissions_wallet_fkey", ["wallet_address"], "wallets", ["address"]),
  ),
  createIndex("admissions_of_person", "admissions", ["session_uuid", "wallet_address", "occurred_at", "idempotency_key"]),
]

const manifests = ({ createTable, createIndex }: Draft) => [
  createTable(
    "manifests",
    {
      session_uuid: "text",
      manifest_version: "integer",
      generated_at: "instant",
      valid_until: "instant",
      key_id: "text",
      signature: "text",
      text: "text",
      content_hash: "text",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("manifests_pkey", ["session_uuid", "manifest_version"])
        .addForeignKeyConstraint("manifests_session_fkey", ["session_uuid"], "sessions", ["uuid"]),
  ),
  createIndex("manifests_by_validity", "manifests", ["valid_until"]),

  createTable("manifest_counters", { session_uuid: "text", manifest_version: "integer" }, (table) =>
    table
      .addPrimaryKeyConstraint("manifest_counters_pkey", ["session_uuid"])
      .addForeignKeyConstraint("manifest_counters_session_fkey", ["session_uuid"], "sessions", ["uuid"]),
  ),
]
