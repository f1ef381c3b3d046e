import type { Spelling } from "./spelling.ts"

/** The settings of how long finished work is kept. */
export const keepingSpellings = {
  keepDeliveriesDays: {
    flag: "keep-deliveries-days",
    env: ["SYMBOLON_KEEP_DELIVERIES_DAYS"],
    kind: "number",
    hint: "DAYS",
    help: "how long finished deliveries of webhooks and their events are kept (30)",
  },
  keepFailedJobsDays: {
    flag: "keep-failed-jobs-days",
    env: ["SYMBOLON_KEEP_FAILED_JOBS_DAYS"],
    kind: "number",
    hint: "DAYS",
    help: "how long jobs that were given up are kept for people to look at (90)",
  },
} as const satisfies Readonly<Record<string, Spelling>>
