import type { Migration } from "./migration.ts"

export const rateLimits: Migration = {
  name: "0012-rate-limits",
  statements: ({ db, flavor }) => flavor.makeRateLimits(db),
}
