import { condition, type Migration } from "./migration.ts"

export const people: Migration = {
  name: "0001-people",
  statements: ({ createTable, createIndex, createUniqueIndex }) => [
    createTable("names", { name: "text", kind: "text", uuid: "text" }, (table) => table.addPrimaryKeyConstraint("names_pkey", ["name"])),

    createTable(
      "organizations",
      {
        uuid: "text",
        slug: "text",
        name: "text",
        description: "text?",
        website: "text?",
        timezone: "text?",
        created_at: "instant",
        updated_at: "instant?",
      },
      (table) => table.addPrimaryKeyConstraint("organizations_pkey", ["uuid"]).addUniqueConstraint("organizations_slug_key", ["slug"]),
    ),
    createIndex("organizations_by_creation", "organizations", ["created_at", "uuid"]),
    createIndex("organizations_by_name", "organizations", ["name", "uuid"]),

    createTable(
      "users",
      {
        uuid: "text",
        username: "text",
        first_name: "text",
        last_name: "text?",
        email: "text?",
        account_type: "text",
        created_at: "instant",
        updated_at: "instant?",
        password_hash: "text?",
      },
      (table) => table.addPrimaryKeyConstraint("users_pkey", ["uuid"]).addUniqueConstraint("users_username_key", ["username"]),
    ),

    createTable(
      "staff",
      { uuid: "text", organization_uuid: "text", user_uuid: "text", role: "text", joined_at: "instant", updated_at: "instant?" },
      (table) =>
        table
          .addPrimaryKeyConstraint("staff_pkey", ["uuid"])
          .addUniqueConstraint("staff_member_key", ["organization_uuid", "user_uuid"])
          .addForeignKeyConstraint("staff_organization_fkey", ["organization_uuid"], "organizations", ["uuid"])
          .addForeignKeyConstraint("staff_user_fkey", ["user_uuid"], "users", ["uuid"]),
    ),
    createUniqueIndex("staff_owner_key", "staff", ["organization_uuid"]).where(condition("role = 'owner'")),
    createIndex("staff_by_user", "staff", ["user_uuid", "organization_uuid"]),
  ],
}
