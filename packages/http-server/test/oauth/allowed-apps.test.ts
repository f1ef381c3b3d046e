import { afterEach, beforeEach, expect, it } from "vitest"
import {
  askToken,
  authorizeAs,
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

  expect(await (await ask("GET", "/console/v1/users/me/apps")).json()).toEqual({ apps: [] })

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

it("a code that was issued before the consent was taken back opens nothing", async () => {
  const own = await provider.app({ isFirstParty: true })
  const [app, other] = [await provider.app(), await provider.app()]
  const mine = await tokensOf(provider, own, provider.ada)
  const codeOf = async (of: typeof app, person = provider.ada) => {
    const { answer, verifier } = await authorizeAs(provider, of, person)
    return { code: answer.get("code") ?? "", code_verifier: verifier }
  }
  const redeem = (of: typeof app, sent: Awaited<ReturnType<typeof codeOf>>) =>
    askToken(provider, of, {
      grant_type: "authorization_code",
      redirect_uri: of.redirectUri,
      ...sent,
    })
  const withdraw = async () =>
    (
      await fetch(`${provider.baseUrl}/console/v1/users/me/apps/${app.clientId}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${mine["access_token"]}` },
      })
    ).status
  await tokensOf(provider, app, provider.ada)
  const [theirs, others] = [await codeOf(app), await codeOf(other)]
  expect(await withdraw()).toBe(200)
  expect(await redeem(app, theirs)).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  })
  expect((await redeem(other, others)).status).toBe(200)
  // One that is still to be redeemed is all that an app may have.
  const again = await codeOf(app)
  expect(await withdraw()).toBe(200)
  expect((await redeem(app, again)).status).toBe(400)
  expect(await withdraw()).toBe(404)
})

it("an app that was allowed for once is listed while it acts", async () => {
  const own = await provider.app({ isFirstParty: true })
  const app = await provider.app({ name: "Tide tables" })
  const mine = await tokensOf(provider, own, provider.ada)
  const { verifier, answer } = await authorizeAs(provider, app, provider.ada, {
    consent: { remember: false },
  })
  const { body } = await askToken(provider, app, {
    grant_type: "authorization_code",
    code: answer.get("code") ?? "",
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
  })
  const apps = async () =>
    (
      await fetch(`${provider.baseUrl}/console/v1/users/me/apps`, {
        headers: { authorization: `Bearer ${mine["access_token"]}` },
      })
    ).json()
  expect(await apps()).toEqual({
    apps: [
      expect.objectContaining({
        client_id: app.clientId,
        name: "Tide tables",
        scopes: ["openid", "profile", "wallet:read"],
      }),
    ],
  })
  await askToken(provider, app, { token: body["refresh_token"] ?? "" }, "revoke").catch(() => 0)
  expect(await apps()).toEqual({ apps: [] })
})
