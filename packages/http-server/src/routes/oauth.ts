import { oauth as endpoints, scopes } from "@symbolon/core/contract"
import { oauth } from "@symbolon/core/effect"
import { discoveryDocument } from "../oauth/discovery.ts"
import { imageUrlsOf } from "../encode/image-url.ts"
import { directRoute, openDirectRoute, type Route, withMeta } from "../route.ts"

/** Good for five minutes: a new key is published long before it signs. */
const cached = { "cache-control": "public, max-age=300" }

/**
 * What the authorization server publishes, and `/userinfo`. What clients and browsers send has
 * plans of its own in `oauth/`: it speaks in forms, pages and redirects.
 */
export const oauthRoutes: readonly Route[] = [
  openDirectRoute(endpoints.configuration, (_input, symbolon) =>
    withMeta({ ...discoveryDocument(symbolon) }, { headers: cached }),
  ),
  openDirectRoute(endpoints.jwks, async (_input, symbolon) =>
    withMeta(
      { keys: (await symbolon.jwks()).keys.map((key) => ({ ...key })) },
      { headers: cached },
    ),
  ),
  openDirectRoute(endpoints.scopes, (input) => {
    const wanted = input.scope?.split(" ").filter((name) => name !== "")
    const listed = Object.entries(scopes).filter(([name]) => wanted?.includes(name) ?? true)
    return withMeta(
      {
        scopes: listed.map(([name, { description, group, audience, sensitive }]) => ({
          name,
          description,
          group,
          audience: [...audience],
          sensitive,
        })),
      },
      { headers: cached },
    )
  }),
  openDirectRoute(endpoints.clientInfo, async (input, symbolon) => {
    const { client, organization } = await symbolon.oauth.clientInfo({ clientId: input.client_id })
    return {
      client_id: client.clientId,
      name: client.name,
      icon_url: client.iconUrl ?? null,
      website_url: client.websiteUrl ?? null,
      policy_url: client.policyUrl ?? null,
      tos_url: client.tosUrl ?? null,
      organization:
        organization === undefined
          ? null
          : {
              uuid: organization.uuid,
              name: organization.name,
              slug: organization.slug,
              logo_image_file_url: imageUrlsOf(symbolon)(organization.logoImageFileUuid),
            },
      is_first_party: client.isFirstParty,
    }
  }),
  directRoute(endpoints.userinfo, (_input, symbolon, caller) =>
    symbolon.run(oauth.userinfo(caller, {})),
  ),
]
