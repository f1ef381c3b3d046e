import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type App,
  authorizeAs,
  openProvider,
  type Provider,
} from "../../fixtures/oauth-provider.ts"
import {
  authorizeCorpus,
  type Pairs,
  pair,
  redirectUri,
  redirectUris,
  tokenCorpus,
  type TokenRequest,
} from "./corpus.ts"
import { authorizeDifferences, tokenDifferences } from "./differences.ts"
import { openOracle, type Oracle } from "./oracle.ts"

let provider: Provider
let oracle: Oracle
let apps: Readonly<Record<string, App>>
beforeAll(async () => {
  provider = await openProvider()
  oracle = await openOracle(redirectUris)
  const scopes = ["openid", "offline_access", "wallet:read", "organization:read"]
  apps = {
    confidential: await provider.app({ redirectUris, scopes }),
    public: await provider.app({ redirectUris, scopes, clientType: "public" }),
    machine: await provider.app({ redirectUris: [], scopes, grantTypes: ["client_credentials"] }),
  }
})
afterAll(async () => {
  await provider.close()
  await oracle.close()
})

const ours = (fields: Pairs): Pairs =>
  fields.map(
    ([name, value]) =>
      [name, name === "client_id" ? (apps[value]?.clientId ?? value) : value] as const,
  )

/**
 * What becomes of a request, in few words: asked on, refused directly, or sent back with an error.
 */
const outcomeOf = async (url: string, fields: Pairs): Promise<string> => {
  const query = new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, value]),
  ).toString()
  const reply = await fetch(`${url}?${query}`, {
    redirect: "manual",
    headers: { accept: "text/html" },
  })
  const location = reply.headers.get("location")
  if (location === null) return reply.status === 200 ? "form" : `direct ${reply.status}`
  const target = new URL(location, url)
  if (target.origin === new URL(url).origin) return "asks"
  const parameters = new URLSearchParams(target.hash === "" ? target.search : target.hash.slice(1))
  return `${target.hash === "" ? "query" : "fragment"} ${parameters.get("error") ?? "code"}${parameters.get("state") === null ? " without state" : ""}`
}

const compared = (
  name: string,
  mine: string,
  theirs: string,
  known: Readonly<Record<string, readonly [string, string, string]>>,
): void => {
  const difference = known[name]
  if (difference === undefined) expect({ [name]: mine }).toEqual({ [name]: theirs })
  else expect([mine, theirs]).toEqual([difference[0], difference[1]])
}

describe("the authorization endpoint, beside oidc-provider", () => {
  it.each(Object.entries(authorizeCorpus))("%s", async (name, fields) => {
    const mine = await outcomeOf(`${provider.issuer}/authorize`, ours(fields))
    compared(name, mine, await outcomeOf(oracle.endpoints.authorize, fields), authorizeDifferences)
  })
})

interface Side {
  readonly url: string
  readonly clientId: string
  readonly secret: string | undefined
  readonly code: string
}

const secrets: Readonly<Record<string, string>> = {
  confidential: "the-secret-of-the-confidential-client-0123456789",
  machine: "the-secret-of-the-machine-0123456789-0123456789",
}

const tell = async (
  { by = "basic", fields, contentType = "application/x-www-form-urlencoded", as }: TokenRequest,
  side: Side,
): Promise<string> => {
  const { clientId, secret } = side
  const basic = (text: string) => ({
    authorization: `Basic ${Buffer.from(text).toString("base64")}`,
  })
  const isNamed = as !== "none"
  const inHeader = secret !== undefined && isNamed && ["basic", "both", "wrong"].includes(by)
  const inBody: Pairs = !isNamed
    ? []
    : by === "both" || by === "wrong-post"
      ? [
          ["client_id", clientId],
          ["client_secret", by === "both" ? (secret ?? "x") : "wrong"],
        ]
      : inHeader || by === "malformed"
        ? []
        : [["client_id", clientId]]
  const sent = [
    ...fields.map(([name, value]): [string, string] => [
      name,
      value === "{code}" ? side.code : value,
    ]),
    ...inBody.map(([name, value]): [string, string] => [name, value]),
  ]
  const header =
    by === "malformed"
      ? { authorization: "Basic !" }
      : inHeader
        ? basic(`${clientId}:${by === "wrong" ? "wrong" : secret}`)
        : {}
  const text = contentType.includes("json")
    ? JSON.stringify(Object.fromEntries(sent))
    : new URLSearchParams(sent).toString()
  const reply = await fetch(side.url, {
    method: "POST",
    headers: { "content-type": contentType, ...header },
    body: text,
  })
  const body = (await reply.json()) as Record<string, string>
  return `${reply.status} ${
    body["error"] ??
    Object.keys(body)
      .filter((key) => key !== "refresh_token_expires_in")
      .toSorted()
      .join(" ")
  }`
}

/** A code, where a request needs one. */
const codeOfOurs = async (as: string): Promise<string> => {
  const app = apps[as]
  if (app === undefined || as === "machine") return "none"
  const parameters = {
    scope: "openid offline_access",
    code_challenge: pair.challenge,
    redirect_uri: redirectUri,
  }
  return (await authorizeAs(provider, app, provider.ada, { parameters })).answer.get("code") ?? ""
}

describe("the token endpoint, beside oidc-provider", () => {
  it.each(Object.entries(tokenCorpus))("%s", async (name, request) => {
    const known = request.as in apps ? request.as : "confidential"
    const app = apps[known]
    const mine = await tell(request, {
      url: `${provider.issuer}/token`,
      clientId: request.as === "nobody" ? "nobody" : (app?.clientId ?? ""),
      secret: request.as === "nobody" ? "x" : app?.clientSecret,
      code: await codeOfOurs(known),
    })
    const theirs = await tell(request, {
      url: oracle.endpoints.token,
      clientId: request.as === "nobody" ? "nobody" : known,
      secret: request.as === "nobody" ? "x" : secrets[known],
      code: known === "machine" ? "none" : await oracle.code(known, redirectUri, pair.challenge),
    })
    compared(name, mine, theirs, tokenDifferences)
  })
})

describe("the list of differences", () => {
  it("names requests of the corpus, and says why of each", () => {
    const known = { ...authorizeDifferences, ...tokenDifferences }
    const names = [...Object.keys(authorizeCorpus), ...Object.keys(tokenCorpus)]
    for (const [name, [mine, theirs, why]] of Object.entries(known)) {
      expect(names).toContain(name)
      expect(mine).not.toBe(theirs)
      expect(why.length).toBeGreaterThan(5)
    }
  })
})
