import { consoleLinks as endpoints } from "@symbolon/core/contract"
import { mapAnswer, links } from "@symbolon/core/effect"
import { encodeLink } from "../encode/link.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** The links that people hand out. */
export const consoleLinkRoutes: readonly Route[] = [
  route(endpoints.listLinks, (input, caller) =>
    mapAnswer(links.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeLink),
    ),
  ),
  route(endpoints.createLink, (input, caller) =>
    mapAnswer(
      links.create(caller, {
        profilePageUuid: input.profile_page_uuid,
        walletAddress: input.wallet_address,
      }),
      encodeLink,
    ),
  ),
  route(endpoints.deleteLink, (input, caller) =>
    mapAnswer(links.delete(caller, { token: input.token }), () => ({
      message: "The link is withdrawn.",
    })),
  ),
]
