import { condition, type Draft, type Migration } from "./migration.ts"

/** The columns that name an image, by table. */
const shown = [
  { table: "organizations", name: "logo_image_file_uuid" },
  { table: "tiers", name: "image_file_uuid" },
  { table: "activities", name: "image_file_uuid" },
  { table: "users", name: "avatar_image_file_uuid" },
  { table: "card_models", name: "front_image_file_uuid" },
  { table: "card_models", name: "back_image_file_uuid" },
] as const

export const images: Migration = {
  name: "0016-images",
  // No references: a file goes with its holder, whose rows may stay.
  columns: shown.map((column) => ({ ...column, kind: "text" })),
  statements: ({ createIndex }: Draft) =>
    shown.map(({ table, name }) =>
      createIndex(`${table}_by_${name}`, table, [name]).where(condition(`${name} is not null`)),
    ),
}
