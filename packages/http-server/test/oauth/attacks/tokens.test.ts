import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createSymbolon } from "@symbolon/core"
import { memoryKeyVault } from "@symbolon/core/testing"
import { openMemory } from "@symbolon/core/memory"
import { CompactSign, SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
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
  connectionsDuring,
  encoded,
  exchange,
  introspect,
  partOf,
  redeem,
  refresh,
  refused,
  sendForm,
} from "./kit.ts"

const storage = openMemory({ strict: true })
let provider: Provider
let app: App
let tokens: Record<string, string>
let good: string
let kid: string
beforeAll(async () => {
  provider = await openProvider({ storage })
  app = await provider.app()
  tokens = await tokensOf(provider, app, provider.ada)
  good = tokens["access_token"] ?? ""
  kid = String(partOf(good, 0)["kid"])
})
afterAll(() => provider.close())

/** Signs with the service's own key, as nobody else can: what must be refused even then. */
const signed = (header: object, claims: object = {}, { symbolon } = provider): Promise<string> => {
  const { keyId, privateKey } = portsOf(symbolon).serviceKeys.signer("tokens")
  const payload = new TextEncoder().encode(JSON.stringify({ ...partOf(good, 1), ...claims }))
  return new CompactSign(payload)
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: keyId, ...header })
    .sign(privateKey)
}

const statusOf = async (token: string): Promise<number> => (await call(provider, token)).status

const signatureBy = (key: KeyObject, input: string): string =>
  sign("sha256", Buffer.from(input), key).toString("base64url")

/**
 * The good token's claims below a header of any text, signed with the service's own key as if it
 * were RS256.
 */
const signedBelow = (header: string): string => {
  const input = `${Buffer.from(header).toString("base64url")}.${good.split(".")[1]}`
  return `${input}.${signatureBy(portsOf(provider.symbolon).serviceKeys.signer("tokens").privateKey, input)}`
}

/** Expects that a text is taken for no token anywhere. */
const expectStrange = async (token: string): Promise<void> => {
  const answers = {
    api: await statusOf(token),
    userinfo: (await call(provider, token, "/oauth2/userinfo")).status,
    introspection: await introspect(provider, app, token),
    exchange: refused(
      await exchange(provider, app, token, { organization_uuid: provider.club.uuid }),
    ),
    token: token.slice(0, 80),
  }
  const invalid = [400, "invalid_request"]
  expect(answers).toEqual({
    api: 401,
    userinfo: 401,
    introspection: { active: false },
    exchange: invalid,
    token: token.slice(0, 80),
  })
}

const publicKey = async (): Promise<KeyObject> => {
  const [jwk] = (await provider.symbolon.jwks()).keys
  return createPublicKey({ key: { ...jwk }, format: "jwk" })
}

describe("attack 11: algorithm confusion", () => {
  it("by HMAC under the public key, in any of its forms, is refused", async () => {
    const key = await publicKey()
    const [jwk] = (await provider.symbolon.jwks()).keys
    const forms = [
      key.export({ format: "pem", type: "spki" }),
      key.export({ format: "pem", type: "pkcs1" }),
      key.export({ format: "der", type: "spki" }),
      JSON.stringify(key.export({ format: "jwk" })),
      JSON.stringify(jwk),
      String(jwk?.["n"]),
      Buffer.from(String(jwk?.["n"]), "base64url"),
    ]
    for (const secret of forms)
      for (const [alg, hash] of [
        ["HS256", "sha256"],
        ["HS512", "sha512"],
        ["RS256", "sha256"],
      ] as const) {
        const input = `${encoded({ alg, typ: "at+jwt", kid })}.${good.split(".")[1]}`
        await expectStrange(
          `${input}.${createHmac(hash, secret).update(input).digest("base64url")}`,
        )
      }
  })

  it("by another algorithm is refused, even under the service's own key", async () => {
    for (const alg of ["RS384", "RS512", "PS256", "PS512"])
      await expectStrange(await signed({ alg }))
    // The signature would be good, if the header did not say that it is another.
    for (const alg of ["none", "HS256", "RS512", "PS256", "ES256", "rs256", ""])
      await expectStrange(signedBelow(JSON.stringify({ alg, typ: "at+jwt", kid })))
    expect(await statusOf(signedBelow(JSON.stringify({ alg: "RS256", typ: "at+jwt", kid })))).toBe(
      200,
    )
    const curve = generateKeyPairSync("ec", { namedCurve: "P-256" })
    await expectStrange(
      await new SignJWT(partOf(good, 1))
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid })
        .sign(curve.privateKey),
    )
    const edwards = generateKeyPairSync("ed25519")
    await expectStrange(
      await new SignJWT(partOf(good, 1))
        .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid })
        .sign(edwards.privateKey),
    )
    expect(await statusOf(await signed({}))).toBe(200)
  })
})

