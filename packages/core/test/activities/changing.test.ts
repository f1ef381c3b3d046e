import { bareTemplate } from "../../src/rewards/reward-template.ts"
import { describe, expect, it } from "vitest"
import { forbidden } from "../fixtures/staffed-organization.ts"
import { hourMs, createTestActivity } from "../fixtures/activity.ts"
import { portsOf } from "../../src/effect.ts"

const notFound = { _tag: "NotFound", what: "activity" }
const invalid = (field: string, message: string) => ({
  _tag: "Invalid",
  errors: { [field]: expect.stringContaining(message) },
})

describe("changing an activity", () => {
  it("changes what is sent, clears what is null, and leaves the rest and the slug", async () => {
    const { activity, activityNow, change, clock, advance, hoursFromNow } =
      await createTestActivity()
    await advance(1000)
    const { activity: full, sessionsUpdated } = await change({
      name: "Regatta",
      description: "Boats",
      websiteUrl: "https://example.org",
      additionalData: { boats: 12 },
      startTime: hoursFromNow(1),
      endTime: hoursFromNow(2),
      isSessionCheckinOpen: false,
      timezone: "Asia/Manila",
      settings: { maxAttendees: 7, allowReentry: true, requiredEntitlement: "lounge" },
    })
    expect(sessionsUpdated).toBeUndefined()
    expect(full).toEqual({
      ...activity,
      name: "Regatta",
      description: "Boats",
      websiteUrl: "https://example.org",
      additionalData: { boats: 12 },
      startTime: hoursFromNow(1),
      endTime: hoursFromNow(2),
      isSessionCheckinOpen: false,
      timezone: "Asia/Manila",
      maxAttendees: 7,
      allowReentry: true,
      requiredEntitlement: "lounge",
      updatedAt: clock.now(),
    })
    expect(await activityNow()).toEqual(full)
    const { activity: bare } = await change({
      description: null,
      websiteUrl: null,
      additionalData: null,
      startTime: null,
      endTime: null,
      timezone: null,
      settings: { maxAttendees: null, requiredEntitlement: null },
    })
    expect(bare).toEqual({
      ...activity,
      name: "Regatta",
      isSessionCheckinOpen: false,
      allowReentry: true,
      updatedAt: clock.now(),
    })
    expect((await change({})).activity).toEqual(bare)
  })

  it("refuses an end that does not come after the start, whichever of them is sent", async () => {
    const { symbolon, club, activityNow, activity, change, hoursFromNow } =
      await createTestActivity()
    const fault = invalid("end_time", "must come after")
    await expect(
      change({ startTime: hoursFromNow(2), endTime: hoursFromNow(2) }),
    ).rejects.toMatchObject(fault)
    await change({ endTime: hoursFromNow(2) })
    await expect(change({ startTime: hoursFromNow(2) })).rejects.toMatchObject(fault)
    await expect(change({ startTime: hoursFromNow(3) })).rejects.toMatchObject(fault)
    expect(await activityNow()).toMatchObject({ startTime: undefined, endTime: hoursFromNow(2) })
    const times = { startTime: hoursFromNow(2), endTime: hoursFromNow(1) }
    await expect(
      symbolon.activities.create({ organization: club, name: "Backwards", ...times }),
    ).rejects.toMatchObject(fault)
    expect((await activityNow()).name).toBe(activity.name)
  })

  it("is for managers of its organization, and of nobody else's", async () => {
    const { symbolon, activity, activityNow, forClub, as, make } = await createTestActivity()
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: (await make("an-owner")).uuid,
    })
    const requested = { activity: activity.uuid, name: "Mine" }
    for (const name of ["staff", "door", "outsider"] as const)
      for (const call of [
        forClub(name).activities.update(requested),
        forClub(name).activities.delete({ activity: requested.activity }),
        forClub(name).activities.cancel({ activity: requested.activity }),
        forClub(name).activities.withdrawCancellation({ activity: requested.activity }),
      ])
        await expect(call).rejects.toMatchObject(forbidden)
    await expect(as("owner").activities.update(requested)).rejects.toMatchObject(forbidden)
    const outsider = symbolon.as({
      kind: "client",
      clientId: "app",
      sid: "s",
      scopes: new Set(["activity:write"]),
      isFirstParty: true,
      organizationUuid: elsewhere.uuid,
      serviceRole: "owner",
    })
    await expect(outsider.activities.update(requested)).rejects.toMatchObject(notFound)
    await expect(symbolon.activities.update({ activity: "no-such-thing" })).rejects.toMatchObject(
      notFound,
    )
    expect(await activityNow()).toEqual(activity)
  })
})

