import * as z from "zod"
import { dateTime } from "../endpoint.ts"

/** A link that a user hands out, as the user lists it. */
export const Link = z
  .object({
    token: z.string(),
    url: z.string().describe("what the user hands out: {base_url}/l/{token}"),
    profile_page_uuid: z.string().nullable().describe("the page that it opens"),
    wallet_address: z.string().nullable().describe("the wallet that it opens"),
    created_at: dateTime,
  })
  .meta({ id: "Link" })