describe("attack 12: alg none", () => {
  it("is refused in every spelling, with and without a signature", async () => {
    const [head, body, signature] = good.split(".")
    for (const alg of [
      "none",
      "None",
      "NONE",
      "nOnE",
      "",
      null,
      undefined,
      ["none"],
      ["RS256"],
      "rs256",
      "RS256 ",
      0,
    ])
      for (const each of ["", signature])
        await expectStrange(`${encoded({ alg, typ: "at+jwt", kid })}.${body}.${each}`)
    for (const cut of [
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}..${signature}`,
      `.${body}.${signature}`,
      `${good}.`,
      `${good}.x`,
      "..",
      ".",
    ])
      await expectStrange(cut)
  })
})

describe("attack 13: injection by the header", () => {
  it("of a key or of where to find one is refused, and nothing is fetched", async () => {
    let visits = 0
    const lure = createServer((_, outgoing) => {
      visits += 1
      outgoing.end("{}")
    })
    await new Promise<void>((resolve) => lure.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(lure.address() as AddressInfo).port}/jwks.json`
    const thief = generateKeyPairSync("rsa", { modulusLength: 2048 })
    const jwk = thief.publicKey.export({ format: "jwk" })
    const kids = [
      kid,
      "../../../../dev/null",
      "' or '1'='1",
      "x' union select 'y",
      url,
      "k".repeat(4000),
      "",
      "\u0000",
      "__proto__",
      "constructor",
    ]
    const strange = await connectionsDuring(provider, async () => {
      for (const extra of [
        {},
        { jwk },
        { jku: url },
        { x5u: url },
        { x5c: ["AAAA"] },
        { crit: ["exp"], exp: 1 },
        { jwk, jku: url, x5u: url },
      ])
        for (const each of kids) {
          const key = { alg: "RS256", typ: "at+jwt", kid: each, ...extra }
          const input = `${encoded(key)}.${good.split(".")[1]}`
          const token = `${input}.${signatureBy(thief.privateKey, input)}`
          await expectStrange(token)
        }
      for (const header of [
        { kid: undefined },
        { kid: 1 },
        { kid: [kid] },
        { kid: null },
        { kid: { toString: "x" } },
      ]) {
        const input = `${encoded({ alg: "RS256", typ: "at+jwt", ...header })}.${good.split(".")[1]}`
        await expectStrange(`${input}.${signatureBy(thief.privateKey, input)}`)
      }
    })
    expect([visits, strange]).toEqual([0, []])
    lure.close()
  })

  it("of crit, or of a kid that is told twice, is refused under the service's own key", async () => {
    await expectStrange(
      signedBelow(`{"alg":"RS256","typ":"at+jwt","kid":"${kid}","crit":["b64"],"b64":false}`),
    )
    await expectStrange(signedBelow(`{"alg":"RS256","typ":"at+jwt","kid":"${kid}","kid":"other"}`))
    await expectStrange(signedBelow(`{"alg":"RS256","typ":"at+jwt","kid":"${kid}","alg":"none"}`))
    // 10 kB of it do not fit into a request's headers; into a form they do.
    const long = `${encoded({ alg: "RS256", typ: "at+jwt", kid: "k".repeat(10_000) })}.${good.split(".").slice(1).join(".")}`
    expect(await introspect(provider, app, long)).toEqual({ active: false })
  })
})

describe("attack 14: tokens of keys that are over, or not yet in use", () => {
  it("are refused from the moment a key is gone, and never issued before it signs", async () => {
    const own = await openProvider()
    const client = await own.app()
    const issue = async () =>
      String(
        (await askToken(own, client, { grant_type: "client_credentials" })).body["access_token"],
      )
    const status = async (token: string) => (await call(own, token, "/api/v1/organizations")).status
    const published = async () => {
      const { keys } = (await (await fetch(`${own.issuer}/.well-known/jwks.json`)).json()) as {
        keys: { kid: string }[]
      }
      return keys.map((each) => each.kid).toSorted()
    }
    const first = String(partOf(await issue(), 0)["kid"])
    const { next } = await own.symbolon.keys.rotate({ purpose: "tokens" })
    const second = next?.keyId ?? ""
    expect(await published()).toEqual([first, second].toSorted())
    await own.advance(24 * 3600 - 600)
    const before = await issue()
    // Published, and not in use yet.
    expect(partOf(before, 0)["kid"]).toBe(first)
    await own.advance(700)
    const after = await issue()
    expect(partOf(after, 0)["kid"]).toBe(second)
    // The one before it verifies on.
    expect([await status(before), await status(after)]).toEqual([200, 200])
    await own.symbolon.keys.revoke({ keyId: first })
    expect([
      await status(before),
      await status(after),
      await introspect(own, client, before),
    ]).toEqual([401, 200, { active: false }])
    await own.symbolon.keys.rotate({ purpose: "tokens", emergency: true })
    expect([await status(after), await status(await issue())]).toEqual([401, 200])
    expect(await published()).not.toContain(second)
    await own.close()
  })
})

describe("attack 15: one kind of token for another", () => {
  const door = async (): Promise<string> => {
    const { symbolon, club, clock } = provider
    const activity = await symbolon.activities.create({ organization: club.slug, name: "Sailing" })
    const now = clock.now().getTime()
    const times = { startTime: new Date(now), endTime: new Date(now + 3_600_000) }
    const session = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Evening",
      ...times,
    })
    return (await symbolon.sessions.createDeviceToken({ session: session.slug })).token
  }

  it("as a bearer token is refused", async () => {
    const { keyId, privateKey } = portsOf(provider.symbolon).serviceKeys.signer("checkin_manifest")
    const claims = partOf(good, 1)
    const manifest = await new SignJWT(claims)
      .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: keyId })
      .sign(privateKey)
    const code = await codeFor(provider, app, provider.ada)
    for (const strange of [
      tokens["id_token"] ?? "",
      tokens["refresh_token"] ?? "",
      code.code,
      app.clientSecret ?? "",
      manifest,
      await signed({ typ: "logout+jwt" }),
      await signed({ typ: "JWT" }),
      await signed({ typ: undefined }),
      await signed({ typ: "AT+JWT" }),
      await signed({ typ: "application/at+jwt" }),
      await signed({ typ: ["at+jwt"] }),
      await signed({ typ: "door+jwt" }),
      await signed({}, partOf(tokens["id_token"] ?? "", 1)),
    ]) {
      expect({ strange, status: await statusOf(strange) }).toEqual({ strange, status: 401 })
      expect((await call(provider, strange, "/oauth2/userinfo")).status).toBe(401)
    }
    // A door's token is good, and opens nothing but its door.
    expect(await statusOf(await door())).toBe(403)
    expect((await call(provider, await door(), "/oauth2/userinfo")).status).toBe(403)
    expect((await redeem(provider, app, code)).status).toBe(200)
  })

  it("as id_token_hint, refresh token, subject token or code is refused", async () => {
    const hint = async (token: string) => {
      const url = authorizeUrl({
        provider,
        app,
        challenge: pkce().challenge,
        parameters: { id_token_hint: token, prompt: "none" },
      })
      return new URL((await openBrowser().get(url)).location ?? "").searchParams.get("error")
    }
    expect(await hint(tokens["id_token"] ?? "")).toBe("login_required")
    for (const strange of [
      good,
      await door(),
      tokens["refresh_token"] ?? "",
      await signed({ typ: "logout+jwt" }),
    ]) {
      expect(await hint(strange)).toBe("invalid_request")
      expect(
        (await openBrowser().get(`${provider.issuer}/logout?id_token_hint=${strange}`)).status,
      ).toBe(400)
    }
    // Another app's hint is none for this one.
    const other = await provider.app()
    expect(await hint((await tokensOf(provider, other, provider.ada))["id_token"] ?? "")).toBe(
      "invalid_request",
    )
    for (const strange of [good, tokens["id_token"] ?? "", await door()])
      expect(refused(await refresh(provider, app, strange))[0]).toBe(400)
    for (const strange of [tokens["id_token"] ?? "", tokens["refresh_token"] ?? "", await door()])
      expect(
        refused(await exchange(provider, app, strange, { organization_uuid: provider.club.uuid })),
      ).toEqual([400, "invalid_request"])
    for (const strange of [good, tokens["refresh_token"] ?? ""])
      expect(
        refused(await redeem(provider, app, { code: strange, verifier: pkce().verifier }))[0],
      ).toBe(400)
    expect(await introspect(provider, app, tokens["id_token"])).toEqual({ active: false })
    expect(await statusOf(good)).toBe(200)
  })
})

