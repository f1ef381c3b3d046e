import * as z from "zod"
import { FileUuid } from "./file.ts"
import { ProfilePage, profileFields } from "./profile.ts"

const {
  name: _name,
  first_name: _firstName,
  last_name: _lastName,
  shows_primary_card: _showsPrimaryCard,
  custom_background,
  ...starting
} = profileFields

/** The fields of a profile template in a body that a new page starts with. */
export const pageStartFields = {
  ...starting,
  custom_background: custom_background.describe("values of CSS properties"),
  image_file_uuid: FileUuid.describe(
    "an image of the organization; null leaves the image to the owner of the page",
  ),
}

/** What the pages start with that an organization issues with its cards. */
export const ProfileTemplate = z
  .object({
    uuid: z.string(),
    organization_uuid: z
      .string()
      .nullable()
      .describe("null for a template of the platform, which every organization can use"),
    name: z.string().describe("for the team alone"),
    description: z.string().nullable().describe("for the team alone"),
    ...ProfilePage.pick({
      short_description: true,
      long_description: true,
      call_to_action: true,
      current_role: true,
      custom_background: true,
      avatar_frame: true,
      social_links: true,
      links: true,
      long_description_content: true,
      stickers: true,
      image_file_uuid: true,
      image_url: true,
      created_at: true,
      updated_at: true,
    }).shape,
  })
  .meta({ id: "ProfileTemplate" })
