import { condition, type Draft, type Migration } from "./migration.ts"

export const cardStock: Migration = {
  name: "0019-cards",
  // `name` is the organization's: until now a holder's name took its place.
  columns: [{ table: "cards", name: "holder_name", kind: "text" }],
  statements: ({ createIndex }: Draft) => [
    createIndex("cards_stock", "cards", ["organization_uuid"]).where(
      condition("organization_uuid is not null and claimed_at is null and withdrawn_at is null"),
    ),
  ],
}
