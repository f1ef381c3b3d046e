import type { Role } from "@symbolon/core"
import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { readBody } from "../fixtures/read.ts"
import { registerClient } from "../fixtures/world.ts"
import {
  type TestClub,
  envelopes,
  firstMonth,
  member,
  membership,
  createTestClub,
  refused,
} from "../fixtures/club.ts"

let club: TestClub
beforeEach(async () => {
  club = await createTestClub()
})
afterEach(() => club.close())

const hers = () => `${club.at}/memberships/${club.ada.uuid}`
/** Somebody with a role on the club's team. */
const onTeam = async (role: Role): Promise<string> => {
  const { symbolon, club: organization } = club.world
  const { user } = await symbolon.users.create({ username: `the-${role}`, firstName: role })
  const uuid = portsOf(symbolon).ids.uuid()
  const joinedAt = symbolon.clock.now()
  await portsOf(symbolon).storage.transact("write", (tx) =>
    tx.staff.add({
      uuid,
      organizationUuid: organization.uuid,
      userUuid: user.uuid,
      role,
      joinedAt,
      updatedAt: undefined,
    }),
  )
  return user.uuid
}

describe("one member is shown", () => {
  it("to themselves while it lives, and to the organization for ever", async () => {
    await club.admit("gold")
    const row = member(club, "gold", firstMonth)
    expect(await club.asAda("GET", hers(), 200)).toEqual(row)
    expect(await club.as(club.ada.uuid, club.world.club.slug)("GET", hers(), 200)).toEqual(row)
    await club.to(firstMonth.valid_until)
    expect(await club.asAda("GET", hers(), 200)).toEqual({ ...row, status: "lapsed" })
    await club.to(firstMonth.renewable_until)
    const ended = {
      ...row,
      status: "ended",
      ended_at: firstMonth.renewable_until,
      ended_by: "lapsed",
    }
    expect(await club.asClub("GET", hers(), 200)).toEqual(ended)
    expect(await club.asAda("GET", hers(), 404)).toEqual(envelopes.noMembership)
    expect(await club.asAda("GET", club.own, 404)).toEqual(envelopes.noMembership)
  })

  it("to nobody else: a third person sees what is there as they see what is not", async () => {
    await club.admit("gold")
    expect(await club.asBo("GET", hers(), 404)).toEqual(envelopes.noMembership)
    expect(await club.asBo("GET", `${club.at}/memberships/${club.bo.uuid}`, 404)).toEqual(
      envelopes.noMembership,
    )
    expect(
      await club.asBo("GET", `${club.at}/memberships/01900000-0000-7000-8000-000000000001`, 404),
    ).toEqual(envelopes.noMembership)
    expect(await club.asBo("GET", club.own, 404)).toEqual(envelopes.noMembership)
  })

  it("to the team from staff on, with their own token or one of the organization", async () => {
    await club.admit("gold")
    for (const [role, status] of [
      ["manager", 200],
      ["staff", 200],
      ["door", 404],
    ] as const) {
      const uuid = await onTeam(role)
      for (const send of [club.as(uuid), club.as(uuid, club.world.club.slug)]) {
        const replyBody = await send("GET", hers(), status)
        expect(status === 200 ? replyBody : replyBody["errors"]).toEqual(
          status === 200 ? member(club, "gold", firstMonth) : envelopes.noMembership.errors,
        )
        await send("GET", `${club.at}/memberships`, status === 200 ? 200 : 403)
      }
    }
  })

  it("to an app of the organization that only reads, which changes nothing", async () => {
    await club.admit("gold")
    const { symbolon, club: organization } = club.world
    const { client, clientSecret } = await symbolon.apps.create({
      organization: organization.slug,
      name: "Reader",
      clientType: "confidential",
      grantTypes: ["client_credentials"],
      scopes: scopesFor("client"),
      redirectUris: [],
    })
    const issued = await symbolon.oauth.issueClientToken({
      client: { clientId: client.clientId, clientSecret: clientSecret ?? "" },
      scope: undefined,
    })
    const send = (method: string, path: string, body?: unknown) =>
      club.world.call(method, path, body, { authorization: `Bearer ${issued.accessToken}` })
    expect(await readBody(await send("GET", hers()), 200)).toEqual(member(club, "gold", firstMonth))
    const before = await club.stored()
    for (const [method, path, body] of [
      ["PATCH", hers(), {}],
      ["DELETE", hers()],
      ["POST", `${hers()}/renew`, {}],
      ["POST", `${club.at}/memberships`, { user_uuid: club.bo.uuid, membership_tier_slug: "crew" }],
    ] as const)
      expect(await readBody(await send(method, path, body), 403)).toMatchObject({
        code: "forbidden",
      })
    expect(await club.stored()).toEqual(before)
  })
})

