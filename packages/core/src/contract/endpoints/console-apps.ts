import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import type { GrantType } from "../../oauth/clients/client.ts"
import type { Role } from "../../foundation/access/role.ts"
import { manages } from "../access.ts"
import { endpoint, line, listQuery, page, text, webAddress } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { App, AppSecret, RegisteredApp } from "../resources/app.ts"
import { type ScopeName, scopes } from "../scopes.ts"

const grants = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
  "urn:ietf:params:oauth:grant-type:token-exchange",
] as const satisfies readonly GrantType[]
const roles = ["owner", "manager", "staff", "door"] as const satisfies readonly Role[]

const uris = z.array(text(limits.redirectUriMax, 1)).max(limits.redirectUrisMax)
const fields = {
  name: line(limits.appNameMax, 1).trim().min(1),
  redirect_uris: uris.describe(
    "https, or http on 127.0.0.1, [::1] or localhost; for a public app also a private-use scheme with a dot",
  ),
  post_logout_redirect_uris: uris,
  grant_types: z.array(z.enum(grants)).min(1),
  scopes: z.array(z.enum(Object.keys(scopes) as [ScopeName, ...ScopeName[]])),
  service_role: z
    .enum(roles)
    .nullable()
    .describe("the app's role in the organization without a user; if omitted, it can only read"),
  first_party: z
    .boolean()
    .describe("an app of the service, which needs no consent; only service staff can set it"),
  icon_url: webAddress(limits.redirectUriMax).nullable(),
  website_url: webAddress(limits.redirectUriMax).nullable(),
  policy_url: webAddress(limits.redirectUriMax).nullable(),
  tos_url: webAddress(limits.redirectUriMax).nullable(),
}
const { name, ...others } = fields

const ofOrganization = z.object(parameters.organization)
const one = z.object({ ...parameters.organization, ...parameters.client })

export const createApp = endpoint({
  name: "apps.create",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/apps",
  summary: "Registers an app of the organization. Its secret is shown once.",
  description:
    "The service_role cannot be stronger than the caller's own role in the organization.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: ofOrganization,
  body: z.strictObject({
    ...z.object(others).partial().shape,
    name,
    client_type: z.enum(["confidential", "public"]).default("confidential"),
    grant_types: others.grant_types.default(["client_credentials"]),
    scopes: others.scopes.default([]),
  }),
  response: RegisteredApp,
  errors: ["NotFound"],
})

export const listApps = endpoint({
  name: "apps.list",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/apps",
  summary: "Lists the organization's apps.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: ofOrganization,
  query: listQuery(["created_at", "name"]),
  response: page(App),
  errors: ["NotFound"],
})

export const getApp = endpoint({
  name: "apps.get",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/apps/{client_id}",
  summary: "Returns an app of the organization.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: one,
  response: App,
  errors: ["NotFound"],
})

export const updateApp = endpoint({
  name: "apps.update",
  base: "console",
  method: "PATCH",
  path: "/organizations/{organization_slug}/apps/{client_id}",
  summary:
    "Updates the fields of an app that are sent; null clears a field. A withdrawn scope, grant or role applies to its tokens from their next call on.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject(fields).partial(),
  response: App,
  errors: ["NotFound"],
})

export const deleteApp = endpoint({
  name: "apps.delete",
  base: "console",
  method: "DELETE",
  path: "/organizations/{organization_slug}/apps/{client_id}",
  summary: "Removes an app permanently and ends all its tokens. Returns the removed app.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: App,
  errors: ["NotFound"],
})

export const createSecret = endpoint({
  name: "apps.createSecret",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/apps/{client_id}/secrets",
  summary:
    "Creates another secret and shows it once. The previous secret stays valid; a third one ends the oldest.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: one,
  body: z.strictObject({}),
  response: AppSecret,
  errors: ["NotFound", "Conflict"],
})
