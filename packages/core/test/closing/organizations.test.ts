import { describe, expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import { page, userCaller, forbidden } from "../fixtures/staffed-organization.ts"
import { openClosingOrganization, stoppingStorage } from "../fixtures/closing-organization.ts"
import { portsOf } from "../../src/effect.ts"

const hourMs = 3_600_000

describe("deleting an organization", () => {
  it("T36 ends all live memberships, lapsed ones too, each with its event; what was over stays as it was", async () => {
    const {
      symbolon,
      clock,
      join,
      remove,
      row,
      endings: remaining,
      events,
      advance,
      dayMs,
      tier,
      clubUuid,
      team,
      of,
    } = await openClosingOrganization()
    const over = await join("over")
    await advance(2 * dayMs)
    const lapsed = await join("lapsed")
    await advance(36 * dayMs)
    const active = await join("active")
    const noticed = await join("noticed")
    await symbolon.memberships.leave({ ...of, userUuid: noticed.userUuid })
    const endless = await join("endless", tier.slug, null)
    const gone = await join("gone")
    await symbolon.memberships.removeMember({ ...of, userUuid: gone.userUuid })
    const [before, hadLeft] = [await row(over.membership.uuid), (await remaining()).length]
    const root = symbolon.as(userCaller(team.root.uuid, { isServiceStaff: true }))
    const at = clock.now()
    await expect(
      root.organizations.delete({ ...of, confirm: of.organization }),
    ).rejects.toMatchObject(forbidden)
    await remove()
    // Nothing has ended yet, and nobody sees it any more.
    expect((await row(active.membership.uuid))?.endedAt).toBeUndefined()
    await advance(hourMs)
    for (const { membership } of [lapsed, active, noticed, endless]) {
      expect(await row(membership.uuid)).toMatchObject({
        validUntil: at,
        renewableUntil: at,
        cancelledAt: at,
        endedAt: at,
        endedBy: "closed",
      })
      const history = await portsOf(symbolon).storage.transact("read", (tx) =>
        tx.membershipHistory.newest(membership.uuid, 1),
      )
      expect(history).toMatchObject([{ cause: "end", at, by: { kind: "organization" } }])
    }
    expect(await row(over.membership.uuid)).toEqual(before)
    expect((await remaining()).slice(hadLeft).toSorted()).toEqual(
      [lapsed, active, noticed, endless].map(({ userUuid }) => `${userUuid} closed`).toSorted(),
    )
    expect((await events()).at(-1)?.data).toEqual({
      origin: "user_app",
      schema_version: 1,
      user_uuid: expect.any(String) as unknown,
      organization_uuid: clubUuid,
      ended_by: "closed",
    })
  })

  it("T36 by the platform's staff says so", async () => {
    const { symbolon, forClub, team, join, row, advance, events, of } =
      await openClosingOrganization()
    const { membership } = await join("ada")
    await forClub("root").organizations.delete({ ...of, confirm: of.organization })
    await advance(1)
    expect(await row(membership.uuid)).toMatchObject({ endedBy: "closed" })
    expect((await events()).at(-1)?.data).toMatchObject({ origin: "admin" })
    const [entry] = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.membershipHistory.newest(membership.uuid, 1),
    )
    expect(entry?.by).toEqual({ kind: "service", uuid: team.root.uuid })
  })

  it("T36 reaches those on a tier that was deleted, too", async () => {
    const { symbolon, storage, join, tier, remove, row, advance, clock } =
      await openClosingOrganization()
    const { membership } = await join("ada")
    await storage.transact("write", async (tx) => {
      const now = await tx.tiers.lock(tier.uuid)
      if (now !== undefined) await tx.tiers.change({ ...now, deletedAt: clock.now() })
    })
    await remove()
    await advance(1)
    expect(await row(membership.uuid)).toMatchObject({ endedBy: "closed" })
    expect(await symbolon.work.nextDue()).toBeDefined()
  })

  it("is for its owner, who says its slug once more", async () => {
    const { symbolon, forClub, as, team, of, organization, clubUuid } =
      await openClosingOrganization()
    for (const name of ["manager", "staff", "door", "outsider"] as const)
      await expect(
        forClub(name).organizations.delete({ ...of, confirm: organization }),
      ).rejects.toMatchObject(forbidden)
    await expect(
      as("owner").organizations.delete({ ...of, confirm: organization }),
    ).rejects.toMatchObject(forbidden)
    for (const confirm of ["", "harbour-clu", "Harbour-Club", clubUuid])
      await expect(forClub("owner").organizations.delete({ ...of, confirm })).rejects.toMatchObject(
        {
          _tag: "Invalid",
          errors: { confirm: expect.any(String) as unknown },
        },
      )
    const deleted = await forClub("owner").organizations.delete({
      organization: clubUuid,
      confirm: organization,
    })
    expect(deleted).toMatchObject({ uuid: clubUuid, deletedAt: symbolon.clock.now() })
    await expect(
      forClub("owner").organizations.delete({ ...of, confirm: organization }),
    ).rejects.toMatchObject({ _tag: "NotFound" })
    // Its name is nobody's for ever.
    expect(
      (await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: team.owner.uuid }))
        .slug,
    ).not.toBe(organization)
  })

  it("waits for members who are being moved", async () => {
    const { symbolon, storage, of, tier, remove, clubUuid, ids, clock } =
      await openClosingOrganization()
    const to = await symbolon.tiers.create({ ...of, name: "Other", paymentInterval: "monthly" })
    const move = {
      uuid: ids.uuid(),
      organizationUuid: clubUuid,
      fromTierUuid: tier.uuid,
      toTierUuid: to.uuid,
      by: { kind: "organization" },
      isByServiceStaff: false,
      asOf: clock.now(),
      term: "keep",
      customPricing: "carry",
      reachedUuid: undefined,
      movedCount: 0,
      skippedCount: 0,
      finishedAt: undefined,
    } as const
    await storage.transact("write", (tx) => tx.membershipMoves.add(move))
    await expect(remove()).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "move_running",
      details: { moves: 1 },
    })
    await storage.transact("write", (tx) =>
      tx.membershipMoves.change({ ...move, finishedAt: clock.now() }),
    )
    await remove()
  })

  it("waits for checkouts until they have expired, and cancels those", async () => {
    const { symbolon, storage, of, remove, make, advance, dayMs } = await openClosingOrganization()
    await symbolon.paymentConnections.create({ ...of, backend: "manual" })
    const gold = await symbolon.tiers.create({
      ...of,
      name: "Gold",
      priceCents: 1000,
      paymentInterval: "monthly",
    })
    const { uuid: userUuid } = await make("ada")
    const { checkout } = await symbolon.memberships.checkout({
      ...of,
      userUuid,
      purpose: "join",
      tierSlug: gold.slug,
    })
    await advance(dayMs - 1)
    await expect(remove()).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "payments_open",
      details: { open_checkouts: 1 },
    })
    await advance(1)
    await remove()
    expect(await storage.transact("read", (tx) => tx.checkouts.find(checkout.uuid))).toMatchObject({
      status: "cancelled",
    })
  })

  it("of five who do so at once is done once", async () => {
    const { remove, join, endings: remaining, advance } = await openClosingOrganization()
    await join("ada")
    const done = await Promise.allSettled(Array.from({ length: 5 }, () => remove()))
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    await advance(1)
    expect(await remaining()).toHaveLength(1)
  })

  it("lets its owner delete their account", async () => {
    const { symbolon, team, remove } = await openClosingOrganization()
    await expect(symbolon.users.delete({ userUuid: team.owner.uuid })).rejects.toMatchObject({
      reason: "owns_organizations",
    })
    await remove()
    expect(await symbolon.users.delete({ userUuid: team.owner.uuid })).toMatchObject({
      deletedAt: symbolon.clock.now(),
    })
  })
})

