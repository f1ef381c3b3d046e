import crypto from "node:crypto"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { readdirSync, readFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Logger, Mail, Storage } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterEach, describe, expect, it, vi } from "vitest"
import { argon2Passwords } from "../../../src/cli/passwords.ts"
import { type Got, openBrowser } from "../browser.ts"
import { askToken, authorizeUrl, openProvider, pkce } from "../provider.ts"
import { basicOf, call, exchange, introspect, partOf, redeem, refresh, refused, revoke, sendForm } from "./kit.ts"

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** A logger that keeps every word. */
const wordOfMouth = () => {
  const lines: string[] = []
  const keep = (fields: unknown, message: unknown) => void lines.push(`${JSON.stringify(fields)} ${String(message)}`)
  const logger: Logger = { info: keep, error: keep }
  return { lines, logger }
}

/** Notes what this process writes where nobody asked it to. */
const overhear = (lines: string[]): void => {
  for (const name of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => void lines.push(words.map(String).join(" ")))
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk: unknown) => {
      lines.push(String(chunk))
      return true
    })
}

/** The same words as they may stand somewhere else. */
const spellings = (secret: string | Buffer): readonly Buffer[] => {
  const bytes = typeof secret === "string" ? Buffer.from(secret) : secret
  const texts = [bytes.toString("base64url"), bytes.toString("base64").replace(/=+$/, ""), bytes.toString("hex")]
  return [bytes, ...texts.map((text) => Buffer.from(text))]
}

const findIn = (haystacks: Readonly<Record<string, Buffer>>, secrets: ReadonlyMap<string | Buffer, string>): readonly string[] => {
  const found: string[] = []
  for (const [place, haystack] of Object.entries(haystacks))
    for (const [secret, name] of secrets) if (spellings(secret).some((each) => haystack.includes(each))) found.push(`${name} in ${place}`)
  return found
}

