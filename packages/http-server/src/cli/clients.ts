import { scopesFor } from "@symbolon/core/contract"
import { type Command, type Invocation, listOf, oneOf, print, requiredText, textOf } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

const types = ["confidential", "public"] as const
const grants = ["client_credentials", "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:token-exchange"] as const
const roles = ["owner", "manager", "staff", "door"] as const

/** `symbolon clients create` */
export const createClient: Command = {
  name: "clients create",
  summary: "Registers an app of an organization; its secret is shown here, once, and nowhere else.",
  examples: [
    'symbolon clients create --org harbour-club --name "Till" --service-role manager',
    'symbolon clients create --org harbour-club --name "Site" --type public --grant authorization_code --redirect-uri https://club.example/cb',
  ],
  flags: {
    org: { kind: "text", hint: "ORG", help: "slug or uuid; required" },
    name: { kind: "text", hint: "NAME", help: "required" },
    type: { kind: "text", hint: types.join("|"), help: "whether it can keep a secret (confidential)" },
    "redirect-uri": { kind: "list", hint: "URI", help: "may be given more than once" },
    grant: { kind: "list", hint: "GRANT", help: `${grants.slice(0, 3).join(", ")}, ... (client_credentials)` },
    scope: { kind: "list", hint: "SCOPE", help: "may be given more than once (all that an app can have)" },
    "service-role": { kind: "text", hint: roles.join("|"), help: "what it may do without a user (none: reads)" },
    "first-party": { kind: "switch", help: "one of the platform's own" },
  },
  settings: toolSettings,
  run: async (invocation) => {
    const registration = registrationOf(invocation)
    return withCore(invocation, async (symbolon) => {
      const { client, clientSecret } = await symbolon.oauth.registerClient(registration)
      const made = { client_id: client.clientId, client_secret: clientSecret ?? null, name: client.name, scopes: client.scopes }
      print(invocation, made, [`client_id      ${made.client_id}`, `client_secret  ${made.client_secret ?? "(none)"}`])
      return 0
    })
  },
}

const registrationOf = (invocation: Invocation) => {
  const asked = listOf(invocation, "grant").map((grant) => oneOf(grants, grant, "grant"))
  const scopes = listOf(invocation, "scope")
  const known: readonly string[] = scopesFor("client")
  for (const scope of scopes) oneOf(known, scope, "scope")
  const role = textOf(invocation, "service-role")
  return {
    organization: requiredText(invocation, "org"),
    name: requiredText(invocation, "name"),
    clientType: oneOf(types, textOf(invocation, "type") ?? "confidential", "type"),
    grantTypes: asked.length === 0 ? (["client_credentials"] as const) : asked,
    scopes: scopes.length === 0 ? known : scopes,
    redirectUris: listOf(invocation, "redirect-uri"),
    serviceRole: role === undefined ? undefined : oneOf(roles, role, "service-role"),
    isFirstParty: invocation.flags["first-party"] === true,
  }
}