describe("attack 35: clocks that differ", () => {
  it("ends a token at its second, and takes one from a clock that is a minute ahead", async () => {
    const now = Math.floor(provider.clock.now().getTime() / 1000)
    const at = async (claims: object) => statusOf(await signed({}, claims))
    // The clock that issued it is the one that judges it: no leeway after the end.
    expect([
      await at({ exp: now + 1 }),
      await at({ exp: now }),
      await at({ exp: now - 1 }),
      await at({ exp: now - 61 }),
    ]).toEqual([200, 401, 401, 401])
    expect([
      await at({ iat: now + 60 }),
      await at({ iat: now + 61 }),
      await at({ iat: now - 86_400 }),
    ]).toEqual([200, 401, 200])
    for (const exp of [undefined, null, "9999999999", Number.MAX_VALUE * 2, [now + 60], true])
      expect(await at({ exp })).toBe(401)
    for (const iat of [undefined, null, "0", {}]) expect(await at({ iat })).toBe(401)
    for (const claims of [{ exp: now }, { iat: now + 61 }])
      expect(await introspect(provider, app, await signed({}, claims))).toEqual({ active: false })
  })

  it("ends real tokens after an hour to the second", async () => {
    const own = await openProvider()
    const client = await own.app()
    const { access_token: token = "" } = await tokensOf(own, client, own.ada)
    await own.advance(3599)
    expect((await call(own, token)).status).toBe(200)
    await own.advance(1)
    expect((await call(own, token)).status).toBe(401)
    await own.close()
  })
})

