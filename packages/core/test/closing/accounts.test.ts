import { describe, expect, it } from "vitest"
import { userCaller } from "../fixtures/staffed-organization.ts"
import { openClosingOrganization } from "../fixtures/closing-organization.ts"
import { portsOf } from "../../src/effect.ts"

/**
 * Somebody with memberships here and there: one that is active, one under notice, one that lapsed,
 * one that is over.
 */
const openWithAda = async () => {
  const world = await openClosingOrganization()
  const { symbolon, make, team, advance, dayMs } = world
  const { uuid: userUuid } = await make("ada")
  const begin = async (name: string) => {
    const { slug: organization } = await symbolon.organizations.create({
      name,
      ownerUuid: team.owner.uuid,
    })
    const { slug: tierSlug } = await symbolon.tiers.create({
      organization,
      name: "Friend",
      paymentInterval: "monthly",
    })
    const { membership } = await symbolon.memberships.add({
      organization,
      member: { type: "user_id", value: userUuid },
      tierSlug,
    })
    return { organization, membership }
  }
  const over = await begin("Over")
  await advance(5 * dayMs)
  const lapsed = await begin("Lapsed")
  await advance(34 * dayMs)
  const [active, noticed] = [await begin("Active"), await begin("Noticed")]
  await symbolon.memberships.leave({ organization: noticed.organization, userUuid })
  const ada = symbolon.as(userCaller(userUuid))
  return { ...world, userUuid, ada, over, lapsed, active, noticed }
}

describe("an account that is deleted", () => {
  it("T41 ends its memberships, each with its event; what was over stays as it was", async () => {
    const {
      symbolon,
      userUuid,
      ada,
      over,
      lapsed,
      active,
      noticed,
      row,
      endings: remaining,
      clock,
      events,
    } = await openWithAda()
    const [bea, before] = [
      await symbolon.users.create({ username: "bea", firstName: "B" }),
      await row(over.membership.uuid),
    ]
    const { membership: others } = await symbolon.memberships.add({
      organization: active.organization,
      member: { type: "user_id", value: bea.user.uuid },
      tierSlug: "friend",
    })
    await ada.users.delete({ userUuid })
    const at = clock.now()
    for (const { membership } of [lapsed, active, noticed]) {
      expect(await row(membership.uuid)).toMatchObject({
        validUntil: at,
        renewableUntil: at,
        endedAt: at,
        endedBy: "left",
      })
      const [entry] = await portsOf(symbolon).storage.transact("read", (tx) =>
        tx.membershipHistory.newest(membership.uuid, 1),
      )
      expect(entry).toMatchObject({ cause: "end", by: { kind: "holder", uuid: userUuid } })
    }
    expect(await row(over.membership.uuid)).toEqual(before)
    expect(await row(others.uuid)).toEqual(others)
    expect(await remaining()).toEqual(Array.from({ length: 3 }, () => `${userUuid} left`))
    const reported = (await events()).filter(({ type }) => type === "membership.left")
    expect(reported.map(({ organizationUuid }) => organizationUuid).toSorted()).toEqual(
      [lapsed, active, noticed].map(({ membership }) => membership.organizationUuid).toSorted(),
    )
    expect(reported.every(({ data }) => data["origin"] === "user_app")).toBe(true)
  })

  it("T41 by the platform's staff says so", async () => {
    const { symbolon, team, userUuid, active, events } = await openWithAda()
    const root = symbolon.as(userCaller(team.root.uuid, { isServiceStaff: true }))
    await root.users.delete({ userUuid })
    expect(
      (await events())
        .filter(({ type }) => type === "membership.left")
        .map(({ data }) => data["origin"]),
    ).toEqual(["admin", "admin", "admin"])
    const [entry] = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.membershipHistory.newest(active.membership.uuid, 1),
    )
    expect(entry?.by).toEqual({ kind: "service", uuid: team.root.uuid })
  })

  it("is asked for no money any more, wherever that was", async () => {
    const { symbolon, storage, of, userUuid } = await openWithAda()
    await symbolon.paymentConnections.create({ ...of, backend: "manual" })
    const gold = await symbolon.tiers.create({
      ...of,
      name: "Gold",
      priceCents: 1000,
      paymentInterval: "monthly",
    })
    const { checkout } = await symbolon.memberships.checkout({
      ...of,
      userUuid,
      purpose: "join",
      tierSlug: gold.slug,
    })
    await symbolon.users.delete({ userUuid })
    expect(await storage.transact("read", (tx) => tx.checkouts.find(checkout.uuid))).toMatchObject({
      status: "cancelled",
    })
  })

  it("leaves to an organization that was deleted how its memberships end", async () => {
    const { symbolon, userUuid, active, row, advance, endings: remaining } = await openWithAda()
    const { organization } = active
    await symbolon.organizations.delete({ organization, confirm: organization })
    await symbolon.users.delete({ userUuid })
    expect((await row(active.membership.uuid))?.endedAt).toBeUndefined()
    await advance(1)
    expect(await row(active.membership.uuid)).toMatchObject({ endedBy: "closed" })
    expect((await remaining()).filter((word) => word.endsWith("closed"))).toEqual([
      `${userUuid} closed`,
    ])
  })

  it("is nobody whom an organization adds", async () => {
    const { symbolon, of, tier, userUuid } = await openWithAda()
    await symbolon.users.delete({ userUuid })
    await expect(
      symbolon.memberships.add({
        ...of,
        member: { type: "user_id", value: userUuid },
        tierSlug: tier.slug,
      }),
    ).rejects.toMatchObject({ _tag: "IdentifierUnresolved" })
    await expect(
      symbolon.memberships.join({ ...of, userUuid, tierSlug: tier.slug }),
    ).rejects.toMatchObject({ what: "user" })
    await expect(
      symbolon.memberships.claimCard({ ...of, userUuid, tierUuid: tier.uuid }),
    ).rejects.toMatchObject({ what: "user" })
  })
})
