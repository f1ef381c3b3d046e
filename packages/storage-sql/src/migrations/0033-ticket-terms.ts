import type { Migration } from "./migration.ts"

export const ticketTerms: Migration = {
  name: "0033-ticket-terms",
  columns: [
    { table: "ticket_holdings", name: "terms", kind: "json" },
    { table: "ticket_holdings", name: "transfers", kind: "integer", initially: 0 },
  ],
  statements: () => [],
}
