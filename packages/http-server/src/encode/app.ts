import type { AppView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes an app for its managers. */
export const encodeApp = (app: AppView): z.output<typeof resources.App> => ({
  client_id: app.clientId,
  organization_uuid: app.organizationUuid ?? null,
  name: app.name,
  client_type: app.clientType,
  redirect_uris: [...app.redirectUris],
  post_logout_redirect_uris: [...app.postLogoutRedirectUris],
  grant_types: [...app.grantTypes],
  scopes: [...app.scopes],
  service_role: app.serviceRole ?? null,
  first_party: app.isFirstParty,
  icon_url: app.iconUrl ?? null,
  website_url: app.websiteUrl ?? null,
  policy_url: app.policyUrl ?? null,
  tos_url: app.tosUrl ?? null,
  created_at: instant(app.createdAt),
  updated_at: instantOrNull(app.updatedAt),
})
