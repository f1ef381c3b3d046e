import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider as OidcProvider } from "oidc-provider"

/**
 * The oracle: `oidc-provider` with the same two clients and the same rules, as far as it can be
 * told.
 */
export const openOracle = async (redirectUris: readonly string[]) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const common = { redirect_uris: [...redirectUris], response_types: ["code" as const] }
  const oracle = new OidcProvider(issuer, {
    clients: [
      {
        ...common,
        client_id: "confidential",
        client_secret: "the-secret-of-the-confidential-client-0123456789",
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      },
      {
        ...common,
        client_id: "public",
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "none",
      },
      {
        ...common,
        client_id: "machine",
        client_secret: "the-secret-of-the-machine-0123456789-0123456789",
        redirect_uris: [],
        response_types: [],
        grant_types: ["client_credentials"],
      },
    ],
    pkce: { required: () => true },
    scopes: ["openid", "offline_access", "wallet:read", "organization:read"],
    claims: { openid: ["sub"] },
    cookies: { keys: ["a key for the oracle alone"] },
    issueRefreshToken: async () => true,
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
    },
    interactions: { url: () => "/interaction" },
  })
  oracle.on("server_error", (_ctx, error) => {
    throw error
  })
  const answer = oracle.callback()
  server.on("request", (incoming, outgoing) => void answer(incoming, outgoing))
  return {
    issuer,
    endpoints: {
      authorize: `${issuer}/auth`,
      token: `${issuer}/token`,
      introspect: `${issuer}/token/introspection`,
      revoke: `${issuer}/token/revocation`,
    },
    /** A code, as if somebody had signed in and consented. */
    code: async (clientId: string, redirectUri: string, codeChallenge: string): Promise<string> => {
      const client = await oracle.Client.find(clientId)
      if (client === undefined) throw new Error(`No client ${clientId}.`)
      const grant = new oracle.Grant({ accountId: "ada", clientId })
      grant.addOIDCScope("openid offline_access")
      const code = new oracle.AuthorizationCode({
        accountId: "ada",
        client,
        redirectUri,
        scope: "openid offline_access",
        grantId: await grant.save(),
        codeChallenge,
        codeChallengeMethod: "S256",
        gty: "authorization_code",
        claims: {},
      })
      return code.save()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Oracle = Awaited<ReturnType<typeof openOracle>>
