import { sql } from "kysely"
import { condition, type Draft, type Migration } from "./migration.ts"

/** What was issued and set aside of a supply is a part of it. */
const isSound = (row: string): string =>
  [
    `${row}supply_redeemed >= 0`,
    `${row}supply_reserved >= 0`,
    `(${row}supply_total is null or ${row}supply_redeemed + ${row}supply_reserved <= ${row}supply_total)`,
  ].join(" and ")

export const soundSupplies: Migration = {
  name: "0038-sound-supplies",
  statements: (draft) => [
    ...repaired(draft),
    ...draft.flavor.addCheck(draft.db, {
      table: "reward_templates",
      name: "reward_templates_supply_check",
      condition: isSound,
    }),
  ],
}

/**
 * Versions before this one could return a place twice. What was issued stays issued: a total that
 * was exceeded becomes what was issued.
 */
const repaired = ({ db }: Draft) => [
  db.updateTable("reward_templates").set({ supply_reserved: 0 }).where("supply_reserved", "<", 0),
  db.updateTable("reward_templates").set({ supply_redeemed: 0 }).where("supply_redeemed", "<", 0),
  db
    .updateTable("reward_templates")
    .set({ supply_total: sql`supply_redeemed + supply_reserved` })
    .where(condition("supply_redeemed + supply_reserved > supply_total")),
]
