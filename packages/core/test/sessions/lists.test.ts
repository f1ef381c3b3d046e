import { describe, expect, it } from "vitest"
import { forbidden } from "../fixtures/staffed-organization.ts"
import { byStart, openTestSessions } from "../fixtures/sessions.ts"

const names = ({ items }: { readonly items: readonly { readonly name: string }[] }) =>
  items.map(({ name }) => name)

describe("lists of sessions", () => {
  it("of an activity: those that are not over, or of one series", async () => {
    const { make, symbolon, activity, hoursFromNow } = await openTestSessions()
    await make("Over", -2, 0)
    await make("On", -1, 1)
    await make("Coming", 1, 2)
    const dates = [3, -4].map((hour) => ({
      startTime: hoursFromNow(hour),
      endTime: hoursFromNow(hour + 1),
    }))
    const { series } = await symbolon.sessions.createBatch({
      activity: activity.slug,
      name: "Run",
      dates,
    })
    const listed = async (how: { readonly isUpcoming?: boolean; readonly seriesUuid?: string }) =>
      names(
        await symbolon.sessions.listForActivity({ activity: activity.slug, ...how, page: byStart }),
      )
    expect(await listed({})).toEqual(["Run", "Over", "On", "Coming", "Run"])
    expect(await listed({ isUpcoming: true })).toEqual(["On", "Coming", "Run"])
    expect(await listed({ isUpcoming: false })).toEqual(["Run", "Over"])
    expect(await listed({})).toEqual(["Run", "Over", "On", "Coming", "Run"])
    expect(await listed({ seriesUuid: series.uuid })).toEqual(["Run", "Run"])
    expect(await listed({ seriesUuid: series.uuid, isUpcoming: true })).toEqual(["Run"])
    expect(await listed({ seriesUuid: activity.uuid })).toEqual([])
    await expect(listed({ seriesUuid: "nothing" })).rejects.toMatchObject({
      errors: { series_uuid: "is not a uuid" },
    })
  })

  it("of an organization: those held between two moments, standing alone or not", async () => {
    const { make, symbolon, club, other, hoursFromNow, team } = await openTestSessions()
    await make("Early", 1, 2)
    await make("Talk", 3, 5, { activity: other.slug })
    const alone = await symbolon.sessions.createStandalone({
      organization: club,
      name: "Dinner",
      startTime: hoursFromNow(2),
      endTime: hoursFromNow(4),
    })
    expect(alone).toMatchObject({
      activityUuid: undefined,
      sequenceNumber: 1,
      maxAttendees: undefined,
      slug: "dinner",
    })
    const away = await symbolon.organizations.create({
      name: "Away Club",
      ownerUuid: team.owner.uuid,
    })
    await symbolon.sessions.createStandalone({
      organization: away.slug,
      name: "Theirs",
      startTime: hoursFromNow(2),
      endTime: hoursFromNow(4),
    })
    const listed = async (how: {
      readonly from?: Date
      readonly to?: Date
      readonly isStandalone?: boolean
    }) =>
      names(
        await symbolon.sessions.listForOrganization({ organization: club, ...how, page: byStart }),
      )
    expect(await listed({})).toEqual(["Early", "Dinner", "Talk"])
    expect(await listed({ from: hoursFromNow(2) })).toEqual(["Dinner", "Talk"])
    expect(await listed({ to: hoursFromNow(3) })).toEqual(["Early", "Dinner"])
    expect(await listed({ from: hoursFromNow(4), to: hoursFromNow(5) })).toEqual(["Talk"])
    expect(await listed({ isStandalone: true })).toEqual(["Dinner"])
    expect(await listed({ isStandalone: false })).toEqual(["Early", "Talk"])
  })

  it("of series: each counted as of now, and one with its sessions in order", async () => {
    const { symbolon, activity, other, hoursFromNow, clock } = await openTestSessions()
    const span = (hour: number) => ({
      startTime: hoursFromNow(hour),
      endTime: hoursFromNow(hour + 1),
    })
    const first = await symbolon.sessions.createBatch({
      activity: activity.slug,
      name: "Run",
      dates: [span(2), span(-1), span(0)],
    })
    const second = await symbolon.sessions.createBatch({
      activity: activity.slug,
      name: "Swim",
      seriesName: "Pool",
      dates: [span(5)],
    })
    await symbolon.sessions.createBatch({ activity: other.slug, name: "Talk", dates: [span(5)] })
    expect(first.series).toEqual({
      uuid: first.series.uuid,
      activityUuid: activity.uuid,
      name: "Run",
      createdAt: clock.now(),
      updatedAt: undefined,
      sessionCount: 3,
      upcomingCount: 2,
      firstStartTime: hoursFromNow(-1),
      lastStartTime: hoursFromNow(2),
    })
    expect(
      first.sessions.map(({ startTime, sequenceNumber }) => [startTime, sequenceNumber]),
    ).toEqual([
      [hoursFromNow(-1), 1],
      [hoursFromNow(0), 2],
      [hoursFromNow(2), 3],
    ])
    const page = { ...byStart, sortBy: "name" } as const
    const listed = await symbolon.sessions.listSeries({ activity: activity.slug, page })
    expect(listed).toEqual({ items: [second.series, first.series], totalItems: 2 })
    expect(listed.items[0]?.name).toBe("Pool")
    expect(
      await symbolon.sessions.getSeries({
        activity: activity.uuid,
        seriesUuid: first.series.uuid,
      }),
    ).toEqual(first)
    const elsewhere = symbolon.sessions.getSeries({
      activity: other.uuid,
      seriesUuid: first.series.uuid,
    })
    await expect(elsewhere).rejects.toMatchObject({ _tag: "NotFound", what: "session series" })
  })

  it("are for everybody; sessions are made by managers", async () => {
    const { symbolon, as, forClub, club, activity, hoursFromNow } = await openTestSessions()
    const requested = { name: "Mine", startTime: hoursFromNow(1), endTime: hoursFromNow(2) }
    await as("outsider").sessions.listForActivity({ activity: activity.uuid, page: byStart })
    await as("outsider").sessions.listForOrganization({ organization: club, page: byStart })
    await as("outsider").sessions.listSeries({
      activity: activity.uuid,
      page: { ...byStart, sortBy: "name" },
    })
    await expect(
      forClub("staff").sessions.createStandalone({ organization: club, ...requested }),
    ).rejects.toMatchObject(forbidden)
    await expect(
      forClub("staff").sessions.createBatch({
        activity: activity.uuid,
        name: "x",
        dates: [{ startTime: hoursFromNow(1), endTime: hoursFromNow(2) }],
      }),
    ).rejects.toMatchObject(forbidden)
    await forClub("manager").sessions.createStandalone({ organization: club, ...requested })
    expect(
      (await symbolon.sessions.listForOrganization({ organization: club, page: byStart }))
        .totalItems,
    ).toBe(1)
  })
})
