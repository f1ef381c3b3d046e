import { host, permitRole, type Symbolon } from "@symbolon/core"
import {
  accessOf,
  console as endpoints,
  scopes as allScopes,
  scopesFor,
} from "@symbolon/core/contract"
import { oauth, organizations, portsOf, users } from "@symbolon/core/effect"
import { Result } from "effect"
import { imageUrlsOf } from "../encode/image-url.ts"
import { instant } from "../encode/instant.ts"
import { encodeOrganization } from "../encode/organization.ts"
import { type AnyEndpoint, directRoute, type Route } from "../route.ts"

/** Moves the test clock of a core, while it does no other background work. */
export type MoveClock = (to: Date, how: { readonly force: boolean }) => Promise<Date>

/** What a server with a test clock answers to its bootstrap client alone. */
const testRoute = <E extends AnyEndpoint>(
  endpoint: E,
  answer: Parameters<typeof directRoute<E>>[1],
): Route =>
  directRoute(endpoint, (input, symbolon, caller) => {
    const organization = (caller.kind === "client" ? caller.organizationUuid : undefined) ?? ""
    const permitted = permitRole(accessOf(endpoint), caller, organization, undefined)
    if (Result.isFailure(permitted)) throw permitted.failure
    return answer(input, symbolon, caller)
  })

/**
 * The console of a server with a test clock. These calls act as the host, for an app that is as
 * strong as an owner.
 */
export const testConsoleRoutes = (moveClock: MoveClock): readonly Route[] => [
  testRoute(endpoints.getClock, (_input, symbolon) => ({
    now: instant(symbolon.clock.now()),
  })),
  testRoute(endpoints.setClock, async (input, symbolon) => {
    const to =
      input.now === undefined
        ? new Date(symbolon.clock.now().getTime() + (input.advance_ms ?? 0))
        : new Date(input.now)
    return { now: instant(await moveClock(to, { force: input.force })) }
  }),
  testRoute(endpoints.createUser, async (_input, symbolon) => {
    const { ids } = portsOf(symbolon)
    const username = `test-${ids.suffix()}${ids.suffix()}`
    const password = ids.secret("")
    const { user, walletAddress } = await symbolon.run(
      users.create(host, { username, firstName: "Test", password }),
    )
    return { uuid: user.uuid, username, password, wallet_address: walletAddress }
  }),
  testRoute(endpoints.createToken, async (input, symbolon) => {
    const token = await issueFor(symbolon, input)
    return {
      access_token: token.accessToken,
      token_type: "Bearer" as const,
      expires_in: token.expiresInSeconds,
      scope: token.scope,
    }
  }),
  testRoute(endpoints.createOrganization, async (input, symbolon) =>
    encodeOrganization(imageUrlsOf(symbolon))(
      await symbolon.run(
        organizations.create(host, {
          name: input.name,
          description: undefined,
          ownerUuid: input.owner_uuid,
        }),
      ),
    ),
  ),
]

interface TokenRequest {
  readonly user_uuid: string
  readonly scope?: string | undefined
  readonly organization_uuid?: string | undefined
}

/**
 * Issues a token as for a first-party app, with the requested scopes or with all.
 */
const issueFor = async (symbolon: Symbolon, request: TokenRequest) => {
  const scopes =
    request.scope?.split(" ").filter((name) => name !== "") ??
    scopesFor(request.organization_uuid === undefined ? "user" : "organization")
  const clientId = await testApp(symbolon)
  return symbolon.run(
    oauth.issueUserToken(host, {
      clientId,
      userUuid: request.user_uuid,
      organization: request.organization_uuid,
      scopes,
    }),
  )
}

const name = "Test console"

/**
 * Returns the platform's app for these tokens, which has every scope. Created on first use.
 */
const testApp = async (symbolon: Symbolon): Promise<string> => {
  const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
  const known = await portsOf(symbolon).storage.transact("read", (tx) =>
    tx.oauthClients.list(undefined, page),
  )
  const found = known.items.find((client) => client.name === name)
  if (found !== undefined) return found.clientId
  const { client } = await symbolon.apps.create({
    organization: undefined,
    name,
    clientType: "public",
    grantTypes: [
      "authorization_code",
      "refresh_token",
      "urn:ietf:params:oauth:grant-type:token-exchange",
    ],
    redirectUris: ["http://127.0.0.1/test-console"],
    scopes: Object.keys(allScopes),
    isFirstParty: true,
  })
  return client.clientId
}
