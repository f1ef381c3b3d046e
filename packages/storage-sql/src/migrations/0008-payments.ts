import { condition, type Draft, type Migration } from "./migration.ts"

export const payments: Migration = {
  name: "0008-payments",
  statements: (draft) => [...connections(draft), ...checkouts(draft), ...inbox(draft)],
}

const connections = ({ createTable, createIndex }: Draft) => [
  createTable(
    "payment_connections",
    {
      uuid: "text",
      organization_uuid: "text",
      backend: "text",
      kek_id: "text",
      wrapped_key: "text",
      box: "text",
      created_at: "instant",
      disabled_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("payment_connections_pkey", ["uuid"])
        .addForeignKeyConstraint(
          "payment_connections_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        ),
  ),
  createIndex("payment_connections_by_kek", "payment_connections", ["kek_id", "uuid"]),
  createIndex("payment_connections_by_creation", "payment_connections", [
    "organization_uuid",
    "created_at",
    "uuid",
  ]).where(condition("disabled_at is null")),
]

const checkouts = ({ createTable, createIndex, createUniqueIndex }: Draft) => {
  const isOpen = condition("status = 'open'")
  return [
    createTable(
      "checkouts",
      {
        uuid: "text",
        purpose: "text",
        organization_uuid: "text",
        user_uuid: "text",
        tier_uuid: "text",
        connection_uuid: "text",
        backend: "text",
        amount_cents: "integer",
        currency: "text",
        credit_cents: "integer",
        payment_interval: "text",
        checkout_url: "text?",
        reference: "text?",
        payment_reference: "text?",
        status: "text",
        is_applied: "boolean",
        created_at: "instant",
        expires_at: "instant",
        updated_at: "instant?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("checkouts_pkey", ["uuid"])
          .addForeignKeyConstraint(
            "checkouts_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          )
          .addForeignKeyConstraint("checkouts_user_fkey", ["user_uuid"], "users", ["uuid"])
          .addForeignKeyConstraint("checkouts_tier_fkey", ["tier_uuid"], "tiers", ["uuid"])
          .addForeignKeyConstraint(
            "checkouts_connection_fkey",
            ["connection_uuid"],
            "payment_connections",
            ["uuid"],
          ),
    ),
    createUniqueIndex("checkouts_open_key", "checkouts", [
      "user_uuid",
      "purpose",
      "tier_uuid",
    ]).where(isOpen),
    createIndex("checkouts_open_of_organization", "checkouts", [
      "organization_uuid",
      "user_uuid",
    ]).where(isOpen),
    createIndex("checkouts_open_on_tier", "checkouts", ["tier_uuid"]).where(isOpen),
    createIndex("checkouts_open_by_connection", "checkouts", ["connection_uuid"]).where(isOpen),
    createIndex("checkouts_by_reference", "checkouts", ["connection_uuid", "reference"]),
    createIndex("checkouts_by_payment", "checkouts", ["connection_uuid", "payment_reference"]),
  ]
}

const inbox = ({ createTable, createIndex }: Draft) => [
  createTable(
    "payment_inbox",
    {
      uuid: "text",
      organization_uuid: "text",
      connection_uuid: "text",
      backend: "text",
      event_id: "text",
      type: "text",
      checkout_uuid: "text?",
      reference: "text?",
      amount_cents: "integer",
      currency: "text",
      outcome: "text?",
      reason: "text?",
      created_at: "instant",
      settled_at: "instant?",
      settled_by_user_uuid: "text?",
      note: "text?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("payment_inbox_pkey", ["uuid"])
        .addUniqueConstraint("payment_inbox_event_key", ["backend", "connection_uuid", "event_id"])
        .addForeignKeyConstraint(
          "payment_inbox_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint(
          "payment_inbox_connection_fkey",
          ["connection_uuid"],
          "payment_connections",
          ["uuid"],
        )
        .addForeignKeyConstraint("payment_inbox_checkout_fkey", ["checkout_uuid"], "checkouts", [
          "uuid",
        ])
        .addForeignKeyConstraint("payment_inbox_user_fkey", ["settled_by_user_uuid"], "users", [
          "uuid",
        ]),
  ),
  createIndex("payment_inbox_parked", "payment_inbox", [
    "organization_uuid",
    "created_at",
    "uuid",
  ]).where(condition("outcome in ('mismatched', 'unapplied')")),
]
