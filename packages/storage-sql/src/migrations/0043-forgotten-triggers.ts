import type { Migration } from "./migration.ts"

const counted = ["trigger_events", "trigger_tallies", "trigger_windows"]

export const forgottenTriggers: Migration = {
  name: "0043-forgotten-triggers",
  statements: ({ createIndex }) =>
    counted.map((table) => createIndex(`${table}_of_trigger`, table, ["trigger_uuid"])),
}
