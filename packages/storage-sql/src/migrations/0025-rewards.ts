import { type AddedColumn, type Migration } from "./migration.ts"

const column = (
  name: string,
  kind: AddedColumn["kind"],
  initially?: AddedColumn["initially"],
): AddedColumn => ({
  table: "reward_templates",
  name,
  kind,
  ...(initially === undefined ? {} : { initially }),
})

export const rewards: Migration = {
  name: "0025-rewards",
  columns: [
    column("version", "integer", 1),
    column("description", "text", ""),
    column("category", "text"),
    column("points", "integer", 0),
    column("supply_total", "integer"),
    column("supply_redeemed", "integer", 0),
    column("supply_reserved", "integer", 0),
    column("required_entitlement", "text"),
    column("content", "json"),
    column("archived_at", "instant"),
    column("updated_at", "instant"),
  ],
  statements: ({ createTable, createIndex }) => [
    createIndex("reward_templates_of_organization", "reward_templates", [
      "organization_uuid",
      "created_at",
      "uuid",
    ]),
    createIndex("reward_templates_of_activity", "reward_templates", [
      "activity_uuid",
      "created_at",
      "uuid",
    ]),
    createTable(
      "reward_contents",
      { reward_template_uuid: "text", kek_id: "text", wrapped_key: "text", box: "text" },
      (table) =>
        table
          .addPrimaryKeyConstraint("reward_contents_pkey", ["reward_template_uuid"])
          .addForeignKeyConstraint(
            "reward_contents_template_fkey",
            ["reward_template_uuid"],
            "reward_templates",
            ["uuid"],
          ),
    ),
    // To remove a draft, the database asks whether a ticket is of it.
    createIndex("ticket_holdings_ever_of_template", "ticket_holdings", ["reward_template_uuid"]),
    createIndex("reward_contents_by_kek", "reward_contents", ["kek_id", "reward_template_uuid"]),
  ],
}
