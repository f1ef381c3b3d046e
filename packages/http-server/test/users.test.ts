import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Mail } from "@symbolon/core"
import { scopesFor } from "@symbolon/core/contract"
import { portsOf } from "@symbolon/core/effect"
import { startTestServer, start, type TestServer } from "./fixtures/world.ts"

const mails: Mail[] = []
let world: TestServer
let staffToken: string
beforeAll(async () => {
  world = await startTestServer({ mailer: { send: async (mail) => void mails.push(mail) } })
  const { user } = await world.symbolon.users.create({
    username: "root",
    firstName: "Root",
    accountType: "service",
  })
  staffToken = await world.tokenFor([], { userUuid: user.uuid })
})
afterAll(() => world.close())

/** Sends with a token. */
const ask = (token: string, method: string, path: string, body?: unknown) =>
  world.send(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Somebody new, with a token that has every scope a user can give. */
const person = async (
  username: string,
  change: { readonly email?: string; readonly password?: string } = {},
) => {
  const { user, walletAddress } = await world.symbolon.users.create({
    username,
    firstName: "P",
    isEmailVerified: true,
    ...change,
  })
  const token = await world.tokenFor(scopesFor("user"), { userUuid: user.uuid })
  return {
    ...user,
    walletAddress,
    token,
    ask: (method: string, path: string, body?: unknown) => ask(token, method, path, body),
  }
}

describe("GET /users/{username}", () => {
  it("shows what anybody may see", async () => {
    const { uuid } = await person("cara", { email: "cara@example.org" })
    for (const token of [
      world.userToken,
      world.token,
      await world.tokenFor(["user:read"], { organization: world.club.slug }),
    ]) {
      const reply = await ask(token, "GET", "/api/v1/users/cara")
      expect(reply.status).toBe(200)
      expect(await reply.json()).toEqual({
        uuid,
        username: "cara",
        first_name: "P",
        last_name: null,
        account_type: "user",
        avatar_image_file_uuid: null,
        avatar_image_file_url: null,
        created_at: start.toISOString(),
        updated_at: null,
      })
    }
  })

  it("knows nobody by an organization's name, an unknown, a deleted or a disabled one; nor by a uuid", async () => {
    const gone = await person("gone-soon")
    const { username } = await world.symbolon.users.delete({ userUuid: gone.uuid })
    const shut = await person("shut")
    await world.symbolon.users.disable({ userUuid: shut.uuid })
    const unknown = await ask(world.userToken, "GET", "/api/v1/users/nobody-here")
    expect(unknown.status).toBe(404)
    const body = await unknown.text()
    for (const name of [world.club.slug, "gone-soon", username, "shut", world.ada.uuid]) {
      const reply = await ask(world.userToken, "GET", `/api/v1/users/${name}`)
      expect([reply.status, await reply.text()]).toEqual([404, body])
    }
  })
})

describe("GET /users/me", () => {
  it("shows a user's token its user, as far as its scopes go", async () => {
    const dan = await person("dan", { email: "Dan@example.org" })
    await world.symbolon.users.find({ user: "dan" })
    const reply = await dan.ask("GET", "/api/v1/users/me")
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      uuid: dan.uuid,
      username: "dan",
      first_name: "P",
      last_name: null,
      phone_number: null,
      avatar_image_file_url: null,
      created_at: start.toISOString(),
      iam_user_id: null,
      email: "Dan@example.org",
      email_verified: true,
      scopes: [...scopesFor("user")],
      wallet_address: dan.walletAddress,
      primary_card_identifier: null,
      accepts_contact_drops: true,
      profile_complete: false,
      onboarding_required: false,
      subscription: {
        tier: "free",
        display_name: "Free",
        status: "active",
        started_at: start.toISOString(),
        valid_until: null,
        entitlements: { custom_backgrounds: false, max_profiles: 1, extras: {} },
      },
    })
    const narrow = await ask(
      await world.tokenFor(["user:read"], { userUuid: dan.uuid }),
      "GET",
      "/api/v1/users/me",
    )
    expect(await narrow.json()).toMatchObject({
      email: null,
      email_verified: null,
      phone_number: null,
      scopes: ["user:read"],
      wallet_address: null,
    })
  })

  it("shows an org-scoped token the user behind it, and an app's own nobody", async () => {
    const scoped = await ask(
      await world.tokenFor(["user:read"], { organization: world.club.slug }),
      "GET",
      "/api/v1/users/me",
    )
    expect(await scoped.json()).toMatchObject({ uuid: world.owner.uuid, username: "owner" })
    expect((await world.call("GET", "/api/v1/users/me")).status).toBe(403)
  })
})

