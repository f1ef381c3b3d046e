import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeEach(async () => {
  world = await startTestServer()
})
afterEach(() => world.close())

const club = () => `/api/v1/organizations/${world.club.slug}`
const console = () => `/console/v1/organizations/${world.club.slug}`

/** Calls as somebody: with their own token, or one that acts for the club. */
const as = async (userUuid: string, scoped: "user" | "organization" = "user") => {
  const how = scoped === "user" ? { userUuid } : { userUuid, organization: world.club.slug }
  return withToken(await world.tokenFor(scopesFor(scoped), how))
}
const withToken =
  (token: string) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    world.send(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
const hire = async (username: string, role: "manager" | "staff" | "door") => {
  const { user } = await world.symbolon.users.create({
    username,
    firstName: "Ben",
    lastName: "Lee",
  })
  const place = await world.symbolon.staff.add({
    organization: world.club.slug,
    userUuid: user.uuid,
    role,
  })
  return { uuid: user.uuid, place }
}

describe("the published staff endpoints", () => {
  it("list the team with who they are", async () => {
    const ben = await hire("ben-lee", "staff")
    const replyBody = await readBody(
      await world.call("GET", `${club()}/staff?page_size=1&sort_by=joined_at&sort_order=desc`),
      200,
    )
    expect(replyBody).toEqual({
      total_items: 2,
      total_pages: 2,
      current_page: 1,
      items: [
        {
          uuid: ben.place.uuid,
          user_uuid: ben.uuid,
          organization_uuid: world.club.uuid,
          role: "staff",
          joined_at: "2026-11-21T10:00:00.000Z",
          updated_at: null,
          user: {
            uuid: ben.uuid,
            username: "ben-lee",
            first_name: "Ben",
            last_name: "Lee",
            avatar_image_file_url: null,
          },
        },
      ],
    })
    await readBody(await world.call("GET", `${club()}/staff?sort_by=role`), 422)
  })

  it("show one member, and nobody who is not on the team", async () => {
    const ben = await hire("ben-lee", "door")
    expect(await readBody(await world.call("GET", `${club()}/staff/${ben.uuid}`), 200)).toEqual({
      uuid: ben.place.uuid,
      user_uuid: ben.uuid,
      organization_uuid: world.club.uuid,
      role: "door",
      joined_at: "2026-11-21T10:00:00.000Z",
      updated_at: null,
    })
    for (const uuid of [world.ada.uuid, "nobody"])
      expect(await readBody(await world.call("GET", `${club()}/staff/${uuid}`), 404)).toMatchObject(
        {
          code: "not_found",
        },
      )
  })

  it("tell the caller's own role, which `me` is no uuid for", async () => {
    const { user: root } = await world.symbolon.users.create({
      username: "root-root",
      firstName: "R",
      accountType: "service",
    })
    const roleOf = async (uuid: string) =>
      readBody(await (await as(uuid))("GET", `${club()}/staff/me`), 200)
    expect(await roleOf(world.owner.uuid)).toEqual({
      organization_uuid: world.club.uuid,
      organization_slug: world.club.slug,
      role: "owner",
    })
    expect(await roleOf(world.ada.uuid)).toMatchObject({ role: null })
    expect(await roleOf(root.uuid)).toMatchObject({ role: "admin" })
    await readBody(await world.call("GET", `${club()}/staff/me`), 403)
  })

  it("are not for those who are not on the team", async () => {
    const ada = await as(world.ada.uuid)
    await readBody(await ada("GET", `${club()}/staff`), 403)
    await readBody(await ada("GET", `${club()}/staff/${world.owner.uuid}`), 403)
  })
})

describe("the console", () => {
  it("invites somebody, who accepts once", async () => {
    const owner = await as(world.owner.uuid)
    const reply = await owner("POST", `${console()}/invitations`, {
      username: "ada",
      role: "manager",
    })
    expect(reply.headers.get("cache-control")).toBe("no-store")
    const invited = await readBody(reply, 201)
    expect(invited).toEqual({
      uuid: invited.uuid,
      organization_uuid: world.club.uuid,
      role: "manager",
      email: null,
      user: expect.objectContaining({ uuid: world.ada.uuid, username: "ada" }),
      status: "open",
      invited_by_user_uuid: world.owner.uuid,
      created_at: "2026-11-21T10:00:00.000Z",
      expires_at: "2026-11-28T10:00:00.000Z",
      token: expect.stringMatching(/^sy_in_/),
      link: `http://symbolon.test/oauth2/invitation?token=${String(invited["token"])}`,
    })
    const { token, link, ...listed } = invited
    expect((await readBody(await owner("GET", `${console()}/invitations`), 200)).items).toEqual([
      listed,
    ])
    expect(link).toContain(token)
    const ada = await as(world.ada.uuid)
    expect(
      await readBody(await ada("POST", "/console/v1/invitations/accept", { token }), 201),
    ).toMatchObject({
      user_uuid: world.ada.uuid,
      role: "manager",
    })
    expect(
      await readBody(await ada("POST", "/console/v1/invitations/accept", { token }), 409),
    ).toMatchObject({
      details: { reason: "invitation_used" },
    })
    await readBody(await ada("GET", `${club()}/staff`), 200)
    expect((await readBody(await owner("GET", `${console()}/invitations`), 200)).items).toEqual([])
  })

  it("takes an invitation back, whose token then names nothing", async () => {
    const owner = await as(world.owner.uuid)
    const { uuid, token } = await readBody(
      await owner("POST", `${console()}/invitations`, { email: "a@club.example", role: "door" }),
      201,
    )
    expect(
      await readBody(await owner("DELETE", `${console()}/invitations/${uuid}`), 200),
    ).toMatchObject({
      status: "withdrawn",
      email: "a@club.example",
      user: null,
    })
    await readBody(await owner("DELETE", `${console()}/invitations/${uuid}`), 409)
    await readBody(await owner("DELETE", `${console()}/invitations/unknown`), 404)
    await readBody(
      await (await as(world.ada.uuid))("POST", "/console/v1/invitations/accept", { token }),
      404,
    )
  })

  it("asks for exactly one invitee and a role that can be given", async () => {
    const owner = await as(world.owner.uuid)
    const invite = (body: unknown) => owner("POST", `${console()}/invitations`, body)
    for (const bad of [
      { role: "staff" },
      { role: "staff", email: "a@b.example", username: "ada" },
      { role: "owner", username: "ada" },
      { role: "admin", username: "ada" },
      { role: "staff", email: "no address" },
      { role: "staff", username: "ada", note: "hello" },
    ])
      await readBody(await invite(bad), 422)
    expect(
      await readBody(await invite({ role: "staff", username: "nobody-there" }), 404),
    ).toMatchObject({
      code: "identifier_unresolved",
      errors: { username: expect.any(String) },
    })
    expect(
      await readBody(await invite({ role: "staff", user_uuid: world.owner.uuid }), 403),
    ).toMatchObject({ code: "forbidden" })
    expect(
      await readBody(
        await world.call("POST", `${console()}/invitations`, {
          role: "staff",
          user_uuid: world.owner.uuid,
        }),
        409,
      ),
    ).toMatchObject({
      details: { reason: "already_on_team" },
    })
  })

  it("lets no token but a person's own accept", async () => {
    const { token } = await world.symbolon.invitations.create({
      organization: world.club.slug,
      email: "a@b.example",
      role: "staff",
    })
    await readBody(await world.call("POST", "/console/v1/invitations/accept", { token }), 403)
    await readBody(
      await (await as(world.ada.uuid, "organization"))("POST", "/console/v1/invitations/accept", {
        token,
      }),
      403,
    )
    await readBody(
      await (await as(world.ada.uuid))("POST", "/console/v1/invitations/accept", {
        token: "sy_in_unknown",
      }),
      404,
    )
  })

  it("refuses the org-scoped token of whoever was removed, by the next call", async () => {
    const ben = await hire("ben-lee", "manager")
    const asBen = await as(ben.uuid, "organization")
    await readBody(await asBen("GET", `${club()}/staff`), 200)
    await readBody(await asBen("POST", `${club()}/membership-tiers`, { name: "Gold" }), 201)
    expect(
      await readBody(
        await (await as(world.owner.uuid))("DELETE", `${console()}/staff/${ben.uuid}`),
        200,
      ),
    ).toMatchObject({
      user_uuid: ben.uuid,
      role: "manager",
    })
    await readBody(await asBen("GET", `${club()}/staff`), 403)
    await readBody(await asBen("GET", `${club()}/memberships`), 403)
    await readBody(await asBen("POST", `${club()}/membership-tiers`, { name: "Silver" }), 403)
    await readBody(
      await asBen("POST", `${console()}/invitations`, { username: "ada", role: "door" }),
      403,
    )
    expect(await readBody(await asBen("GET", `${club()}/staff/me`), 200)).toMatchObject({
      role: null,
    })
  })

  it("changes a role from the next call on, of the same token", async () => {
    const ben = await hire("ben-lee", "staff")
    const asBen = await as(ben.uuid, "organization")
    const owner = await as(world.owner.uuid)
    const change = (role: string) => owner("PATCH", `${console()}/staff/${ben.uuid}`, { role })
    await readBody(await asBen("POST", `${club()}/membership-tiers`, { name: "Gold" }), 403)
    expect(await readBody(await change("manager"), 200)).toMatchObject({
      role: "manager",
      updated_at: "2026-11-21T10:00:00.000Z",
    })
    await readBody(await asBen("POST", `${club()}/membership-tiers`, { name: "Gold" }), 201)
    await readBody(await change("door"), 200)
    await readBody(await asBen("GET", `${club()}/staff`), 403)
    await readBody(await change("owner"), 422)
  })

  it("lets everybody leave but the owner, who hands over first", async () => {
    const ben = await hire("ben-lee", "door")
    const [asBen, owner] = [await as(ben.uuid), await as(world.owner.uuid)]
    expect(
      await readBody(await owner("DELETE", `${console()}/staff/${world.owner.uuid}`), 409),
    ).toMatchObject({
      details: { reason: "owner_stays" },
    })
    expect(
      await readBody(await owner("POST", `${console()}/ownership`, { user_uuid: ben.uuid }), 200),
    ).toMatchObject({
      user_uuid: ben.uuid,
      role: "owner",
    })
    expect(await readBody(await asBen("GET", club()), 200)).toMatchObject({
      owner_uuid: ben.uuid,
      role: "owner",
    })
    await readBody(
      await owner("POST", `${console()}/ownership`, { user_uuid: world.owner.uuid }),
      403,
    )
    expect(
      await readBody(await owner("DELETE", `${console()}/staff/${world.owner.uuid}`), 200),
    ).toMatchObject({ role: "manager" })
    await readBody(await owner("GET", `${club()}/staff`), 403)
    await readBody(
      await asBen("POST", `${console()}/ownership`, { user_uuid: world.ada.uuid }),
      404,
    )
  })

  it("refuses what the stronger role alone may do", async () => {
    const [ben, cleo] = [await hire("ben-lee", "manager"), await hire("cleo-cole", "manager")]
    const asBen = await as(ben.uuid)
    await readBody(await asBen("PATCH", `${console()}/staff/${cleo.uuid}`, { role: "staff" }), 403)
    await readBody(await asBen("DELETE", `${console()}/staff/${cleo.uuid}`), 403)
    await readBody(await asBen("DELETE", `${console()}/staff/${world.owner.uuid}`), 403)
    await readBody(await asBen("PATCH", `${console()}/staff/${ben.uuid}`, { role: "staff" }), 403)
    await readBody(
      await asBen("POST", `${console()}/invitations`, { username: "ada", role: "manager" }),
      403,
    )
    await readBody(await asBen("POST", `${console()}/ownership`, { user_uuid: ben.uuid }), 403)
  })

  it("is closed to a third-party app, whatever its user", async () => {
    const { client } = await world.symbolon.apps.create({
      organization: world.club.slug,
      name: "Third",
      clientType: "confidential",
      grantTypes: ["authorization_code"],
      redirectUris: ["https://third.example/cb"],
      scopes: scopesFor("user"),
      serviceRole: undefined,
      isFirstParty: false,
    })
    const issued = await world.symbolon.oauth.issueUserToken({
      clientId: client.clientId,
      userUuid: world.owner.uuid,
      organization: undefined,
      scopes: scopesFor("user"),
    })
    const third = withToken(issued.accessToken)
    await readBody(await third("GET", `${club()}/staff`), 200)
    await readBody(await third("GET", `${console()}/invitations`), 403)
    await readBody(
      await third("POST", `${console()}/invitations`, { username: "ada", role: "door" }),
      403,
    )
    await readBody(
      await third("POST", `${console()}/ownership`, { user_uuid: world.ada.uuid }),
      403,
    )
  })
})
