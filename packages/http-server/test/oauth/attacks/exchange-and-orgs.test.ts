import { scopes, scopesFor } from "@symbolon/core/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { strongest, tokenOf } from "../../authorisation/holders.ts"
import { openTwoOrganizations } from "../../fixtures/two-organizations.ts"
import { callOf, sendCall } from "../../authorisation/request.ts"
import { ownerOf } from "../../authorisation/things.ts"
import { guarded } from "../../authorisation/walk.ts"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  askToken,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../../fixtures/oauth-provider.ts"
import {
  call,
  codeFor,
  exchange,
  introspect,
  partOf,
  redeem,
  refresh,
  refused,
  revoke,
} from "./kit.ts"

let provider: Provider
let app: App
let other: App
let club: string
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
  other = await provider.app()
  club = provider.club.uuid
})
afterAll(() => provider.close())

const scope = "openid profile organization:read membership_tier:read"
const subject = async (who = provider.olga, client = app, at = provider) =>
  (await tokensOf(at, client, who, { scope }))["access_token"] ?? ""
const invalid = [400, "invalid_request"] as const
const noTarget = [400, "invalid_target"] as const
const invalidScope = [400, "invalid_scope"] as const

describe("attack 16: token substitution in an exchange", () => {
  it("of a token that is not this app's own user's is refused", async () => {
    const good = await subject()
    const { body: bound } = await exchange(provider, app, good, { organization_uuid: club })
    expect(partOf(bound["access_token"] ?? "", 1)).toMatchObject({
      organization_uuid: club,
      sid: partOf(good, 1)["sid"],
    })
    const own = await askToken(provider, app, { grant_type: "client_credentials" })
    const tokens = await tokensOf(provider, app, provider.olga, { scope })
    const ended = await subject()
    await revoke(provider, app, ended)
    for (const [what, token] of Object.entries({
      "another app's": await subject(provider.olga, other),
      "an app's own": own.body["access_token"],
      "one that was exchanged": bound["access_token"],
      "one whose session ended": ended,
      "an ID token": tokens["id_token"],
      "a refresh token": tokens["refresh_token"],
      "no token": "x",
      nothing: "",
    }))
      expect([
        what,
        ...refused(await exchange(provider, app, token, { organization_uuid: club })),
      ]).toEqual([what, ...invalid])
    // Whoever has a token of this app and is another app cannot use it here either.
    expect(refused(await exchange(provider, other, good, { organization_uuid: club }))).toEqual(
      invalid,
    )
    expect(
      refused(
        await exchange(provider, app, good, { organization_uuid: club, subject_token_type: "" }),
      ),
    ).toEqual(invalid)
    for (const fields of [
      { subject_token_type: "urn:ietf:params:oauth:token-type:id_token" },
      { requested_token_type: "urn:ietf:params:oauth:token-type:refresh_token" },
      { actor_token: good, actor_token_type: "urn:ietf:params:oauth:token-type:access_token" },
    ])
      expect(
        refused(await exchange(provider, app, good, { organization_uuid: club, ...fields })),
      ).toEqual(invalid)
  })

  it("of a token that has expired is refused, and an exchanged one does not outlive the session", async () => {
    const own = await openProvider()
    const client = await own.app()
    const token = await subject(own.olga, client, own)
    await own.advance(3590)
    const { body } = await exchange(own, client, token, { organization_uuid: own.club.uuid })
    expect(body["expires_in"]).toBe(3600)
    expect(body["refresh_token"]).toBeUndefined()
    await own.advance(10)
    expect(
      refused(await exchange(own, client, token, { organization_uuid: own.club.uuid })),
    ).toEqual(invalid)
    expect(
      refused(
        await exchange(own, client, body["access_token"], { organization_uuid: own.club.uuid }),
      ),
    ).toEqual(invalid)
    await own.close()
  })

  it("gives the service's own staff a token for any organization by a first-party app alone", async () => {
    const { symbolon } = provider
    await symbolon.users.create({
      username: "agnes",
      firstName: "Agnes",
      accountType: "service",
      password: "battery staple",
    })
    const agnes = { uuid: "", username: "agnes", password: "battery staple" }
    const own = await provider.app({ isFirstParty: true })
    expect(
      (await exchange(provider, own, await subject(agnes, own), { organization_uuid: club }))
        .status,
    ).toBe(200)
    expect(
      refused(await exchange(provider, app, await subject(agnes), { organization_uuid: club })),
    ).toEqual(noTarget)
  })

  it("tells nothing of organizations that the user has nothing to do with", async () => {
    const elsewhere = await provider.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: provider.ada.uuid,
    })
    const token = await subject()
    const tried = [
      elsewhere.uuid,
      elsewhere.slug,
      "nowhere",
      "00000000-0000-7000-8000-000000000000",
      "' or 1=1 --",
      "../",
    ]
    const answers = await Promise.all(
      tried.map((organization) =>
        exchange(provider, app, token, { organization_uuid: organization }),
      ),
    )
    expect(answers.map(refused)).toEqual(tried.map(() => noTarget))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    // Two that differ, however they are named.
    for (const fields of [
      { organization_uuid: club, audience: elsewhere.uuid },
      {
        organization_uuid: club,
        resource: `${provider.baseUrl}/api/v1/organizations/${elsewhere.slug}`,
      },
      { resource: "https://evil.example/api/v1/organizations/harbour-club" },
      {
        resource: `${provider.baseUrl}/api/v1/organizations/../organizations/${provider.club.slug}`,
      },
    ])
      expect(
        refused(await exchange(provider, app, token, fields as Record<string, string>)),
      ).toEqual(noTarget)
  })
})

