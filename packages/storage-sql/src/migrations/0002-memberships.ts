import { condition, type Migration } from "./migration.ts"

export const memberships: Migration = {
  name: "0002-memberships",
  statements: ({ createTable, createIndex, createUniqueIndex }) => [
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
          .addForeignKeyConstraint("tiers_organization_fkey", ["organization_uuid"], "organizations", ["uuid"]),
    ),

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
          .addForeignKeyConstraint("memberships_organization_fkey", ["organization_uuid"], "organizations", ["uuid"])
          .addForeignKeyConstraint("memberships_tier_fkey", ["tier_uuid"], "tiers", ["uuid"]),
    ),
    createUniqueIndex("memberships_open_key", "memberships", ["organization_uuid", "user_uuid"]).where(condition("ended_at is null")),
    // Of a person: whether they are on a roster, and which organizations they see.
    createIndex("memberships_by_user", "memberships", ["user_uuid", "organization_uuid"]),
    // Those on a tier in the order of their uuids, and what is needed to count them: no row is read for that.
    createIndex("memberships_by_tier", "memberships", ["tier_uuid", "uuid", "valid_until", "renewable_until", "ended_at"]),
    createIndex("memberships_by_creation", "memberships", ["organization_uuid", "created_at", "uuid"]),
    createIndex("memberships_by_joining", "memberships", ["organization_uuid", "joined_at", "uuid"]),
    // The last two for those who only count: what a membership is worth is then told by the index alone.
    createIndex("memberships_by_validity", "memberships", ["organization_uuid", "valid_until", "uuid", "renewable_until", "ended_at"]),
  ],
}
