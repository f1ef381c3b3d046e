import type { LinkView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant } from "./instant.ts"

/** Encodes a link for its owner. */
export const encodeLink = (link: LinkView): z.output<typeof resources.Link> => ({
  token: link.linkToken,
  url: link.url,
  profile_page_uuid: link.profilePageUuid ?? null,
  wallet_address: link.walletAddress ?? null,
  created_at: instant(link.createdAt),
})
