import { condition, type Migration } from "./migration.ts"

export const sweepsOfJobs: Migration = {
  name: "0058-sweeps-of-jobs",
  statements: ({ createIndex }) => [
    createIndex("jobs_buried_by_due", "jobs", ["due_at", "uuid"]).where(condition("is_buried")),
  ],
}
