import { scopesFor } from "@symbolon/core/contract"
import { grantTypes } from "@symbolon/core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { read } from "../fixtures/read.ts"
import { envelopes, refused } from "../fixtures/club.ts"
import { openTill, type Till } from "../fixtures/payments.ts"

let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(() => till.close())

/** Calls with the token of an app of the platform itself, which outlives the club. */
const openPlatform = async () => {
  const { symbolon } = till.world
  const { client } = await symbolon.apps.create({
    organization: undefined,
    name: "Platform",
    clientType: "confidential",
    grantTypes,
    scopes: [...new Set([...scopesFor("user"), ...scopesFor("organization")])],
    redirectUris: ["https://app.example/callback"],
    isFirstParty: true,
  })
  const tokenOf = async (userUuid: string, organization?: string) => {
    const scopes = scopesFor(organization === undefined ? "user" : "organization")
    return (
      await symbolon.oauth.issueUserToken({
        clientId: client.clientId,
        userUuid,
        organization,
        scopes,
      })
    ).accessToken
  }
  const send = async (
    token: string,
    method: string,
    path: string,
    status: number,
    body?: unknown,
  ) => read(await till.world.call(method, path, body, { authorization: `Bearer ${token}` }), status)
  return { tokenOf, send }
}

const slug = "harbour-club"
const deletion = (confirm: string = slug) => `${till.at}?confirm=${confirm}`

describe("DELETE /organizations/{organization_slug}", () => {
  it("T36: deletes it; from the next call on it is absent, and its memberships end with their events", async () => {
    const { tokenOf, send } = await openPlatform()
    const [ada, owner] = [await tokenOf(till.ada.uuid), await tokenOf(till.world.owner.uuid, slug)]
    const joined = await till.admit("crew")
    await till.events()
    expect(await send(owner, "DELETE", deletion(), 200)).toEqual({
      message: "The organization Harbour Club is deleted.",
    })
    expect(await send(ada, "GET", till.at, 404)).toEqual(envelopes.noOrganization)
    expect(await send(ada, "GET", till.own, 404)).toEqual(envelopes.noOrganization)
    expect(
      await send(ada, "GET", `${till.at}/memberships/${till.ada.uuid}/entitlements/lounge`, 404),
    ).toEqual(envelopes.noOrganization)
    for (const list of ["memberships", "organizations"])
      expect(await send(ada, "GET", `/api/v1/${list}`, 200)).toMatchObject({ total_items: 0 })
    // What she has there stays hers.
    expect((await send(ada, "GET", "/api/v1/wallets", 200)).items).toHaveLength(2)
    // Who acted for it acts for nobody, its app neither; a token of the club itself ends with it.
    for (const token of [owner, till.world.token])
      expect(await send(token, "GET", "/api/v1/organizations", 401)).toMatchObject({
        code: "invalid_credentials",
      })
    await till.to("2026-11-21T10:00:01.000Z")
    expect(await till.events()).toEqual([
      ["membership.left", { user_uuid: till.ada.uuid, ended_by: "closed" }],
    ])
    const row = await portsOf(till.world.symbolon).storage.transact("read", (tx) =>
      tx.memberships.find(joined.uuid),
    )
    expect(row).toMatchObject({ endedAt: new Date("2026-11-21T10:00:00.000Z"), endedBy: "closed" })
  })

  it.each<readonly [string, string]>([
    ["missing", ""],
    ["empty", "?confirm="],
    ["another's", "?confirm=elsewhere"],
    ["its name", "?confirm=Harbour%20Club"],
    ["too long", `?confirm=${"x".repeat(10_000)}`],
  ])("wants its slug once more: %s", async (_, query) => {
    const answer = await till.asClub("DELETE", `${till.at}${query}`, 422)
    expect(answer).toMatchObject({ code: "validation_error" })
    expect(Object.keys(answer.errors)).toEqual(["confirm"])
    await till.asClub("GET", till.at, 200)
  })

  it("is for the owner, with a token that acts for it, and for the platform's staff", async () => {
    const { symbolon, owner } = till.world
    const hired = async (role: "manager" | "staff" | "door") => {
      const { user } = await symbolon.users.create({
        username: `a-${role}`,
        firstName: role,
      })
      await symbolon.staff.add({ organization: slug, userUuid: user.uuid, role })
      return user.uuid
    }
    for (const role of ["manager", "staff", "door"] as const)
      expect(await till.as(await hired(role), slug)("DELETE", deletion(), 403)).toMatchObject({
        code: "forbidden",
      })
    expect(await till.as(owner.uuid)("DELETE", deletion(), 403)).toMatchObject({
      code: "forbidden",
    })
    expect(await till.asAda("DELETE", deletion(), 403)).toMatchObject({ code: "forbidden" })
    const { user: root } = await symbolon.users.create({
      username: "the-root",
      firstName: "R",
      accountType: "service",
    })
    await till.as(root.uuid, slug)("DELETE", deletion(), 200)
  })

  it("waits for payments that may be on their way", async () => {
    const checkout = await till.ask({ purpose: "join", membership_tier_slug: "gold" })
    const open = refused(
      "conflict",
      "A checkout is open, and the user may be paying. Wait until it is paid or has expired.",
      {
        reason: "payments_open",
        open_checkouts: 1,
      },
    )
    expect(await till.asClub("DELETE", deletion(), 409)).toEqual(open)
    await till.to("2026-11-22T10:00:00.000Z")
    await till.asClub("DELETE", deletion(), 200)
    // It was paid after all: the money is told of, and buys nothing.
    await till.tell(checkout, "paid")
    const { storage } = portsOf(till.world.symbolon)
    const page = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
    const of = { organizationUuid: till.world.club.uuid, outcome: undefined, isSettled: false }
    const parked = await storage.transact("read", (tx) => tx.paymentInbox.listParked(of, page))
    expect(parked.items).toMatchObject([
      { outcome: "unapplied", reason: "organization_closed", checkoutUuid: checkout.uuid },
    ])
    expect(
      await storage.transact("read", (tx) =>
        tx.memberships.newest(till.world.club.uuid, till.ada.uuid),
      ),
    ).toBeUndefined()
  })

  it("twice is absent the second time; an unknown one is absent the first", async () => {
    const { tokenOf, send } = await openPlatform()
    const { user: root } = await till.world.symbolon.users.create({
      username: "the-root",
      firstName: "R",
      accountType: "service",
    })
    const elsewhere = await till.world.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: root.uuid,
    })
    await till.asClub("DELETE", deletion(), 200)
    const token = await tokenOf(root.uuid, elsewhere.slug)
    for (const path of [deletion(), "/api/v1/organizations/nowhere?confirm=nowhere"])
      expect(await send(token, "DELETE", path, 404)).toEqual(envelopes.noOrganization)
  })
})

describe("an account that is deleted", () => {
  it("T41: ends its memberships, each with its event", async () => {
    const { tokenOf, send } = await openPlatform()
    await till.admit("crew")
    await till.events()
    const token = await tokenOf(till.ada.uuid)
    await send(token, "DELETE", `/console/v1/users/${till.ada.uuid}`, 200)
    expect(await till.events()).toEqual([
      ["membership.left", { user_uuid: till.ada.uuid, ended_by: "left" }],
    ])
    expect(await till.asClub("GET", `${till.at}/memberships/${till.ada.uuid}`, 200)).toMatchObject({
      status: "ended",
      ended_by: "left",
    })
  })
})
