import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import {
  createSymbolon,
  grantTypes,
  host,
  type Logger,
  type Mailer,
  type Symbolon,
} from "@symbolon/core"
import { scopes, scopesFor } from "@symbolon/core/contract"
import { openMemory } from "@symbolon/core/memory"
import type { Storage } from "@symbolon/core/storage"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { createHandler, type Handler, type HandlerOptions } from "../src/create-handler.ts"
import { checkedFetch } from "./document-check.ts"
import { borrowKeys, lendKeys } from "./lent-keys.ts"

/** Where tests begin. */
export const start = new Date("2026-11-21T10:00:00.000Z")

/** A club with an owner, a member to be, an app, and tokens for each. */
export interface World {
  readonly symbolon: Symbolon
  readonly handler: Handler
  readonly url: string
  readonly owner: { readonly uuid: string }
  readonly ada: { readonly uuid: string; readonly walletAddress: string }
  readonly club: { readonly uuid: string; readonly slug: string }
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  /** Of the app: every scope, the owner's role. */
  readonly token: string
  /** Of Ada: every scope a user can give. */
  readonly userToken: string
  /** Sends a request to the server; checks its answer against the OpenAPI document. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  /** The same with the app's token and a JSON body. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
  readonly tokenFor: (
    scopes: readonly string[],
    how?: { readonly userUuid?: string; readonly organization?: string },
  ) => Promise<string>
  readonly close: () => Promise<void>
}

interface WorldOptions extends Partial<Omit<HandlerOptions, "symbolon">> {
  readonly baseUrl?: string
  readonly logger?: Logger
  readonly mailer?: Mailer
  /** Stands between the core and its storage. */
  readonly through?: (storage: Storage) => Storage
  /** Put before every path on the way in. */
  readonly mount?: (handler: Handler) => Server
}

/** Opens a world: the real core on the memory adapter, behind a real socket. */
export const openWorld = async ({
  mount,
  mailer,
  baseUrl: given,
  through = (storage) => storage,
  ...options
}: WorldOptions = {}): Promise<World> => {
  const clock = testClock(start)
  const baseUrl = given ?? "http://symbolon.test"
  const storage = openMemory()
  await borrowKeys(storage)
  const symbolon = await createSymbolon({
    storage: through(storage),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: clock,
    baseUrl,
    passwords: noPasswords,
    limits: options.limits ?? "off",
    ...(mailer === undefined ? {} : { mailer }),
  })
  await lendKeys(storage)
  const handler = createHandler({ symbolon, limits: "off", ...options })
  const server = (mount ?? ((each: Handler) => createServer(each.listener)))(handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const owner = (await symbolon.accounts.createUser({ username: "owner", firstName: "Olga" })).user
  const { user: ada, walletAddress } = await symbolon.accounts.createUser({
    username: "ada",
    firstName: "Ada",
  })
  const club = await symbolon.organizations.create({
    name: "Harbour Club",
    description: undefined,
    ownerUuid: owner.uuid,
  })
  await symbolon.ledger.setPointsAllowance({ organization: club.slug, allowance: 10_000_000 })
  const client = await registerClient(symbolon, club.slug)
  const token = (await symbolon.oauth.issueClientToken({ client, scope: undefined })).accessToken
  const tokenFor: World["tokenFor"] = async (
    scopes,
    { userUuid = owner.uuid, organization } = {},
  ) =>
    (
      await symbolon.oauth.issueUserToken({
        clientId: client.clientId,
        userUuid,
        organization,
        scopes,
      })
    ).accessToken
  const send = checkedFetch(url, handler)
  return {
    symbolon,
    handler,
    url,
    owner,
    club,
    client,
    token,
    tokenFor,
    send,
    ada: { uuid: ada.uuid, walletAddress },
    userToken: await tokenFor(scopesFor("user"), { userUuid: ada.uuid }),
    call: (method, path, body, headers) =>
      send(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await handler.close()
      await symbolon.close()
    },
  }
}

/** Registers an app of an organization with everything an app can have. */
export const registerClient = async (symbolon: Symbolon, organization: string) => {
  const { client, clientSecret } = await symbolon.oauth.registerClient({
    organization,
    name: "App",
    clientType: "confidential",
    grantTypes,
    scopes: Object.keys(scopes),
    redirectUris: ["https://app.example/callback"],
    serviceRole: "owner",
    isFirstParty: true,
  })
  return { clientId: client.clientId, clientSecret: clientSecret ?? "" }
}

const noPasswords = {
  hash: (password: string) => Promise.resolve(`plain:${password}`),
  verify: (known: string, password: string) => Promise.resolve(known === `plain:${password}`),
  needsRehash: () => false,
}

/** The host, for operations that a test asks for directly. */
export { host }
