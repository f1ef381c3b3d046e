import { scopesFor } from "@symbolon/core/contract"
import { grantTypes } from "@symbolon/core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { readBody } from "../fixtures/read.ts"
import { envelopes, refused } from "../fixtures/club.ts"
import { openPaidClub, type PaidClub } from "../fixtures/payments.ts"

let paidClub: PaidClub
beforeEach(async () => {
  paidClub = await openPaidClub()
})
afterEach(() => paidClub.close())

/** Calls with the token of an app of the platform itself, which outlives the club. */
const openPlatform = async () => {
  const { symbolon } = paidClub.world
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
  ) =>
    readBody(
      await paidClub.world.call(method, path, body, { authorization: `Bearer ${token}` }),
      status,
    )
  return { tokenOf, send }
}

const slug = "harbour-club"
const deletion = (confirm: string = slug) => `${paidClub.at}?confirm=${confirm}`

describe("DELETE /organizations/{organization_slug}", () => {
  it("T36: deletes it; from the next call on it is absent, and its memberships end with their events", async () => {
    const { tokenOf, send } = await openPlatform()
    const [ada, owner] = [
      await tokenOf(paidClub.ada.uuid),
      await tokenOf(paidClub.world.owner.uuid, slug),
    ]
    const joined = await paidClub.admit("crew")
    await paidClub.events()
    expect(await send(owner, "DELETE", deletion(), 200)).toEqual({
      message: "The organization Harbour Club is deleted.",
    })
    expect(await send(ada, "GET", paidClub.at, 404)).toEqual(envelopes.noOrganization)
    expect(await send(ada, "GET", paidClub.own, 404)).toEqual(envelopes.noOrganization)
    expect(
      await send(
        ada,
        "GET",
        `${paidClub.at}/memberships/${paidClub.ada.uuid}/entitlements/lounge`,
        404,
      ),
    ).toEqual(envelopes.noOrganization)
    for (const list of ["memberships", "organizations"])
      expect(await send(ada, "GET", `/api/v1/${list}`, 200)).toMatchObject({ total_items: 0 })
    // What she has there stays hers.
    expect((await send(ada, "GET", "/api/v1/wallets", 200)).items).toHaveLength(2)
    // Who acted for it acts for nobody, its app neither; a token of the club itself ends with it.
    for (const token of [owner, paidClub.world.token])
      expect(await send(token, "GET", "/api/v1/organizations", 401)).toMatchObject({
        code: "invalid_credentials",
      })
    await paidClub.to("2026-11-21T10:00:01.000Z")
    expect(await paidClub.events()).toEqual([
      ["membership.left", { user_uuid: paidClub.ada.uuid, ended_by: "closed" }],
    ])
    const row = await portsOf(paidClub.world.symbolon).storage.transact("read", (tx) =>
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
    const answer = await paidClub.asClub("DELETE", `${paidClub.at}${query}`, 422)
    expect(answer).toMatchObject({ code: "validation_error" })
    expect(Object.keys(answer.errors)).toEqual(["confirm"])
    await paidClub.asClub("GET", paidClub.at, 200)
  })

  it("is for the owner, with a token that acts for it, and for the platform's staff", async () => {
    const { symbolon, owner } = paidClub.world
    const hired = async (role: "manager" | "staff" | "door") => {
      const { user } = await symbolon.users.create({
        username: `a-${role}`,
        firstName: role,
      })
      await symbolon.staff.add({ organization: slug, userUuid: user.uuid, role })
      return user.uuid
    }
    for (const role of ["manager", "staff", "door"] as const)
      expect(await paidClub.as(await hired(role), slug)("DELETE", deletion(), 403)).toMatchObject({
        code: "forbidden",
      })
    expect(await paidClub.as(owner.uuid)("DELETE", deletion(), 403)).toMatchObject({
      code: "forbidden",
    })
    expect(await paidClub.asAda("DELETE", deletion(), 403)).toMatchObject({ code: "forbidden" })
    const { user: root } = await symbolon.users.create({
      username: "the-root",
      firstName: "R",
      accountType: "service",
    })
    await paidClub.as(root.uuid, slug)("DELETE", deletion(), 200)
  })

  it("waits for payments that may be on their way", async () => {
    const checkout = await paidClub.openCheckout({ purpose: "join", membership_tier_slug: "gold" })
    const open = refused(
      "conflict",
      "A checkout is open, and the user may be paying. Wait until it is paid or has expired, or remove the payment connection: that cancels its open checkouts.",
      {
        reason: "payments_open",
        open_checkouts: 1,
      },
    )
    expect(await paidClub.asClub("DELETE", deletion(), 409)).toEqual(open)
    await paidClub.to("2026-11-22T10:00:00.000Z")
    await paidClub.asClub("DELETE", deletion(), 200)
    // It was paid after all: the money is told of, and buys nothing.
    await paidClub.sendCallback(checkout, "paid")
    const { storage } = portsOf(paidClub.world.symbolon)
    const page = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
    const of = { organizationUuid: paidClub.world.club.uuid, outcome: undefined, isSettled: false }
    const parked = await storage.transact("read", (tx) => tx.paymentInbox.listParked(of, page))
    expect(parked.items).toMatchObject([
      { outcome: "unapplied", reason: "organization_closed", checkoutUuid: checkout.uuid },
    ])
    expect(
      await storage.transact("read", (tx) =>
        tx.memberships.newest(paidClub.world.club.uuid, paidClub.ada.uuid),
      ),
    ).toBeUndefined()
  })

  it("twice is absent the second time; an unknown one is absent the first", async () => {
    const { tokenOf, send } = await openPlatform()
    const { user: root } = await paidClub.world.symbolon.users.create({
      username: "the-root",
      firstName: "R",
      accountType: "service",
    })
    const elsewhere = await paidClub.world.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: root.uuid,
    })
    await paidClub.asClub("DELETE", deletion(), 200)
    const token = await tokenOf(root.uuid, elsewhere.slug)
    for (const path of [deletion(), "/api/v1/organizations/nowhere?confirm=nowhere"])
      expect(await send(token, "DELETE", path, 404)).toEqual(envelopes.noOrganization)
  })
})

describe("an account that is deleted", () => {
  it("T41: ends its memberships, each with its event", async () => {
    const { tokenOf, send } = await openPlatform()
    await paidClub.admit("crew")
    await paidClub.events()
    const token = await tokenOf(paidClub.ada.uuid)
    await send(token, "DELETE", `/console/v1/users/${paidClub.ada.uuid}`, 200)
    expect(await paidClub.events()).toEqual([
      ["membership.left", { user_uuid: paidClub.ada.uuid, ended_by: "left" }],
    ])
    expect(
      await paidClub.asClub("GET", `${paidClub.at}/memberships/${paidClub.ada.uuid}`, 200),
    ).toMatchObject({
      status: "ended",
      ended_by: "left",
    })
  })
})
