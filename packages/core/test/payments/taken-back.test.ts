import { describe, expect, it } from "vitest"
import {
  type Customer,
  dayMs,
  type TestCheckouts,
  openTestCheckouts,
} from "../fixtures/checkouts.ts"

const lastEntry = async (who: Customer) => (await who.history()).at(-1)

/** Somebody who joined by paying, with what they paid. */
const openWithAda = async () => {
  const world = await openTestCheckouts()
  const ada = await world.customer("ada")
  return { ...world, ada, join: await ada.buy("join", "gold") }
}

describe("a payment that is taken back", () => {
  it("T38 of a join ends the membership, at once and with its event", async () => {
    const { ada, join, advance, takeBack, expectSound, find, clock, connection, events, club } =
      await openWithAda()
    const renewal = await ada.open("renew")
    advance(dayMs)
    expect(await takeBack(join)).toEqual(["applied"])
    expect(await ada.row()).toMatchObject({
      endedAt: clock.now(),
      endedBy: "removed",
      validUntil: clock.now(),
    })
    await expect(ada.view()).rejects.toMatchObject({ _tag: "NotFound" })
    expect((await find(renewal.uuid)).status).toBe("cancelled")
    expect(await ada.reported()).toEqual(["joined gold", "left removed"])
    expect((await events(ada.userUuid)).at(-1)?.data).toEqual({
      origin: "user_app",
      schema_version: 1,
      user_uuid: ada.userUuid,
      organization_uuid: club.uuid,
      ended_by: "removed",
    })
    expect(await lastEntry(ada)).toMatchObject({
      cause: "reversal",
      paymentRef: join.uuid,
      by: { kind: "payment", uuid: connection.uuid },
    })
    await expectSound(ada.userUuid)
    // They may come again, and what they pay then is another payment.
    await ada.buy("join", "silver")
    expect((await expectSound(ada.userUuid)).length).toBe(2)
  })

  it("T39 of a renewal takes the time back, with no event", async () => {
    const { ada, takeBack, advance, expectSound } = await openWithAda()
    const before = await ada.row()
    const renewal = await ada.buy("renew")
    advance(dayMs)
    expect(await takeBack(renewal)).toEqual(["applied"])
    expect(await ada.row()).toMatchObject({
      validUntil: before?.validUntil,
      renewableUntil: before?.renewableUntil,
      endedAt: undefined,
    })
    expect(await ada.reported()).toEqual(["joined gold", "renewed"])
    await expectSound(ada.userUuid)
  })

  it("T39 may leave the membership lapsed", async () => {
    const { ada, takeBack, advance, expectSound } = await openWithAda()
    const renewal = await ada.buy("renew")
    advance(33 * dayMs)
    expect(await takeBack(renewal)).toEqual(["applied"])
    expect((await ada.view()).status).toBe("lapsed")
    await expectSound(ada.userUuid)
  })

  it("T40 of a change goes back to the tier and the time that were before", async () => {
    const { ada, symbolon, of, pay, takeBack, advance, expectSound } = await openWithAda()
    const life = await symbolon.tiers.create({
      ...of,
      name: "Life",
      priceCents: 500_000,
      paymentInterval: "one_time",
    })
    const before = await ada.row()
    const { checkout } = await symbolon.memberships.checkout({
      ...of,
      userUuid: ada.userUuid,
      purpose: "change",
      tierSlug: life.slug,
    })
    await pay(checkout)
    advance(dayMs)
    expect(await takeBack(checkout)).toEqual(["applied"])
    expect(await ada.row()).toMatchObject({
      tierUuid: before?.tierUuid,
      validUntil: before?.validUntil,
    })
    expect(await ada.reported()).toEqual(["joined gold", "tier_changed life", "tier_changed gold"])
    await expectSound(ada.userUuid)
  })

  it("T40 back to a tier that was deleted names none in its event", async () => {
    const { customer, symbolon, of, tiers, takeBack, expectSound, advance } =
      await openTestCheckouts()
    const ada = await customer("ada")
    await ada.join("friend")
    const change = await ada.buy("change", "silver")
    advance(dayMs)
    await symbolon.tiers.delete({ ...of, tierUuid: tiers.friend.uuid })
    expect(await takeBack(change)).toEqual(["applied"])
    expect(await ada.reported()).toEqual(["joined friend", "tier_changed silver", "tier_changed "])
    expect((await ada.view()).membership).toMatchObject({
      tierUuid: tiers.friend.uuid,
      validUntil: undefined,
    })
    await expectSound(ada.userUuid)
  })

  it("after a change of tier takes its worth out of the dear days, and leaves the tier", async () => {
    const { customer, symbolon, of, tiers, takeBack, expectSound, clock } =
      await openTestCheckouts()
    const ada = await customer("ada")
    await ada.buy("join", "silver")
    const renewal = await ada.buy("renew")
    await ada.change("gold")
    const before = (await ada.row())?.validUntil?.getTime() ?? 0
    expect(await takeBack(renewal)).toEqual(["applied"])
    const after = await ada.row()
    expect(after?.tierUuid).toBe(tiers.gold.uuid)
    // A month of silver, of 31 days, is a third of that in gold.
    expect(before - (after?.validUntil?.getTime() ?? 0)).toBe((31 * dayMs) / 3)
    expect(after?.validUntil?.getTime()).toBe(clock.now().getTime() + (30 * dayMs) / 3)
    expect(await ada.reported()).toEqual(["joined silver", "renewed", "tier_changed gold"])
    await expectSound(ada.userUuid)
    expect((await symbolon.memberships.get({ ...of, userUuid: ada.userUuid })).status).toBe(
      "active",
    )
  })

  it("of a membership that has ended is noted in its history, and touches nobody's next one", async () => {
    const { ada, join, symbolon, of, takeBack, expectSound, events } = await openWithAda()
    const ended = await symbolon.memberships.removeMember({ ...of, userUuid: ada.userUuid })
    await ada.join("friend")
    const present = await ada.row()
    const reported = (await events(ada.userUuid)).length
    expect(await takeBack(join)).toEqual(["applied"])
    expect(await ada.row()).toEqual(present)
    expect((await events(ada.userUuid)).length).toBe(reported)
    const stored = await expectSound(ada.userUuid)
    const old = stored.find(({ membership }) => membership.uuid === ended.membership.uuid)
    expect(old?.membership).toEqual(ended.membership)
    expect(old?.history.at(-1)).toMatchObject({ cause: "reversal", paymentRef: join.uuid })
  })

  it("counts once, told by whatever event", async () => {
    const { ada, takeBack, expectSound } = await openWithAda()
    const renewal = await ada.buy("renew")
    expect(await takeBack(renewal)).toEqual(["applied"])
    const row = await ada.row()
    expect(await takeBack(renewal)).toEqual(["repeated"])
    expect(await takeBack(renewal, { eventId: "another" })).toEqual(["ignored already_reversed"])
    expect(await ada.row()).toEqual(row)
    await expectSound(ada.userUuid)
  })

  it("of what never ends by now waits for a person", async () => {
    const { ada, symbolon, of, takeBack, parkedPayments, find } = await openWithAda()
    const renewal = await ada.buy("renew")
    await symbolon.memberships.updateMember({ ...of, userUuid: ada.userUuid, validUntil: null })
    const row = await ada.row()
    expect(await takeBack(renewal)).toEqual(["unapplied endless_remainder"])
    expect(await ada.row()).toEqual(row)
    expect((await find(renewal.uuid)).status).toBe("reversed")
    expect(await parkedPayments()).toMatchObject([
      { received: { type: "reversed", reason: "endless_remainder" } },
    ])
  })

  it("when it had bought nothing takes nothing", async () => {
    const { ada, pay, takeBack, open } = await withUnapplied()
    const row = await ada.row()
    expect(await pay(open)).toEqual(["unapplied already_member"])
    expect(await takeBack(open)).toEqual(["applied"])
    expect(await ada.row()).toEqual(row)
  })
})

/** Somebody who was asked to join twice, and has paid once. */
const withUnapplied = async (): Promise<
  TestCheckouts & { ada: Customer; open: Awaited<ReturnType<Customer["open"]>> }
> => {
  const world = await openTestCheckouts()
  const ada = await world.customer("ada")
  const open = await ada.open("join", "gold")
  await ada.buy("join", "silver")
  return { ...world, ada, open }
}
