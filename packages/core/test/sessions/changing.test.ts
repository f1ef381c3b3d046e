import { describe, expect, it } from "vitest"
import { forbidden } from "../fixtures/staffed-organization.ts"
import { hourMs, openTestSessions } from "../fixtures/sessions.ts"
import { portsOf } from "../../src/effect.ts"

const invalid = (field: string) => ({ _tag: "Invalid", errors: { [field]: expect.any(String) } })
const conflict = (reason: string) => ({ _tag: "Conflict", reason })

describe("changing a session", () => {
  it("changes what is sent, and null clears", async () => {
    const { make, change, now, hoursFromNow, clock, advance } = await openTestSessions()
    const session = await make("Monday", 1, 2, { description: "Bring a coat" })
    await advance(1000)
    const changed = await change(session, {
      name: "Tuesday",
      description: null,
      startTime: new Date(hoursFromNow(3).getTime() + 999),
      endTime: hoursFromNow(4),
      isCheckinOpen: false,
      settings: { maxAttendees: null, requiredEntitlement: "member", allowReentry: true },
    })
    expect(changed).toEqual({
      ...session,
      name: "Tuesday",
      description: undefined,
      startTime: hoursFromNow(3),
      endTime: hoursFromNow(4),
      isCheckinOpen: false,
      maxAttendees: undefined,
      requiredEntitlement: "member",
      allowReentry: true,
      updatedAt: clock.now(),
    })
    expect(await now(session)).toEqual(changed)
  })

  it("is on whole seconds, like making one", async () => {
    const { make, change, hoursFromNow, activity, symbolon, club } = await openTestSessions()
    const parts = {
      startTime: new Date(hoursFromNow(1).getTime() + 1),
      endTime: new Date(hoursFromNow(2).getTime() + 999),
    }
    const whole = { startTime: hoursFromNow(1), endTime: hoursFromNow(2) }
    expect(await make("Monday", 0, 1, parts)).toMatchObject(whole)
    expect(
      await symbolon.sessions.createStandalone({ organization: club, name: "Dinner", ...parts }),
    ).toMatchObject(whole)
    const { sessions } = await symbolon.sessions.createBatch({
      activity: activity.uuid,
      name: "Run",
      dates: [parts],
    })
    expect(sessions).toMatchObject([whole])
    expect(await change(await make("Tuesday", 5, 6), parts)).toMatchObject(whole)
    await expect(
      make("Nothing", 0, 1, {
        startTime: hoursFromNow(1),
        endTime: new Date(hoursFromNow(1).getTime() + 999),
      }),
    ).rejects.toMatchObject(invalid("end_time"))
  })

  it("writes nothing where nothing changes", async () => {
    const { make, change, now, activity, hoursFromNow } = await openTestSessions()
    const session = await make("Monday", 1, 2)
    const same = {
      name: "Monday",
      startTime: hoursFromNow(1),
      endTime: hoursFromNow(2),
      activityUuid: activity.uuid,
      settings: { maxAttendees: 40 },
    }
    expect(await change(session, same)).toEqual(session)
    expect(await change(session, {})).toEqual(session)
    expect((await now(session)).updatedAt).toBeUndefined()
  })

  it("is refused to who may not, and for a door that makes no sense", async () => {
    const { make, change, forClub, hoursFromNow } = await openTestSessions()
    const session = await make("Monday", 1, 2)
    for (const who of ["staff", "door"] as const)
      await expect(
        forClub(who).sessions.update({ session: session.uuid, name: "Mine" }),
      ).rejects.toMatchObject(forbidden)
    await expect(change(session, { endTime: hoursFromNow(1) })).rejects.toMatchObject(
      invalid("end_time"),
    )
    await expect(change(session, { startTime: hoursFromNow(5) })).rejects.toMatchObject(
      invalid("end_time"),
    )
    await expect(change(session, { settings: { requiresTicket: true } })).rejects.toMatchObject({
      _tag: "BadRequest",
      field: "requires_ticket",
    })
    await expect(change({ uuid: "nowhere" }, { name: "x" })).rejects.toMatchObject({
      _tag: "NotFound",
      what: "session",
    })
  })

  it("of one that is over takes its words and a later end, and nothing else", async () => {
    const { make, change, other, hoursFromNow, advance, issue } = await openTestSessions()
    const first = await make("Sunday", -1, 0)
    const session = await make("Monday", 1, 2)
    await advance(2 * hourMs)
    const frozen = (field: string) => ({ _tag: "BadRequest", field })
    await expect(change(session, { startTime: hoursFromNow(0) })).rejects.toMatchObject(
      frozen("start_time"),
    )
    await expect(change(session, { endTime: hoursFromNow(1.5) })).rejects.toMatchObject(
      frozen("end_time"),
    )
    await expect(change(session, { isCheckinOpen: false })).rejects.toMatchObject(
      frozen("is_checkin_open"),
    )
    await expect(change(session, { activityUuid: other.uuid })).rejects.toMatchObject(
      frozen("activity_uuid"),
    )
    await expect(change(session, { requiredPriorSessionUuid: first.uuid })).rejects.toMatchObject(
      frozen("required_prior_session_uuid"),
    )
    await expect(change(session, { settings: { maxAttendees: 41 } })).rejects.toMatchObject(
      frozen("max_attendees"),
    )
    const ticketTemplateUuid = await issue("Ticket")
    await expect(change(session, { settings: { ticketTemplateUuid } })).rejects.toMatchObject(
      frozen("ticket_template_uuid"),
    )
    // Sent as it is, it is no change.
    expect(
      await change(session, { startTime: hoursFromNow(1), isCheckinOpen: true, name: "Mon" }),
    ).toMatchObject({ name: "Mon" })
    expect(await change(session, { description: "It was fine." })).toMatchObject({
      description: "It was fine.",
    })
    expect(await change(session, { endTime: hoursFromNow(3) })).toMatchObject({
      endTime: hoursFromNow(3),
    })
    expect(
      await change(session, { startTime: hoursFromNow(0), settings: { maxAttendees: 41 } }),
    ).toMatchObject({ maxAttendees: 41 })
  })
})

