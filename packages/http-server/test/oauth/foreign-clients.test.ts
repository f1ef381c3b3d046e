import { auth } from "express-oauth2-jwt-bearer"
import express from "express"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as oauth4webapi from "oauth4webapi"
import * as client from "openid-client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser } from "../fixtures/cookie-browser.ts"
import { type App, openProvider, type Provider, tokensOf } from "../fixtures/oauth-provider.ts"

let provider: Provider
let app: App
let page: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
  page = await provider.app({ clientType: "public", redirectUris: ["http://127.0.0.1/callback"] })
})
afterAll(() => provider.close())

/**
 * Signs Ada in and lets her allow what is asked, as a browser would show it to her; answers the URL
 * that the app gets.
 */
const throughTheSignIn = async (url: string): Promise<URL> => {
  const browser = openBrowser()
  let reply = await browser.get(url)
  for (;;) {
    if (reply.location !== undefined) return new URL(reply.location)
    const data = reply.json as Record<string, string>
    if (data["redirect_to"] !== undefined) return new URL(data["redirect_to"])
    const sent = { challenge: data["challenge"], csrf_token: data["csrf_token"] }
    const { username, password } = provider.ada
    reply =
      data["status"] === "login_required"
        ? await browser.post(`${provider.baseUrl}/oauth2/login`, { ...sent, username, password })
        : await browser.post(`${provider.baseUrl}/oauth2/consent`, { ...sent, decision: "accept" })
  }
}

// These libraries read the clock of the machine, and the provider's stands still: they are given
// the difference.
const skew = () => Math.floor(provider.clock.now().getTime() / 1000) - Math.floor(Date.now() / 1000)

describe.each(["confidential", "public"] as const)(
  "openid-client, unmodified, as a %s client",
  (type) => {
    const us = () => (type === "public" ? page : app)
    const discovered = () => {
      const { clientId, clientSecret } = us()
      const metadata = {
        [client.clockSkew]: skew(),
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      }
      const authentication =
        clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret)
      return client.discovery(new URL(provider.issuer), clientId, metadata, authentication, {
        execute: [client.allowInsecureRequests],
      })
    }

    it("runs the code flow with PKCE, nonce and iss, refreshes, asks who it is, introspects and revokes", async () => {
      const config = await discovered()
      // RFC 8252 section 7.3: the port is whatever was free when the app was started.
      const redirectUri = type === "public" ? "http://127.0.0.1:51789/callback" : us().redirectUri
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const expectedNonce = client.randomNonce()
      const expectedState = client.randomState()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid profile email offline_access wallet:read",
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: "S256",
        nonce: expectedNonce,
        state: expectedState,
        max_age: "3600",
      })
      const returned = await throughTheSignIn(url.href)
      expect(returned.searchParams.get("iss")).toBe(provider.issuer)
      const checks = {
        pkceCodeVerifier,
        expectedNonce,
        expectedState,
        idTokenExpected: true,
        maxAge: 3600,
      }
      const tokens = await client.authorizationCodeGrant(config, returned, checks)
      expect(tokens.claims()).toMatchObject({
        sub: provider.ada.uuid,
        nonce: expectedNonce,
        azp: us().clientId,
      })
      const info = await client.fetchUserInfo(config, tokens.access_token, provider.ada.uuid)
      expect(info).toMatchObject({
        sub: provider.ada.uuid,
        preferred_username: "ada",
        email: "ada@example.org",
        email_verified: false,
      })

      const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "", {
        scope: "openid wallet:read",
      })
      expect([refreshed.scope, refreshed.claims()?.sub]).toEqual([
        "openid wallet:read",
        provider.ada.uuid,
      ])
      expect(refreshed.claims()?.nonce).toBeUndefined()
      const introspected = () =>
        client
          .tokenIntrospection(config, refreshed.access_token)
          .catch(({ error, status }: client.ResponseBodyError) => ({ error, status }))
      const proved = (facts: object) =>
        type === "public" ? { error: "invalid_client", status: 401 } : facts
      expect(await introspected()).toMatchObject(
        proved({ active: true, username: "ada", token_use: "access" }),
      )
      await client.tokenRevocation(config, refreshed.refresh_token ?? "")
      expect(await introspected()).toEqual(proved({ active: false }))
      await expect(
        client.fetchUserInfo(config, refreshed.access_token, provider.ada.uuid),
      ).rejects.toMatchObject({ status: 401 })
      await expect(
        client.refreshTokenGrant(config, refreshed.refresh_token ?? ""),
      ).rejects.toMatchObject({ error: "invalid_grant" })
    })

    it("refuses an answer of another issuer (RFC 9207)", async () => {
      const config = await discovered()
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: us().redirectUri,
        scope: "openid",
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: "S256",
      })
      const returned = await throughTheSignIn(url.href)
      returned.searchParams.set("iss", "https://evil.example/oauth2")
      await expect(
        client.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier,
          idTokenExpected: true,
        }),
      ).rejects.toThrow(/issuer|response/)
    })
  },
)

