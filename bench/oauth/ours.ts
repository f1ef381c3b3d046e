import { createHash, randomBytes } from "node:crypto"
import { createSymbolon, type Symbolon } from "@symbolon/core"
import type {
  MigratedStorage,
  OauthClient,
  OauthSession,
  Storage,
  User,
} from "@symbolon/core/storage"
import { memoryKeyVault } from "@symbolon/core/testing"
import { portsOf } from "@symbolon/core/effect"
import { createHandler } from "@symbolon/http-server"
import { listening } from "../http/listening.ts"
import { basic, clientScopes, type Issuer } from "./issuer.ts"

type Shift = (storage: Storage) => Promise<Storage>

/**
 * Ours on a storage, and from when all is set up on another that `shift` makes of it. Limits are
 * off.
 */
export const openOurs = async (base: Storage | MigratedStorage, shift?: Shift): Promise<Issuer> => {
  let now: Storage = base
  const shifting: Storage = {
    transact: (mode, work) => now.transact(mode, work),
    close: base.close,
  }
  const storage = shift === undefined ? base : shifting
  const symbolon = await createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    migrate: true,
  })
  const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: user.uuid })
  const { client, clientSecret } = await symbolon.apps.create({
    organization: club.slug,
    name: "Bench",
    clientType: "confidential",
    grantTypes: ["authorization_code", "refresh_token", "client_credentials"],
    scopes: clientScopes,
    redirectUris: ["https://app.example/callback"],
  })
  if (clientSecret === undefined) throw new Error("A confidential client has a secret.")
  if (shift !== undefined) now = await shift(base)
  return {
    port: await listening(createHandler({ symbolon, limits: "off" }).listener),
    path: "/oauth2/token",
    authorization: basic(client.clientId, clientSecret),
    resource: `${symbolon.settings.baseUrl}/api/v1`,
    openSessions: async (count, scopes) => {
      const tokens = Array.from(
        { length: count },
        () => `sy_rt_${randomBytes(32).toString("base64url")}`,
      )
      for (const token of tokens) await openSession(symbolon, { client, user, scopes, token })
      return tokens
    },
  }
}

interface Opening {
  readonly client: Pick<OauthClient, "clientId">
  readonly user: Pick<User, "uuid">
  readonly scopes: readonly string[]
  readonly token: string
}

const dayMs = 86_400_000

const openSession = (
  symbolon: Symbolon,
  { client, user, scopes, token }: Opening,
): Promise<void> => {
  const ports = portsOf(symbolon)
  const now = ports.clock.now()
  const expiresAt = new Date(now.getTime() + dayMs)
  const session: OauthSession = {
    sid: ports.ids.uuid(),
    clientId: client.clientId,
    userUuid: user.uuid,
    grantType: "authorization_code",
    scopes,
    authTime: now,
    acr: "1",
    amr: ["pwd"],
    createdAt: now,
    expiresAt,
    revokedAt: undefined,
  }
  return ports.storage.transact("write", async (tx) => {
    await tx.oauthSessions.open(session)
    await tx.refreshTokens.add({
      tokenHash: createHash("sha256").update(token).digest("hex"),
      sid: session.sid,
      clientId: client.clientId,
      createdAt: now,
      expiresAt,
      consumedAt: undefined,
      sealedAnswer: undefined,
    })
  })
}
