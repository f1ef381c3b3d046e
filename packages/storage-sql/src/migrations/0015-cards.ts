import { sql } from "kysely"
import { condition, type AddedColumn, type Draft, type Migration } from "./migration.ts"

const cardColumn = (name: string, kind: AddedColumn["kind"], references?: string): AddedColumn => ({
  table: "cards",
  name,
  kind,
  ...(references === undefined ? {} : { references }),
})

export const cardModels: Migration = {
  name: "0015-cards",
  columns: [
    cardColumn("frozen_by", "text"),
    cardColumn("card_model_uuid", "text"),
    cardColumn("membership_tier_uuid", "text", "tiers.uuid"),
    cardColumn("tier_granted_at", "instant"),
    cardColumn("primary_since", "instant"),
    cardColumn("offered_to_user_uuid", "text", "users.uuid"),
    cardColumn("offered_at", "instant"),
    cardColumn("withdrawn_at", "instant"),
  ],
  statements: (draft) => [...models(draft), ...inventory(draft), ...endings(draft)],
}

const models = ({ createTable, createIndex }: Draft) => [
  createTable(
    "card_models",
    {
      uuid: "text",
      organization_uuid: "text",
      name: "text",
      description: "text?",
      order_site_template_id: "text?",
      membership_tier_uuid: "text?",
      is_active: "boolean",
      created_at: "instant",
      updated_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("card_models_pkey", ["uuid"])
        .addForeignKeyConstraint(
          "card_models_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint("card_models_tier_fkey", ["membership_tier_uuid"], "tiers", [
          "uuid",
        ]),
  ),
  createIndex("card_models_of_organization", "card_models", [
    "organization_uuid",
    "created_at",
    "uuid",
  ]),
  createIndex("card_models_of_tier", "card_models", ["membership_tier_uuid"]),
]

const inventory = ({ createIndex, createUniqueIndex }: Draft) => [
  createIndex("cards_inventory", "cards", ["organization_uuid", "created_at", "uuid"]),
  createIndex("cards_inventory_by_identifier", "cards", ["organization_uuid", "identifier"]),
  createIndex("cards_of_tier", "cards", ["membership_tier_uuid"]),
  createIndex("cards_of_model", "cards", ["card_model_uuid"]),
  createUniqueIndex("cards_primary", "cards", ["holder_user_uuid"]).where(
    condition("primary_since is not null"),
  ),
]

// Every end of every identifier: what contains a text has an end that begins with it.
const endings = ({ db, createTable, createIndex }: Draft) => [
  createTable(
    "card_endings",
    { organization_uuid: "text", ending: "text", card_uuid: "text" },
    (table) =>
      table
        .addPrimaryKeyConstraint("card_endings_pkey", ["organization_uuid", "ending", "card_uuid"])
        .addForeignKeyConstraint("card_endings_card_fkey", ["card_uuid"], "cards", ["uuid"]),
  ),
  createIndex("card_endings_of_card", "card_endings", ["card_uuid"]),
  // Of the cards that were taken before.
  db
    .withRecursive("ends(organization_uuid, ending, card_uuid)", (ends) =>
      ends
        .selectFrom("cards")
        .select(["organization_uuid", sql<string>`identifier`.as("ending"), "uuid as card_uuid"])
        .where("organization_uuid", "is not", null)
        .unionAll(
          ends
            .selectFrom("ends")
            .select(["organization_uuid", sql<string>`substr(ending, 2)`.as("ending"), "card_uuid"])
            .where(condition("length(ending) > 1")),
        ),
    )
    .insertInto("card_endings")
    .columns(["organization_uuid", "ending", "card_uuid"])
    .expression((ends) =>
      ends
        .selectFrom("ends")
        .select(["organization_uuid", "ending", "card_uuid"])
        .where(condition("1 = 1")),
    )
    .onConflict((conflict) => conflict.doNothing()),
]
