import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import {
  createSymbolon,
  grantTypes,
  type Storage,
  type Symbolon,
  type SymbolonOptions,
} from "@symbolon/core"
import { scopes } from "@symbolon/core/contract"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { createHandler, type HandlerOptions } from "../../src/create-handler.ts"
import { watchStatuses } from "../documented-statuses.ts"
import { start } from "../world.ts"
import { openBrowser } from "./browser.ts"

/** An app of the club, as its own program knows it. */
export interface App {
  readonly clientId: string
  /** Undefined for a public one. */
  readonly clientSecret: string | undefined
  readonly redirectUri: string
}

/** A provider with a real address, a club, somebody who can sign in, and apps. */
export type Provider = Awaited<ReturnType<typeof openProvider>>

interface ProviderOptions extends Partial<Omit<HandlerOptions, "symbolon">> {
  readonly storage?: Storage
  readonly core?: Partial<SymbolonOptions>
  /** Instead of a free port. */
  readonly port?: number
  /** What the clock shows at first. */
  readonly startAt?: Date
  /** How it is called, instead of 127.0.0.1: passkeys are for names. */
  readonly hostname?: string
}

type Registration = Parameters<Symbolon["oauth"]["registerClient"]>[0]

/** Opens a provider; limits are off unless they are what is tested. */
export const openProvider = async ({
  storage = openMemory({ strict: true }),
  core,
  port = 0,
  startAt = start,
  hostname = "127.0.0.1",
  ...options
}: ProviderOptions = {}) => {
  const clock = testClock(startAt)
  const server = createServer((incoming, outgoing) => watch.listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const baseUrl = `http://${hostname}:${(server.address() as AddressInfo).port}`
  const symbolon = await createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: clock,
    baseUrl,
    passwords: plainPasswords,
    limits: options.limits ?? "off",
    migrate: true,
    ...core,
  })
  const handler = createHandler({ symbolon, limits: "off", ...options })
  const watch = watchStatuses(handler)
  const people = await makePeople(symbolon)
  return {
    symbolon,
    handler,
    baseUrl,
    issuer: `${baseUrl}/oauth2`,
    clock,
    ...people,
    /**
     * Registers an app: confidential, third-party, with every scope and grant, unless it says
     * otherwise.
     */
    app: async (registration: Partial<Registration> = {}): Promise<App> => {
      const redirectUri = registration.redirectUris?.[0] ?? "https://app.example/callback"
      const isPublic = registration.clientType === "public"
      const { client, clientSecret } = await symbolon.oauth.registerClient({
        organization: people.club.slug,
        name: "Harbour App",
        clientType: "confidential",
        grantTypes: isPublic
          ? grantTypes.filter((grant) => grant !== "client_credentials")
          : grantTypes,
        scopes: Object.keys(scopes),
        ...registration,
        redirectUris: registration.redirectUris ?? [redirectUri],
      })
      return { clientId: client.clientId, clientSecret, redirectUri }
    },
    /** Moves the clock on, running what is due. */
    advance: async (seconds: number) => {
      await symbolon.testClock?.moveTo(new Date(clock.now().getTime() + seconds * 1000))
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await handler.close()
      await symbolon.close()
      if (watch.faults.length > 0)
        throw new Error(`The documents do not know this:\n${[...new Set(watch.faults)].join("\n")}`)
    },
  }
}

const makePeople = async (symbolon: Symbolon) => {
  const { user: owner } = await symbolon.accounts.createUser({
    username: "olga",
    firstName: "Olga",
    password: "correct horse",
  })
  const { user: ada } = await symbolon.accounts.createUser({
    username: "ada",
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.org",
    password: "battery staple",
  })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
  return {
    club,
    olga: { uuid: owner.uuid, username: "olga", password: "correct horse" },
    ada: { uuid: ada.uuid, username: "ada", password: "battery staple" },
  }
}

