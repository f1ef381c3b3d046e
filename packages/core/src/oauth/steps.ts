import { step } from "../foundation/step.ts"
import { Tx } from "../foundation/unit-of-work.ts"
import type { GrantType, OauthClient } from "./clients/client.ts"
import type { ClientCredentials } from "./clients/client-credentials.ts"
import { OauthRefused } from "../foundation/errors/oauth-refusals.ts"
import { knowsSecret } from "./clients/secret.ts"

/**
 * The client that proves to be the one it says it is (RFC 6749 section 2.3). Every failure reads
 * the same.
 */
export const authenticatedClient = step(function* ({ clientId, clientSecret }: ClientCredentials) {
  const tx = yield* Tx
  const client = yield* tx.oauthClients.find(clientId)
  // Compared for an unknown client too, so that time tells nothing.
  const isKnown = knowsSecret(client, clientSecret ?? "")
  const isProven = client?.clientType === "public" ? clientSecret === undefined : isKnown
  if (client === undefined || !isProven || client.disabledAt !== undefined)
    return yield* new OauthRefused({
      error: "invalid_client",
      description: "The client is unknown, or its secret is wrong.",
    })
  return client
})

/** The client of these credentials, refused unless it may use the grant. */
export const clientFor = step(function* (credentials: ClientCredentials, grant: GrantType) {
  const client: OauthClient = yield* authenticatedClient(credentials)
  if (!client.grantTypes.includes(grant))
    return yield* new OauthRefused({
      error: "unauthorized_client",
      description: `This client may not use the ${grant} grant.`,
    })
  return client
})
