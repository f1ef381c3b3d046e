import { describe, expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import { addTestMember, createTestSession } from "../fixtures/world.ts"
import { openTestDoors, request, secondsAfterStart, wholePage } from "../fixtures/door-taps.ts"

describe("the ticket gate", () => {
  it("admits who holds a valid ticket of the template, and names the one that is missing", async () => {
    const { wallets, issue, createDoor } = await openTestDoors()
    const ticket = await issue("member-1")
    const { tap } = await createDoor({
      requiresTicket: true,
      ticketTemplateUuid: ticket.reference_id,
    })
    expect(await tap(wallets[0] ?? "")).toMatchObject({ decision: "admitted", seat: "ticket" })
    expect(await tap(wallets[1] ?? "")).toMatchObject({
      blockedReason: "ticket_required",
      details: { ticket_template_uuid: ticket.reference_id },
    })
  })

  it("says so when the ticket is to another session of the activity", async () => {
    const { symbolon, club, wallets, issue } = await openTestDoors()
    const { activity } = await createTestSession(symbolon, club.slug)
    const [day, night] = [
      await issue("member-1", "Day", activity.uuid),
      await issue("member-2", "Night", activity.uuid),
    ]
    const session = await symbolon.sessions.create({
      activity: activity.slug,
      name: "By day",
      settings: { requiresTicket: true, ticketTemplateUuid: day.reference_id },
      startTime: secondsAfterStart(-60),
      endTime: secondsAfterStart(3600),
    })
    const tap = (wallet: string) =>
      symbolon.sessions.admit({ session: session.slug, request: request(wallet) })
    expect(night.reference_id).not.toBe(day.reference_id)
    expect(await tap(wallets[0] ?? "")).toMatchObject({ decision: "admitted", seat: "ticket" })
    expect(await tap(wallets[1] ?? "")).toMatchObject({
      blockedReason: "ticket_wrong_session",
      details: { ticket_template_uuid: day.reference_id },
    })
    expect(await tap(wallets[2] ?? "")).toMatchObject({ blockedReason: "ticket_required" })
  })

  it("D28: says whose ticket was taken back; a door that let them in offline is disputed", async () => {
    const { symbolon, clock, wallets, issue, createDoor } = await openTestDoors()
    const ticket = await issue("member-1")
    const { tap, session, attendees } = await createDoor({
      requiresTicket: true,
      ticketTemplateUuid: ticket.reference_id,
    })
    const { manifestVersion } = await symbolon.sessions.checkinManifest({ session: session.slug })
    await symbolon.transactions.reverse({ transaction: ticket.id, idempotencyKey: "back" })
    clock.set(secondsAfterStart(60))
    expect(await tap(wallets[0] ?? "")).toMatchObject({
      blockedReason: "ticket_revoked",
      details: { transaction_id: ticket.id },
    })
    const upload = { isOffline: true, manifestVersion, occurredAt: secondsAfterStart(30) } as const
    expect(await tap(wallets[0] ?? "", upload)).toMatchObject({
      decision: "admitted",
      disputedReason: "ticket_revoked",
    })
    expect(await attendees({ isDisputed: true })).toMatchObject([
      { walletAddress: wallets[0], source: "offline" },
    ])
    // Nobody's roster had this one: no manifest speaks for them.
    expect(await tap(wallets[1] ?? "", upload)).toMatchObject({ blockedReason: "ticket_required" })
  })
})

const openDoorsWithStore = async () => {
  const storage = openMemory({ strict: true })
  return { ...(await openTestDoors(storage)), storage }
}

describe("the other gates", () => {
  it("name whoever is let in, and show them that they were", async () => {
    const { symbolon, createDoor, storage } = await openDoorsWithStore()
    const { tap, session } = await createDoor()
    const { user } = await symbolon.users.create({ username: "stranger", firstName: "S" })
    const own = await storage.transact("read", (tx) => tx.wallets.ofUser(user.uuid, undefined))
    await tap(own?.address ?? "")
    const { items } = await symbolon.sessions.listAttendees({
      session: session.slug,
      page: wholePage,
    })
    expect(items).toMatchObject([{ user: { username: "stranger" } }])
    const told: string[] = []
    for await (const line of symbolon.exportPerson({ userUuid: user.uuid }))
      told.push(JSON.stringify(line))
    expect(told.join()).toContain(session.uuid)
  })

  it("tell no wallet of a stranger who is not let in but the one that was tapped", async () => {
    const { symbolon, people, createDoor, storage } = await openDoorsWithStore()
    const { tap } = await createDoor({ requiredEntitlement: "member" })
    const { user } = await symbolon.users.create({ username: "stranger", firstName: "S" })
    const own = await storage.transact("read", (tx) => tx.wallets.ofUser(user.uuid, undefined))
    const wallet = own?.address ?? ""
    const { linkToken } = await symbolon.links.create({
      userUuid: user.uuid,
      walletAddress: wallet,
    })
    const blocked = async (type: "wallet" | "link" | "username" | "user_id", value: string) => {
      const answer = await tap("", { identifier: { type, value } })
      expect(answer).toMatchObject({ blockedReason: "membership_required" })
      return answer.walletAddress
    }
    expect(await blocked("wallet", wallet)).toBe(wallet)
    expect(await blocked("wallet", wallet.toUpperCase())).toBe(wallet)
    expect(await blocked("link", linkToken)).toBeUndefined()
    expect(await blocked("username", "stranger")).toBeUndefined()
    expect(await blocked("user_id", user.uuid)).toBeUndefined()
    // Of a member the organization knows the wallet.
    const full = await createDoor({ maxAttendees: 1 })
    await full.tap(people[1]?.wallet ?? "")
    expect(
      await full.tap("", { identifier: { type: "username", value: "member-1" } }),
    ).toMatchObject({ blockedReason: "session_full", walletAddress: people[0]?.wallet })
  })

  it("a session that asks for another one admits who was there before, and names it", async () => {
    const { symbolon, clock, club, wallets } = await openTestDoors()
    const { activity, session: morning } = await createTestSession(symbolon, club.slug)
    const evening = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Evening",
      requiredPriorSessionUuid: morning.uuid,
      startTime: secondsAfterStart(0),
      endTime: secondsAfterStart(7200),
    })
    const tap = (session: string, wallet: string, at?: Date) =>
      symbolon.sessions.admit({ session, request: request(wallet, { occurredAt: at }) })
    const first = await tap(morning.slug, wallets[0] ?? "")
    clock.set(secondsAfterStart(10))
    expect(await tap(evening.slug, wallets[1] ?? "")).toMatchObject({
      blockedReason: "prior_session_required",
      details: { session_slug: morning.slug },
    })
    await symbolon.sessions.undoAdmission({
      session: morning.slug,
      attendance: first.attendanceUuid ?? "",
    })
    expect(await tap(evening.slug, wallets[0] ?? "")).toMatchObject({
      blockedReason: "prior_session_required",
    })
    clock.set(secondsAfterStart(400))
    await tap(morning.slug, wallets[0] ?? "")
    // A clock may be behind another by five minutes, and no more.
    expect(await tap(evening.slug, wallets[0] ?? "", secondsAfterStart(99))).toMatchObject({
      blockedReason: "prior_session_required",
    })
    expect(await tap(evening.slug, wallets[0] ?? "", secondsAfterStart(100))).toMatchObject({
      decision: "admitted",
    })
  })

  it("membership is read at the moment of the tap, ended or not", async () => {
    const { symbolon, clock, club, wallets, people } = await openTestDoors()
    const { session } = await createTestSession(symbolon, club.slug, {
      requiredEntitlement: "member",
      enforcesCheckinWindow: false,
    })
    const lounge = await createTestSession(symbolon, club.slug, {
      requiredEntitlement: "sauna",
      enforcesCheckinWindow: false,
    })
    const bronze = await symbolon.tiers.create({
      organization: club.slug,
      name: "Bronze",
      paymentInterval: "monthly",
    })
    const poor = await addTestMember(symbolon, club.slug, bronze.slug, "poor")
    const tap = (wallet: string, occurredAt?: Date, slug = session.slug) =>
      symbolon.sessions.admit({ session: slug, request: request(wallet, { occurredAt }) })
    expect(await tap(poor.wallet, undefined, lounge.session.slug)).toMatchObject({
      blockedReason: "entitlement_required",
      details: { entitlement: "sauna" },
    })
    clock.set(secondsAfterStart(10))
    await symbolon.memberships.removeMember({
      organization: club.slug,
      userUuid: people[0]?.user.uuid ?? "",
    })
    await symbolon.testClock?.moveTo(new Date("2026-12-22T10:00:00Z"))
    expect(await tap(wallets[0] ?? "")).toMatchObject({ blockedReason: "membership_required" })
    expect(await tap(wallets[0] ?? "", secondsAfterStart(10))).toMatchObject({
      blockedReason: "membership_required",
    })
    expect(await tap(wallets[0] ?? "", secondsAfterStart(9))).toMatchObject({
      decision: "admitted",
    })
    expect(await tap(wallets[1] ?? "")).toMatchObject({
      blockedReason: "membership_lapsed",
      details: { renewable_until: expect.any(String) },
    })
    expect(await tap(wallets[1] ?? "", secondsAfterStart(5))).toMatchObject({
      decision: "admitted",
    })
  })
})

