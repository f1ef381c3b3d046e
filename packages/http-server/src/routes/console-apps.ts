import { consoleApps as endpoints } from "@symbolon/core/contract"
import { mapAnswer, apps } from "@symbolon/core/effect"
import { encodeApp } from "../encode/app.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route, withMeta } from "../route.ts"

/** An answer with a secret must not be cached (RFC 6749 section 5.1). */
const once = { headers: { "cache-control": "no-store" } } as const

export const consoleAppRoutes: readonly Route[] = [
  route(endpoints.createApp, (input, caller) =>
    mapAnswer(
      apps.create(caller, {
        organization: input.organization_slug,
        name: input.name,
        clientType: input.client_type,
        grantTypes: input.grant_types,
        scopes: input.scopes,
        redirectUris: input.redirect_uris,
        postLogoutRedirectUris: input.post_logout_redirect_uris,
        serviceRole: input.service_role ?? undefined,
        isFirstParty: input.first_party,
        iconUrl: input.icon_url ?? undefined,
        websiteUrl: input.website_url ?? undefined,
        policyUrl: input.policy_url ?? undefined,
        tosUrl: input.tos_url ?? undefined,
      }),
      ({ client, clientSecret }) =>
        withMeta({ ...encodeApp(client), client_secret: clientSecret ?? null }, once),
    ),
  ),
  route(endpoints.listApps, (input, caller) =>
    mapAnswer(
      apps.list(caller, { organization: input.organization_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeApp),
    ),
  ),
  route(endpoints.getApp, (input, caller) => mapAnswer(apps.get(caller, named(input)), encodeApp)),
  route(endpoints.updateApp, (input, caller) =>
    mapAnswer(
      apps.update(caller, {
        ...named(input),
        name: input.name,
        grantTypes: input.grant_types,
        scopes: input.scopes,
        redirectUris: input.redirect_uris,
        postLogoutRedirectUris: input.post_logout_redirect_uris,
        serviceRole: input.service_role,
        isFirstParty: input.first_party,
        iconUrl: input.icon_url,
        websiteUrl: input.website_url,
        policyUrl: input.policy_url,
        tosUrl: input.tos_url,
      }),
      encodeApp,
    ),
  ),
  route(endpoints.deleteApp, (input, caller) =>
    mapAnswer(apps.delete(caller, named(input)), encodeApp),
  ),
  route(endpoints.createSecret, (input, caller) =>
    mapAnswer(apps.createSecret(caller, named(input)), ({ client, clientSecret }) =>
      withMeta({ client_id: client.clientId, client_secret: clientSecret }, once),
    ),
  ),
]

const named = (input: { readonly organization_slug: string; readonly client_id: string }) => ({
  organization: input.organization_slug,
  clientId: input.client_id,
})
