import type { Logger, Mail } from "@symbolon/core"
import { openSqlite } from "@symbolon/storage-sqlite"
import { expect, vi } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { argon2Passwords } from "../../../src/passwords.ts"
import { type PageReply, openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  askToken,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "../../fixtures/oauth-provider.ts"
import { basicOf, call, exchange, introspect, redeem, refresh, revoke, sendForm } from "./kit.ts"

/** A logger that keeps every word. */
export const wordOfMouth = () => {
  const lines: string[] = []
  const keep = (fields: unknown, message: unknown) =>
    void lines.push(`${JSON.stringify(fields)} ${String(message)}`)
  const logger: Logger = { info: keep, warn: keep, error: keep }
  return { lines, logger }
}

/** Notes what this process writes where nobody asked it to. */
export const overhear = (lines: string[]): void => {
  for (const name of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, name).mockImplementation(
      (...words: unknown[]) => void lines.push(words.map(String).join(" ")),
    )
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk: unknown) => {
      lines.push(String(chunk))
      return true
    })
}

/** The same words as they may stand somewhere else. */
const spellings = (secret: string | Buffer): readonly Buffer[] => {
  const bytes = typeof secret === "string" ? Buffer.from(secret) : secret
  const texts = [
    bytes.toString("base64url"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("hex"),
  ]
  return [bytes, ...texts.map((text) => Buffer.from(text))]
}

export const findIn = (
  haystacks: Readonly<Record<string, Buffer>>,
  secrets: ReadonlyMap<string | Buffer, string>,
): readonly string[] => {
  const found: string[] = []
  for (const [place, haystack] of Object.entries(haystacks))
    for (const [secret, name] of secrets)
      if (spellings(secret).some((each) => haystack.includes(each)))
        found.push(`${name} in ${place}`)
  return found
}

type Data = Readonly<Record<string, string>>
const html = { accept: "text/html" }
const fieldOf = (page: PageReply, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? ""

/** What there was to be kept to oneself, and what was told all the same. */
interface WholeLife {
  readonly provider: Provider
  /** Every secret, with its name. */
  readonly secrets: ReadonlyMap<string | Buffer, string>
  /** The log of the core and of the server. */
  readonly lines: readonly string[]
  /** Bodies of refusals, and where browsers were sent. */
  readonly seen: { readonly errors: readonly string[]; readonly locations: readonly string[] }
}

/** Everything that the API can do with a secret, once. */
export const wholeLife = async (file: string): Promise<WholeLife> => {
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
    core: {
      passwords: argon2Passwords,
      logger,
      mailer: { send: async (mail) => void mails.push(mail) },
      oauth: { refreshReuseGraceSeconds: 30 },
    },
    logger,
  })
  const { issuer, symbolon } = provider
  const letter = async (purpose: Mail["purpose"]) => {
    await portsOf(symbolon).outgoingMail.idle()
    return (
      new URL(mails.findLast((mail) => mail.purpose === purpose)?.link ?? "").searchParams.get(
        "token",
      ) ?? undefined
    )
  }
  const noting = (got: PageReply): PageReply => {
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
  const { clientSecret } = await symbolon.apps.createSecret({
    organization: provider.club.slug,
    clientId: app.clientId,
  })
  const newer = { ...app, clientSecret: know("newer client secret", clientSecret) }

  // Registers on the way to the app, allows it what it asks, and confirms the address.
  const browser = openBrowser()
  const password = know("password", "seven seas and a lighthouse")
  const first = pkce()
  const arrival = noting(
    await browser.get(
      authorizeUrl({
        provider,
        app,
        challenge: first.challenge,
        parameters: { scope: "openid wallet:read" },
      }),
      html,
    ),
  )
  const signInPage = noting(await browser.get(arrival.location ?? "", html))
  const challenge = know("challenge", fieldOf(signInPage, "challenge"))
  const form = { challenge, csrf_token: know("csrf token", fieldOf(signInPage, "csrf_token")) }
  noting(
    await browser.submit(
      `${issuer}/login`,
      { ...form, username: "rosa", password: know("wrong password", "not my password at all") },
      own,
    ),
  )
  const person = {
    username: "rosa",
    first_name: "Rosa",
    last_name: "Quay",
    email: "rosa@mail.test",
    password,
  }
  noting(
    await browser.submit(
      `${issuer}/register`,
      { ...form, ...person, password: know("weak password", "password1") },
      own,
    ),
  )
  const registered = noting(await browser.submit(`${issuer}/register`, { ...form, ...person }, own))
  know("login cookie", browser.cookies.get("symbolon_login"))
  know("browser cookie", browser.cookies.get("symbolon_browser"))
  const consentPage = noting(await browser.get(registered.location ?? "", html))
  const decision = {
    challenge: fieldOf(consentPage, "challenge"),
    csrf_token: know("consent's csrf token", fieldOf(consentPage, "csrf_token")),
  }
  const allowed = noting(
    await browser.submit(`${issuer}/consent`, { ...decision, decision: "accept" }, own),
  )
  const code = know("code", new URL(allowed.location ?? "").searchParams.get("code") ?? undefined)
  know("code verifier", first.verifier)
  noting(
    await browser.submit(
      `${issuer}/verify-email`,
      { token: know("verification token", await letter("email_verification")) },
      own,
    ),
  )

  // The app's side of it.
  refusing(await redeem(provider, app, { code, verifier: know("wrong verifier", pkce().verifier) }))
  refusing(
    await redeem(
      provider,
      { ...app, clientSecret: know("wrong client secret", `sy_cs_${"w".repeat(43)}`) },
      { code, verifier: first.verifier },
    ),
  )
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
  const staff = await symbolon.oauth.issueUserToken({
    clientId: app.clientId,
    userUuid: provider.olga.uuid,
    organization: undefined,
    scopes: ["organization:read"],
  })
  const { body: bound } = await exchange(provider, app, staff.accessToken, {
    organization_uuid: provider.club.uuid,
  })
  note("exchanged", bound)
  note("client's", (await askToken(provider, app, { grant_type: "client_credentials" })).body)
  await revoke(provider, app, second["access_token"])
  refusing(await refresh(provider, app, second["refresh_token"]))
  for (const token of [
    second["access_token"] ?? "",
    second["refresh_token"] ?? "",
    `${bound["access_token"]}x`,
  ]) {
    const reply = await call(provider, token)
    seen.errors.push(await reply.text(), JSON.stringify([...reply.headers]))
    expect(reply.status).toBe(401)
  }
  refusing(
    await sendForm(provider, `grant_type=refresh_token&refresh_token=${second["refresh_token"]}`, {
      headers: { authorization: basicOf(app) },
      path: `token?client_secret=${clientSecret}`,
    }),
  )

  // A forgotten password, a setup link, an invitation, a door.
  noting(await browser.submit(`${issuer}/password-reset`, { username: "rosa@mail.test" }, own))
  const reset = know("reset token", await letter("password_reset"))
  noting(
    await browser.submit(
      `${issuer}/password-reset`,
      { token: reset, password: know("poor new password", "zzzzzzzzzzzz") },
      own,
    ),
  )
  noting(
    await browser.submit(
      `${issuer}/password-reset`,
      { token: reset, password: know("new password", "eight bells and all is well") },
      own,
    ),
  )
  noting(
    await browser.submit(
      `${issuer}/password-reset`,
      { token: reset, password: know("late password", "nine lives of the harbour cat") },
      own,
    ),
  )
  const again = openBrowser()
  const interaction = noting(
    await again.get(authorizeUrl({ provider, app, challenge: pkce().challenge })),
  ).json as Data
  know("JSON challenge", interaction["challenge"])
  know("JSON csrf token", interaction["csrf_token"])
  const back = await again.post(`${issuer}/login`, {
    challenge: interaction["challenge"],
    csrf_token: interaction["csrf_token"],
    username: "rosa",
    password: "eight bells and all is well",
  })
  expect(back.status).toBe(200)
  know("second login cookie", again.cookies.get("symbolon_login"))
  const { link } = await symbolon.users.createSetupLink({ userUuid: provider.ada.uuid })
  know("setup token", new URL(link).searchParams.get("token") ?? undefined)
  const { token: invitation } = await symbolon.invitations.create({
    organization: provider.club.slug,
    email: "new@mail.test",
    role: "staff",
  })
  know("invitation token", invitation)
  const activity = await symbolon.activities.create({
    organization: provider.club.slug,
    name: "Sailing",
  })
  const now = provider.clock.now().getTime()
  const session = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Evening",
    startTime: new Date(now),
    endTime: new Date(now + 3_600_000),
  })
  const door = await symbolon.sessions.createDeviceToken({ session: session.slug })
  know("door token", door.token)
  know("door token's signature", door.token.split(".")[2])

  // The private halves of every key that signs, as they would stand in a JWK, and as bytes.
  for (const purpose of [
    "tokens",
    "checkin_manifest",
    "ledger_status",
    "ledger_checkpoint",
  ] as const) {
    const jwk = portsOf(symbolon).serviceKeys.signer(purpose).privateKey.export({ format: "jwk" })
    for (const member of ["d", "p", "q", "dp", "dq", "qi"] as const)
      if (jwk[member] !== undefined) {
        know(`${purpose} key's ${member}`, jwk[member])
        know(`${purpose} key's ${member}, raw`, Buffer.from(jwk[member], "base64url"))
      }
  }
  return { provider, secrets, lines, seen }
}
