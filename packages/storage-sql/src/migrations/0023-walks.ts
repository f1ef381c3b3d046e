import { condition, type Migration } from "./migration.ts"

export const walks: Migration = {
  name: "0023-walks",
  // An export reads the files of a person slice by slice, by key.
  statements: ({ createIndex }) => [
    createIndex("files_walk", "files", ["owner_uuid", "uuid"]).where(condition("state = 'stored'")),
  ],
}
