import * as z from "zod"
import { blocksFault } from "../../foundation/kernel/app-blocks.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { asSent, cssValue, dateTime, line, link, prose, webAddress } from "../endpoint.ts"
import { FileUuid } from "./file.ts"

const Link = z.object({ label: z.string(), url: z.string() })
const Action = z.object({ type: z.string(), label: z.string(), url: z.string() })
const Role = z.object({ title: z.string(), company: z.string() })
const Blocks = z.array(z.record(z.string(), z.unknown()))

const SentLink = z.strictObject({
  label: line(limits.profileLabelMax, 1),
  url: link(limits.outgoingUrlMax, 1),
})
const css = cssValue(limits.profileCssMax).optional()

const blocks = asSent(
  z.array(z.record(z.string(), z.unknown())).max(limits.profileBlocksMax),
  (value) => blocksFault(value, limits.profileBlocksTextMax),
)

/** The fields of a profile page in a body. */
export const profileFields = {
  name: line(limits.nameMax).nullable().describe("null follows the account"),
  first_name: line(limits.nameMax).nullable().describe("null follows the account"),
  last_name: line(limits.nameMax).nullable().describe("null follows the account"),
  short_description: prose(limits.profileShortDescriptionMax),
  long_description: prose(limits.descriptionMax),
  call_to_action: SentLink.extend({ type: line(limits.profileTypeMax, 1) }).nullable(),
  current_role: z
    .strictObject({ title: line(limits.nameMax, 1), company: line(limits.nameMax) })
    .nullable(),
  custom_background: z
    .strictObject({
      background: css,
      background_color: css,
      background_image: css,
      background_position: css,
      background_size: css,
      background_repeat: css,
      background_attachment: css,
    })
    .nullable()
    .describe("values of CSS properties; needs the entitlement custom_backgrounds"),
  avatar_frame: webAddress(limits.outgoingUrlMax, 1).nullable(),
  social_links: z.array(SentLink).max(limits.profileLinksMax),
  links: z.array(SentLink).max(limits.profileLinksMax),
  long_description_content: blocks,
  stickers: blocks,
  image_file_uuid: FileUuid.describe("an image of the user; null follows the account"),
  shows_primary_card: z
    .boolean()
    .describe("whether the public page names the uuid of the primary card"),
}

/** A profile page as its owner manages it. */
export const ProfilePage = z
  .object({
    uuid: z.string(),
    name: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    short_description: z.string(),
    long_description: z.string(),
    call_to_action: Action.nullable(),
    current_role: Role.nullable(),
    custom_background: z
      .object({
        background: z.string(),
        background_color: z.string(),
        background_image: z.string(),
        background_position: z.string(),
        background_size: z.string(),
        background_repeat: z.string(),
        background_attachment: z.string(),
      })
      .partial()
      .nullable(),
    avatar_frame: z.string().nullable(),
    social_links: z.array(Link),
    links: z.array(Link),
    long_description_content: Blocks,
    stickers: Blocks,
    image_file_uuid: z.string().nullable(),
    image_url: z.string().nullable(),
    shows_primary_card: z.boolean(),
    is_primary: z.boolean().describe("whether it is the user's public profile"),
    is_locked: z
      .boolean()
      .describe(
        "whether an organization issued the page and its owner has no active membership there",
      ),
    organization_uuid: z.string().nullable().describe("the organization that issued it"),
    card_uuid: z.string().nullable().describe("the card with which it was issued"),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "ProfilePage" })

/** A profile as the public reads it. Some of its names are in camel case. */
export const Profile = z
  .object({
    imageUrl: z.string().describe("empty without an image"),
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    shortDescription: z.string(),
    longDescription: z.string(),
    callToAction: Action.nullable(),
    currentRole: Role.nullable(),
    customBackground: z
      .object({
        background: z.string(),
        backgroundColor: z.string(),
        backgroundImage: z.string(),
        backgroundPosition: z.string(),
        backgroundSize: z.string(),
        backgroundRepeat: z.string(),
        backgroundAttachment: z.string(),
      })
      .partial()
      .nullable()
      .describe("values of CSS properties, as their owner wrote them"),
    avatarFrame: z.string().nullable(),
    socialLinks: z.array(Link),
    links: z.array(Link),
    longDescriptionContent: Blocks,
    stickers: Blocks,
    profile_page_uuid: z
      .string()
      .nullable()
      .describe("null when the profile is made of the names and image of the account"),
    is_locked: z
      .boolean()
      .describe(
        "whether an organization issued the page and its owner has no active membership there",
      ),
    primary_card_uid: z
      .string()
      .nullable()
      .describe("the uuid of the primary card, if the page shows it; never its identifier"),
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "Profile" })
