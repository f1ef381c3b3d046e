import { describe, expect, it } from "vitest"
import { createStaffedOrganization, userCaller } from "../fixtures/staffed-organization.ts"
import { createTestSession } from "../fixtures/world.ts"
import { openTestDoors, request, secondsAfterStart, wholePage } from "../fixtures/door-taps.ts"

describe("undo", () => {
  it("keeps the record, frees the person, and an old key still answers what it did", async () => {
    const { symbolon, clock, wallets, createDoor } = await openTestDoors()
    const { tap, session, attendees } = await createDoor({ maxAttendees: 1 })
    const [ada = "", ben = ""] = wallets
    const first = await tap(ada, { idempotencyKey: "k" })
    clock.set(secondsAfterStart(10))
    const undo = () =>
      symbolon.sessions.undoAdmission({
        session: session.slug,
        attendance: first.attendanceUuid ?? "",
      })
    expect(await undo()).toMatchObject({
      presence: { uuid: first.attendanceUuid, undoneAt: secondsAfterStart(10) },
      user: { username: "member-1" },
    })
    await expect(undo()).rejects.toMatchObject({ _tag: "Conflict", reason: "already_undone" })
    expect(await attendees()).toEqual([])
    expect(await attendees({ isUndone: true })).toMatchObject([
      { uuid: first.attendanceUuid, firstAdmittedAt: secondsAfterStart(0) },
    ])
    // The seat is free at once, and taken by whoever comes.
    expect(await tap(ben)).toMatchObject({ decision: "admitted" })
    expect(await tap(ada, { idempotencyKey: "k" })).toEqual({ ...first, isReplayed: true })
    expect(await tap(ada)).toMatchObject({ blockedReason: "session_full" })
    const [there] = await attendees()
    await symbolon.sessions.undoAdmission({ session: session.slug, attendance: there?.uuid ?? "" })
    const again = await tap(ada)
    expect(again).toMatchObject({
      decision: "admitted",
      firstAdmittedAt: secondsAfterStart(10),
      isReentry: false,
    })
    expect(again.attendanceUuid).not.toBe(first.attendanceUuid)
  })

  it("is not done to what is absent, or at another session", async () => {
    const { symbolon, wallets, createDoor } = await openTestDoors()
    const [one, other] = [await createDoor(), await createDoor()]
    const { attendanceUuid = "" } = await one.tap(wallets[0] ?? "")
    for (const [session, attendance] of [
      [one.session.slug, "nothing"],
      [other.session.slug, attendanceUuid],
    ] as const)
      await expect(symbolon.sessions.undoAdmission({ session, attendance })).rejects.toMatchObject({
        _tag: "NotFound",
        what: "attendance",
      })
    expect(await one.attendees()).toHaveLength(1)
  })
})

