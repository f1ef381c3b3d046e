import { condition, type Draft, type Migration } from "./migration.ts"

export const memberships: Migration = {
  name: "0002-memberships",
  statements: (draft) => [...tiers(draft), ...members(draft), ...history(draft), ...moves(draft)],
}

const tiers = ({ createTable }: Draft) => [
  createTable(
    "tiers",
    {
      uuid: "text",
      organization_uuid: "text",
      slug: "text",
      name: "text",
      description: "text?",
      price_cents: "integer",
      currency: "text",
      payment_interval: "text",
      visibility: "text",
      inclusions: "json",
      entitlements: "json",
      reward_points_multiplier_ten_thousandths: "integer",
      grace_period_days: "integer?",
      position: "integer",
      created_at: "instant",
      updated_at: "instant?",
      deleted_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("tiers_pkey", ["uuid"])
        .addUniqueConstraint("tiers_slug_key", ["organization_uuid", "slug"])
        .addForeignKeyConstraint(
          "tiers_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        ),
  ),
]

const members = ({ createTable, createIndex, createUniqueIndex }: Draft) => {
  const isOpen = condition("ended_at is null")
  return [
    createTable(
      "memberships",
      {
        uuid: "text",
        user_uuid: "text",
        organization_uuid: "text",
        tier_uuid: "text",
        custom_price_cents: "integer?",
        custom_payment_interval: "text?",
        valid_until: "instant?",
        renewable_until: "instant?",
        cancelled_at: "instant?",
        ended_at: "instant?",
        ended_by: "text?",
        anchor_at: "instant",
        anchor_terms: "integer",
        joined_at: "instant",
        created_at: "instant",
        updated_at: "instant?",
        revision: "integer",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("memberships_pkey", ["uuid"])
          .addForeignKeyConstraint("memberships_user_fkey", ["user_uuid"], "users", ["uuid"])
          .addForeignKeyConstraint(
            "memberships_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          )
          .addForeignKeyConstraint("memberships_tier_fkey", ["tier_uuid"], "tiers", ["uuid"]),
    ),
    createUniqueIndex("memberships_open_key", "memberships", [
      "organization_uuid",
      "user_uuid",
    ]).where(isOpen),
    // Of a person: whether they are on a roster, which organizations they see, what they had there
    // last.
    createIndex("memberships_by_user", "memberships", [
      "user_uuid",
      "organization_uuid",
      "created_at",
      "uuid",
    ]),
    // Those who are moved from a tier, and among them those with whom something was agreed, in the
    // order of their uuids.
    createIndex("memberships_on_tier", "memberships", ["tier_uuid", "uuid"]).where(isOpen),
    createIndex("memberships_custom_on_tier", "memberships", ["tier_uuid", "uuid"]).where(
      condition(
        "ended_at is null and (custom_price_cents is not null or custom_payment_interval is not null)",
      ),
    ),
    // Lists, of all and of a tier. The last columns of the two by validity are for those who only
    // count: what a membership is worth is then told by the index alone.
    createIndex("memberships_by_creation", "memberships", [
      "organization_uuid",
      "created_at",
      "uuid",
    ]),
    createIndex("memberships_by_joining", "memberships", [
      "organization_uuid",
      "joined_at",
      "uuid",
    ]),
    createIndex("memberships_by_validity", "memberships", [
      "organization_uuid",
      "valid_until",
      "uuid",
      "renewable_until",
      "ended_at",
    ]),
    createIndex("memberships_of_tier_by_creation", "memberships", [
      "tier_uuid",
      "created_at",
      "uuid",
    ]),
    createIndex("memberships_of_tier_by_joining", "memberships", [
      "tier_uuid",
      "joined_at",
      "uuid",
    ]),
    createIndex("memberships_of_tier_by_validity", "memberships", [
      "tier_uuid",
      "valid_until",
      "uuid",
      "renewable_until",
      "ended_at",
      "organization_uuid",
    ]),
  ]
}

const history = ({ createTable, createIndex, createUniqueIndex }: Draft) => [
  createTable(
    "membership_terms",
    {
      membership_uuid: "text",
      ordinal: "integer",
      starts_at: "instant",
      ends_at: "instant?",
      price_cents: "integer",
      currency: "text",
      interval: "text",
      cause: "text",
      payment_ref: "text?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("membership_terms_pkey", ["membership_uuid", "ordinal"])
        .addForeignKeyConstraint(
          "membership_terms_membership_fkey",
          ["membership_uuid"],
          "memberships",
          ["uuid"],
        ),
  ),

  createTable(
    "membership_history",
    {
      uuid: "text",
      membership_uuid: "text",
      revision: "integer",
      at: "instant",
      cause: "text",
      actor_kind: "text",
      actor_uuid: "text?",
      payment_ref: "text?",
      note: "text?",
      conversion: "json?",
      before: "json?",
      after: "json",
      terms_before: "json",
      terms_after: "json",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("membership_history_pkey", ["uuid"])
        .addForeignKeyConstraint(
          "membership_history_membership_fkey",
          ["membership_uuid"],
          "memberships",
          ["uuid"],
        ),
  ),
  createIndex("membership_history_in_order", "membership_history", [
    "membership_uuid",
    "revision",
    "at",
    "uuid",
  ]),
  // A payment is applied once and taken back once; and it is found by its reference alone.
  createUniqueIndex("membership_history_applied_key", "membership_history", [
    "payment_ref",
    "membership_uuid",
  ]).where(condition("payment_ref is not null and cause <> 'reversal'")),
  createUniqueIndex("membership_history_reversed_key", "membership_history", [
    "payment_ref",
    "membership_uuid",
  ]).where(condition("payment_ref is not null and cause = 'reversal'")),
]

const moves = ({ createTable, createIndex }: Draft) => [
  createTable(
    "membership_moves",
    {
      uuid: "text",
      organization_uuid: "text",
      from_tier_uuid: "text",
      to_tier_uuid: "text",
      term: "text",
      custom_pricing: "text",
      actor_kind: "text",
      actor_uuid: "text?",
      is_by_service_staff: "boolean",
      as_of: "instant",
      reached_uuid: "text?",
      moved_count: "integer",
      skipped_count: "integer",
      finished_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("membership_moves_pkey", ["uuid"])
        .addForeignKeyConstraint(
          "membership_moves_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint("membership_moves_from_fkey", ["from_tier_uuid"], "tiers", [
          "uuid",
        ])
        .addForeignKeyConstraint("membership_moves_to_fkey", ["to_tier_uuid"], "tiers", ["uuid"]),
  ),
  createIndex("membership_moves_running", "membership_moves", ["organization_uuid", "uuid"]).where(
    condition("finished_at is null"),
  ),
]
