import { consoleConsents as endpoints } from "@symbolon/core/contract"
import { mapAnswer, allowedApps } from "@symbolon/core/effect"
import { instant } from "../encode/instant.ts"
import { route, type Route } from "../route.ts"

export const consoleConsentRoutes: readonly Route[] = [
  route(endpoints.listAllowedApps, (_input, caller) =>
    mapAnswer(allowedApps.list(caller, {}), (allowed) => ({
      apps: allowed.map(({ client, consent }) => ({
        client_id: client.clientId,
        name: client.name,
        icon_url: client.iconUrl ?? null,
        website_url: client.websiteUrl ?? null,
        scopes: [...consent.scopes],
        allowed_at: instant(consent.createdAt),
        updated_at: instant(consent.updatedAt),
      })),
    })),
  ),
  route(endpoints.withdraw, (input, caller) =>
    mapAnswer(allowedApps.withdraw(caller, { clientId: input.client_id }), ({ endedSessions }) => ({
      message: "The consent was withdrawn. The app has to ask again.",
      ended_sessions: endedSessions,
    })),
  ),
]
