import { memoryRateLimitStore, type RateLimitStore } from "@symbolon/core"
import { scopesFor } from "@symbolon/core/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allEndpoints } from "../src/endpoints.ts"
import { templateOf } from "../src/route.ts"
import { openBrowser } from "./fixtures/cookie-browser.ts"
import { authorizeUrl, openProvider, pkce, type Provider } from "./fixtures/oauth-provider.ts"

/**
 * Every kind of key that something is counted under, and why a caller can neither make one up to
 * escape it nor aim it at another user: `address` is of the connection, or of the hop that a
 * trusted proxy saw; `proved` was verified before it was counted under; `one` is the same for all;
 * `charged later` is looked at before and charged only after its owner proved who they are; `slows`
 * refuses nobody alone.
 */
const table: Readonly<Record<string, "address" | "proved" | "one" | "charged later" | "slows">> = {
  "read:u:{user}:c:{client}": "proved",
  "write:u:{user}:c:{client}": "proved",
  "expensive:u:{user}:c:{client}": "proved",
  "unauthenticated:ip:{ip}:p:{template}": "address",
  "unauthenticated:ip:{ip}:p:{template}:{connection}": "address",
  "preflight:ip:{ip}:p:{template}": "address",
  "authorize:b:{browser}": "proved",
  "authorize:ip:{ip}": "address",
  "token:c:{named}:ip:{ip}": "address",
  "token-failed-auth:ip:{ip}": "address",
  "introspect-failed-auth:ip:{ip}": "address",
  "revoke-failed-auth:ip:{ip}": "address",
  "introspect:c:{client}": "charged later",
  "revoke:c:{client}": "charged later",
  "revoke:c:{client}:ip:{ip}": "address",
  "sign-in:n:{subject}:ip:{ip}": "address",
  "sign-in:strict:n:{subject}:ip:{ip}": "address",
  "sign-in:n:{subject}": "slows",
  "sign-in:device:{device}": "proved",
  "sign-in:nameless:ip:{ip}": "address",
  "account-lookup": "one",
  "account-lookup:from:{user}": "proved",
  "account-lookup:from:ip:{ip}": "address",
  "password:s:{sid}": "proved",
  "card-claims:u:{user}": "proved",
  "mail:from:{user}": "proved",
  "mail:to:{address}": "one",
  "mail:to:{address}:from:{user}": "proved",
  "mail:invites:{address}": "one",
  "mail:invites:{address}:from:{user}": "proved",
  "mail:reset:u:{user}": "one",
}

let provider: Provider
const charged = new Set<string>()
const seen = new Set<string>()

/** Notes the keys, and those of them that anything was spent under. */
const noting = (): RateLimitStore => {
  const inner = memoryRateLimitStore()
  return {
    take: (checks, now) => {
      for (const { key, cost } of checks) {
        seen.add(key)
        if (cost > 0) charged.add(key)
      }
      return inner.take(checks, now)
    },
  }
}

beforeAll(async () => {
  const rateLimitStore = noting()
  provider = await openProvider({
    limits: "on",
    rateLimitStore,
    core: { rateLimitStore, mailer: { send: () => Promise.resolve() } },
  })
})
afterAll(() => provider.close())

/** A key with what differs from call to call replaced by its name. */
const shapeOf = (key: string): string =>
  key
    .replace(/:p:(\/webhooks\/in\/payments\/[^:]+):.+$/, ":p:{template}:{connection}")
    .replace(/:p:[^:]+$/, ":p:{template}")
    .replace(/ip:127\.0\.0\.1/, "ip:{ip}")
    .replace(/^(read|write|expensive):u:[^:]+:c:.+$/, "$1:u:{user}:c:{client}")
    .replace(/^authorize:b:.+$/, "authorize:b:{browser}")
    .replace(/^token:c:[^:]+/, "token:c:{named}")
    .replace(/^(introspect|revoke):c:[^:]+/, "$1:c:{client}")
    .replace(/^(sign-in:(?:strict:)?n):[^:]+/, "$1:{subject}")
    .replace(/^sign-in:device:.+$/, "sign-in:device:{device}")
    .replace(/^password:s:.+$/, "password:s:{sid}")
    .replace(/^card-claims:u:.+$/, "card-claims:u:{user}")
    .replace(/^mail:from:.+$/, "mail:from:{user}")
    .replace(/^mail:(to|invites):[^:]+:from:.+$/, "mail:$1:{address}:from:{user}")
    .replace(/^mail:(to|invites):[^:]+$/, "mail:$1:{address}")
    .replace(/^account-lookup:from:(?!ip:).+$/, "account-lookup:from:{user}")
    .replace(/^mail:reset:u:.+$/, "mail:reset:u:{user}")

