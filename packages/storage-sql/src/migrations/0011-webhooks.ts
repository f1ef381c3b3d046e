import { condition, type Draft, type Migration } from "./migration.ts"

export const webhooks: Migration = {
  name: "0011-webhooks",
  statements: (draft) => [...webhooksOf(draft), ...deliveries(draft), ...attempts(draft)],
}

const webhooksOf = ({ createTable, createIndex }: Draft) => [
  createTable(
    "webhooks",
    {
      uuid: "text",
      organization_uuid: "text",
      url: "text",
      description: "text?",
      events: "json",
      is_enabled: "boolean",
      kek_id: "text",
      wrapped_key: "text",
      box: "text",
      key_id: "text",
      created_at: "instant",
      updated_at: "instant",
      rotated_at: "instant?",
      deleted_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("webhooks_pkey", ["uuid"])
        .addForeignKeyConstraint(
          "webhooks_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        ),
  ),
  createIndex("webhooks_by_kek", "webhooks", ["kek_id", "uuid"]),
  createIndex("webhooks_by_creation", "webhooks", [
    "organization_uuid",
    "created_at",
    "uuid",
  ]).where(condition("deleted_at is null")),
  createIndex("webhooks_enabled", "webhooks", ["organization_uuid", "uuid"]).where(
    condition("is_enabled and deleted_at is null"),
  ),
]

const deliveries = ({ createTable, createIndex }: Draft) => [
  createTable(
    "webhook_deliveries",
    {
      uuid: "text",
      organization_uuid: "text",
      webhook_uuid: "text",
      event_uuid: "text",
      event: "text",
      state: "text",
      attempt_count: "integer",
      next_attempt_at: "instant?",
      last_status: "integer?",
      last_error_code: "text?",
      created_at: "instant",
      finished_at: "instant?",
      redelivery_of: "text?",
    },
    // No reference to the delivery whose event is sent again: that one is swept before.
    (table) =>
      table
        .addPrimaryKeyConstraint("webhook_deliveries_pkey", ["uuid"])
        .addForeignKeyConstraint("webhook_deliveries_webhook_fkey", ["webhook_uuid"], "webhooks", [
          "uuid",
        ])
        .addForeignKeyConstraint("webhook_deliveries_event_fkey", ["event_uuid"], "outbox", [
          "uuid",
        ]),
  ),
  createIndex("webhook_deliveries_by_creation", "webhook_deliveries", [
    "webhook_uuid",
    "created_at",
    "uuid",
  ]),
  createIndex("webhook_deliveries_by_state", "webhook_deliveries", [
    "webhook_uuid",
    "state",
    "created_at",
    "uuid",
  ]),
  createIndex("webhook_deliveries_by_event", "webhook_deliveries", [
    "webhook_uuid",
    "event",
    "created_at",
    "uuid",
  ]),
  createIndex("webhook_deliveries_of_event", "webhook_deliveries", ["event_uuid"]),
  createIndex("webhook_deliveries_finished", "webhook_deliveries", ["finished_at"]).where(
    condition("finished_at is not null"),
  ),
  createIndex("outbox_by_creation", "outbox", ["created_at"]),
]

const attempts = ({ createTable }: Draft) => [
  createTable(
    "webhook_attempts",
    {
      delivery_uuid: "text",
      number: "integer",
      started_at: "instant",
      duration_ms: "integer",
      response_status: "integer?",
      error_code: "text?",
      response_snippet: "text?",
      key_id: "text",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("webhook_attempts_pkey", ["delivery_uuid", "number"])
        .addForeignKeyConstraint(
          "webhook_attempts_delivery_fkey",
          ["delivery_uuid"],
          "webhook_deliveries",
          ["uuid"],
        ),
  ),
]
