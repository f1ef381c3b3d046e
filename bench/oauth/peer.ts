import { generateKeyPairSync } from "node:crypto"
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider"
import { listeningAs } from "../http/listening.ts"
import { basic, clientScopes, type Issuer } from "./issuer.ts"

const client = { id: "bench", secret: "the-secret-of-the-bench-0123456789-0123456789" }
const apiScopes = clientScopes.filter((scope) => scope.includes(":"))

/**
 * The peer, told to do the same work: access tokens are JWTs for one API, signed with RS256 by a
 * key of 2048 bits, and each refresh replaces the refresh token.
 */
export const openPeer = async (): Promise<Issuer> => {
  const { promise, resolve } = Promise.withResolvers<Provider>()
  const port = await listeningAs((own) => {
    const made = providerAt(`http://127.0.0.1:${own}`)
    resolve(made)
    const answer = made.callback()
    return (incoming, outgoing) => void answer(incoming, outgoing)
  })
  const provider = await promise
  provider.on("server_error", (_ctx, error) => {
    throw error
  })
  return {
    port,
    path: "/token",
    authorization: basic(client.id, client.secret),
    resource: resourceOf(provider.issuer),
    openSessions: async (count, scopes) => {
      const tokens: string[] = []
      while (tokens.length < count) tokens.push(await openSession(provider, scopes))
      return tokens
    },
  }
}

const resourceOf = (issuer: string): string => `${issuer}/api/v1`

const providerAt = (issuer: string): Provider =>
  new Provider(issuer, {
    adapter: mapAdapter,
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ["https://app.example/callback"],
        response_types: ["code"],
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      },
    ],
    jwks: {
      keys: [
        {
          ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
            format: "jwk",
          }),
          kid: "bench",
          use: "sig",
          alg: "RS256",
        },
      ],
    },
    scopes: [...clientScopes],
    claims: { openid: ["sub"] },
    cookies: { keys: ["a key for the bench alone"] },
    ttl: {
      AccessToken: 3600,
      ClientCredentials: 3600,
      IdToken: 3600,
      Grant: 86_400,
      RefreshToken: 86_400,
    },
    rotateRefreshToken: true,
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, audience) => ({
          audience,
          scope: apiScopes.join(" "),
          accessTokenTTL: 3600,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    interactions: { url: () => "/interaction" },
  })

const openSession = async (provider: Provider, scopes: readonly string[]): Promise<string> => {
  const resource = resourceOf(provider.issuer)
  const found = await provider.Client.find(client.id)
  if (found === undefined) throw new Error(`There is no client ${client.id}.`)
  const grant = new provider.Grant({
    accountId: "019a0000-0000-7000-8000-00000000ada0",
    clientId: client.id,
  })
  grant.addOIDCScope(scopes.filter((scope) => !apiScopes.includes(scope)).join(" "))
  grant.addResourceScope(resource, scopes.filter((scope) => apiScopes.includes(scope)).join(" "))
  const token = new provider.RefreshToken({
    accountId: "019a0000-0000-7000-8000-00000000ada0",
    client: found,
    grantId: await grant.save(),
    scope: scopes.join(" "),
    resource,
    authTime: Math.floor(Date.now() / 1000),
    acr: "1",
    amr: ["pwd"],
    gty: "authorization_code",
    claims: {},
  })
  return token.save()
}

/**
 * Rows in one map. The adapter in memory that the peer brings along is for trying it out: it
 * forgets all but a thousand rows, and goes through all tokens of a grant each time one is added.
 */
const rows = new Map<string, AdapterPayload>()
const members = new Map<string, Set<string>>()

const mapAdapter = (model: string): Adapter => {
  const keyOf = (id: string): string => `${model}:${id}`
  return {
    upsert: async (id, payload) => {
      rows.set(keyOf(id), payload)
      if (payload.grantId === undefined) return
      const known = members.get(payload.grantId)
      if (known === undefined) members.set(payload.grantId, new Set([keyOf(id)]))
      else known.add(keyOf(id))
    },
    find: async (id) => rows.get(keyOf(id)),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const found = rows.get(keyOf(id))
      if (found !== undefined)
        rows.set(keyOf(id), { ...found, consumed: Math.floor(Date.now() / 1000) })
    },
    destroy: async (id) => void rows.delete(keyOf(id)),
    revokeByGrantId: async (grantId) => {
      for (const key of members.get(grantId) ?? []) rows.delete(key)
      members.delete(grantId)
    },
  }
}