describe("attack 38: a token for somebody else", () => {
  it("of another deployment that shares the keys is refused", async () => {
    const elsewhere = await createSymbolon({
      storage,
      vault: memoryKeyVault(new Uint8Array(32).fill(7)),
      clock: provider.clock,
      baseUrl: "https://elsewhere.example",
    })
    const { accessToken } = await elsewhere.oauth.issueUserToken({
      clientId: app.clientId,
      userUuid: provider.ada.uuid,
      organization: undefined,
      scopes: ["openid", "wallet:read"],
    })
    expect((await elsewhere.authenticate(accessToken)).kind).toBe("user")
    await expectStrange(accessToken)
  })

  it("with another audience or issuer, or more than one, is refused", async () => {
    const aud = `${provider.baseUrl}/api/v1`
    expect(await statusOf(await signed({}, { aud }))).toBe(200)
    for (const claims of [
      { aud: [aud, "https://elsewhere.example/api/v1"] },
      { aud: [aud] },
      { aud: `${aud}/` },
      { aud: app.clientId },
      { aud: undefined },
      { iss: "https://elsewhere.example/oauth2" },
      { iss: `${provider.issuer}/` },
      { iss: undefined },
      { iss: [provider.issuer] },
      { sid: undefined },
      { sid: "nobody" },
      { client_id: "nobody" },
      { client_id: undefined },
      { jti: undefined },
    ])
      await expectStrange(await signed({}, claims))
  })
})

describe("a token that is not quite one", () => {
  it("is refused in every other spelling of its signature", async () => {
    const [head, body, signature = ""] = good.split(".")
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (const last of alphabet) {
      const token = `${head}.${body}.${signature.slice(0, -1)}${last}`
      expect({ last, status: await statusOf(token) }).toEqual({
        last,
        status: token === good ? 200 : 401,
      })
    }
    for (const spelling of [
      `${signature}=`,
      `${signature}==`,
      signature.replaceAll("-", "+").replaceAll("_", "/"),
      `${signature}A`,
      ` ${signature}`,
    ].filter((each) => each !== signature))
      expect(await introspect(provider, app, `${head}.${body}.${spelling}`)).toEqual({
        active: false,
      })
    expect((await sendForm(provider, randomBytes(64), { path: "introspect" })).status).toBe(400)
  })
})
