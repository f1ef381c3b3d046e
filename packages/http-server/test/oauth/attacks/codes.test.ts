import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import {
  type App,
  askToken,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "../../fixtures/oauth-provider.ts"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  call,
  codeFor,
  expectDead,
  invalidGrant,
  partOf,
  redeem,
  refused,
  sessionBehind,
} from "./kit.ts"

let provider: Provider
let app: App
let other: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
  other = await provider.app()
})
afterAll(() => provider.close())

describe("a code that was given out before a new password", () => {
  it("opens no session after it", async () => {
    const own = await openProvider()
    const client = await own.app()
    const code = await codeFor(own, client, own.ada)
    await own.symbolon.users.setPassword({
      userUuid: own.ada.uuid,
      password: "four words in a row",
    })
    expect(refused(await redeem(own, client, code))).toEqual(invalidGrant)
    await own.close()
  })
})

describe("attack 1: code replay", () => {
  it("is refused, and ends everything that the first redemption gave", async () => {
    const code = await codeFor(provider, app, provider.ada)
    const first = await redeem(provider, app, code)
    expect([first.status, (await call(provider, first.body["access_token"] ?? "")).status]).toEqual(
      [200, 200],
    )
    expect(refused(await redeem(provider, app, code))).toEqual(invalidGrant)
    expect((await sessionBehind(provider, first.body["access_token"] ?? ""))?.revokedAt).toEqual(
      provider.clock.now(),
    )
    await expectDead(provider, app, first.body)
  })

  it("ends them too when the code has expired meanwhile, and for a public app by its verifier", async () => {
    const own = await openProvider()
    const page = await own.app({ clientType: "public", redirectUris: ["https://page.example/"] })
    // A public app may not introspect: another app of its organization asks.
    const sibling = await own.app()
    const code = await codeFor(own, page, own.ada)
    const first = await redeem(own, page, code)
    await own.advance(30)
    expect(refused(await redeem(own, page, code))).toEqual(invalidGrant)
    await expectDead(own, page, first.body, sibling)
    const late = await codeFor(own, page, own.ada)
    const again = await redeem(own, page, late)
    await own.advance(601)
    expect(refused(await redeem(own, page, late))).toEqual(invalidGrant)
    await expectDead(own, page, again.body, sibling)
    const never = await codeFor(own, page, own.ada)
    await own.advance(600)
    expect(refused(await redeem(own, page, never))).toEqual(invalidGrant)
    await own.close()
  })

  it("by somebody who does not know the verifier, or is another app, ends nothing", async () => {
    const code = await codeFor(provider, app, provider.ada)
    const first = await redeem(provider, app, code)
    expect(refused(await redeem(provider, app, { ...code, verifier: pkce().verifier }))).toEqual(
      invalidGrant,
    )
    expect(refused(await redeem(provider, other, code))).toEqual(invalidGrant)
    expect((await call(provider, first.body["access_token"] ?? "")).status).toBe(200)
  })
})

describe("attack 2: code replay race", () => {
  it.each([2, 8, 20, 50])("gives %i redemptions at once one answer, and ends it", async (many) => {
    for (let round = 0; round < 3; round += 1) {
      const code = await codeFor(provider, app, provider.ada)
      const replies = await Promise.all(
        Array.from({ length: many }, () => redeem(provider, app, code)),
      )
      const won = replies.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect(replies.filter(({ status }) => status !== 200).map(refused)).toEqual(
        Array(many - 1).fill(invalidGrant),
      )
      for (const { body } of won) await expectDead(provider, app, body)
    }
  })
})

