import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { VerifyingKey } from "../../service-keys/service-key.ts"
import { type AccessClaims, signAccessToken } from "./access-token.ts"
import { openTokenVerifier } from "./token-verifier.ts"

const now = new Date("2026-11-21T10:00:00Z")
const seconds = now.getTime() / 1000
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 })
const key = (keyId: string, publicKey = pair.publicKey) =>
  ({
    keyId,
    publicKey: JSON.stringify(publicKey.export({ format: "jwk" })),
  }) as unknown as VerifyingKey
const verifier = openTokenVerifier(
  { all: () => [key("k1")], generation: 1 },
  "https://club.example",
)
const claims: AccessClaims = {
  iss: "https://club.example/oauth2",
  aud: "https://club.example/api/v1",
  sub: "app",
  client_id: "app",
  jti: "j",
  sid: "s",
  scope: "wallet:read",
  iat: seconds,
  exp: seconds + 3600,
}
const signed = (changed: Partial<AccessClaims> = {}, keyId = "k1") =>
  signAccessToken({ ...claims, ...changed }, { keyId, privateKey: pair.privateKey })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Signed with RS256, whatever the header says. */
const bySign = (header: object): string => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${sign("sha256", Buffer.from(input), pair.privateKey).toString("base64url")}`
}
/** The same bytes: the spare bits of the last letter are others. */
const respelt = (token: string): string => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  return token.slice(0, -1) + letters.charAt(letters.indexOf(token.slice(-1)) + 1)
}

describe("openTokenVerifier", () => {
  it("takes a good token, also when it is remembered", async () => {
    const token = await signed()
    expect(await verifier.check(token, now)).toMatchObject(claims)
    expect(await verifier.check(token, now)).toMatchObject(claims)
  })

  it.each<readonly [string, () => Promise<string> | string]>([
    ["no token", () => ""],
    ["two parts", async () => (await signed()).split(".").slice(0, 2).join(".")],
    ["four parts", async () => `${await signed()}.x`],
    [
      "a changed claim",
      async () =>
        (await signed()).replace(
          /\.[^.]+\./,
          `.${encode({ ...claims, scope: "wallet:transfer" })}.`,
        ),
    ],
    ["alg none", () => `${encode({ alg: "none", typ: "at+jwt", kid: "k1" })}.${encode(claims)}.`],
    [
      "HS256 under the public key",
      () => {
        const input = `${encode({ alg: "HS256", typ: "at+jwt", kid: "k1" })}.${encode(claims)}`
        return `${input}.${createHmac(
          "sha256",
          pair.publicKey.export({ format: "pem", type: "spki" }),
        )
          .update(input)
          .digest("base64url")}`
      },
    ],
    [
      "an extension that must be understood",
      () => bySign({ alg: "RS256", typ: "at+jwt", kid: "k1", crit: ["b64"], b64: true }),
    ],
    ["no type", () => bySign({ alg: "RS256", kid: "k1" })],
    ["no key named", () => bySign({ alg: "RS256", typ: "at+jwt" })],
    ["PS256", () => bySign({ alg: "PS256", typ: "at+jwt", kid: "k1" })],
    ["a signature with padding", async () => `${await signed()}=`],
    ["a signature in another spelling", async () => respelt(await signed())],
    ["a key nobody knows", () => signed({}, "k2")],
    ["another issuer", () => signed({ iss: "https://evil.example/oauth2" })],
    ["another audience", () => signed({ aud: "https://club.example/console/v1" })],
    ["issued in the future", () => signed({ iat: seconds + 61 })],
    ["ended", () => signed({ exp: seconds })],
    ["no session", () => signed({ sid: undefined as unknown as string })],
    ["ten thousand characters", () => "x".repeat(10_000)],
  ])("refuses %s", async (_, token) =>
    expect(await verifier.check(await token(), now)).toBeUndefined(),
  )

  it("forgets a remembered token the moment it ends", async () => {
    const token = await signed()
    expect(await verifier.check(token, now)).toBeDefined()
    expect(await verifier.check(token, new Date((claims.exp - 1) * 1000))).toBeDefined()
    expect(await verifier.check(token, new Date(claims.exp * 1000))).toBeUndefined()
  })

  it("takes nothing of a key that is withdrawn while its signature is checked", async () => {
    const keys = [key("k1")]
    const keyring = { all: () => keys, generation: 1 }
    const following = openTokenVerifier(keyring, "https://club.example")
    const token = await signed()
    const checked = following.check(token, now)
    keys.pop()
    keyring.generation = 2
    expect(await checked).toBeUndefined()
    expect(await following.check(token, now)).toBeUndefined()
  })
})
