import * as z from "zod"
import { dateTime } from "../endpoint.ts"

const Link = z.object({ label: z.string(), url: z.string() })

/** A profile as the public reads it. Some of its names are in camel case. */
export const Profile = z
  .object({
    imageUrl: z.string().describe("empty without an image"),
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    shortDescription: z.string(),
    longDescription: z.string(),
    callToAction: z.object({ type: z.string(), label: z.string(), url: z.string() }).nullable(),
    currentRole: z.object({ title: z.string(), company: z.string() }).nullable(),
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
    longDescriptionContent: z.array(z.record(z.string(), z.unknown())),
    stickers: z.array(z.record(z.string(), z.unknown())),
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