describe("attack 17: scope escalation", () => {
  const everything = Object.keys(scopes).join(" ")
  const strange = [
    "everything",
    "Wallet:Read",
    "wallet:read,openid",
    "wallet:read\topenid",
    "wallet:read\nopenid",
    "wallet:*",
    "*",
    "openid\u00a0profile",
  ]

  it("by a refresh is refused, and uses nothing up", async () => {
    const tokens = await tokensOf(provider, app, provider.ada, { scope: "openid wallet:read" })
    for (const wider of [...strange, "openid wallet:read wallet:transfer", "profile", everything])
      expect(
        refused(await refresh(provider, app, tokens["refresh_token"], { scope: wider }))[0],
      ).toBe(400)
    expect(
      refused(await refresh(provider, app, tokens["refresh_token"], { scope: "x".repeat(1025) })),
    ).toEqual(invalid)
    const { body: narrow } = await refresh(provider, app, tokens["refresh_token"], {
      scope: "wallet:read  wallet:read",
    })
    expect([narrow["scope"], narrow["id_token"]]).toEqual(["wallet:read", undefined])
    const { body: again } = await refresh(provider, app, narrow["refresh_token"], {
      scope: "wallet:read openid wallet:read",
    })
    expect(again["scope"]).toBe("wallet:read openid")
  })

  it("by an exchange is refused", async () => {
    const token = await subject()
    for (const wider of [
      ...strange,
      "membership_tier:write",
      "openid",
      "organization:read organization:write",
      everything,
    ])
      expect([
        wider,
        refused(await exchange(provider, app, token, { organization_uuid: club, scope: wider }))[0],
      ]).toEqual([wider, 400])
    const { body } = await exchange(provider, app, token, { organization_uuid: club })
    expect(body["scope"]).toBe("organization:read membership_tier:read")
    const narrow = await exchange(provider, app, token, {
      organization_uuid: club,
      scope: "organization:read",
    })
    expect(narrow.body["scope"]).toBe("organization:read")
    expect(
      (
        await call(
          provider,
          narrow.body["access_token"] ?? "",
          `/api/v1/organizations/${club}/membership-tiers`,
        )
      ).status,
    ).toBe(403)
  })

  it("by an app for itself is refused: what only users can give, and what it was not registered with", async () => {
    const ask = (scope: string, client = app) =>
      askToken(provider, client, { grant_type: "client_credentials", scope })
    const forUsers = Object.keys(scopes).filter(
      (name) => !scopesFor("client").some((each) => each === name),
    )
    expect(forUsers).toEqual(
      expect.arrayContaining(
        ["openid", "offline_access", "membership:write", "user:write"].filter(
          (name) => name in scopes,
        ),
      ),
    )
    for (const wider of [...strange, ...forUsers, `organization:read ${forUsers[0]}`])
      expect([wider, refused(await ask(wider))]).toEqual([wider, invalidScope])
    const small = await provider.app({ scopes: ["organization:read"] })
    expect(refused(await ask("organization:read organization:write", small))).toEqual(invalidScope)
    expect(
      (await askToken(provider, small, { grant_type: "client_credentials" })).body["scope"],
    ).toBe("organization:read")
    expect(refused(await ask("x".repeat(1025)))).toEqual(invalid)
  })

  it("at /authorize is refused as a whole, nothing being dropped in silence", async () => {
    const small = await provider.app({ scopes: ["openid", "wallet:read"] })
    const errorOf = async (wanted: string) => {
      const url = authorizeUrl({
        provider,
        app: small,
        challenge: pkce().challenge,
        parameters: { scope: wanted },
      })
      return new URL((await openBrowser().get(url)).location ?? "http://nowhere").searchParams.get(
        "error",
      )
    }
    for (const wider of [...strange, "openid wallet:transfer", everything.slice(0, 1000)])
      expect([wider, await errorOf(wider)]).toEqual([wider, "invalid_scope"])
    expect(await errorOf("x".repeat(1025))).toBe("invalid_request")
    const code = await codeFor(provider, small, provider.ada, {
      scope: "wallet:read openid wallet:read",
    })
    expect((await redeem(provider, small, code)).body["scope"]).toBe("wallet:read openid")
  })

  it("at the consent is refused: nobody allows more than was asked for", async () => {
    const browser = openBrowser()
    const url = authorizeUrl({
      provider,
      app,
      challenge: pkce().challenge,
      parameters: { scope: "openid wallet:read" },
    })
    const interaction = (await browser.get(url)).json as Record<string, string>
    const sent = { challenge: interaction["challenge"], csrf_token: interaction["csrf_token"] }
    const { username, password } = provider.olga
    const consent = (
      await browser.post(`${provider.issuer}/login`, { ...sent, username, password })
    ).json as Record<string, string>
    const decision = {
      challenge: consent["challenge"],
      csrf_token: consent["csrf_token"],
      decision: "accept",
    }
    for (const allowed of [
      ["openid", "wallet:read", "wallet:transfer"],
      ["wallet:read"],
      ["everything"],
    ]) {
      const got = await browser.post(`${provider.issuer}/consent`, { ...decision, scopes: allowed })
      expect([allowed, got.status, (got.json as Record<string, string>)["error"]]).toEqual([
        allowed,
        400,
        "invalid_scope",
      ])
    }
  })
})

