import dns from "node:dns"
import net from "node:net"
import type { Storage } from "@symbolon/core"
import { expect, vi } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import {
  type App,
  askToken,
  authorizeAs,
  type Provider,
  type TokenReply,
} from "../../fixtures/oauth-provider.ts"

type At = Pick<Provider, "baseUrl">
type Person = Provider["ada"]

/** A code on its way to the app that asked for it. */
export interface Code {
  readonly code: string
  readonly verifier: string
}

/** Asks the API, as whoever holds a token. */
export const call = (
  provider: At,
  token: string,
  path = "/api/v1/wallets",
  init: RequestInit = {},
): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set("authorization", `Bearer ${token}`)
  return fetch(`${provider.baseUrl}${path}`, { ...init, headers })
}

/** What a part of a JWT says: 0 is the header, 1 the claims. */
export const partOf = (jwt: string, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split(".")[part] ?? "", "base64url").toString())

/** A JSON value as a part of a JWT. */
export const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url")

/** A new code of somebody for an app. */
export const codeFor = async (
  provider: At,
  app: App,
  person: Person,
  parameters: Readonly<Record<string, string | undefined>> = {},
): Promise<Code> => {
  const { answer, verifier } = await authorizeAs(provider, app, person, { parameters })
  const code = answer.get("code")
  if (code === null) throw new Error(`No code: ${answer.toString()}`)
  return { code, verifier }
}

type Fields = Readonly<Record<string, string>>

/** Redeems a code; `fields` instead of, or beside, the usual ones. */
export const redeem = (
  provider: At,
  app: App,
  { code, verifier }: Code,
  fields: Fields = {},
): Promise<TokenReply> =>
  askToken(provider, app, {
    grant_type: "authorization_code",
    code,
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
    ...fields,
  })

export const refresh = (
  provider: At,
  app: App,
  token: string | undefined,
  fields: Fields = {},
): Promise<TokenReply> =>
  askToken(provider, app, { grant_type: "refresh_token", refresh_token: token ?? "", ...fields })

export const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"

export const exchange = (
  provider: At,
  app: App,
  token: string | undefined,
  fields: Fields,
): Promise<TokenReply> =>
  askToken(provider, app, {
    grant_type: exchangeGrant,
    subject_token: token ?? "",
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    ...fields,
  })

export const introspect = async (
  provider: At,
  app: App,
  token: string | undefined,
): Promise<Record<string, unknown>> =>
  (await askToken(provider, app, { token: token ?? "" }, "introspect")).body

export const revoke = (provider: At, app: App, token: string | undefined): Promise<TokenReply> =>
  askToken(provider, app, { token: token ?? "" }, "revoke")

/** How a refusal of the authorization server reads: its status and its error. */
export const refused = ({ status, body }: TokenReply): readonly [number, string | undefined] => [
  status,
  body["error"],
]

export const invalidGrant = [400, "invalid_grant"] as const

/**
 * Expects that nothing of a session is good for anything any more; `asker` introspects, where the
 * app itself may not.
 */
export const expectDead = async (
  provider: At,
  app: App,
  tokens: Readonly<Record<string, string>>,
  asker = app,
): Promise<void> => {
  const { access_token: access, refresh_token: refreshToken } = tokens
  if (access !== undefined) {
    expect((await call(provider, access)).status).toBe(401)
    expect(await introspect(provider, asker, access)).toEqual({ active: false })
  }
  if (refreshToken === undefined) return
  expect(await introspect(provider, asker, refreshToken)).toEqual({ active: false })
  expect(refused(await refresh(provider, app, refreshToken))).toEqual(invalidGrant)
}

/** Changes the store behind the server's back. */
export const meddle = (
  { symbolon }: Provider,
  work: Parameters<Storage["transact"]>[1],
): Promise<unknown> => portsOf(symbolon).storage.transact("write", work)

/** The session behind an access token, as the store has it. */
export const sessionBehind = async ({ symbolon }: Provider, accessToken: string) => {
  const sid = String(partOf(accessToken, 1)["sid"])
  return (await portsOf(symbolon).storage.transact("read", (tx) => tx.oauthSessions.find(sid)))
    ?.session
}

/** Sends a form to the token endpoint, or another, exactly as it is. */
export const sendForm = async (
  provider: At,
  body: string | Uint8Array,
  {
    path = "token",
    headers = {},
  }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<TokenReply> => {
  const reply = await fetch(`${provider.baseUrl}/oauth2/${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: typeof body === "string" ? body : Buffer.from(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

/** The Authorization header of a confidential app. */
export const basicOf = ({ clientId, clientSecret = "" }: App): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`

/**
 * Notes where this process connects to while `work` runs, other than to the server under test;
 * names that are looked up too.
 */
export const connectionsDuring = async (
  provider: At,
  work: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const strange: string[] = []
  const own = new URL(provider.baseUrl)
  const connecting = vi.spyOn(net.Socket.prototype, "connect").mockImplementation(function (
    this: net.Socket,
    ...words: unknown[]
  ) {
    const to = words
      .flat(2)
      .find((word): word is Record<string, unknown> => typeof word === "object" && word !== null)
    const where = `${String(to?.["host"] ?? to?.["hostname"] ?? to?.["path"])}:${String(to?.["port"])}`
    if (where !== own.host) strange.push(where)
    return Reflect.apply(connect, this, words)
  })
  const looking = vi.spyOn(dns, "lookup").mockImplementation((...words: unknown[]) => {
    if (words[0] !== own.hostname) strange.push(String(words[0]))
    return Reflect.apply(lookup, dns, words)
  })
  try {
    await work()
  } finally {
    connecting.mockRestore()
    looking.mockRestore()
  }
  return strange
}
const { connect } = net.Socket.prototype
const { lookup } = dns
