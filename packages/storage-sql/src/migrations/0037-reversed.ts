import { condition, type Migration } from "./migration.ts"

export const reversed: Migration = {
  name: "0037-reversed",
  statements: ({ createIndex }) => [
    createIndex("transactions_reversed", "transactions", ["from_address", "id"]).where(
      condition("status = 'reversed'"),
    ),
  ],
}
