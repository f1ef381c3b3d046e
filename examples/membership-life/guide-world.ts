/**
 * What the guide takes for granted: a club on a server in this process, a member to be, and clients
 * for both.
 */
import { createSymbolon } from "@symbolon/core"
import { scopes, scopesFor } from "@symbolon/core/contract"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { bearer, Client } from "@symbolon/client-sdk"
import { createHandler } from "@symbolon/http-server"

export const openGuideWorld = async () => {
  const clock = testClock("2026-11-21T00:00:00.000Z")
  const baseUrl = "http://127.0.0.1:8080"
  const symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: clock,
    baseUrl,
  })
  const handler = createHandler({ symbolon })
  const send = (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    handler.fetch(new Request(url, init))

  const { user: owner } = await symbolon.users.create({
    username: "olga",
    firstName: "Olga",
  })
  const { user: ada } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
  const { user: bea } = await symbolon.users.create({ username: "bea", firstName: "Bea" })
  await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
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
    const token = await symbolon.oauth.issueUserToken({
      clientId: app.clientId,
      userUuid,
      organization,
      scopes: scopesFor(kind),
    })
    return new Client({ baseUrl, auth: bearer(token.accessToken), fetch: send })
  }
  return {
    symbolon,
    clock,
    send,
    ada,
    bea,
    member: await clientFor(ada.uuid),
    staff: await clientFor(owner.uuid, "harbour-club"),
    close: async () => {
      await handler.close()
      await symbolon.close()
    },
  }
}