describe("GET /users/me/subscription", () => {
  it("is the same as in the current user, for a user's own token", async () => {
    const me = (await (await ask(world.userToken, "GET", "/api/v1/users/me")).json()) as {
      readonly subscription: unknown
    }
    const reply = await ask(world.userToken, "GET", "/api/v1/users/me/subscription")
    expect([reply.status, await reply.json()]).toEqual([200, me.subscription])
    const scoped = await world.tokenFor(["subscription:read"], { organization: world.club.slug })
    for (const token of [world.token, scoped, await world.tokenFor(["user:read"])])
      expect((await ask(token, "GET", "/api/v1/users/me/subscription")).status).toBe(403)
  })
})

describe("PATCH /console/v1/users/me", () => {
  it("changes the profile, and mails a new address", async () => {
    const eli = await person("eli", { email: "eli@example.org" })
    const reply = await eli.ask("PATCH", "/console/v1/users/me", {
      first_name: "Eli",
      last_name: "Ely",
      phone_number: "+49 30 1234567",
      email: "eli@new.example",
    })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({
      first_name: "Eli",
      last_name: "Ely",
      phone_number: "+49 30 1234567",
      email: "eli@new.example",
      email_verified: false,
      profile_complete: false,
    })
    await portsOf(world.symbolon).outgoingMail.idle()
    expect(mails.slice(-2).map(({ to, purpose }) => [to, purpose])).toEqual([
      ["eli@example.org", "email_changed"],
      ["eli@new.example", "email_verification"],
    ])
    const token = new URL(mails.at(-1)?.link ?? "").searchParams.get("token") ?? ""
    await world.symbolon.users.verifyEmail({ token })
    expect(await (await eli.ask("GET", "/api/v1/users/me")).json()).toMatchObject({
      email_verified: true,
      profile_complete: true,
    })
    const cleared = await eli.ask("PATCH", "/console/v1/users/me", { last_name: null, email: null })
    expect(await cleared.json()).toMatchObject({
      first_name: "Eli",
      last_name: null,
      email: null,
      email_verified: null,
    })
  })

  it("names the fields that will not do", async () => {
    const reply = await ask(world.userToken, "PATCH", "/console/v1/users/me", {
      first_name: "",
      email: "nowhere",
      phone_number: "x",
    })
    expect(reply.status).toBe(422)
    expect(
      Object.keys(((await reply.json()) as { readonly errors: object }).errors).toSorted(),
    ).toEqual(["email", "first_name", "phone_number"])
    for (const body of [{ username: "other" }, { first_name: null }, { email: 5 }])
      expect((await ask(world.userToken, "PATCH", "/console/v1/users/me", body)).status).toBe(422)
  })
})

