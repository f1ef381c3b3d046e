import type { Migration } from "./migration.ts"

export const jobOrigins: Migration = {
  name: "0013-job-origins",
  columns: [
    { table: "jobs", name: "organization_uuid", kind: "text" },
    { table: "jobs", name: "request_id", kind: "text" },
  ],
  statements: () => [],
}
