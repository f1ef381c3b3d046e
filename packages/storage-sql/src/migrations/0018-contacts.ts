import { condition, type Draft, type Migration } from "./migration.ts"

export const contacts: Migration = {
  name: "0018-contacts",
  columns: [{ table: "users", name: "drops_refused_since", kind: "instant" }],
  statements: (draft) => [...people(draft), ...visits(draft), ...words(draft)],
}

const people = ({ createTable, createIndex, createUniqueIndex }: Draft) => [
  createTable(
    "contacts",
    {
      uuid: "text",
      owner_user_uuid: "text",
      type: "text",
      contact_user_uuid: "text?",
      dropped_by_user_uuid: "text?",
      profile_page_uuid: "text?",
      name: "text?",
      email: "text?",
      email_key: "text?",
      job_title: "text?",
      company: "text?",
      notes: "text?",
      visit_count: "integer",
      met_session_uuid: "text?",
      latest_at: "instant",
      created_at: "instant",
      saved_at: "instant?",
      updated_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("contacts_pkey", ["uuid"])
        .addForeignKeyConstraint("contacts_owner_fkey", ["owner_user_uuid"], "users", ["uuid"])
        .addForeignKeyConstraint("contacts_user_fkey", ["contact_user_uuid"], "users", ["uuid"])
        .addForeignKeyConstraint("contacts_sender_fkey", ["dropped_by_user_uuid"], "users", [
          "uuid",
        ]),
  ),
  createIndex("contacts_by_creation", "contacts", ["owner_user_uuid", "created_at", "uuid"]),
  createIndex("contacts_by_latest", "contacts", ["owner_user_uuid", "latest_at", "uuid"]),
  createIndex("contacts_of_type", "contacts", ["owner_user_uuid", "type", "created_at", "uuid"]),
  createIndex("contacts_of_type_by_latest", "contacts", [
    "owner_user_uuid",
    "type",
    "latest_at",
    "uuid",
  ]),
  createUniqueIndex("contacts_user", "contacts", ["owner_user_uuid", "contact_user_uuid"]).where(
    condition("contact_user_uuid is not null"),
  ),
  createUniqueIndex("contacts_email", "contacts", ["owner_user_uuid", "email_key"]).where(
    condition("email_key is not null"),
  ),
  createUniqueIndex("contacts_sender", "contacts", [
    "owner_user_uuid",
    "dropped_by_user_uuid",
  ]).where(condition("type = 'dropped' and dropped_by_user_uuid is not null")),
  createIndex("contacts_of_user", "contacts", ["contact_user_uuid"]).where(
    condition("contact_user_uuid is not null"),
  ),
  createIndex("contacts_of_sender", "contacts", ["dropped_by_user_uuid"]).where(
    condition("dropped_by_user_uuid is not null"),
  ),
]

// No references to sessions and apps: a person's own note of an encounter needs neither.
const visits = ({ createTable, createIndex }: Draft) => [
  createTable(
    "contact_visits",
    {
      uuid: "text",
      contact_uuid: "text",
      owner_user_uuid: "text",
      visited_at: "instant",
      notes: "text?",
      session_uuid: "text?",
      activity_uuid: "text?",
      via_client_id: "text?",
      created_at: "instant",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("contact_visits_pkey", ["uuid"])
        .addForeignKeyConstraint("contact_visits_contact_fkey", ["contact_uuid"], "contacts", [
          "uuid",
        ]),
  ),
  createIndex("contact_visits_of_contact", "contact_visits", [
    "contact_uuid",
    "visited_at",
    "uuid",
  ]),
  createIndex("contact_visits_of_activity", "contact_visits", [
    "owner_user_uuid",
    "activity_uuid",
    "contact_uuid",
  ]),
]

const words = ({ createTable, createIndex }: Draft) => [
  createTable(
    "contact_words",
    { owner_user_uuid: "text", word: "text", contact_uuid: "text" },
    (table) =>
      table
        .addPrimaryKeyConstraint("contact_words_pkey", ["owner_user_uuid", "word", "contact_uuid"])
        .addForeignKeyConstraint("contact_words_contact_fkey", ["contact_uuid"], "contacts", [
          "uuid",
        ]),
  ),
  createIndex("contact_words_of_contact", "contact_words", ["contact_uuid", "word"]),
]