describe("attack 3: code injection", () => {
  it("of another session's code fails for its verifier, and uses nothing up", async () => {
    const [mine, theirs] = [
      await codeFor(provider, app, provider.olga),
      await codeFor(provider, app, provider.ada),
    ]
    expect(
      refused(await redeem(provider, app, { code: theirs.code, verifier: mine.verifier })),
    ).toEqual(invalidGrant)
    const { status, body } = await redeem(provider, app, theirs)
    expect([status, partOf(body["access_token"] ?? "", 1)["sub"]]).toEqual([200, provider.ada.uuid])
  })

  it("of another app's code fails, and that app can use it still", async () => {
    const code = await codeFor(provider, app, provider.ada)
    expect(refused(await redeem(provider, other, code))).toEqual(invalidGrant)
    expect((await redeem(provider, app, code)).status).toBe(200)
  })

  it("with another redirect_uri, or none, fails, and uses nothing up", async () => {
    const two = await provider.app({
      redirectUris: ["https://app.example/callback", "https://app.example/other"],
    })
    const code = await codeFor(provider, two, provider.ada)
    expect(
      refused(await redeem(provider, two, code, { redirect_uri: "https://app.example/other" })),
    ).toEqual(invalidGrant)
    expect(refused(await redeem(provider, two, code, { redirect_uri: "" }))).toEqual([
      400,
      "invalid_request",
    ])
    expect((await redeem(provider, two, code)).status).toBe(200)
  })

  it("of something that never was a code tells nothing", async () => {
    for (const code of ["", "x", `sy_code_${"A".repeat(43)}`, "\u0000", "😀", "a".repeat(256)])
      expect(refused(await redeem(provider, app, { code, verifier: pkce().verifier }))[0]).toBe(400)
  })
})

describe("attack 40: guessing codes, tokens and ids", () => {
  it("has 256 random bits against it: a hundred thousand of each are all different, and use the whole alphabet", () => {
    const { ids } = portsOf(provider.symbolon)
    for (const prefix of ["sy_code_", "sy_rt_"]) {
      const made = new Set(Array.from({ length: 100_000 }, () => ids.secret(prefix)))
      expect(made.size).toBe(100_000)
      const counts = Array.from({ length: 256 }, () => 0)
      let bits = 0
      for (const secret of made) {
        const bytes = Buffer.from(secret.slice(prefix.length), "base64url")
        bits += bytes.length * 8
        for (const byte of [bytes[0] ?? 0, bytes[31] ?? 0]) counts[byte] = (counts[byte] ?? 0) + 1
      }
      expect(bits).toBe(100_000 * 256)
      // Every value of a byte comes up 781 times, give or take eight standard deviations.
      expect(Math.max(...counts.map((count) => Math.abs(count - 781)))).toBeLessThan(224)
    }
    expect(new Set(Array.from({ length: 100_000 }, () => ids.uuid())).size).toBe(100_000)
  })

  it("codes, refresh tokens and secrets that are answered are of that kind, and each jti is new", async () => {
    const own = await provider.app({ isFirstParty: true })
    expect(own.clientSecret).toMatch(/^sy_cs_[A-Za-z0-9_-]{43}$/)
    const browser = openBrowser()
    const code = await codeFor(provider, own, provider.ada)
    expect(code.code).toMatch(/^sy_code_[A-Za-z0-9_-]{43}$/)
    expect((await redeem(provider, own, code)).body["refresh_token"]).toMatch(
      /^sy_rt_[A-Za-z0-9_-]{43}$/,
    )
    const interaction = await browser.get(
      authorizeUrl({ provider, app, challenge: pkce().challenge }),
    )
    expect((interaction.json as Record<string, string>)["challenge"]).toMatch(
      /^sy_ch_[A-Za-z0-9_-]{43}$/,
    )
    const replies = await Promise.all(
      Array.from({ length: 100 }, () =>
        askToken(provider, own, { grant_type: "client_credentials" }),
      ),
    )
    const ids = replies.map(({ body }) => partOf(body["access_token"] ?? "", 1))
    expect([
      new Set(ids.map(({ jti }) => jti)).size,
      new Set(ids.map(({ sid }) => sid)).size,
    ]).toEqual([100, 100])
  })
})