describe("a session that another requires", () => {
  it("is another one of the same activity that starts before it", async () => {
    const { make, change, other, hoursFromNow } = await openTestSessions()
    const first = await make("One", 1, 2)
    const foreign = await make("Elsewhere", 0, 1, { activity: other.slug })
    const field = invalid("required_prior_session_uuid")
    const second = await make("Two", 3, 4, { requiredPriorSessionUuid: first.uuid })
    expect(second.requiredPriorSessionUuid).toBe(first.uuid)
    for (const prior of [foreign.uuid, "nothing", second.slug]) {
      await expect(make("Three", 5, 6, { requiredPriorSessionUuid: prior })).rejects.toMatchObject(
        field,
      )
      await expect(change(second, { requiredPriorSessionUuid: prior })).rejects.toMatchObject(field)
    }
    await expect(
      make("Zero", 1, 2, { requiredPriorSessionUuid: first.uuid }),
    ).rejects.toMatchObject(field)
    await expect(change(first, { requiredPriorSessionUuid: first.uuid })).rejects.toMatchObject(
      field,
    )
    await expect(change(first, { requiredPriorSessionUuid: second.uuid })).rejects.toMatchObject(
      field,
    )
    // Both directions, when times move.
    await expect(change(second, { startTime: hoursFromNow(1) })).rejects.toMatchObject(field)
    await expect(
      change(first, { startTime: hoursFromNow(3), endTime: hoursFromNow(5) }),
    ).rejects.toMatchObject(conflict("required_by_session"))
    expect(
      await change(first, { startTime: hoursFromNow(2.5), endTime: hoursFromNow(5) }),
    ).toMatchObject({
      startTime: hoursFromNow(2.5),
    })
    expect(
      await change(second, { requiredPriorSessionUuid: null, startTime: hoursFromNow(1) }),
    ).toMatchObject({
      requiredPriorSessionUuid: undefined,
    })
    expect(await change(first, { startTime: hoursFromNow(4) })).toMatchObject({
      startTime: hoursFromNow(4),
    })
  })

  it("is never started after the one that requires it, whoever moves which at once", async () => {
    const { make, change, now, hoursFromNow } = await openTestSessions()
    const first = await make("One", 1, 2)
    const second = await make("Two", 5, 20, { requiredPriorSessionUuid: first.uuid })
    const moves = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? change(first, { startTime: hoursFromNow(n), endTime: hoursFromNow(21) })
        : change(second, { startTime: hoursFromNow(n) }),
    )
    await Promise.allSettled(moves)
    expect((await now(first)).startTime < (await now(second)).startTime).toBe(true)
  })
})

