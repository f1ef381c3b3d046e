import crypto from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import { askToken, authorizeUrl, openProvider, pkce } from "../../fixtures/oauth-provider.ts"
import { refused } from "./kit.ts"

type Data = Readonly<Record<string, string>>

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const packages = join(import.meta.dirname, "../../../..")

/** Names of what must not be compared letter by letter. */
const secretive =
  /(secret|hash|hashes|token|verifier|digest|password|csrf|code|challenge|hmac|mac|signature|given|sent|expected)$/i

/** Comparisons by `===` of what has such a name, and why that is no secret, or nobody's guess. */
const harmless: Readonly<Record<string, string>> = {
  "core/src/oauth/authorization/redirect-uri.ts: registered === sent": "a redirect URI is public",
  "core/src/accounts/operations/passwords.ts: tx.users.passwordHash(user.uuid)) !== known.hash":
    "what the store says now and said before",
  "core/src/accounts/operations/sign-in.ts: tx.users.passwordHash(user.uuid)) === hash":
    "what the store says now and said before",
  "http-server/src/oauth/refusal-reply.ts: reason.reason === noToken": "a sentence of ours",
}

const sourcesOf = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [
      `${folder}/${name}`,
      readFileSync(join(packages, folder, name), "utf8").replaceAll(
        /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm,
        "",
      ),
    ])

const comparisons = (text: string): readonly string[] => {
  const found: string[] = []
  for (const [, left = "", how = "", right = ""] of text.matchAll(
    /([\w.?!\]["'`()]+)\s*([!=]==?)\s*([\w.?["'`()]+)/g,
  )) {
    const sides = [left, right].map((side) => side.replace(/^\(+/, ""))
    if (sides.some((side) => /^(undefined|null|true|false|["'`]|\d|-\d)/.test(side))) continue
    const names = sides.map(
      (side) =>
        side
          .replace(/[)\]]+$/, "")
          .split(/[.(?[]/)
          .at(-1) ?? "",
    )
    if (names.some((name) => secretive.test(name)))
      found.push(`${sides[0]} ${how} ${sides[1]?.replace(/\)+$/, "")}`)
  }
  return found
}

describe("attack 24: timing", () => {
  it("tells nothing of what is compared: secrets and their hashes are compared in constant time alone", () => {
    const sources = [
      "core/src/oauth",
      "core/src/accounts",
      "core/src/devices",
      "core/src/foundation/sealing",
      "http-server/src/oauth",
      "http-server/src/pages/sign-in",
    ].flatMap(sourcesOf)
    expect(sources.length).toBeGreaterThan(70)
    const strange = sources
      .flatMap(([path, text]) => comparisons(text).map((each) => `${path}: ${each}`))
      .filter((each) => !(each in harmless))
    expect(strange).toEqual([])
    for (const [path, text] of sources)
      expect([
        path,
        [
          ...text.matchAll(
            /\b(?:\w*(?:[sS]ecret|[hH]ash|[tT]oken|[vV]erifier|[pP]assword))\.(?:equals|includes|startsWith|indexOf|localeCompare)\(/g,
          ),
        ].map(([each]) => each),
      ]).toEqual([path, []])
    const comparing = sources
      .filter(([, text]) => text.includes("timingSafeEqual("))
      .map(([path]) => path)
    expect(comparing.toSorted()).toEqual([
      "core/src/accounts/device-token.ts",
      "core/src/foundation/sealing/token-hash.ts",
      "core/src/oauth/authorization/pkce.ts",
      "core/src/oauth/clients/secret.ts",
      "http-server/src/oauth/logout.ts",
      "http-server/src/pages/sign-in/own-account.ts",
    ])
    // The search finds what is there.
    expect(comparisons("if (client.secretHash === secretHash(given)) x()")).toHaveLength(1)
    expect(comparisons("return sent == expected")).toHaveLength(1)
  })

  it("tells nothing of who there is: an unknown app's secret is hashed and compared as a known one's", async () => {
    const provider = await openProvider()
    const app = await provider.app()
    const hashed = vi.spyOn(crypto, "hash")
    const compared = vi.spyOn(crypto, "timingSafeEqual")
    syncBuiltinESMExports()
    const workFor = async (clientId: string) => {
      hashed.mockClear()
      compared.mockClear()
      expect(
        refused(
          await askToken(
            provider,
            { ...app, clientId, clientSecret: "sy_cs_guess" },
            { grant_type: "client_credentials" },
          ),
        ),
      ).toEqual([401, "invalid_client"])
      return { isHashed: hashed.mock.calls.length > 0, isCompared: compared.mock.calls.length > 0 }
    }
    const known = await workFor(app.clientId)
    expect(known).toEqual({ isHashed: true, isCompared: true })
    expect(await workFor("00000000-0000-7000-8000-000000000000")).toEqual(known)
    await provider.close()
  })

  it("tells nothing of who there is: a password is verified for an unknown name, one without a password, and one that is shut out", async () => {
    const verified: string[] = []
    const passwords = {
      hash: (password: string) => Promise.resolve(`plain:${password}`),
      verify: (known: string, password: string) => {
        verified.push(known)
        return Promise.resolve(known === `plain:${password}`)
      },
      needsRehash: () => false,
    }
    const provider = await openProvider({ core: { passwords } })
    const { symbolon } = provider
    await symbolon.users.create({ username: "without", firstName: "Wim" })
    const { user } = await symbolon.users.create({
      username: "shut",
      firstName: "Shu",
      password: "locked and barred",
    })
    await symbolon.users.disable({ userUuid: user.uuid })
    const app = await provider.app()
    const browser = openBrowser()
    const { challenge, csrf_token } = (
      await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    ).json as Data
    const replyBody = new Set<string>()
    const attempts = [
      "ada",
      "nobody",
      "without",
      "shut",
      "deleted-abc",
      "",
      "nobody@mail.test",
      "ada@example.org",
      "\u0000",
      "x".repeat(300),
    ]
    for (const username of attempts) {
      verified.length = 0
      const got = await browser.post(`${provider.issuer}/login`, {
        challenge,
        csrf_token,
        username,
        password: username === "shut" ? "locked and barred" : "a guess",
      })
      expect([username, got.status, verified.length]).toEqual([username, 401, 1])
      replyBody.add(got.text)
    }
    expect(replyBody.size).toBe(1)
    // Asking for a new password answers the same, and as many tokens are made, whoever it is.
    const pages = new Set<string>()
    for (const username of ["ada", "nobody", "without", "shut"])
      pages.add(
        (
          await browser.submit(
            `${provider.issuer}/password-reset`,
            { username },
            { origin: provider.baseUrl },
          )
        ).text,
      )
    expect(pages.size).toBe(1)
    await provider.close()
  })
})
