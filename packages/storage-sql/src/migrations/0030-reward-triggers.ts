import { condition, type Draft, type Migration } from "./migration.ts"

export const rewardTriggers: Migration = {
  name: "0030-reward-triggers",
  statements: (draft) => [...triggers(draft), ...counting(draft), ...firings(draft)],
}

// No reference to the template: a draft may be deleted, and then nothing is issued.
const triggers = ({ createTable, createIndex }: Draft) => [
  createTable(
    "reward_triggers",
    {
      uuid: "text",
      organization_uuid: "text",
      reward_template_uuid: "text",
      name: "text",
      description: "text?",
      is_enabled: "boolean",
      scopes: "json",
      reward_metadata: "json",
      deduplication_window_seconds: "integer?",
      created_at: "instant",
      updated_at: "instant?",
      deleted_at: "instant?",
    },
    (table) => table.addPrimaryKeyConstraint("reward_triggers_pkey", ["uuid"]),
  ),
  createIndex("reward_triggers_of_organization", "reward_triggers", [
    "organization_uuid",
    "created_at",
    "uuid",
  ]).where(condition("deleted_at is null")),
  createIndex("reward_triggers_by_name", "reward_triggers", [
    "organization_uuid",
    "name",
    "uuid",
  ]).where(condition("deleted_at is null")),
  createIndex("reward_triggers_of_template", "reward_triggers", ["reward_template_uuid", "uuid"]),
  createTable("trigger_listeners", { key: "text", trigger_uuid: "text", match: "json" }, (table) =>
    table.addPrimaryKeyConstraint("trigger_listeners_pkey", ["key", "trigger_uuid"]),
  ),
  createIndex("trigger_listeners_of_trigger", "trigger_listeners", ["trigger_uuid"]),
]

// No references to the trigger: its row is locked while it is counted for, and its uuid stays.
const counting = ({ createTable }: Draft) => [
  createTable(
    "trigger_events",
    { key: "text", trigger_uuid: "text", subject: "text", noted_at: "instant" },
    (table) => table.addPrimaryKeyConstraint("trigger_events_pkey", ["key"]),
  ),
  createTable("trigger_tallies", { key: "text", trigger_uuid: "text", count: "integer" }, (table) =>
    table.addPrimaryKeyConstraint("trigger_tallies_pkey", ["key"]),
  ),
  createTable(
    "trigger_windows",
    { key: "text", trigger_uuid: "text", firing_uuid: "text", fired_at: "instant" },
    (table) => table.addPrimaryKeyConstraint("trigger_windows_pkey", ["key"]),
  ),
]

const firings = ({ createTable, createIndex, createUniqueIndex }: Draft) => [
  createTable(
    "trigger_firings",
    {
      uuid: "text",
      key: "text",
      trigger_uuid: "text",
      organization_uuid: "text",
      reward_template_uuid: "text",
      event: "text",
      event_id: "text",
      scope: "text",
      user_uuid: "text?",
      wallet_address: "text?",
      depth: "integer",
      outcome: "text",
      reason: "text?",
      transaction_id: "text?",
      created_at: "instant",
      ended_at: "instant?",
    },
    (table) => table.addPrimaryKeyConstraint("trigger_firings_pkey", ["uuid"]),
  ),
  createUniqueIndex("trigger_firings_key", "trigger_firings", ["key"]),
  createIndex("trigger_firings_of_trigger", "trigger_firings", [
    "trigger_uuid",
    "created_at",
    "uuid",
  ]),
  createIndex("trigger_firings_with", "trigger_firings", ["event_id", "trigger_uuid"]),
]