describe("moving a session", () => {
  it("to another activity takes it out of its series, under the next number there", async () => {
    const { make, change, other, activity, symbolon, hoursFromNow } = await openTestSessions()
    await make("Talk", 1, 2, { activity: other.slug })
    const dates = [1, 5].map((hour) => ({
      startTime: hoursFromNow(hour),
      endTime: hoursFromNow(hour + 1),
    }))
    const { series, sessions } = await symbolon.sessions.createBatch({
      activity: activity.uuid,
      name: "Watch",
      dates,
    })
    const [watch, later] = sessions
    if (watch === undefined || later === undefined) throw new Error("There are two.")
    expect(await change(watch, { activityUuid: other.uuid })).toMatchObject({
      activityUuid: other.uuid,
      seriesUuid: undefined,
      sequenceNumber: 2,
    })
    expect(await change(later, { activityUuid: null })).toMatchObject({
      activityUuid: undefined,
      seriesUuid: undefined,
      sequenceNumber: 1,
    })
    const remaining = await symbolon.sessions.getSeries({
      activity: activity.uuid,
      seriesUuid: series.uuid,
    })
    expect(remaining).toMatchObject({
      series: { sessionCount: 0, firstStartTime: undefined, lastStartTime: undefined },
      sessions: [],
    })
    expect(await change(later, { activityUuid: activity.uuid })).toMatchObject({
      activityUuid: activity.uuid,
      sequenceNumber: 1,
    })
  })

  it("is refused to another organization's activity, or one that is deleted", async () => {
    const { make, change, symbolon, team, other } = await openTestSessions()
    const session = await make("Monday", 1, 2)
    const away = await symbolon.organizations.create({
      name: "Away Club",
      ownerUuid: team.owner.uuid,
    })
    const theirs = await symbolon.activities.create({ organization: away.slug, name: "Theirs" })
    await symbolon.activities.delete({ activity: other.uuid })
    for (const activityUuid of [theirs.uuid, other.uuid, other.slug, "nothing"])
      await expect(change(session, { activityUuid })).rejects.toMatchObject(
        invalid("activity_uuid"),
      )
  })

  it("is refused while others require it, or it requires one that stays", async () => {
    const { make, change, other } = await openTestSessions()
    const first = await make("One", 1, 2)
    const second = await make("Two", 3, 4, { requiredPriorSessionUuid: first.uuid })
    await expect(change(first, { activityUuid: other.uuid })).rejects.toMatchObject(
      conflict("required_by_session"),
    )
    await expect(change(first, { activityUuid: null })).rejects.toMatchObject(
      conflict("required_by_session"),
    )
    await expect(change(second, { activityUuid: other.uuid })).rejects.toMatchObject(
      invalid("required_prior_session_uuid"),
    )
    await expect(change(second, { activityUuid: null })).rejects.toMatchObject(
      invalid("required_prior_session_uuid"),
    )
    expect(
      await change(second, { activityUuid: other.uuid, requiredPriorSessionUuid: null }),
    ).toMatchObject({ activityUuid: other.uuid })
    expect(await change(first, { activityUuid: other.uuid })).toMatchObject({
      activityUuid: other.uuid,
    })
    expect(await change(second, { requiredPriorSessionUuid: first.uuid })).toMatchObject({
      requiredPriorSessionUuid: first.uuid,
    })
  })

  it("is refused while its ticket belongs to the activity it is in", async () => {
    const { make, change, other, activity, issue } = await openTestSessions()
    const [bound, free] = [await issue("Week pass", activity.uuid), await issue("Club pass")]
    const session = await make("Monday", 1, 2, {
      settings: { requiresTicket: true, ticketTemplateUuid: bound },
    })
    await expect(change(session, { activityUuid: other.uuid })).rejects.toMatchObject(
      conflict("ticket_of_activity"),
    )
    await expect(
      change(session, { activityUuid: null, settings: { ticketTemplateUuid: bound } }),
    ).rejects.toMatchObject(conflict("ticket_of_activity"))
    const freed = {
      activityUuid: other.uuid,
      settings: { ticketTemplateUuid: free },
      confirmStrandingHolders: true,
    }
    expect(await change(session, freed)).toMatchObject({
      activityUuid: other.uuid,
      ticketTemplateUuid: free,
    })
    expect(await change(session, { activityUuid: null })).toMatchObject({
      activityUuid: undefined,
      ticketTemplateUuid: free,
    })
  })
})

describe("changing the ticket of a session", () => {
  it("is refused while somebody holds the one that was good until now, unless that is confirmed", async () => {
    const { make, change, issue, now } = await openTestSessions()
    const old = await issue("Old")
    await issue("Old")
    const fresh = await issue("New")
    const session = await make("Monday", 1, 2, {
      settings: { requiresTicket: true, ticketTemplateUuid: old },
    })
    const stranding = {
      _tag: "StrandingHolders",
      holders: 2,
      sessions: [{ uuid: session.uuid, slug: session.slug, ticketTemplateUuid: old, holders: 2 }],
    }
    await expect(
      change(session, { settings: { ticketTemplateUuid: fresh } }),
    ).rejects.toMatchObject(stranding)
    await expect(
      change(session, { settings: { ticketTemplateUuid: null, requiresTicket: false } }),
    ).rejects.toMatchObject(stranding)
    expect(await now(session)).toEqual(session)
    expect(
      await change(session, { settings: { ticketTemplateUuid: old, maxAttendees: 5 } }),
    ).toMatchObject({ maxAttendees: 5 })
    const confirmed = { settings: { ticketTemplateUuid: fresh }, confirmStrandingHolders: true }
    expect(await change(session, confirmed)).toMatchObject({ ticketTemplateUuid: fresh })
  })

  it("from none, or one that nobody holds, needs no word", async () => {
    const { make, change, issue, symbolon } = await openTestSessions()
    const [one, two] = [await issue("One"), await issue("Two")]
    const session = await make("Monday", 1, 2)
    expect(await change(session, { settings: { ticketTemplateUuid: one } })).toMatchObject({
      ticketTemplateUuid: one,
    })
    const { items } = await portsOf(symbolon).storage.transact("read", async (tx) => ({
      items: await tx.tickets.listValid({ rewardTemplateUuid: one }, undefined, 10),
    }))
    await symbolon.transactions.reverse({
      transaction: items[0]?.uid ?? "",
      reason: "A mistake",
      idempotencyKey: "back",
    })
    expect(await change(session, { settings: { ticketTemplateUuid: two } })).toMatchObject({
      ticketTemplateUuid: two,
    })
  })
})