describe("the team's writes", () => {
  it("staff renew; the rest takes a manager, and a token of the organization", async () => {
    await club.admit("gold")
    const staff = await onTeam("staff")
    const asStaff = club.as(staff, club.world.club.slug)
    await asStaff("POST", `${hers()}/renew`, 200, {})
    const before = await club.stored()
    for (const [method, body] of [["PATCH", { valid_until: null }], ["DELETE"]] as const) {
      expect(await asStaff(method, hers(), 403, body)).toMatchObject({
        code: "forbidden",
        details: { role: "manager" },
      })
      expect(await club.as(club.world.owner.uuid)(method, hers(), 403, body)).toMatchObject({
        code: "forbidden",
      })
    }
    expect(await club.asAda("PATCH", hers(), 403, { valid_until: null })).toEqual(
      refused("forbidden", "This call needs an org-scoped token or an app's own token.", {
        token_kinds: ["organization", "client"],
      }),
    )
    expect(await club.stored()).toEqual(before)
  })

  it("do not reach into another organization", async () => {
    await club.admit("gold")
    const { symbolon, owner, club: organization } = club.world
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: owner.uuid,
    })
    const client = await registerClient(symbolon, elsewhere.slug)
    const { accessToken } = await symbolon.oauth.issueClientToken({ client, scope: undefined })
    const before = await club.stored()
    for (const [method, path, body] of [
      ["GET", hers()],
      ["PATCH", hers(), { valid_until: null }],
      ["DELETE", hers()],
    ] as const) {
      await club.as(owner.uuid, elsewhere.slug)(method, path, 403, body)
      await readBody(
        await club.world.call(method, path, body, { authorization: `Bearer ${accessToken}` }),
        403,
      )
    }
    expect(
      await club.as(owner.uuid, elsewhere.slug)(
        "DELETE",
        hers().replace(organization.slug, elsewhere.slug),
        404,
      ),
    ).toEqual(envelopes.noMembership)
    expect(await club.stored()).toEqual(before)
  })
})

describe("one's own memberships", () => {
  it("are those that are active, sorted and in pages; an organization's token sees the one there", async () => {
    const { symbolon, owner, club: organization } = club.world
    await club.admit("gold")
    const others: string[] = []
    for (const name of ["Alster", "Bille", "Chiemsee"]) {
      await club.to(`2026-11-21T10:00:0${others.length + 1}.000Z`)
      const made = await symbolon.organizations.create({ name, ownerUuid: owner.uuid })
      await symbolon.tiers.create({
        organization: made.slug,
        name: "crew",
        paymentInterval: name === "Bille" ? "one_time" : "weekly",
      })
      await club.asAda("POST", `/api/v1/memberships/${made.slug}`, 201, {
        membership_tier_slug: "crew",
      })
      others.push(made.slug)
    }
    const slugs = async (query: string, send = club.asAda) =>
      (await send("GET", `/api/v1/memberships${query}`, 200)).items.map(
        (item) => item["organization_slug"],
      )
    const all = [organization.slug, ...others]
    expect(await slugs("")).toEqual(all)
    expect(await slugs("?sort_order=desc&sort_by=joined_at")).toEqual(all.toReversed())
    expect(await slugs("?sort_by=valid_until")).toEqual([
      "alster",
      "chiemsee",
      organization.slug,
      "bille",
    ])
    expect(await slugs("?page=2&page_size=3")).toEqual(["chiemsee"])
    expect((await club.asAda("GET", "/api/v1/memberships?page_size=1", 200)).items).toEqual([
      membership(club, "gold", firstMonth),
    ])
    for (const slug of all) expect(await slugs("", club.as(club.ada.uuid, slug))).toEqual([slug])
    expect(await slugs("", club.asBo)).toEqual([])
    await club.asAda("DELETE", "/api/v1/memberships/bille", 200)
    await club.asAda("DELETE", club.own, 200)
    // Weekly ones lapse; notice alone takes nothing out of the list.
    await club.to("2026-11-29T00:00:00.000Z")
    expect(await slugs("")).toEqual([organization.slug])
    expect(await slugs("", club.as(club.ada.uuid, "alster"))).toEqual([])
    expect(await club.asAda("GET", "/api/v1/memberships/alster", 200)).toMatchObject({
      organization_slug: "alster",
    })
  })

  it("are read with an organization's token only there, and changed with the user's own", async () => {
    await club.admit("gold")
    const { symbolon, owner } = club.world
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: owner.uuid,
    })
    const bound = club.as(club.ada.uuid, club.world.club.slug)
    expect(await bound("GET", club.own, 200)).toEqual(membership(club, "gold", firstMonth))
    await bound("GET", `/api/v1/memberships/${elsewhere.slug}`, 403)
    const before = await club.stored()
    const replyBody = refused("forbidden", "This call needs a user's token.", {
      token_kinds: ["user"],
    })
    for (const [method, path, body] of [
      ["POST", club.own, { membership_tier_slug: "crew" }],
      ["PATCH", club.own, { membership_tier_slug: "crew" }],
      ["DELETE", club.own],
      ["POST", `${club.own}/resume`],
      ["POST", `${club.own}/renew`],
    ] as const) {
      expect(await bound(method, path, 403, body)).toEqual(replyBody)
      expect(await club.asClub(method, path, 403, body)).toEqual(replyBody)
    }
    await club.asClub("GET", club.own, 403)
    await club.asClub("GET", "/api/v1/memberships", 403)
    expect(await club.stored()).toEqual(before)
  })

  it("take the scopes for them", async () => {
    const token = await club.world.tokenFor(["membership:read"], { userUuid: club.ada.uuid })
    const send = (method: string, path: string, body?: unknown) =>
      club.world.call(method, path, body, { authorization: `Bearer ${token}` })
    await readBody(await send("GET", "/api/v1/memberships"), 200)
    const reply = await send("POST", club.own, { membership_tier_slug: "crew" })
    expect(reply.headers.get("www-authenticate")).toContain('scope="membership:write"')
    expect(await readBody(reply, 403)).toMatchObject({
      code: "forbidden",
      details: { scope: "membership:write" },
    })
  })
})