/** Fast instead of safe: what is tested is never how passwords are hashed. */
const plainPasswords = {
  hash: (password: string) => Promise.resolve(`plain:${password}`),
  verify: (known: string, password: string) => Promise.resolve(known === `plain:${password}`),
  needsRehash: () => false,
}

/** A PKCE pair. */
export const pkce = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

interface Asking {
  readonly provider: Pick<Provider, "baseUrl">
  readonly app: App
  readonly challenge: string
  /** Instead of, or beside, the usual ones; undefined leaves one out. */
  readonly parameters?: Readonly<Record<string, string | undefined>>
}

/** The URL that an app sends a browser to. */
export const authorizeUrl = ({ provider, app, challenge, parameters = {} }: Asking): string => {
  const all: Record<string, string | undefined> = {
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: "openid profile wallet:read",
    state: "af0ifjsldkj",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...parameters,
  }
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${provider.baseUrl}/oauth2/authorize?${new URLSearchParams(sent).toString()}`
}

type Person = Pick<Provider["ada"], "username" | "password">

/**
 * Goes through sign-in and consent as JSON, in a browser of its own unless it is given one; answers
 * what the app gets back.
 */
export const authorizeAs = async (
  provider: Pick<Provider, "baseUrl">,
  app: App,
  person: Person,
  {
    parameters,
    browser = openBrowser(),
  }: {
    readonly parameters?: Asking["parameters"]
    readonly browser?: ReturnType<typeof openBrowser>
  } = {},
) => {
  const { verifier, challenge } = pkce()
  let reply = await browser.get(
    authorizeUrl({ provider, app, challenge, ...(parameters === undefined ? {} : { parameters }) }),
  )
  for (let steps = 0; reply.status === 200; steps += 1) {
    if (steps === 4) throw new Error("The sign-in does not end.")
    const data = reply.json as Record<string, unknown>
    if (typeof data["redirect_to"] === "string")
      return { browser, verifier, answer: new URL(data["redirect_to"]).searchParams }
    const sent = { challenge: data["challenge"], csrf_token: data["csrf_token"] }
    reply =
      data["status"] === "login_required"
        ? await browser.post(`${provider.baseUrl}/oauth2/login`, {
            ...sent,
            username: person.username,
            password: person.password,
          })
        : await browser.post(`${provider.baseUrl}/oauth2/consent`, { ...sent, decision: "accept" })
  }
  if (reply.location === undefined)
    throw new Error(`The sign-in failed: ${reply.status} ${JSON.stringify(reply.json)}`)
  return { browser, verifier, answer: new URL(reply.location).searchParams }
}

export interface TokenReply {
  readonly status: number
  readonly body: Record<string, string>
}

/** Asks the token endpoint as an app. */
export const askToken = async (
  provider: Pick<Provider, "baseUrl">,
  app: App,
  fields: Readonly<Record<string, string>>,
  path = "token",
): Promise<TokenReply> => {
  const { clientId, clientSecret } = app
  const reply = await fetch(`${provider.baseUrl}/oauth2/${path}`, {
    method: "POST",
    headers:
      clientSecret === undefined
        ? {}
        : {
            authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
          },
    body: new URLSearchParams(
      clientSecret === undefined ? { client_id: clientId, ...fields } : fields,
    ),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

/** A whole code flow: the tokens of a person for an app. */
export const tokensOf = async (
  provider: Pick<Provider, "baseUrl">,
  app: App,
  person: Person,
  parameters: Asking["parameters"] = {},
): Promise<Record<string, string>> => {
  const { answer, verifier } = await authorizeAs(provider, app, person, { parameters })
  const { status, body } = await askToken(provider, app, {
    grant_type: "authorization_code",
    code: answer.get("code") ?? "",
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
  })
  if (status !== 200) throw new Error(`No tokens: ${status} ${JSON.stringify(body)}`)
  return body
}

/** The same service as if it were reached at another address. */
export const at = (symbolon: Symbolon, baseUrl: string): Symbolon => ({
  ...symbolon,
  settings: { ...symbolon.settings, baseUrl },
})
