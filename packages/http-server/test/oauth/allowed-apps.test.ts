import { afterEach, beforeEach, expect, it } from "vitest"
import {
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../fixtures/oauth-provider.ts"
import { openBrowser } from "../fixtures/cookie-browser.ts"

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(() => provider.close())

it("somebody sees which apps they allowed what, and takes it back", async () => {
  const own = await provider.app({ isFirstParty: true })
  const app = await provider.app({ name: "Tide tables" })
  const mine = await tokensOf(provider, own, provider.ada)
  const theirs = await tokensOf(provider, app, provider.ada)
  const ask = (method: string, path: string, token = mine["access_token"]) =>
    fetch(`${provider.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } })

  const { apps } = (await (await ask("GET", "/console/v1/users/me/apps")).json()) as {
    apps: unknown[]
  }
  expect(apps).toMatchObject([
    { client_id: app.clientId, name: "Tide tables", scopes: ["openid", "profile", "wallet:read"] },
  ])
  expect((await ask("GET", "/api/v1/wallets", theirs["access_token"])).status).toBe(200)

  const withdrawn = await ask("DELETE", `/console/v1/users/me/apps/${app.clientId}`)
  expect([withdrawn.status, await withdrawn.json()]).toMatchObject([200, { ended_sessions: 1 }])
  expect((await ask("GET", "/api/v1/wallets", theirs["access_token"])).status).toBe(401)
  expect((await ask("GET", "/api/v1/wallets")).status).toBe(200)
  expect((await ask("DELETE", `/console/v1/users/me/apps/${app.clientId}`)).status).toBe(404)

  const browser = openBrowser()
  const data = (await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge })))
    .json as Record<string, string>
  const { username, password } = provider.ada
  const next = await browser.post(`${provider.issuer}/login`, {
    challenge: data["challenge"],
    csrf_token: data["csrf_token"],
    username,
    password,
  })
  expect(next.json).toMatchObject({ status: "consent_required" })
})
