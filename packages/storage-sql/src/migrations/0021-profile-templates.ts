import { condition, type Draft, type Migration } from "./migration.ts"

export const profileTemplates: Migration = {
  name: "0021-profile-templates",
  columns: [{ table: "card_models", name: "profile_template_uuid", kind: "text" }],
  statements: ({ createTable, createIndex }: Draft) => [
    createTable(
      "profile_templates",
      {
        uuid: "text",
        organization_uuid: "text?",
        name: "text",
        description: "text?",
        short_description: "text",
        long_description: "text",
        call_to_action: "json?",
        current_role: "json?",
        custom_background: "json?",
        avatar_frame: "text?",
        social_links: "json",
        links: "json",
        long_description_content: "json",
        stickers: "json",
        // No reference: a file goes with its holder, whose rows may stay.
        image_file_uuid: "text?",
        created_at: "instant",
        updated_at: "instant?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("profile_templates_pkey", ["uuid"])
          .addForeignKeyConstraint(
            "profile_templates_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          ),
    ),
    createIndex("profile_templates_of", "profile_templates", [
      "organization_uuid",
      "created_at",
      "uuid",
    ]),
    createIndex("profile_templates_by_image_file_uuid", "profile_templates", [
      "image_file_uuid",
    ]).where(condition("image_file_uuid is not null")),
    createIndex("card_models_by_profile_template_uuid", "card_models", [
      "profile_template_uuid",
    ]).where(condition("profile_template_uuid is not null")),
  ],
}
