import { createHash } from "node:crypto"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Storage } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import { afterEach, describe, expect, it, vi } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import { askToken, authorizeUrl, openProvider, pkce } from "../../fixtures/oauth-provider.ts"
import { basicOf, call, partOf, sendForm } from "./kit.ts"
import { findIn, overhear, wholeLife, wordOfMouth } from "./whole-life.ts"

afterEach(() => vi.restoreAllMocks())

type Data = Readonly<Record<string, string>>
const html = { accept: "text/html" }

describe("attack 36: reading what is kept", () => {
  it("finds no secret in the database, its log or the service's, nor in an error or a URL", async () => {
    const directory = await mkdtemp(join(tmpdir(), "symbolon-secrets-"))
    const heard: string[] = []
    overhear(heard)
    const { provider, secrets, lines, seen } = await wholeLife(join(directory, "a.db"))
    const files: Record<string, Buffer> = {}
    for (const name of await readdir(directory)) files[name] = await readFile(join(directory, name))
    await provider.close()
    vi.restoreAllMocks()
    // What is left when the file was closed, and its log has been written into it.
    for (const name of await readdir(directory))
      files[`closed ${name}`] = await readFile(join(directory, name))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["a.db", "a.db-wal", "closed a.db"]))
    const places = {
      ...files,
      "the log": Buffer.from(lines.join("\n")),
      "standard output": Buffer.from(heard.join("\n")),
      errors: Buffer.from(seen.errors.join("\n")),
    }
    expect(secrets.size).toBeGreaterThan(50)
    expect(lines.length).toBeGreaterThan(20)
    // The pages of a request that waits hold what belongs into its next form: everything else is
    // nobody's to see in an error.
    const mayBeShown = new Set(["challenge", "csrf token", "reset token"])
    const found = findIn(places, secrets).filter(
      (each) => !mayBeShown.has(each.replace(" in errors", "")),
    )
    expect(found).toEqual([])
    // In URLs a code goes to its app, and the challenge to its page: nothing else.
    const urls = { "a URL": Buffer.from(seen.locations.join("\n")) }
    expect(findIn(urls, secrets).toSorted()).toEqual(["challenge in a URL", "code in a URL"])
    // The search finds what is there.
    const rows = Buffer.concat(Object.values(files))
    expect(rows.includes(Buffer.from("rosa@mail.test"))).toBe(true)
    const code = String([...secrets].find(([, name]) => name === "code")?.[0])
    expect(rows.includes(Buffer.from(createHash("sha256").update(code).digest("hex")))).toBe(true)
    await rm(directory, { recursive: true, force: true })
  })

  it("finds no private key in what is published", async () => {
    const provider = await openProvider()
    const jwks = (await (await fetch(`${provider.issuer}/.well-known/jwks.json`)).json()) as {
      keys: Data[]
    }
    for (const key of jwks.keys)
      expect(Object.keys(key).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"])
    await provider.close()
  })
})