describe("the ticket of an activity", () => {
  it("is an active template of the organization, of no other activity", async () => {
    const { symbolon, club, clubUuid, activity, change, issue, make, clock } =
      await createTestActivity()
    const other = await symbolon.activities.create({ organization: club, name: "Gala" })
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: (await make("an-owner")).uuid,
    })
    const add = async (
      slug: string,
      of: { readonly organizationUuid?: string; readonly status?: "draft" | "archived" } = {},
    ) => {
      const uuid = portsOf(symbolon).ids.uuid()
      const row = {
        ...bareTemplate,
        uuid,
        slug,
        organizationUuid: clubUuid,
        activityUuid: undefined,
        name: slug,
        createdAt: clock.now(),
      } as const
      await portsOf(symbolon).storage.transact("write", (tx) =>
        tx.rewardTemplates.add({ ...row, ...of }),
      )
      return uuid
    }
    const own = (await issue("Own", { activityUuid: activity.uuid })).template
    const others = (await issue("Other", { activityUuid: other.uuid })).template
    const set = (ticketTemplateUuid: string) =>
      change({ settings: { ticketTemplateUuid, requiresTicket: true } })
    const field = "ticket_template_uuid"
    await expect(set("unknown")).rejects.toMatchObject(invalid(field, "no such reward template"))
    await add("by-its-slug")
    await expect(set("by-its-slug")).rejects.toMatchObject(
      invalid(field, "no such reward template"),
    )
    await expect(
      set(await add("foreign", { organizationUuid: elsewhere.uuid })),
    ).rejects.toMatchObject(invalid(field, "no such"))
    await expect(set(await add("a-draft", { status: "draft" }))).rejects.toMatchObject(
      invalid(field, "a draft"),
    )
    await expect(set(await add("archived", { status: "archived" }))).rejects.toMatchObject(
      invalid(field, "archived"),
    )
    await expect(set(others)).rejects.toMatchObject(invalid(field, "another activity"))
    expect((await set(own)).activity).toMatchObject({
      ticketTemplateUuid: own,
      requiresTicket: true,
    })
    const shared = await add("shared")
    expect((await set(shared)).activity).toMatchObject({ ticketTemplateUuid: shared })
    // One that belongs to an activity is of none that is only being made.
    const made = { organization: club, name: "New", settings: { ticketTemplateUuid: own } }
    await expect(symbolon.activities.create(made)).rejects.toMatchObject(
      invalid(field, "another activity"),
    )
    expect(
      await symbolon.activities.create({ ...made, settings: { ticketTemplateUuid: shared } }),
    ).toMatchObject({
      ticketTemplateUuid: shared,
    })
  })

  it("must be named before it is required", async () => {
    const { activity, activityNow, symbolon, club, change, issue } = await createTestActivity()
    const missing = { _tag: "BadRequest", field: "requires_ticket" }
    await expect(change({ settings: { requiresTicket: true } })).rejects.toMatchObject(missing)
    const { template } = await issue("Day")
    await change({ settings: { ticketTemplateUuid: template } })
    await change({ settings: { requiresTicket: true } })
    await expect(change({ settings: { ticketTemplateUuid: null } })).rejects.toMatchObject(missing)
    await change({ settings: { ticketTemplateUuid: null, requiresTicket: false } })
    expect(await activityNow()).toMatchObject({
      requiresTicket: false,
      ticketTemplateUuid: undefined,
      slug: activity.slug,
    })
    const made = { organization: club, name: "New", settings: { requiresTicket: true } }
    await expect(symbolon.activities.create(made)).rejects.toMatchObject(missing)
  })
})