describe("seats", () => {
  it("a ticket holder always has one, and it is held for them; walk-ins get the rest", async () => {
    const { symbolon, wallets, issue, createDoor } = await openTestDoors(undefined, 6)
    const ticket = await issue("member-1")
    const { tap, attendees } = await createDoor({
      maxAttendees: 3,
      ticketTemplateUuid: ticket.reference_id,
    })
    const [holder = "", ben = "", cid = "", dan = "", eva = ""] = wallets
    expect(await tap(ben)).toMatchObject({ decision: "admitted", seat: "walk_in" })
    expect(await tap(cid)).toMatchObject({ decision: "admitted", seat: "walk_in" })
    expect(await tap(dan)).toMatchObject({
      blockedReason: "session_full",
      details: { max_attendees: 3 },
    })
    expect(await tap(holder)).toMatchObject({ decision: "admitted", seat: "ticket" })
    expect(await tap(dan)).toMatchObject({ blockedReason: "session_full" })
    // One who is in gets a ticket: they take the reserved seat instead of a walk-in's, and nobody
    // else's.
    await issue("member-2")
    expect(await tap(dan)).toMatchObject({ blockedReason: "session_full" })
    // A ticket beyond the last seat is good all the same.
    await issue("member-5")
    expect(await tap(eva)).toMatchObject({ decision: "admitted", seat: "ticket" })
    const undone = (await attendees()).find(({ walletAddress }) => walletAddress === cid)
    await symbolon.sessions.undoAdmission({
      session: undone?.sessionUuid ?? "",
      attendance: undone?.uuid ?? "",
    })
    expect(await tap(dan)).toMatchObject({ blockedReason: "session_full" })
  })

  it("an upload from before moves exactly the last one over the edge, and taking somebody out moves them back", async () => {
    const { symbolon, clock, wallets, createDoor } = await openTestDoors(undefined, 5)
    const { tap, session, attendees } = await createDoor({ maxAttendees: 2 })
    const { manifestVersion } = await symbolon.sessions.checkinManifest({ session: session.slug })
    const [ada = "", ben = "", cid = "", dan = "", eva = ""] = wallets
    clock.set(secondsAfterStart(100))
    const offline = (at: number) => ({
      isOffline: true,
      manifestVersion,
      occurredAt: secondsAfterStart(at),
    })
    const over = async () =>
      (await attendees({ isDisputed: true })).map(({ walletAddress, disputedReason }) => [
        walletAddress,
        disputedReason,
      ])
    const last = [
      await tap(ada, offline(80)),
      await tap(ben, { ...offline(80), idempotencyKey: "last" }),
    ]
    expect(last).toMatchObject([{ disputedReason: undefined }, { disputedReason: undefined }])
    expect(await tap(cid)).toMatchObject({ blockedReason: "session_full" })
    expect(await tap(cid, offline(50))).toMatchObject({
      decision: "admitted",
      disputedReason: undefined,
    })
    // Both came at one moment: the wallet decides whose seat it was.
    const [stored, lost] = [ada, ben].toSorted()
    expect(await over()).toEqual([[lost, "over_capacity"]])
    expect(await tap(dan, offline(40))).toMatchObject({ disputedReason: undefined })
    const both = new Set([
      [stored, "over_capacity"],
      [lost, "over_capacity"],
    ])
    expect(new Set(await over())).toEqual(both)
    expect(await tap(ben, { ...offline(80), idempotencyKey: "last" })).toEqual({
      ...last[1],
      isReplayed: true,
    })
    const present = await attendees()
    await symbolon.sessions.undoAdmission({
      session: session.slug,
      attendance: present[0]?.uuid ?? "",
    })
    expect(await over()).toEqual([[lost, "over_capacity"]])
    // Somebody is let in live once there is a seat, and stays without dispute whatever comes to
    // light.
    await symbolon.sessions.update({ session: session.slug, settings: { maxAttendees: 4 } })
    expect(await tap(eva)).toMatchObject({ decision: "admitted" })
    await symbolon.sessions.undoAdmission({
      session: session.slug,
      attendance: present[1]?.uuid ?? "",
    })
    expect(await over()).toEqual([])
  })
})