describe("the keys of all limits", () => {
  it("are those of the table", async () => {
    const { baseUrl, symbolon, ada, club } = provider
    const at = (path: string) => `${baseUrl}${path}`
    const app = await provider.app({ isFirstParty: true })
    const form = (fields: Readonly<Record<string, string>>) => ({
      method: "POST",
      body: new URLSearchParams(fields),
    })
    const issue = (userUuid: string) =>
      symbolon.oauth.issueUserToken({
        clientId: app.clientId,
        userUuid,
        organization: undefined,
        scopes: scopesFor("user"),
      })
    const { accessToken } = await issue(ada.uuid)
    const bearer = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" }
    const invented = {
      authorization: "Bearer invented",
      cookie: `symbolon_login=sy_ls_${"A".repeat(43)}; symbolon_device_x=sy_dc_${"A".repeat(43)}`,
    }

    // Every endpoint, with a good token, and with everything that a caller can make up.
    for (const { method, ...endpoint } of allEndpoints) {
      const path = templateOf(endpoint).replaceAll(/\{\w+\}/g, "invented")
      await fetch(at(path), { method, headers: bearer, redirect: "manual" })
      await fetch(at(path), {
        method,
        headers: { ...invented, "x-forwarded-for": "192.0.2.1" },
        redirect: "manual",
      })
    }
    await fetch(at("/api/v1/invented"), { headers: invented })
    await fetch(at("/api/v1/wallets"), {
      method: "OPTIONS",
      headers: { origin: "https://x.example", "access-control-request-method": "GET" },
    })

    // The sign-in.
    const browser = openBrowser()
    const url = authorizeUrl({ provider, app, challenge: pkce().challenge })
    const begin = async () => (await browser.get(url)).json as Record<string, string>
    const { challenge, csrf_token } = await begin()
    const sent = { challenge, csrf_token, username: ada.username }
    for (let n = 0; n < 2; n += 1)
      await browser.post(at("/oauth2/login"), { ...sent, password: "guess" })
    await browser.post(at("/oauth2/login"), { ...sent, username: "nobody", password: "guess" })
    await browser.post(at("/oauth2/login"), { ...sent, password: ada.password })
    browser.cookies.delete("symbolon_login")
    const again = await begin()
    await browser.post(at("/oauth2/login"), {
      ...sent,
      challenge: again["challenge"],
      csrf_token: again["csrf_token"],
      password: "guess",
    })
    await browser.post(at("/oauth2/login"), {
      ...sent,
      challenge: again["challenge"],
      csrf_token: again["csrf_token"],
      password: ada.password,
    })
    await browser.get(url)

    // Clients.
    const client = { client_id: app.clientId, client_secret: app.clientSecret ?? "" }
    for (const path of ["token", "introspect", "revoke"]) {
      await fetch(
        at(`/oauth2/${path}`),
        form({ ...client, grant_type: "client_credentials", token: "t" }),
      )
      await provider.advance(61)
      await fetch(
        at(`/oauth2/${path}`),
        form({
          client_id: "invented",
          client_secret: "x",
          grant_type: "client_credentials",
          token: "t",
        }),
      )
    }
    const spa = await provider.app({ clientType: "public" })
    await fetch(at("/oauth2/revoke"), form({ client_id: spa.clientId, token: "t" }))

    // Mails and passwords.
    const own = (await issue(ada.uuid)).accessToken
    const asAda = { authorization: `Bearer ${own}`, "content-type": "application/json" }
    await fetch(at("/console/v1/users/me"), {
      method: "PATCH",
      headers: asAda,
      body: JSON.stringify({ email: "new@example.org", current_password: ada.password }),
    })
    const { user: eve } = await symbolon.users.create({
      username: "eve",
      firstName: "Eve",
      email: "eve@example.org",
      isEmailVerified: true,
    })
    await fetch(at("/oauth2/password-reset"), form({ username: eve.username }))
    const adas = await symbolon.organizations.create({ name: "Ada's", ownerUuid: ada.uuid })
    await fetch(at(`/console/v1/organizations/${adas.slug}/invitations`), {
      method: "POST",
      headers: asAda,
      body: JSON.stringify({ email: "guest@example.org", role: "door" }),
    })

    // Callbacks.
    await fetch(at("/webhooks/in/payments/manual/invented"), { method: "POST", body: "{}" })
    const { connection } = await symbolon.paymentConnections.create({
      organization: club.slug,
      backend: "manual",
    })
    await fetch(at(`/webhooks/in/payments/manual/${connection.uuid}`), {
      method: "POST",
      body: "{}",
    })

    const shapes = new Set([...seen].map(shapeOf))
    expect([...shapes].filter((shape) => !(shape in table)).sort()).toEqual([])
    const unused = Object.keys(table).filter((shape) => !shapes.has(shape))
    expect(unused).toEqual(
      [
        "expensive:u:{user}:c:{client}",
        "sign-in:strict:n:{subject}:ip:{ip}",
        "sign-in:nameless:ip:{ip}",
      ].filter((shape) => !shapes.has(shape)),
    )
    // What a caller makes up is part of no key that is spent under, but beside their own address.
    const escaped = [...charged].filter(
      (key) => key.includes("invented") && !key.includes("ip:127.0.0.1"),
    )
    expect(escaped).toEqual([])
  })
})