describe("attack 23: secrets that leak by the way", () => {
  it("of a failing store stay inside: the answer is the same for every cause, and names none", async () => {
    const inner = openMemory({ strict: true })
    let cause: string | undefined
    const storage: Storage = {
      ...inner,
      transact: (mode, work) =>
        cause === undefined ? inner.transact(mode, work) : Promise.reject(new Error(cause)),
    }
    const { lines, logger } = wordOfMouth()
    const provider = await openProvider({ storage, logger })
    const app = await provider.app()
    const token = String(
      (await askToken(provider, app, { grant_type: "client_credentials" })).body["access_token"],
    )
    const browser = openBrowser()
    const interaction = (
      await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    ).json as Data
    cause = "unique constraint of table oauth_sessions at /srv/app/db.ts:10"
    const sent = {
      challenge: interaction["challenge"] ?? "",
      csrf_token: interaction["csrf_token"] ?? "",
      username: "ada",
      password: provider.ada.password,
    }
    const answers = [
      await sendForm(provider, `grant_type=refresh_token&refresh_token=sy_rt_secret`, {
        headers: { authorization: basicOf(app) },
      }),
      await askToken(provider, app, { token }, "introspect"),
      await askToken(provider, app, { token }, "revoke"),
    ].map(({ status, body }) => ({ status, text: JSON.stringify(body) }))
    for (const got of [
      await call(provider, token),
      await call(provider, token, "/oauth2/userinfo"),
      await fetch(authorizeUrl({ provider, app, challenge: pkce().challenge }), {
        headers: { accept: "text/html" },
      }),
    ])
      answers.push({ status: got.status, text: await got.text() })
    for (const headers of [{ accept: "application/json" }, html]) {
      const got = await browser.submit(`${provider.issuer}/login`, sent, {
        ...headers,
        origin: provider.baseUrl,
      })
      answers.push({ status: got.status, text: got.text })
    }
    for (const { status, text } of answers) {
      expect(status).toBe(500)
      for (const inside of [
        "oauth_sessions",
        "constraint",
        "db.ts",
        "    at ",
        token,
        "sy_rt_secret",
        app.clientSecret ?? "",
        sent.challenge,
        sent.password,
      ])
        expect(text).not.toContain(inside)
    }
    // The operator is told the cause, and none of what was sent.
    expect(lines.filter((line) => line.includes("oauth_sessions")).length).toBeGreaterThanOrEqual(
      answers.length,
    )
    for (const inside of [
      token,
      "sy_rt_secret",
      app.clientSecret ?? "",
      sent.challenge,
      sent.password,
    ])
      expect(lines.join("\n")).not.toContain(inside)
    cause = undefined
    await provider.close()
  })

  it("of every answer that carries one are kept by no cache, and told to no other site", async () => {
    const provider = await openProvider()
    const app = await provider.app({ isFirstParty: true })
    const browser = openBrowser()
    const page = await browser.get(
      authorizeUrl({ provider, app, challenge: pkce().challenge }),
      html,
    )
    const interaction = await browser.get(
      authorizeUrl({ provider, app, challenge: pkce().challenge }),
    )
    const { challenge, csrf_token } = interaction.json as Data
    const signedIn = await browser.post(`${provider.issuer}/login`, {
      challenge,
      csrf_token,
      username: "ada",
      password: provider.ada.password,
    })
    const silent = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    const posted = await browser.get(
      authorizeUrl({
        provider,
        app,
        challenge: pkce().challenge,
        parameters: { response_mode: "form_post" },
      }),
    )
    for (const got of [page, interaction, signedIn, silent, posted])
      expect(got.headers.get("cache-control")).toBe("no-store")
    for (const got of [page, silent])
      expect([got.status, got.headers.get("referrer-policy")]).toEqual([303, "no-referrer"])
    const form = {
      "content-type": "application/x-www-form-urlencoded",
      authorization: basicOf(app),
    }
    for (const [path, body] of [
      ["token", "grant_type=client_credentials"],
      ["token", "grant_type=refresh_token&refresh_token=x"],
      ["introspect", "token=x"],
      ["revoke", "token=x"],
    ] as const) {
      const reply = await fetch(`${provider.issuer}/${path}`, {
        method: "POST",
        headers: form,
        body,
      })
      expect([path, reply.headers.get("cache-control"), reply.headers.get("pragma")]).toEqual([
        path,
        "no-store",
        "no-cache",
      ])
    }
    await provider.close()
  })
})

it("a token's claims hold nothing of who somebody is beyond a number", async () => {
  const provider = await openProvider()
  const app = await provider.app()
  const { accessToken } = await provider.symbolon.oauth.issueUserToken({
    clientId: app.clientId,
    userUuid: provider.ada.uuid,
    organization: undefined,
    scopes: ["openid", "profile", "email"],
  })
  const claims = JSON.stringify(partOf(accessToken, 1))
  for (const known of ["Ada", "Lovelace", "ada@example.org", "role"])
    expect(claims).not.toContain(known)
  await provider.close()
})