describe("applying settings to the sessions there are", () => {
  it("sends exactly what was sent to those that have not ended", async () => {
    const { change, sessions, sessionNow, clock, advance, symbolon } = await createTestActivity()
    await symbolon.sessions.cancel({ session: sessions.coming.slug })
    const coming = await sessionNow("coming")
    await advance(1)
    const settings = { maxAttendees: 7, allowReentry: true, enforcesCheckinWindow: false }
    expect((await change({ settings, name: "Regatta" })).sessionsUpdated).toBeUndefined()
    expect(await sessionNow("on")).toEqual(sessions.on)
    expect(
      (
        await change({
          settings: { maxAttendees: 9, allowReentry: false },
          applyToUpcomingSessions: true,
        })
      ).sessionsUpdated,
    ).toBe(2)
    // Sessions have no re-entry already: that is what stays as it was; the window was not sent this
    // time.
    const updated = { maxAttendees: 9, updatedAt: clock.now() }
    expect(await sessionNow("on")).toEqual({ ...sessions.on, ...updated })
    expect(await sessionNow("coming")).toEqual({ ...coming, ...updated })
    expect(await sessionNow("over")).toEqual(sessions.over)
    await advance(hourMs)
    expect(
      (await change({ settings: { maxAttendees: null }, applyToUpcomingSessions: true }))
        .sessionsUpdated,
    ).toBe(1)
    expect(await sessionNow("on")).toEqual({ ...sessions.on, ...updated })
    expect(await sessionNow("coming")).toMatchObject({ maxAttendees: undefined })
  })

  it("asks the store no more for many sessions than for one, and nothing is sent where nothing is said", async () => {
    const { change, session, requested, issue } = await createTestActivity()
    const [day, other] = [await issue("Day"), await issue("Other")]
    const costs = async (ticketTemplateUuid: string) => {
      const before = requested()
      const settings = { ticketTemplateUuid, maxAttendees: 5 }
      const { sessionsUpdated } = await change({
        settings,
        applyToUpcomingSessions: true,
        confirmStrandingHolders: true,
      })
      return { sessionsUpdated, calls: requested() - before }
    }
    const few = await costs(day.template)
    for (let n = 0; n < 30; n += 1) await session(`Day ${n}`, n, n + 1)
    expect(await costs(other.template)).toEqual({ sessionsUpdated: 32, calls: few.calls })
    expect((await change({ name: "Regatta", applyToUpcomingSessions: true })).sessionsUpdated).toBe(
      0,
    )
  })

  it("refuses all of it when the gate would be on at a session with no ticket named", async () => {
    const { change, issue, sessions, sessionNow, activityNow, activity } =
      await createTestActivity()
    const { template } = await issue("Day")
    await change({ settings: { ticketTemplateUuid: template } })
    const gate = change({
      name: "Closed",
      settings: { requiresTicket: true },
      applyToUpcomingSessions: true,
    })
    await expect(gate).rejects.toMatchObject({
      _tag: "BadRequest",
      field: "requires_ticket",
      reason: expect.stringContaining("session"),
    })
    expect(await activityNow()).toMatchObject({ name: activity.name, requiresTicket: false })
    expect(await sessionNow("on")).toEqual(sessions.on)
    const both = { requiresTicket: true, ticketTemplateUuid: template }
    expect((await change({ settings: both, applyToUpcomingSessions: true })).sessionsUpdated).toBe(
      2,
    )
    for (const name of ["on", "coming"] as const) expect(await sessionNow(name)).toMatchObject(both)
  })

  it("does not take a ticket away from under those who hold it, unless that is confirmed", async () => {
    const { change, issue, sessions, sessionNow, activityNow, symbolon } =
      await createTestActivity()
    const [day, other] = [await issue("Day"), await issue("Other")]
    await issue("Day", { to: "the-staff" })
    await change({ settings: { ticketTemplateUuid: day.template }, applyToUpcomingSessions: true })
    const swap = { settings: { ticketTemplateUuid: other.template }, applyToUpcomingSessions: true }
    const stranded = (name: "on" | "coming") => ({
      uuid: sessions[name].uuid,
      slug: sessions[name].slug,
      ticketTemplateUuid: day.template,
      holders: 2,
    })
    await expect(change(swap)).rejects.toMatchObject({
      _tag: "StrandingHolders",
      holders: 2,
      sessions: [stranded("on"), stranded("coming")],
    })
    expect(await activityNow()).toMatchObject({ ticketTemplateUuid: day.template })
    expect(await sessionNow("on")).toMatchObject({ ticketTemplateUuid: day.template })
    // The default of sessions to come strands nobody, and neither does what is sent again.
    expect(
      (
        await change({
          settings: { ticketTemplateUuid: day.template },
          applyToUpcomingSessions: true,
        })
      ).sessionsUpdated,
    ).toBe(2)
    await change({ settings: { ticketTemplateUuid: other.template } })
    expect((await change({ ...swap, confirmStrandingHolders: true })).sessionsUpdated).toBe(2)
    expect(await sessionNow("coming")).toMatchObject({ ticketTemplateUuid: other.template })
    // What is void is nobody's.
    await symbolon.transactions.reverse({ transaction: other.transaction, idempotencyKey: "back" })
    expect(
      (await change({ settings: { ticketTemplateUuid: null }, applyToUpcomingSessions: true }))
        .sessionsUpdated,
    ).toBe(2)
    expect(await sessionNow("on")).toMatchObject({ ticketTemplateUuid: undefined })
  })
})