describe("who came how", () => {
  it("staff may see and undo, the door's team may not; a person who names somebody is the source", async () => {
    const { symbolon, forClub, club, team } = await createStaffedOrganization()
    const { session } = await createTestSession(symbolon, club)
    const byName = request("", { identifier: { type: "username", value: "a-stranger" } })
    const { attendanceUuid = "" } = await forClub("door").sessions.admit({
      session: session.slug,
      request: byName,
    })
    await expect(
      forClub("door").sessions.listAttendees({ session: session.slug, page: wholePage }),
    ).rejects.toMatchObject({
      _tag: "Forbidden",
    })
    await expect(
      forClub("door").sessions.undoAdmission({ session: session.slug, attendance: attendanceUuid }),
    ).rejects.toMatchObject({
      _tag: "Forbidden",
    })
    const { items } = await forClub("staff").sessions.listAttendees({
      session: session.slug,
      page: wholePage,
    })
    expect(items).toMatchObject([
      {
        presence: { source: "manual", userUuid: team.outsider.uuid },
        user: { username: "a-stranger" },
      },
    ])
    const undone = await forClub("staff").sessions.undoAdmission({
      session: session.slug,
      attendance: attendanceUuid,
    })
    expect(undone.presence.undoneBy).toBe(team.staff.uuid)
  })

  it("a person checks in by themself, under the rules of the door", async () => {
    const { symbolon, people, wallets, createDoor } = await openTestDoors()
    const { session, attendees } = await createDoor({
      maxAttendees: 1,
      requiredEntitlement: "member",
    })
    const own = (n: number) => symbolon.as(userCaller(people[n]?.user.uuid ?? "")).sessions
    const checkIn = { session: session.slug, idempotencyKey: "k" }
    expect(await own(0).checkIn(checkIn)).toMatchObject({
      decision: "admitted",
      walletAddress: wallets[0],
      seat: "walk_in",
    })
    expect(await own(0).checkIn({ ...checkIn, idempotencyKey: "l" })).toMatchObject({
      blockedReason: "already_admitted",
    })
    expect(await own(1).checkIn(checkIn)).toMatchObject({ blockedReason: "session_full" })
    expect(await attendees()).toMatchObject([{ source: "self", walletAddress: wallets[0] }])
    await expect(symbolon.sessions.checkIn(checkIn)).rejects.toMatchObject({ _tag: "BadRequest" })
    const { user } = await symbolon.users.create({ username: "newcomer", firstName: "N" })
    expect(await symbolon.sessions.checkIn({ ...checkIn, userUuid: user.uuid })).toMatchObject({
      blockedReason: "membership_required",
    })
  })

  it("the people of an activity stand once, over all its sessions", async () => {
    const { symbolon, clock, club, wallets } = await openTestDoors()
    const { activity, session } = await createTestSession(symbolon, club.slug)
    const next = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Second",
      startTime: secondsAfterStart(0),
      endTime: secondsAfterStart(3600),
    })
    const tap = (slug: string, wallet = "") =>
      symbolon.sessions.admit({ session: slug, request: request(wallet) })
    await tap(session.slug, wallets[0])
    clock.set(secondsAfterStart(20))
    await tap(next.slug, wallets[0])
    await tap(next.slug, wallets[1])
    const page = { ...wholePage, sortBy: "sessions_attended", sortOrder: "desc" } as const
    const { items, totalItems } = await symbolon.activities.listAttendees({
      activity: activity.slug,
      page,
    })
    expect(totalItems).toBe(2)
    expect(items).toMatchObject([
      {
        attendance: {
          walletAddress: wallets[0],
          sessionsAttended: 2,
          firstAdmittedAt: secondsAfterStart(0),
          lastAdmittedAt: secondsAfterStart(20),
        },
        user: { username: "member-1" },
      },
      {
        attendance: { walletAddress: wallets[1], sessionsAttended: 1 },
        user: { username: "member-2" },
      },
    ])
  })
})

describe("a list", () => {
  it("is answered in its order, each alone, and what is wrong with one leaves the others be", async () => {
    const { symbolon, wallets, createDoor } = await openTestDoors()
    const { session, attendees } = await createDoor({ maxAttendees: 2 })
    const [ada = "", ben = "", cid = ""] = wallets
    const { user } = await symbolon.users.create({
      username: "without-wallet",
      firstName: "W",
    })
    const outcomes = await symbolon.sessions.admitBatch({
      session: session.slug,
      requests: [
        request(ada, { idempotencyKey: "a" }),
        request("nobody"),
        request(ada, { idempotencyKey: "a" }),
        request(ben, { idempotencyKey: "a" }),
        request(ada, { occurredAt: secondsAfterStart(999) }),
        request(ada),
        request("", { identifier: { type: "user_id", value: user.uuid } }),
        request(cid),
      ],
    })
    expect(outcomes).toMatchObject([
      { decision: "admitted", isReplayed: false },
      { _tag: "IdentifierUnresolved" },
      { decision: "admitted", isReplayed: true },
      { _tag: "IdempotencyConflict" },
      { _tag: "Invalid" },
      { blockedReason: "already_admitted" },
      { decision: "admitted" },
      { blockedReason: "session_full" },
    ])
    expect(await attendees()).toHaveLength(2)
  })

  it("late uploads are recorded and say so", async () => {
    const { symbolon, clock, wallets, createDoor } = await openTestDoors()
    const { tap, session } = await createDoor({ enforcesCheckinWindow: false })
    const { manifestVersion, validUntil } = await symbolon.sessions.checkinManifest({
      session: session.slug,
    })
    const offline = { isOffline: true, manifestVersion, occurredAt: secondsAfterStart(1) }
    const horizon = validUntil.getTime() + 7 * 86_400_000
    clock.set(new Date(horizon))
    expect(await tap(wallets[0] ?? "", offline)).toMatchObject({
      decision: "admitted",
      disputedReason: undefined,
    })
    clock.set(new Date(horizon + 1))
    expect(await tap(wallets[1] ?? "", offline)).toMatchObject({
      decision: "admitted",
      disputedReason: "late_upload",
    })
  })
})
