import { condition, type Migration } from "./migration.ts"

export const namedInEvents: Migration = {
  name: "0063-named-in-events",
  columns: [{ table: "outbox", name: "named_user_uuid", kind: "text" }],
  statements: ({ createIndex }) => [
    createIndex("outbox_naming", "outbox", ["named_user_uuid", "uuid"]).where(
      condition("named_user_uuid is not null"),
    ),
  ],
}
