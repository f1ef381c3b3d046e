import type { Migration } from "./migration.ts"

/** Whom a card was made for. Those that are there already were made for any organization. */
export const cardsMadeFor: Migration = {
  name: "0072-cards-made-for",
  columns: [{ table: "cards", name: "made_for_uuid", kind: "text" }],
  statements: () => [],
}
