import type { AppView } from "@symbolon/core"
import { scopes as allScopes, scopesFor } from "@symbolon/core/contract"
import { encodeApp } from "../encode/app.ts"
import {
  type Command,
  type Invocation,
  listOf,
  oneOf,
  print,
  requiredText,
  textOf,
} from "./command.ts"
import { confirm, yes } from "./confirm.ts"
import { toolSettings, withCore } from "./open.ts"

const types = ["confidential", "public"] as const
const exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
const grants = ["client_credentials", "authorization_code", "refresh_token", exchange] as const
const roles = ["owner", "manager", "staff", "door"] as const

/** `symbolon clients create` */
export const createClient: Command = {
  name: "clients create",
  summary: "Registers an app of an organization or of the platform. Its secret is shown once.",
  examples: [
    'symbolon clients create --org harbour-club --name "Till" --service-role manager',
    'symbolon clients create --org harbour-club --name "Site" --grant authorization_code --grant refresh_token --redirect-uri https://club.example/cb',
    `symbolon clients create --org harbour-club --name "Desk" --type public --grant authorization_code --grant ${exchange} --redirect-uri http://127.0.0.1/cb`,
    'symbolon clients create --org harbour-club --name "Back office" --first-party --service-role manager',
    'symbolon clients create --name "Our app" --type public --first-party --grant authorization_code --redirect-uri com.example.club:/cb',
  ],
  flags: {
    org: {
      kind: "text",
      hint: "ORG",
      help: "slug or uuid of the organization (default: the platform's own apps)",
    },
    name: { kind: "text", hint: "NAME", help: "the name that users see", isRequired: true },
    type: {
      kind: "text",
      hint: types.join("|"),
      help: "confidential if the app can keep a secret (confidential)",
    },
    grant: {
      kind: "list",
      hint: "GRANT",
      help: `repeatable: ${grants.join(", ")} (client_credentials)`,
    },
    scope: {
      kind: "list",
      hint: "SCOPE",
      help: "repeatable (default: all scopes that its grants allow)",
    },
    "redirect-uri": { kind: "list", hint: "URI", help: "repeatable" },
    "post-logout-redirect-uri": {
      kind: "list",
      hint: "URI",
      help: "where a browser may return after a logout; repeatable",
    },
    website: {
      kind: "text",
      hint: "URL",
      help: "shown on the consent page",
    },
    "service-role": {
      kind: "text",
      hint: roles.join("|"),
      help: "its role without a user (default: read only)",
    },
    "first-party": {
      kind: "switch",
      help: "an app that the operator vouches for: it needs no consent and may use the console",
    },
  },
  settings: toolSettings,
  run: async (invocation) => {
    const registration = registrationOf(invocation)
    return withCore(invocation, async (symbolon) => {
      const { client, clientSecret } = await symbolon.apps.create(registration)
      const made = {
        client_id: client.clientId,
        client_secret: clientSecret ?? null,
        name: client.name,
        scopes: client.scopes,
      }
      print(invocation, made, [
        `client_id      ${made.client_id}`,
        `client_secret  ${made.client_secret ?? "(none)"}`,
      ])
      return 0
    })
  },
}

const registrationOf = (invocation: Invocation) => {
  const requested = listOf(invocation, "grant").map((grant) => oneOf(grants, grant, "grant"))
  const grantTypes = requested.length === 0 ? (["client_credentials"] as const) : requested
  const scopes = listOf(invocation, "scope").map((scope) =>
    oneOf(Object.keys(allScopes), scope, "scope"),
  )
  const role = textOf(invocation, "service-role")
  return {
    organization: textOf(invocation, "org"),
    name: requiredText(invocation, "name"),
    clientType: oneOf(types, textOf(invocation, "type") ?? "confidential", "type"),
    grantTypes,
    scopes: scopes.length === 0 ? scopesOf(grantTypes) : scopes,
    redirectUris: listOf(invocation, "redirect-uri"),
    postLogoutRedirectUris: listOf(invocation, "post-logout-redirect-uri"),
    websiteUrl: textOf(invocation, "website"),
    serviceRole: role === undefined ? undefined : oneOf(roles, role, "service-role"),
    isFirstParty: invocation.flags["first-party"] === true,
  }
}