type Data = Readonly<Record<string, string>>
const html = { accept: "text/html" }
const fieldOf = (page: Got, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? ""

/** Everything that the specification can do with a secret, once; answers all of them by name, and all that was told of them. */
const wholeLife = async (file: string) => {
  const { lines, logger } = wordOfMouth()
  const mails: Mail[] = []
  const seen = { errors: [] as string[], locations: [] as string[] }
  const secrets = new Map<string | Buffer, string>()
  const know = (name: string, secret: string | Buffer | undefined): string => {
    if (secret === undefined || secret.length < 8) throw new Error(`There is no ${name}.`)
    secrets.set(secret, name)
    return String(secret)
  }
  const provider = await openProvider({
    storage: openSqlite({ file, strict: true }),
    core: { passwords: argon2Passwords, logger, mailer: { send: async (mail) => void mails.push(mail) }, oauth: { refreshReuseGraceSeconds: 30 } },
    logger,
  })
  const { issuer, symbolon } = provider
  const letter = async (purpose: Mail["purpose"]) => {
    await symbolon.ports.outgoingMail.idle()
    return new URL(mails.findLast((mail) => mail.purpose === purpose)?.link ?? "").searchParams.get("token") ?? undefined
  }
  const noting = (got: Got): Got => {
    if (got.location !== undefined) seen.locations.push(got.location)
    if (got.status >= 400) seen.errors.push(got.text)
    return got
  }
  const refusing = (reply: Awaited<ReturnType<typeof askToken>>) => {
    expect(reply.status).toBeGreaterThanOrEqual(400)
    seen.errors.push(JSON.stringify(reply.body))
  }
  const own = { origin: provider.baseUrl }
  const app = await provider.app()
  know("client secret", app.clientSecret)
  const { clientSecret } = await symbolon.oauth.addSecret({ organization: provider.club.slug, clientId: app.clientId })
  const newer = { ...app, clientSecret: know("newer client secret", clientSecret) }

  // Registers on the way to the app, allows it what it asks, and confirms the address.
  const browser = openBrowser()
  const password = know("password", "seven seas and a lighthouse")
  const first = pkce()
  const arrival = noting(await browser.get(authorizeUrl({ provider, app, challenge: first.challenge, parameters: { scope: "openid wallet:read" } }), html))
  const signInPage = noting(await browser.get(arrival.location ?? "", html))
  const challenge = know("challenge", fieldOf(signInPage, "challenge"))
  const form = { challenge, csrf_token: know("csrf token", fieldOf(signInPage, "csrf_token")) }
  noting(await browser.submit(`${issuer}/login`, { ...form, username: "rosa", password: know("wrong password", "not my password at all") }, own))
  const person = { username: "rosa", first_name: "Rosa", last_name: "Quay", email: "rosa@mail.test", password }
  noting(await browser.submit(`${issuer}/register`, { ...form, ...person, password: know("weak password", "password1") }, own))
  const registered = noting(await browser.submit(`${issuer}/register`, { ...form, ...person }, own))
  know("login cookie", browser.cookies.get("symbolon_login"))
  know("browser cookie", browser.cookies.get("symbolon_browser"))
  const consentPage = noting(await browser.get(registered.location ?? "", html))
  const decision = { challenge: fieldOf(consentPage, "challenge"), csrf_token: know("consent's csrf token", fieldOf(consentPage, "csrf_token")) }
  const allowed = noting(await browser.submit(`${issuer}/consent`, { ...decision, decision: "accept" }, own))
  const code = know("code", new URL(allowed.location ?? "").searchParams.get("code") ?? undefined)
  know("code verifier", first.verifier)
  noting(await browser.submit(`${issuer}/verify-email`, { token: know("verification token", await letter("email_verification")) }, own))

  // The app's side of it.
  refusing(await redeem(provider, app, { code, verifier: know("wrong verifier", pkce().verifier) }))
  refusing(await redeem(provider, { ...app, clientSecret: know("wrong client secret", `sy_cs_${"w".repeat(43)}`) }, { code, verifier: first.verifier }))
  const { body: tokens } = await redeem(provider, newer, { code, verifier: first.verifier })
  const note = (name: string, from: Data) => {
    for (const kind of ["access_token", "refresh_token", "id_token"])
      if (from[kind] !== undefined) {
        know(`${name} ${kind}`, from[kind])
        if (kind !== "refresh_token") know(`${name} ${kind}'s signature`, from[kind].split(".")[2])
      }
  }
  note("first", tokens)
  const { body: second } = await refresh(provider, app, tokens["refresh_token"])
  note("second", second)
  expect((await refresh(provider, app, tokens["refresh_token"])).body).toEqual(second)
  await introspect(provider, app, second["access_token"])
  expect((await call(provider, second["access_token"] ?? "")).status).toBe(200)
  const staff = await symbolon.oauth.issueUserToken({ clientId: app.clientId, userUuid: provider.olga.uuid, organization: undefined, scopes: ["organization:read"] })
  const { body: bound } = await exchange(provider, app, staff.accessToken, { organization_uuid: provider.club.uuid })
  note("exchanged", bound)
  note("client's", (await askToken(provider, app, { grant_type: "client_credentials" })).body)
  await revoke(provider, app, second["access_token"])
  refusing(await refresh(provider, app, second["refresh_token"]))
  for (const token of [second["access_token"] ?? "", second["refresh_token"] ?? "", `${bound["access_token"]}x`]) {
    const reply = await call(provider, token)
    seen.errors.push(await reply.text(), JSON.stringify([...reply.headers]))
    expect(reply.status).toBe(401)
  }
  refusing(await sendForm(provider, `grant_type=refresh_token&refresh_token=${second["refresh_token"]}`, { headers: { authorization: basicOf(app) }, path: `token?client_secret=${clientSecret}` }))

  // A forgotten password, a setup link, an invitation, a door.
  noting(await browser.submit(`${issuer}/password-reset`, { username: "rosa@mail.test" }, own))
  const reset = know("reset token", await letter("password_reset"))
  noting(await browser.submit(`${issuer}/password-reset`, { token: reset, password: know("poor new password", "zzzzzzzzzzzz") }, own))
  noting(await browser.submit(`${issuer}/password-reset`, { token: reset, password: know("new password", "eight bells and all is well") }, own))
  noting(await browser.submit(`${issuer}/password-reset`, { token: reset, password: know("late password", "nine lives of the harbour cat") }, own))
  const again = openBrowser()
  const asked = noting(await again.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))).json as Data
  know("JSON challenge", asked["challenge"])
  know("JSON csrf token", asked["csrf_token"])
  const back = await again.post(`${issuer}/login`, { challenge: asked["challenge"], csrf_token: asked["csrf_token"], username: "rosa", password: "eight bells and all is well" })
  expect(back.status).toBe(200)
  know("second login cookie", again.cookies.get("symbolon_login"))
  const { link } = await symbolon.accounts.createSetupLink({ userUuid: provider.ada.uuid })
  know("setup token", new URL(link).searchParams.get("token") ?? undefined)
  const { token: invitation } = await symbolon.invitations.create({ organization: provider.club.slug, email: "new@mail.test", role: "staff" })
  know("invitation token", invitation)
  const activity = await symbolon.activities.create({ organization: provider.club.slug, name: "Sailing" })
  const now = provider.clock.now().getTime()
  const session = await symbolon.sessions.create({ activity: activity.slug, name: "Evening", startTime: new Date(now), endTime: new Date(now + 3_600_000) })
  const door = await symbolon.devices.issue({ session: session.slug })
  know("door token", door.token)
  know("door token's signature", door.token.split(".")[2])

  // The private halves of every key that signs, as they would stand in a JWK, and as bytes.
  for (const purpose of ["tokens", "checkin_manifest", "ledger_status", "ledger_checkpoint"] as const) {
    const jwk = symbolon.ports.serviceKeys.signer(purpose).privateKey.export({ format: "jwk" })
    for (const member of ["d", "p", "q", "dp", "dq", "qi"] as const)
      if (jwk[member] !== undefined) {
        know(`${purpose} key's ${member}`, jwk[member])
        know(`${purpose} key's ${member}, raw`, Buffer.from(jwk[member], "base64url"))
      }
  }
  return { provider, secrets, lines, seen, know }
}

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
    for (const name of await readdir(directory)) files[`closed ${name}`] = await readFile(join(directory, name))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["a.db", "a.db-wal", "closed a.db"]))
    const places = { ...files, "the log": Buffer.from(lines.join("\n")), "standard output": Buffer.from(heard.join("\n")), errors: Buffer.from(seen.errors.join("\n")) }
    expect(secrets.size).toBeGreaterThan(50)
    expect(lines.length).toBeGreaterThan(20)
    // The pages of a request that waits hold what belongs into its next form: everything else is nobody's to see in an error.
    const mayBeShown = new Set(["challenge", "csrf token", "reset token"])
    const found = findIn(places, secrets).filter((each) => !mayBeShown.has(each.replace(" in errors", "")))
    expect(found).toEqual([])
    // In URLs a code goes to its app, and the challenge to its page (decisions, section 2): nothing else.
    const urls = { "a URL": Buffer.from(seen.locations.join("\n")) }
    expect(findIn(urls, secrets).toSorted()).toEqual(["challenge in a URL", "code in a URL"])
    // The search finds what is there.
    const rows = Buffer.concat(Object.values(files))
    expect(rows.includes(Buffer.from("rosa@mail.test"))).toBe(true)
    const code = String([...secrets].find(([, name]) => name === "code")?.[0])
    expect(rows.includes(Buffer.from(crypto.createHash("sha256").update(code).digest("hex")))).toBe(true)
    await rm(directory, { recursive: true, force: true })
  })

  it("finds no private key in what is published", async () => {
    const provider = await openProvider()
    const jwks = (await (await fetch(`${provider.issuer}/.well-known/jwks.json`)).json()) as { keys: Data[] }
    for (const key of jwks.keys) expect(Object.keys(key).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"])
    await provider.close()
  })
})

