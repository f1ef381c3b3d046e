import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type App, openProvider, type Provider, tokensOf } from "../../fixtures/oauth-provider.ts"
import {
  call,
  exchange,
  expectDead,
  introspect,
  invalidGrant,
  refresh,
  refused,
  revoke,
  sessionBehind,
} from "./kit.ts"

const graceSeconds = 10
let provider: Provider
let app: App
let gracious: Provider
let sparedApp: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
  gracious = await openProvider({ core: { oauth: { refreshReuseGraceSeconds: graceSeconds } } })
  sparedApp = await gracious.app()
})
afterAll(() => Promise.all([provider.close(), gracious.close()]))

describe("attack 8: refresh reuse", () => {
  it("ends the whole session: the newest tokens, and those exchanged for an organization", async () => {
    const first = await tokensOf(provider, app, provider.olga, {
      scope: "openid organization:read",
    })
    const { body: second } = await refresh(provider, app, first["refresh_token"])
    const { body: bound } = await exchange(provider, app, second["access_token"], {
      organization_uuid: provider.club.uuid,
    })
    expect(
      (await call(provider, bound["access_token"] ?? "", "/api/v1/organizations")).status,
    ).toBe(200)
    expect(refused(await refresh(provider, app, first["refresh_token"]))).toEqual(invalidGrant)
    for (const tokens of [second, first, bound]) await expectDead(provider, app, tokens)
    expect(await sessionBehind(provider, second["access_token"] ?? "")).toMatchObject({
      revokedAt: provider.clock.now(),
    })
  })

  it("of an older ancestor ends it as well, to the end of that token's own term; afterwards it is an unknown one", async () => {
    const own = await openProvider()
    const client = await own.app()
    const refreshedFor = async (days: number) => {
      const first = await tokensOf(own, client, own.ada)
      let newest = first
      for (let day = 0; day < days; day += 10) {
        await own.advance(10 * 86_400)
        newest = (await refresh(own, client, newest["refresh_token"])).body
      }
      expect(refused(await refresh(own, client, first["refresh_token"]))).toEqual(invalidGrant)
      return newest
    }
    await expectDead(own, client, await refreshedFor(20))
    await expectDead(own, client, await refreshedFor(30))
    // Swept by now: worth nothing to a thief, and no longer told from one that never was.
    const newest = await refreshedFor(40)
    expect((await refresh(own, client, newest["refresh_token"])).status).toBe(200)
    await own.close()
  })

  it("leaves other sessions of the same user and app alone", async () => {
    const [one, other] = [
      await tokensOf(provider, app, provider.ada),
      await tokensOf(provider, app, provider.ada),
    ]
    await refresh(provider, app, one["refresh_token"])
    await refresh(provider, app, one["refresh_token"])
    expect((await refresh(provider, app, other["refresh_token"])).status).toBe(200)
  })
})

describe("attack 9: refresh race", () => {
  it.each([2, 8, 20, 50])(
    "gives %i at once one answer at most, and ends the session",
    async (many) => {
      for (let round = 0; round < 3; round += 1) {
        const tokens = await tokensOf(provider, app, provider.ada)
        const replies = await Promise.all(
          Array.from({ length: many }, () => refresh(provider, app, tokens["refresh_token"])),
        )
        const won = replies.filter(({ status }) => status === 200)
        expect(won.length).toBeLessThanOrEqual(1)
        expect(replies.filter(({ status }) => status !== 200).map(refused)).toEqual(
          Array(many - won.length).fill(invalidGrant),
        )
        expect(
          (await sessionBehind(provider, tokens["access_token"] ?? ""))?.revokedAt,
        ).toBeDefined()
        for (const { body } of [...won, { body: tokens }]) await expectDead(provider, app, body)
      }
    },
  )

  it.each([2, 8, 20, 50])(
    "with a grace period gives %i at once the same answer, byte by byte",
    async (many) => {
      const tokens = await tokensOf(gracious, sparedApp, gracious.ada)
      const replies = await Promise.all(
        Array.from({ length: many }, () => refresh(gracious, sparedApp, tokens["refresh_token"])),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      const answers = new Set(replies.map(({ body }) => JSON.stringify(body)))
      expect(answers.size).toBe(1)
      const [answer = "{}"] = answers
      const child = JSON.parse(answer) as Record<string, string>
      expect((await call(gracious, child["access_token"] ?? "")).status).toBe(200)
      expect((await refresh(gracious, sparedApp, child["refresh_token"])).status).toBe(200)
    },
  )

  it("with a grace period is over when it is over: then reuse ends the session", async () => {
    const tokens = await tokensOf(gracious, sparedApp, gracious.ada)
    const { body: child } = await refresh(gracious, sparedApp, tokens["refresh_token"])
    await gracious.advance(graceSeconds - 1)
    expect((await refresh(gracious, sparedApp, tokens["refresh_token"])).body).toEqual(child)
    await gracious.advance(1)
    expect(refused(await refresh(gracious, sparedApp, tokens["refresh_token"]))).toEqual(
      invalidGrant,
    )
    await expectDead(gracious, sparedApp, child)
  })

  it("with a grace period answers nothing for a session that was ended, and nobody but its app", async () => {
    const tokens = await tokensOf(gracious, sparedApp, gracious.ada)
    const { body: child } = await refresh(gracious, sparedApp, tokens["refresh_token"])
    const thief = await gracious.app()
    expect(refused(await refresh(gracious, thief, tokens["refresh_token"]))).toEqual(invalidGrant)
    expect((await revoke(gracious, sparedApp, child["access_token"])).status).toBe(200)
    expect(refused(await refresh(gracious, sparedApp, tokens["refresh_token"]))).toEqual(
      invalidGrant,
    )
    await expectDead(gracious, sparedApp, child)
  })
})

describe("attack 10: refresh theft across apps", () => {
  it("is refused, ends nothing, and the token works on", async () => {
    const tokens = await tokensOf(provider, app, provider.ada)
    const thieves = [
      await provider.app(),
      await provider.app({ clientType: "public", redirectUris: ["https://page.example/"] }),
    ]
    const elsewhere = await provider.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: provider.olga.uuid,
    })
    const foreign = await provider.app({ organization: elsewhere.slug })
    for (const thief of [...thieves, foreign])
      expect(refused(await refresh(provider, thief, tokens["refresh_token"]))).toEqual(invalidGrant)
    expect(await introspect(provider, foreign, tokens["refresh_token"])).toEqual({ active: false })
    expect((await call(provider, tokens["access_token"] ?? "")).status).toBe(200)
    expect((await refresh(provider, app, tokens["refresh_token"])).status).toBe(200)
    // A used one that a thief sends ends nothing either: it was none of theirs.
    const fresh = await tokensOf(provider, app, provider.ada)
    const { body: child } = await refresh(provider, app, fresh["refresh_token"])
    for (const thief of thieves)
      expect(refused(await refresh(provider, thief, fresh["refresh_token"]))).toEqual(invalidGrant)
    expect((await refresh(provider, app, child["refresh_token"])).status).toBe(200)
  })
})