describe("POST /console/v1/users/me/password", () => {
  it("takes the present password, and ends everything where that is asked for", async () => {
    const fay = await person("fay", { password: "correct horse battery" })
    const change = (current_password: string, new_password: string, more = {}) =>
      fay.ask("POST", "/console/v1/users/me/password", { current_password, new_password, ...more })
    const otherToken = await world.tokenFor(scopesFor("user"), { userUuid: fay.uuid })
    const wrong = await change("not my password", "another good one")
    expect([wrong.status, ((await wrong.json()) as { errors: object }).errors]).toEqual([
      422,
      { current_password: expect.any(String) as unknown },
    ])
    expect((await change("correct horse battery", "fay")).status).toBe(422)
    const done = await change("correct horse battery", "another good one")
    expect([done.status, await done.json()]).toEqual([
      200,
      expect.objectContaining({ uuid: fay.uuid, disabled_at: null, deleted_at: null }),
    ])
    expect((await fay.ask("GET", "/api/v1/users/me")).status).toBe(200)
    expect((await ask(otherToken, "GET", "/api/v1/users/me")).status).toBe(401)
    expect(
      (await change("another good one", "a third good one", { sign_out_everywhere: true })).status,
    ).toBe(200)
    expect((await fay.ask("GET", "/api/v1/users/me")).status).toBe(401)
    await expect(
      world.symbolon.users.signIn({ name: "fay", password: "a third good one" }),
    ).resolves.toBeDefined()
  })

  it("may be tried five times a minute in a session", async () => {
    const limited = await startTestServer({ limits: "on" })
    try {
      const statuses = []
      for (let n = 0; n < 6; n += 1) {
        const reply = await limited.send("/console/v1/users/me/password", {
          method: "POST",
          headers: {
            authorization: `Bearer ${limited.userToken}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ current_password: "guess", new_password: "a new password" }),
        })
        statuses.push(reply.status)
      }
      expect(statuses).toEqual([409, 409, 409, 409, 409, 429])
    } finally {
      await limited.close()
    }
  })
})

describe("POST /console/v1/users/me/email-verification", () => {
  it("mails the link once more, while there is something to verify", async () => {
    const { symbolon } = world
    const { user } = await symbolon.users.create({
      username: "gil",
      firstName: "Gil",
      email: "gil@example.org",
    })
    const token = await world.tokenFor([], { userUuid: user.uuid })
    const again = () => ask(token, "POST", "/console/v1/users/me/email-verification", {})
    const reply = await again()
    expect([reply.status, await reply.json()]).toEqual([
      202,
      expect.objectContaining({ username: "gil" }),
    ])
    await portsOf(symbolon).outgoingMail.idle()
    expect(mails.at(-1)).toMatchObject({ to: "gil@example.org", purpose: "email_verification" })
    await symbolon.users.verifyEmail({
      token: new URL(mails.at(-1)?.link ?? "").searchParams.get("token") ?? "",
    })
    expect((await again()).status).toBe(409)
    expect(
      (await ask(world.userToken, "POST", "/console/v1/users/me/email-verification", {})).status,
    ).toBe(409)
  })
})

describe("DELETE /console/v1/users/{user_uuid}", () => {
  it("deletes one's own account, and its tokens are refused by the next call", async () => {
    const hal = await person("hal", { email: "hal@example.org" })
    expect((await hal.ask("GET", "/api/v1/users/me")).status).toBe(200)
    const reply = await hal.ask("DELETE", `/console/v1/users/${hal.uuid}`)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
        uuid: hal.uuid,
        username: expect.stringMatching(/^deleted-/) as unknown,
        account_type: "user",
        created_at: start.toISOString(),
        updated_at: start.toISOString(),
        disabled_at: null,
        deleted_at: start.toISOString(),
      },
    ])
    expect((await hal.ask("GET", "/api/v1/users/me")).status).toBe(401)
    expect((await ask(world.userToken, "GET", "/api/v1/users/hal")).status).toBe(404)
  })

  it("is 403 for somebody else's, there or not, and 409 for an owner's", async () => {
    for (const uuid of [world.owner.uuid, "nobody"]) {
      const reply = await ask(world.userToken, "DELETE", `/console/v1/users/${uuid}`)
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
        403,
        "forbidden_not_authorized",
      ])
    }
    const own = await ask(
      await world.tokenFor([]),
      "DELETE",
      `/console/v1/users/${world.owner.uuid}`,
    )
    expect([own.status, ((await own.json()) as { details: object }).details]).toEqual([
      409,
      { reason: "owns_organizations", organization_uuids: [world.club.uuid] },
    ])
    const ida = await person("ida")
    expect((await ask(staffToken, "DELETE", `/console/v1/users/${ida.uuid}`)).status).toBe(200)
    expect((await ask(staffToken, "DELETE", `/console/v1/users/${ida.uuid}`)).status).toBe(404)
  })
})

describe("/console/v1/users/{user_uuid}/disabled", () => {
  it("shuts somebody out at once and lets them in again, for the service's staff", async () => {
    const jo = await person("jo-jo", { password: "correct horse battery" })
    const path = `/console/v1/users/${jo.uuid}/disabled`
    expect((await jo.ask("POST", path, {})).status).toBe(403)
    expect((await ask(world.userToken, "DELETE", path)).status).toBe(403)
    const shut = await ask(staffToken, "POST", path, {})
    expect([shut.status, await shut.json()]).toEqual([
      200,
      expect.objectContaining({ uuid: jo.uuid, disabled_at: start.toISOString() }),
    ])
    expect((await jo.ask("GET", "/api/v1/users/me")).status).toBe(401)
    expect((await ask(world.userToken, "GET", "/api/v1/users/jo-jo")).status).toBe(404)
    await expect(
      world.symbolon.users.signIn({ name: "jo-jo", password: "correct horse battery" }),
    ).rejects.toMatchObject({
      _tag: "SignInRefused",
    })
    expect(await (await ask(staffToken, "DELETE", path)).json()).toMatchObject({
      disabled_at: null,
    })
    expect((await jo.ask("GET", "/api/v1/users/me")).status).toBe(401)
    await expect(
      world.symbolon.users.signIn({ name: "jo-jo", password: "correct horse battery" }),
    ).resolves.toBeDefined()
    expect((await ask(staffToken, "POST", "/console/v1/users/nobody/disabled", {})).status).toBe(
      404,
    )
  })
})

describe("the console", () => {
  it("takes accounts from first-party apps alone, and from people alone", async () => {
    const { client } = await world.symbolon.apps.create({
      organization: world.club.slug,
      name: "Third party",
      clientType: "public",
      grantTypes: ["authorization_code"],
      scopes: scopesFor("user"),
      redirectUris: ["https://app.example/cb"],
    })
    const { accessToken } = await world.symbolon.oauth.issueUserToken({
      clientId: client.clientId,
      userUuid: world.ada.uuid,
      organization: undefined,
      scopes: scopesFor("user"),
    })
    const scoped = await world.tokenFor(["user:read"], { organization: world.club.slug })
    for (const token of [accessToken, scoped, world.token]) {
      expect((await ask(token, "PATCH", "/console/v1/users/me", { first_name: "X" })).status).toBe(
        403,
      )
      expect((await ask(token, "DELETE", `/console/v1/users/${world.ada.uuid}`)).status).toBe(403)
    }
  })
})

describe("a stolen access token", () => {
  it("is refused with what to do, by every call that changes how the account is signed in to", async () => {
    const own = await startTestServer({ mailer: { send: async () => undefined } })
    try {
      const password = "correct horse battery"
      const { user } = await own.symbolon.users.create({
        username: "kim",
        firstName: "Kim",
        password,
      })
      const token = await own.tokenFor(scopesFor("user"), { userUuid: user.uuid })
      await own.symbolon.testClock?.moveTo(new Date(start.getTime() + 300_001))
      const send = (method: string, path: string, body: object) =>
        own.send(`/console/v1/users/${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      const calls = [
        ["PATCH", "me", { email: "thief@evil.example" }],
        ["POST", "me/password", { new_password: "a stolen password" }],
        ["DELETE", user.uuid, {}],
      ] as const
      for (const [method, path, body] of calls) {
        const reply = await send(method, path, body)
        expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([
          403,
          'Bearer realm="symbolon", error="insufficient_user_authentication", max_age="300"',
        ])
        expect(await reply.json()).toMatchObject({
          code: "forbidden",
          message: expect.stringContaining("current_password") as unknown,
          details: { reason: "recent_sign_in_required", max_age_seconds: 300 },
        })
        expect((await send(method, path, { ...body, current_password: "a guess" })).status).toBe(
          422,
        )
      }
      for (const [method, path, body] of calls.slice(0, 1))
        expect((await send(method, path, { ...body, current_password: password })).status).toBe(200)
      expect((await send("DELETE", user.uuid, { current_password: password })).status).toBe(200)
    } finally {
      await own.close()
    }
  })
})