describe("attack 23: secrets that leak by the way", () => {
  it("of a failing store stay inside: the answer is the same for every cause, and names none", async () => {
    const inner = openMemory({ strict: true })
    let cause: string | undefined
    const storage: Storage = {
      ...inner,
      transact: (mode, work) => (cause === undefined ? inner.transact(mode, work) : Promise.reject(new Error(cause))),
    }
    const { lines, logger } = wordOfMouth()
    const provider = await openProvider({ storage, logger })
    const app = await provider.app()
    const token = String((await askToken(provider, app, { grant_type: "client_credentials" })).body["access_token"])
    const browser = openBrowser()
    const asked = (await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))).json as Data
    cause = "unique constraint of table oauth_sessions at /srv/app/db.ts:10"
    const sent = { challenge: asked["challenge"] ?? "", csrf_token: asked["csrf_token"] ?? "", username: "ada", password: provider.ada.password }
    const answers = [
      await sendForm(provider, `grant_type=refresh_token&refresh_token=sy_rt_secret`, { headers: { authorization: basicOf(app) } }),
      await askToken(provider, app, { token }, "introspect"),
      await askToken(provider, app, { token }, "revoke"),
    ].map(({ status, body }) => ({ status, text: JSON.stringify(body) }))
    for (const got of [
      await call(provider, token),
      await call(provider, token, "/oauth2/userinfo"),
      await fetch(authorizeUrl({ provider, app, challenge: pkce().challenge }), { headers: { accept: "text/html" } }),
    ])
      answers.push({ status: got.status, text: await got.text() })
    for (const headers of [{ accept: "application/json" }, html]) {
      const got = await browser.submit(`${provider.issuer}/login`, sent, { ...headers, origin: provider.baseUrl })
      answers.push({ status: got.status, text: got.text })
    }
    for (const { status, text } of answers) {
      expect(status).toBe(500)
      for (const inside of ["oauth_sessions", "constraint", "db.ts", "    at ", token, "sy_rt_secret", app.clientSecret ?? "", sent.challenge, sent.password])
        expect(text).not.toContain(inside)
    }
    // The operator is told the cause, and none of what was sent.
    expect(lines.filter((line) => line.includes("oauth_sessions")).length).toBeGreaterThanOrEqual(answers.length)
    for (const inside of [token, "sy_rt_secret", app.clientSecret ?? "", sent.challenge, sent.password]) expect(lines.join("\n")).not.toContain(inside)
    cause = undefined
    await provider.close()
  })

  it("of every answer that carries one are kept by no cache, and told to no other site", async () => {
    const provider = await openProvider()
    const app = await provider.app({ isFirstParty: true })
    const browser = openBrowser()
    const page = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }), html)
    const asked = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    const { challenge, csrf_token } = asked.json as Data
    const signedIn = await browser.post(`${provider.issuer}/login`, { challenge, csrf_token, username: "ada", password: provider.ada.password })
    const silent = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    const posted = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge, parameters: { response_mode: "form_post" } }))
    for (const got of [page, asked, signedIn, silent, posted]) expect(got.headers.get("cache-control")).toBe("no-store")
    for (const got of [page, silent]) expect([got.status, got.headers.get("referrer-policy")]).toEqual([303, "no-referrer"])
    const form = { "content-type": "application/x-www-form-urlencoded", authorization: basicOf(app) }
    for (const [path, body] of [
      ["token", "grant_type=client_credentials"],
      ["token", "grant_type=refresh_token&refresh_token=x"],
      ["introspect", "token=x"],
      ["revoke", "token=x"],
    ] as const) {
      const reply = await fetch(`${provider.issuer}/${path}`, { method: "POST", headers: form, body })
      expect([path, reply.headers.get("cache-control"), reply.headers.get("pragma")]).toEqual([path, "no-store", "no-cache"])
    }
    await provider.close()
  })
})

