import * as z from "zod"
import { dateTime } from "../endpoint.ts"

/** An organization on the wire. */
export const Organization = z
  .object({
    uuid: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    website: z.string().nullable(),
    logo_image_file_uuid: z.string().nullable(),
    logo_image_file_url: z.string().nullable(),
    timezone: z.string().nullable(),
    owner_uuid: z.string().nullable(),
    role: z.string().nullable(),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "Organization" })