describe("openid-client, as an app for itself and for an organization", () => {
  it("uses client_credentials and token exchange as generic grants", async () => {
    const config = await client.discovery(
      new URL(provider.issuer),
      app.clientId,
      { [client.clockSkew]: skew(), client_secret: app.clientSecret ?? "" },
      client.ClientSecretPost(app.clientSecret),
      { execute: [client.allowInsecureRequests] },
    )
    const own = await client.clientCredentialsGrant(config, { scope: "organization:read" })
    expect([own.token_type, own.scope, own.refresh_token]).toEqual([
      "bearer",
      "organization:read",
      undefined,
    ])
    const user = await tokensOf(provider, app, provider.olga, { scope: "openid organization:read" })
    const exchanged = await client.genericGrantRequest(
      config,
      "urn:ietf:params:oauth:grant-type:token-exchange",
      {
        subject_token: user["access_token"] ?? "",
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
        resource: `${provider.baseUrl}/api/v1/organizations/${provider.club.slug}`,
      },
    )
    expect([exchanged.scope, exchanged["issued_token_type"]]).toEqual([
      "organization:read",
      "urn:ietf:params:oauth:token-type:access_token",
    ])
  })
})

describe("oauth4webapi, unmodified", () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true }

  it("runs the whole flow, and takes the access token for one of RFC 9068", async () => {
    const issuer = new URL(provider.issuer)
    const found = await oauth4webapi.discoveryRequest(issuer, insecure)
    const server = await oauth4webapi.processDiscoveryResponse(issuer, found)
    const us: oauth4webapi.Client = { client_id: app.clientId, [oauth4webapi.clockSkew]: skew() }
    const proof = oauth4webapi.ClientSecretBasic(app.clientSecret ?? "")
    const verifier = oauth4webapi.generateRandomCodeVerifier()
    const [state, nonce] = [oauth4webapi.generateRandomState(), oauth4webapi.generateRandomNonce()]
    const url = new URL(server.authorization_endpoint ?? "")
    url.search = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      response_type: "code",
      scope: "openid wallet:read",
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    }).toString()
    const parameters = oauth4webapi.validateAuthResponse(
      server,
      us,
      await throughTheSignIn(url.href),
      state,
    )
    const answer = await oauth4webapi.authorizationCodeGrantRequest(
      server,
      us,
      proof,
      parameters,
      app.redirectUri,
      verifier,
      insecure,
    )
    const options = { expectedNonce: nonce, requireIdToken: true }
    const tokens = await oauth4webapi.processAuthorizationCodeResponse(server, us, answer, options)
    await oauth4webapi.validateApplicationLevelSignature(server, answer, insecure)
    expect(oauth4webapi.getValidatedIdTokenClaims(tokens)?.sub).toBe(provider.ada.uuid)

    const request = new Request(`${provider.baseUrl}/api/v1/wallets`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    const audience = `${provider.baseUrl}/api/v1`
    const claims = await oauth4webapi.validateJwtAccessToken(server, request, audience, {
      ...insecure,
      [oauth4webapi.clockSkew]: skew(),
    })
    expect(claims).toMatchObject({
      sub: provider.ada.uuid,
      client_id: app.clientId,
      scope: "openid wallet:read",
    })

    const introspection = await oauth4webapi.introspectionRequest(
      server,
      us,
      proof,
      tokens.access_token,
      insecure,
    )
    expect(
      await oauth4webapi.processIntrospectionResponse(server, us, introspection),
    ).toMatchObject({
      active: true,
    })
    const ended = await oauth4webapi.revocationRequest(
      server,
      us,
      proof,
      tokens.access_token,
      insecure,
    )
    await oauth4webapi.processRevocationResponse(ended)
    const over = await oauth4webapi.userInfoRequest(server, us, tokens.access_token, insecure)
    expect(over.status).toBe(401)
  })
})

describe("express-oauth2-jwt-bearer, strict, as a resource server", () => {
  it("takes our access tokens and nothing else", async () => {
    const tokens = await tokensOf(provider, app, provider.ada, { scope: "openid wallet:read" })
    const guarded = express()
    guarded.get(
      "/",
      auth({
        issuerBaseURL: provider.issuer,
        audience: `${provider.baseUrl}/api/v1`,
        strict: true,
        clockTolerance: Math.abs(skew()) + 60,
      }),
      (request, response) => {
        response.json(request.auth?.payload)
      },
    )
    const server = createServer(guarded)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const ask = (token: string | undefined) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const taken = await ask(tokens["access_token"])
    expect([taken.status, await taken.json()]).toMatchObject([
      200,
      { sub: provider.ada.uuid, client_id: app.clientId },
    ])
    expect((await ask(tokens["id_token"])).status).toBe(401)
    expect((await ask(tokens["refresh_token"])).status).toBe(401)
    await new Promise((resolve) => server.close(resolve))
  })
})
