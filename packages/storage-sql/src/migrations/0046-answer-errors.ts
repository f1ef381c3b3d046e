import type { Migration } from "./migration.ts"

export const answerErrors: Migration = {
  name: "0046-answer-errors",
  columns: [{ table: "reward_deliveries", name: "answer_errors", kind: "json" }],
  statements: () => [],
}
