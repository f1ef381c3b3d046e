import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createSymbolon } from "@symbolon/core"
import { scopesFor } from "@symbolon/core/contract"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { createHandler } from "@symbolon/http-server"
import { bearer, Client, type ClientOptions, clientCredentials } from "../src/index.ts"

/** The real server in memory, a club on it, and clients: of the club's app, and of people. */
export const openRealServer = async () => {
  const server = createServer((request, response) => handler.listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32)),
    testClock: testClock("2026-11-21T10:00:00.000Z"),
    baseUrl,
    passwords: {
      hash: async (password) => password,
      verify: async (hash, password) => hash === password,
      needsRehash: () => false,
    },
  })
  const handler = createHandler({ symbolon, limits: "off" })

  const { user: olga } = await symbolon.users.create({ username: "olga", firstName: "Olga" })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: olga.uuid })
  const registered = await symbolon.apps.create({
    organization: club.slug,
    name: "Tests",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: scopesFor("client"),
    serviceRole: "owner",
    isFirstParty: true,
  })
  const auth = clientCredentials({
    clientId: registered.client.clientId,
    clientSecret: registered.clientSecret ?? "",
  })
  const connect = (options: Partial<ClientOptions> = {}) =>
    new Client({ baseUrl, auth, retry: { firstWaitMs: 1 }, ...options })
  const client = connect()
  return {
    symbolon,
    handler,
    club,
    slug: club.slug,
    client,
    connect,
    /** Somebody with an account, and a client of theirs. */
    person: async () => {
      const made = await client.console.test.createUser()
      const { access_token } = await client.console.test.createToken({ user_uuid: made.uuid })
      return { ...made, client: connect({ auth: bearer(access_token) }) }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await handler.close()
      await symbolon.close()
    },
  }
}
export type RealServer = Awaited<ReturnType<typeof openRealServer>>
