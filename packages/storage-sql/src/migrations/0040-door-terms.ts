import type { Migration } from "./migration.ts"

export const doorTerms: Migration = {
  name: "0040-door-terms",
  columns: [
    { table: "ticket_holdings", name: "valid_from", kind: "instant" },
    { table: "ticket_holdings", name: "valid_until", kind: "instant" },
    { table: "ticket_holdings", name: "session_uuids", kind: "json" },
    { table: "ticket_holdings", name: "max_admissions", kind: "integer" },
    { table: "admissions", name: "admissions_allowed", kind: "integer" },
  ],
  statements: () => [],
}