/** All that the tokens of these grants can carry. */
const scopesOf = (grantTypes: readonly (typeof grants)[number][]): readonly string[] => {
  const audiences = {
    client_credentials: "client",
    authorization_code: "user",
    [exchange]: "organization",
  } as const
  return [
    ...new Set(
      grantTypes.flatMap((grant) => (grant === "refresh_token" ? [] : scopesFor(audiences[grant]))),
    ),
  ]
}

const pageSize = 100

/** `symbolon clients list` */
export const listClients: Command = {
  name: "clients list",
  summary: "Lists the apps of an organization or of the platform, one a line.",
  examples: ["symbolon clients list --org harbour-club", "symbolon clients list --json"],
  flags: {
    org: {
      kind: "text",
      hint: "ORG",
      help: "slug or uuid of the organization (default: the platform's own apps)",
    },
  },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const organization = textOf(invocation, "org")
      const apps: AppView[] = []
      for (let page = 1; ; page += 1) {
        const { items } = await symbolon.apps.list({
          organization,
          page: { page, pageSize, sortBy: "created_at", sortOrder: "asc" },
        })
        apps.push(...items)
        if (items.length < pageSize) break
      }
      print(
        invocation,
        apps.map(encodeApp),
        apps.length === 0 ? ["There are no apps. See symbolon clients create."] : apps.map(lineOf),
      )
      return 0
    }),
}

const lineOf = ({ clientId, clientType, serviceRole, isFirstParty, name }: AppView): string =>
  [
    clientId,
    clientType.padEnd(12),
    (serviceRole ?? "-").padEnd(7),
    isFirstParty ? "first-party" : "third-party",
    name,
  ].join("  ")

/** `symbolon clients show` */
export const showClient: Command = {
  name: "clients show",
  summary: "Shows an app. Its secrets are not stored and cannot be shown.",
  examples: ["symbolon clients show 0199ffb0-...", "symbolon clients show 0199ffb0-... --json"],
  positionals: ["CLIENT_ID"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const client = await symbolon.apps.get(named(invocation))
      const details = { ...encodeApp(client), live_secrets: client.liveSecrets }
      print(
        invocation,
        details,
        Object.entries(details).map(([name, value]) =>
          `${name.padEnd(25)}  ${Array.isArray(value) ? value.join(" ") : (value ?? "")}`.trimEnd(),
        ),
      )
      return 0
    }),
}

/** `symbolon clients rotate-secret` */
export const rotateClientSecret: Command = {
  name: "clients rotate-secret",
  summary:
    "Creates a new secret for an app and shows it once. The previous secret stays valid until the next rotation.",
  examples: ["symbolon clients rotate-secret 0199ffb0-..."],
  positionals: ["CLIENT_ID"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const { client, clientSecret } = await symbolon.apps.createSecret(named(invocation))
      print(invocation, { client_id: client.clientId, client_secret: clientSecret }, [
        `client_id      ${client.clientId}`,
        `client_secret  ${clientSecret}`,
        "The previous secret stays valid until the next rotation. Older secrets are invalid.",
      ])
      return 0
    }),
}

/** `symbolon clients disable` */
export const disableClient: Command = {
  name: "clients disable",
  summary: "Disables an app permanently. All its tokens and sessions end at once.",
  examples: ["symbolon clients disable 0199ffb0-..."],
  positionals: ["CLIENT_ID"],
  flags: { yes },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const app = await symbolon.apps.get(named(invocation))
      await confirm(invocation, `Disable the app ${app.name} (${app.clientId}) for ever?`)
      const { clientId, name, disabledAt } = await symbolon.apps.delete(named(invocation))
      print(
        invocation,
        { client_id: clientId, name, disabled_at: disabledAt?.toISOString() ?? null },
        [
          `${name} is disabled permanently. Its tokens are refused from the next call on. To use the app again, register it again.`,
        ],
      )
      return 0
    }),
}

const named = ({ positionals }: Invocation) => ({
  organization: undefined,
  clientId: positionals[0] ?? "",
})
