import { Result } from "effect"
import { Invalid } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { isOneLine, isPlainText, isWebAddress } from "../../foundation/kernel/text.ts"
import type { ClientLinks, OauthClient } from "./client.ts"
import { isLoopback, redirectUriFault } from "../authorization/redirect-uri.ts"

/** What is said of an app when it is registered or changed. */
export type Registration = Omit<
  OauthClient,
  "clientId" | "secretHashes" | "createdAt" | "updatedAt" | "disabledAt"
>

type Faults = Readonly<Record<string, string>>

/**
 * Judges an app as it would be, `scopes` being all there are. The refusal names each field that is
 * wrong, as the wire calls it. Says nothing about who may register it.
 */
export const judgeRegistration = (
  app: Registration,
  scopes: readonly string[],
): Result.Result<Registration, Invalid> => {
  const errors: Faults = {
    ...(isAppName(app.name)
      ? {}
      : {
          name: `must have 1 to ${limits.appNameMax} characters, at least one visible, no space around them, and none that controls or changes the direction of text`,
        }),
    ...grantFaults(app),
    ...scopeFaults(app, scopes),
    ...uriFaults("redirect_uris", app.redirectUris, app.clientType),
    ...uriFaults("post_logout_redirect_uris", app.postLogoutRedirectUris, app.clientType),
    ...roleFaults(app),
    ...linkFaults(app),
  }
  return Object.keys(errors).length === 0
    ? Result.succeed(app)
    : Result.fail(new Invalid({ errors }))
}

const isAppName = (name: string): boolean =>
  name !== "" &&
  name === name.trim() &&
  name.length <= limits.appNameMax &&
  isPlainText(name) &&
  isOneLine(name)

const grantFaults = ({ clientType, grantTypes, redirectUris }: Registration): Faults => {
  const has = (grant: Registration["grantTypes"][number]) => grantTypes.includes(grant)
  if (grantTypes.length === 0) return { grant_types: "must name at least one grant" }
  if (new Set(grantTypes).size < grantTypes.length) return { grant_types: "names a grant twice" }
  if (clientType === "public" && has("client_credentials"))
    return {
      grant_types:
        "must not have client_credentials: a public client has no secret to prove itself with",
    }
  if (has("refresh_token") && !has("authorization_code"))
    return { grant_types: "must have authorization_code beside refresh_token" }
  if (has("authorization_code") && redirectUris.length === 0)
    return { redirect_uris: "must have at least one for the grant authorization_code" }
  return {}
}

const scopeFaults = ({ scopes }: Registration, known: readonly string[]): Faults => {
  const strange = scopes.findIndex(
    (scope, at) => !known.includes(scope) || scopes.indexOf(scope) < at,
  )
  return strange < 0
    ? {}
    : {
        [`scopes.${strange}`]: known.includes(scopes[strange] ?? "")
          ? "stands there twice"
          : "is no scope",
      }
}

const uriFaults = (
  field: string,
  uris: readonly string[],
  clientType: OauthClient["clientType"],
): Faults => {
  if (uris.length > limits.redirectUrisMax)
    return { [field]: `must have at most ${limits.redirectUrisMax} items` }
  return Object.fromEntries(
    uris.flatMap((uri, at) => {
      const fault =
        uris.indexOf(uri) < at ? "stands there twice" : redirectUriFault(uri, clientType)
      return fault === undefined ? [] : [[`${field}.${at}`, fault] as const]
    }),
  )
}

const roleFaults = ({ serviceRole, grantTypes, organizationUuid }: Registration): Faults => {
  if (serviceRole === undefined) return {}
  if (!grantTypes.includes("client_credentials"))
    return { service_role: "is for the grant client_credentials alone" }
  return organizationUuid === undefined
    ? { service_role: "is for an app of an organization alone" }
    : {}
}

const linkNames = {
  iconUrl: "icon_url",
  websiteUrl: "website_url",
  policyUrl: "policy_url",
  tosUrl: "tos_url",
} as const

const linkFaults = (links: ClientLinks): Faults =>
  Object.fromEntries(
    (Object.keys(linkNames) as (keyof ClientLinks)[]).flatMap((name) => {
      const link = links[name]
      return link === undefined || isLink(link)
        ? []
        : [
            [
              linkNames[name],
              `must be a web address with https, at most ${limits.redirectUriMax} characters long, without a user name, space, control or invisible character in it`,
            ] as const,
          ]
    }),
  )

/** People click on it, so it must go where it seems to go. */
const isLink = (link: string): boolean => {
  if (link.length > limits.redirectUriMax || !isPlainText(link) || !isWebAddress(link)) return false
  const url = new URL(link)
  return url.protocol === "https:" || isLoopback(url)
}