describe("attack 18: another organization", () => {
  it("answers the owner of one nothing of another's, at every endpoint that takes their token", async () => {
    const setup = await openTwoOrganizations()
    const reaching = guarded.filter(
      (each) =>
        each.access.tokens.includes("organization") &&
        each.params.some(
          (name) => ownerOf(name, { kind: "organization" }, each) === "organization",
        ),
    )
    expect(reaching.length).toBeGreaterThan(25)
    const token = await tokenOf(setup, {
      ...strongest("organization"),
      home: "elsewhere",
      who: "stranger",
    })
    for (const at of reaching) {
      const request = await callOf(setup, at, {
        kind: "organization",
        person: setup.people.stranger,
      })
      const reply = await sendCall(setup, request, `Bearer ${token}`)
      const { status } = reply
      expect({ route: at.route, status, isRefused: [403, 404].includes(status) }).toEqual({
        route: at.route,
        status,
        isRefused: true,
      })
      expect(await reply.text()).not.toContain(setup.club.name)
    }
    // A user's own token writes for no organization, not even for theirs.
    const owner = await tokenOf(setup, strongest("user"))
    const writes = reaching.filter(
      (each) => !each.access.isRead && !each.access.tokens.includes("user"),
    )
    expect(writes.length).toBeGreaterThan(5)
    for (const at of writes) {
      const request = await callOf(setup, at, { kind: "user", person: setup.people.owner })
      expect({
        route: at.route,
        status: (await sendCall(setup, request, `Bearer ${owner}`)).status,
      }).toEqual({
        route: at.route,
        status: 403,
      })
    }
    await setup.close()
  })

  it("answers nothing more to somebody who has left the team, with the token they had", async () => {
    const { symbolon } = provider
    const place = `/api/v1/organizations/${provider.club.slug}/memberships`
    const { user } = await symbolon.users.create({
      username: "stan",
      firstName: "Stan",
      password: "tall ships sail",
    })
    await symbolon.staff.add({ organization: club, userUuid: user.uuid, role: "staff" })
    const stan = { uuid: user.uuid, username: "stan", password: "tall ships sail" }
    const mine =
      (await tokensOf(provider, app, stan, { scope: "organization:memberships:read" }))[
        "access_token"
      ] ?? ""
    const { body } = await exchange(provider, app, mine, { organization_uuid: club })
    const status = async () => (await call(provider, body["access_token"] ?? "", place)).status
    expect(await status()).toBe(200)
    await symbolon.staff.remove({ organization: club, userUuid: user.uuid })
    expect(await status()).toBe(403)
    expect(refused(await exchange(provider, app, mine, { organization_uuid: club }))).toEqual(
      noTarget,
    )
  })
})