const packages = join(import.meta.dirname, "../../../..")

/** Names of what must not be compared letter by letter. */
const secretive = /(secret|hash|hashes|token|verifier|digest|password|csrf|code|challenge|hmac|mac|signature|given|sent|expected)$/i

/** Comparisons by `===` of what has such a name, and why that is no secret, or nobody's guess. */
const harmless: Readonly<Record<string, string>> = {
  "core/src/oauth/redirect-uri.ts: registered === sent": "a redirect URI is public",
  "core/src/accounts/operations/passwords.ts: tx.users.passwordHash(user.uuid)) !== known.hash": "what the store says now and said before",
  "core/src/accounts/operations/sign-in.ts: tx.users.passwordHash(user.uuid)) === hash": "what the store says now and said before",
  "http-server/src/oauth/refusal-reply.ts: reason.reason === noToken": "a sentence of ours",
}

const sourcesOf = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => [`${folder}/${name}`, readFileSync(join(packages, folder, name), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "")])

const comparisons = (text: string): readonly string[] => {
  const found: string[] = []
  for (const [, left = "", how = "", right = ""] of text.matchAll(/([\w.?!\]["'`()]+)\s*([!=]==?)\s*([\w.?["'`()]+)/g)) {
    const sides = [left, right].map((side) => side.replace(/^\(+/, ""))
    if (sides.some((side) => /^(undefined|null|true|false|["'`]|\d|-\d)/.test(side))) continue
    const names = sides.map((side) => side.replace(/[)\]]+$/, "").split(/[.(?[]/).at(-1) ?? "")
    if (names.some((name) => secretive.test(name))) found.push(`${sides[0]} ${how} ${sides[1]?.replace(/\)+$/, "")}`)
  }
  return found
}

describe("attack 24: timing", () => {
  it("tells nothing of what is compared: secrets and their hashes are compared in constant time alone", () => {
    const sources = ["core/src/oauth", "core/src/accounts", "core/src/devices", "http-server/src/oauth", "http-server/src/pages/sign-in"].flatMap(sourcesOf)
    expect(sources.length).toBeGreaterThan(70)
    const strange = sources.flatMap(([path, text]) => comparisons(text).map((each) => `${path}: ${each}`)).filter((each) => !(each in harmless))
    expect(strange).toEqual([])
    for (const [path, text] of sources)
      expect([path, [...text.matchAll(/\b(?:\w*(?:[sS]ecret|[hH]ash|[tT]oken|[vV]erifier|[pP]assword))\.(?:equals|includes|startsWith|indexOf|localeCompare)\(/g)].map(([each]) => each)]).toEqual([path, []])
    const comparing = sources.filter(([, text]) => text.includes("timingSafeEqual(")).map(([path]) => path)
    expect(comparing.toSorted()).toEqual([
      "core/src/oauth/pkce.ts",
      "core/src/oauth/secret.ts",
      "core/src/oauth/token-hash.ts",
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
    const hashed = vi.spyOn(crypto, "createHash")
    const compared = vi.spyOn(crypto, "timingSafeEqual")
    syncBuiltinESMExports()
    const workFor = async (clientId: string) => {
      hashed.mockClear()
      compared.mockClear()
      expect(refused(await askToken(provider, { ...app, clientId, clientSecret: "sy_cs_guess" }, { grant_type: "client_credentials" }))).toEqual([401, "invalid_client"])
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
    await symbolon.accounts.createUser({ username: "without", firstName: "Wim" })
    const { user } = await symbolon.accounts.createUser({ username: "shut", firstName: "Shu", password: "locked and barred" })
    await symbolon.accounts.disableUser({ userUuid: user.uuid })
    const app = await provider.app()
    const browser = openBrowser()
    const { challenge, csrf_token } = (await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))).json as Data
    const told = new Set<string>()
    const attempts = ["ada", "nobody", "without", "shut", "deleted-abc", "", "nobody@mail.test", "ada@example.org", "\u0000", "x".repeat(300)]
    for (const username of attempts) {
      verified.length = 0
      const got = await browser.post(`${provider.issuer}/login`, { challenge, csrf_token, username, password: username === "shut" ? "locked and barred" : "a guess" })
      expect([username, got.status, verified.length]).toEqual([username, 401, 1])
      told.add(got.text)
    }
    expect(told.size).toBe(1)
    // Asking for a new password answers the same, and as many tokens are made, whoever it is.
    const pages = new Set<string>()
    for (const username of ["ada", "nobody", "without", "shut"])
      pages.add((await browser.submit(`${provider.issuer}/password-reset`, { username }, { origin: provider.baseUrl })).text)
    expect(pages.size).toBe(1)
    await provider.close()
  })
})

it("a token's claims hold nothing of who somebody is beyond a number", async () => {
  const provider = await openProvider()
  const app = await provider.app()
  const { accessToken } = await provider.symbolon.oauth.issueUserToken({ clientId: app.clientId, userUuid: provider.ada.uuid, organization: undefined, scopes: ["openid", "profile", "email"] })
  const claims = JSON.stringify(partOf(accessToken, 1))
  for (const known of ["Ada", "Lovelace", "ada@example.org", "role"]) expect(claims).not.toContain(known)
  await provider.close()
})
