import { condition, type Draft, type Migration } from "./migration.ts"

export const attendance: Migration = {
  name: "0004-attendance",
  statements: (draft) => [
    ...activities(draft),
    ...series(draft),
    ...sessions(draft),
    ...presences(draft),
    ...admissions(draft),
  ],
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
      cancellation_reason: "text?",
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
      deleted_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("activities_pkey", ["uuid"])
        .addUniqueConstraint("activities_slug_key", ["slug"])
        .addForeignKeyConstraint(
          "activities_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        ),
  ),
  createIndex("activities_by_creation", "activities", ["organization_uuid", "created_at", "uuid"]),
  createIndex("activities_by_name", "activities", ["organization_uuid", "name", "uuid"]),
  createIndex("activities_by_start", "activities", ["organization_uuid", "start_time", "uuid"]),
  // The lists of everybody's.
  createIndex("activities_of_all_by_creation", "activities", ["created_at", "uuid"]),
  createIndex("activities_of_all_by_name", "activities", ["name", "uuid"]),
  createIndex("activities_of_all_by_start", "activities", ["start_time", "uuid"]),
  createIndex("activities_of_template", "activities", ["ticket_template_uuid", "uuid"]).where(
    condition("ticket_template_uuid is not null"),
  ),
]

const series = ({ createTable, createIndex }: Draft) => [
  createTable(
    "session_series",
    {
      uuid: "text",
      activity_uuid: "text",
      name: "text",
      created_at: "instant",
      updated_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("session_series_pkey", ["uuid"])
        .addForeignKeyConstraint("session_series_activity_fkey", ["activity_uuid"], "activities", [
          "uuid",
        ]),
  ),
  createIndex("session_series_by_creation", "session_series", [
    "activity_uuid",
    "created_at",
    "uuid",
  ]),
  createIndex("session_series_by_name", "session_series", ["activity_uuid", "name", "uuid"]),
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
      cancellation_reason: "text?",
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
        .addForeignKeyConstraint(
          "sessions_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint("sessions_activity_fkey", ["activity_uuid"], "activities", [
          "uuid",
        ])
        .addForeignKeyConstraint("sessions_series_fkey", ["series_uuid"], "session_series", [
          "uuid",
        ])
        .addForeignKeyConstraint(
          "sessions_prior_fkey",
          ["required_prior_session_uuid"],
          "sessions",
          ["uuid"],
        ),
  ),
  createIndex("sessions_by_start", "sessions", ["activity_uuid", "start_time", "uuid"]),
  createIndex("sessions_by_creation", "sessions", ["activity_uuid", "created_at", "uuid"]),
  createIndex("sessions_by_number", "sessions", [
    "activity_uuid",
    "series_uuid",
    "sequence_number",
  ]),
  createIndex("sessions_of_series", "sessions", ["series_uuid", "start_time", "end_time"]),
  createIndex("sessions_requiring", "sessions", [
    "required_prior_session_uuid",
    "start_time",
    "uuid",
  ]),
  createIndex("sessions_of_organization_by_start", "sessions", [
    "organization_uuid",
    "start_time",
    "uuid",
  ]),
  createIndex("sessions_of_organization_by_creation", "sessions", [
    "organization_uuid",
    "created_at",
    "uuid",
  ]),
  createIndex("sessions_by_end", "sessions", ["activity_uuid", "end_time"]),
  createIndex("sessions_of_template", "sessions", ["ticket_template_uuid", "activity_uuid"]).where(
    condition("ticket_template_uuid is not null"),
  ),
]

const isJudged = condition("seats_left is not null and undone_at is null")

const presences = ({ createTable, createIndex, createUniqueIndex }: Draft) => [
  createTable(
    "presences",
    {
      uuid: "text",
      session_uuid: "text",
      wallet_address: "text",
      user_uuid: "text?",
      seat: "text",
      first_admitted_at: "instant",
      last_admitted_at: "instant",
      recorded_at: "instant",
      source: "text",
      card_identifier: "text?",
      seats_left: "integer?",
      seats_version: "integer?",
      is_over_capacity: "boolean",
      disputed_reason: "text?",
      undone_at: "instant?",
      undone_by: "text?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("presences_pkey", ["uuid"])
        .addForeignKeyConstraint("presences_session_fkey", ["session_uuid"], "sessions", ["uuid"])
        .addForeignKeyConstraint("presences_wallet_fkey", ["wallet_address"], "wallets", [
          "address",
        ]),
  ),
  createUniqueIndex("presences_person_key", "presences", ["session_uuid", "wallet_address"]).where(
    condition("undone_at is null"),
  ),
  createIndex("presences_of_wallet", "presences", ["wallet_address", "session_uuid"]).where(
    condition("undone_at is null"),
  ),
  // The last two are for those who only count people without a ticket.
  createIndex("presences_by_time", "presences", [
    "session_uuid",
    "first_admitted_at",
    "wallet_address",
    "seat",
    "undone_at",
  ]),
  // Those whom a manifest left few seats: none at most sessions.
  createIndex("presences_by_seats", "presences", ["session_uuid", "seats_left"]).where(isJudged),
  createIndex("presences_judged", "presences", ["session_uuid", "first_admitted_at"]).where(
    isJudged,
  ),
  createIndex("presences_by_recording", "presences", [
    "session_uuid",
    "recorded_at",
    "wallet_address",
  ]),
  // What somebody looks into: a few among many.
  createIndex("presences_undone", "presences", [
    "session_uuid",
    "first_admitted_at",
    "wallet_address",
  ]).where(condition("undone_at is not null")),
  createIndex("presences_disputed", "presences", [
    "session_uuid",
    "first_admitted_at",
    "wallet_address",
  ]).where(condition("disputed_reason is not null")),

  createTable("presence_counts", { session_uuid: "text", present: "integer" }, (table) =>
    table
      .addPrimaryKeyConstraint("presence_counts_pkey", ["session_uuid"])
      .addForeignKeyConstraint("presence_counts_session_fkey", ["session_uuid"], "sessions", [
        "uuid",
      ]),
  ),
]

const admissions = ({ createTable, createIndex }: Draft) => [
  createTable(
    "admissions",
    {
      uuid: "text",
      presence_uuid: "text",
      session_uuid: "text",
      client_id: "text",
      idempotency_key: "text",
      wallet_address: "text",
      occurred_at: "instant",
      recorded_at: "instant",
      is_offline: "boolean",
      source: "text",
      card_identifier: "text?",
      device_reference: "text?",
      manifest_version: "integer?",
      ordinal: "integer",
      has_ticket: "boolean",
      seats_left: "integer?",
      allows_reentry: "boolean",
      own_dispute: "text?",
      is_reentry: "boolean",
      disputed_reason: "text?",
      answered_reentry: "boolean",
      answered_dispute: "text?",
      answered_first_admitted_at: "instant",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("admissions_pkey", ["uuid"])
        .addUniqueConstraint("admissions_idempotency_key", [
          "session_uuid",
          "client_id",
          "idempotency_key",
        ])
        .addForeignKeyConstraint("admissions_presence_fkey", ["presence_uuid"], "presences", [
          "uuid",
        ])
        .addForeignKeyConstraint("admissions_session_fkey", ["session_uuid"], "sessions", ["uuid"])
        .addForeignKeyConstraint("admissions_wallet_fkey", ["wallet_address"], "wallets", [
          "address",
        ]),
  ),
  createIndex("admissions_of_presence", "admissions", ["presence_uuid", "occurred_at", "ordinal"]),
]