describe("attack 37: a door's token elsewhere", () => {
  it("is refused: at another session, at anything else, after its term and once it is revoked", async () => {
    const own = await openProvider()
    const { symbolon } = own
    const activity = await symbolon.activities.create({
      organization: own.club.slug,
      name: "Sailing",
    })
    const now = own.clock.now().getTime()
    const times = { startTime: new Date(now), endTime: new Date(now + 3_600_000) }
    const [here, there] = [
      await symbolon.sessions.create({ activity: activity.slug, name: "Evening", ...times }),
      await symbolon.sessions.create({ activity: activity.slug, name: "Morning", ...times }),
    ]
    const { token } = await symbolon.sessions.createDeviceToken({ session: here.slug })
    const lost = await symbolon.sessions.createDeviceToken({ session: here.slug })
    const status = async (path: string, bearer = token, init: RequestInit = {}) =>
      (await call(own, bearer, path, init)).status
    const manifest = (slug: string) => `/api/v1/sessions/${slug}/checkin-manifest`
    const tap = (at: string) => ({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ identifier: { type: "username", value: "ada" }, idempotency_key: at }),
    })
    expect([
      await status(manifest(here.slug)),
      await status(manifest(there.slug)),
      await status(manifest(there.uuid)),
    ]).toEqual([200, 403, 403])
    expect(await status(`/api/v1/sessions/${there.slug}/admit`, token, tap("1"))).toBe(403)
    for (const path of [
      "/wallets",
      "/organizations",
      "/users/me",
      `/sessions/${here.slug}`,
      `/organizations/${own.club.slug}/memberships`,
    ])
      expect([path, await status(`/api/v1${path}`)]).toEqual([path, 403])
    const client = await own.app()
    const elsewhere = await own.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: own.ada.uuid,
    })
    const otherApp = await own.app({ organization: elsewhere.slug })
    expect(await introspect(own, otherApp, token)).toEqual({ active: false })
    expect(await introspect(own, client, token)).toMatchObject({ active: true, token_use: "door" })
    expect(
      refused(await exchange(own, client, token, { organization_uuid: own.club.uuid })),
    ).toEqual(invalid)
    await symbolon.sessions.revokeDeviceToken({ device: lost.device.uuid })
    expect([
      await status(manifest(here.slug), lost.token),
      await status(manifest(here.slug)),
    ]).toEqual([401, 200])
    expect(await introspect(own, client, lost.token)).toEqual({ active: false })
    await own.advance((lost.device.expiresAt.getTime() - now) / 1000)
    expect(await status(manifest(here.slug))).toBe(401)
    await own.close()
  })
})
