/** A club on a server in this process, whose one member holds a reward. */
import { bearer, Client, type RewardsCreateInput } from "@symbolon/client-sdk"
import { createSymbolon } from "@symbolon/core"
import { scopes, scopesFor } from "@symbolon/core/contract"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { createHandler } from "@symbolon/http-server"

type Content = NonNullable<RewardsCreateInput["content_config"]["content_template"]>

/** The club has issued a reward with these items to `member`. */
export const openClub = async (items: NonNullable<Content["items"]>) => {
  const baseUrl = "http://127.0.0.1:8080"
  const symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: testClock("2026-11-21T00:00:00.000Z"),
    baseUrl,
  })
  const handler = createHandler({ symbolon })
  const { user: olga } = await symbolon.users.create({ username: "olga", firstName: "Olga" })
  const { user: ada } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: olga.uuid })
  const { client: app } = await symbolon.apps.create({
    organization: undefined,
    name: "Members' page",
    clientType: "public",
    grantTypes: ["authorization_code"],
    redirectUris: ["https://club.example/callback"],
    scopes: Object.keys(scopes),
    isFirstParty: true,
  })
  const clientFor = async (userUuid: string, organization?: string): Promise<Client> => {
    const kind = organization === undefined ? "user" : "organization"
    const { accessToken } = await symbolon.oauth.issueUserToken({
      clientId: app.clientId,
      userUuid,
      organization,
      scopes: scopesFor(kind),
    })
    const send = (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
      handler.fetch(new Request(url, init))
    return new Client({ baseUrl, auth: bearer(accessToken), fetch: send })
  }
  const staff = await clientFor(olga.uuid, club.slug)
  const { slug } = await staff.rewards.create(club.slug, {
    organization_uuid: club.uuid,
    name: "Gala",
    content_config: {
      storage_type: "internal",
      content_template: { data: {}, items, content_version: "1" },
    },
  })
  const identifier = { type: "username", value: "ada" } as const
  await staff.rewards.redeem(slug, { identifier, idempotency_key: "gala" })
  return {
    member: await clientFor(ada.uuid),
    close: async () => {
      await handler.close()
      await symbolon.close()
    },
  }
}