describe("the memberships of an organization that was deleted", () => {
  it("end batch by batch, and once, though the machine stops in between", async () => {
    const { storage, stopAfter } = stoppingStorage(openMemory())
    const {
      symbolon,
      tier,
      of,
      make,
      remove,
      endings: remaining,
      advance,
      clock,
      clubUuid,
    } = await openClosingOrganization({
      storage,
    })
    const other = await symbolon.tiers.create({ ...of, name: "Other", paymentInterval: "yearly" })
    const first = await make("a-first")
    await symbolon.memberships.add({
      ...of,
      member: { type: "user_id", value: first.uuid },
      tierSlug: tier.slug,
    })
    // As many more, written as the first one was.
    await storage.transact("write", async (tx) => {
      const [row] = (await tx.memberships.openOf(first.uuid)).map((each) => ({ ...each }))
      if (row === undefined) throw new Error("There is no first member.")
      for (let n = 0; n < 649; n += 1) {
        const user = { ...first, uuid: portsOf(symbolon).ids.uuid(), username: `member-${n}` }
        await tx.users.add(user, undefined)
        await tx.memberships.add({
          ...row,
          uuid: portsOf(symbolon).ids.uuid(),
          userUuid: user.uuid,
          tierUuid: n % 3 === 0 ? other.uuid : tier.uuid,
        })
      }
    })
    const current = async (at: Date) => {
      const members = { organizationUuid: clubUuid, filter: "current", at } as const
      return (await storage.transact("read", (tx) => tx.memberships.list(members, page))).totalItems
    }
    const at = clock.now()
    expect(await current(at)).toBe(650)
    await remove()
    stopAfter(2)
    await symbolon.work.runDue()
    expect(await current(at)).toBe(250)
    expect(await remaining()).toHaveLength(400)
    stopAfter(Number.POSITIVE_INFINITY)
    await advance(hourMs)
    expect(await current(at)).toBe(0)
    // As of the deletion, whenever their batch came.
    const members = { organizationUuid: clubUuid, filter: "ended", at } as const
    const ends = [1, 2, 3, 4, 5, 6, 7].map((n) =>
      storage.transact("read", (tx) => tx.memberships.list(members, { ...page, page: n })),
    )
    const rows = (await Promise.all(ends)).flatMap(({ items }) => items)
    expect(rows).toHaveLength(650)
    expect(new Set(rows.map(({ endedAt }) => endedAt?.getTime()))).toEqual(new Set([at.getTime()]))
    const all = await remaining()
    expect(all).toHaveLength(650)
    expect(new Set(all).size).toBe(650)
    expect(all.every((word) => word.endsWith(" closed"))).toBe(true)
  })
})
