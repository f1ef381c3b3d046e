import { describe, expect, it } from "vitest"
import { byStart, openTestSessions } from "../fixtures/sessions.ts"

const weekly = {
  startTime: new Date("2026-03-24T18:00:00Z"),
  endTime: new Date("2026-03-24T19:30:00Z"),
  frequency: "weekly",
  interval: 1,
  count: 2,
} as const

describe("a batch of sessions", () => {
  it("is held on the activity's clock, else the organization's, else UTC", async () => {
    const { symbolon, club } = await openTestSessions()
    const second = async (activity: string) =>
      (
        await symbolon.sessions.createBatch({ activity, name: "Choir", recurrence: weekly })
      ).sessions[1]?.startTime.toISOString()
    const make = async (timezone?: string) =>
      (await symbolon.activities.create({ organization: club, name: "Choir", timezone })).slug
    expect(await second(await make())).toBe("2026-03-31T18:00:00.000Z")
    await symbolon.organizations.update({ organization: club, timezone: "Europe/Berlin" })
    expect(await second(await make())).toBe("2026-03-31T17:00:00.000Z")
    expect(await second(await make("Asia/Manila"))).toBe("2026-03-31T18:00:00.000Z")
  })

  it("takes the settings that are sent, and the activity's where none are", async () => {
    const { symbolon, activity } = await openTestSessions()
    const { sessions, series } = await symbolon.sessions.createBatch({
      activity: activity.slug,
      name: "Choir",
      description: "Bring water",
      seriesName: "Choir, spring",
      isCheckinOpen: false,
      settings: { allowReentry: true },
      recurrence: { ...weekly, count: 366 },
    })
    expect(series).toMatchObject({ name: "Choir, spring", sessionCount: 366 })
    expect(sessions).toHaveLength(366)
    for (const [n, session] of sessions.entries())
      expect(session).toMatchObject({
        name: "Choir",
        description: "Bring water",
        isCheckinOpen: false,
        allowReentry: true,
        maxAttendees: 40,
        seriesUuid: series.uuid,
        activityUuid: activity.uuid,
        sequenceNumber: n + 1,
      })
    expect(new Set(sessions.map(({ slug }) => slug)).size).toBe(366)
    expect(sessions[0]?.slug).toBe("choir")
    expect(sessions[1]?.slug).toMatch(/^choir-[a-z0-9]{6}$/)
    const pages = [1, 2, 3, 4].map((page) =>
      symbolon.sessions.listForActivity({
        activity: activity.slug,
        page: { ...byStart, page, pageSize: 100 },
      }),
    )
    expect((await Promise.all(pages)).flatMap(({ items }) => items)).toEqual(sessions)
  })

  it("is made whole or not at all", async () => {
    const { symbolon, activity } = await openTestSessions()
    const batch = (how: object) =>
      symbolon.sessions.createBatch({ activity: activity.slug, name: "Choir", ...how })
    const good = { startTime: weekly.startTime, endTime: weekly.endTime }
    const bad = { startTime: weekly.endTime, endTime: weekly.startTime }
    await expect(batch({ dates: [good, bad] })).rejects.toMatchObject({
      _tag: "Invalid",
      errors: { "dates.1.end_time": expect.any(String) },
    })
    await expect(batch({})).rejects.toMatchObject({
      _tag: "Invalid",
      errors: { dates: expect.any(String) },
    })
    await expect(batch({ recurrence: { ...weekly, count: 400 } })).rejects.toMatchObject({
      _tag: "Invalid",
    })
    await expect(
      batch({ dates: [good], settings: { requiresTicket: true } }),
    ).rejects.toMatchObject({ _tag: "BadRequest" })
    expect(
      (await symbolon.sessions.listForActivity({ activity: activity.slug, page: byStart }))
        .totalItems,
    ).toBe(0)
    expect(
      (
        await symbolon.sessions.listSeries({
          activity: activity.slug,
          page: { ...byStart, sortBy: "name" },
        })
      ).totalItems,
    ).toBe(0)
  })

  it("has names that make no slug, and long ones, told apart", async () => {
    const { symbolon, activity } = await openTestSessions()
    for (const name of ["???", "x".repeat(255)]) {
      const { sessions } = await symbolon.sessions.createBatch({
        activity: activity.slug,
        name,
        recurrence: weekly,
      })
      for (const { slug, uuid } of sessions)
        expect(await symbolon.sessions.get({ session: slug })).toMatchObject({ uuid })
    }
  })
})
