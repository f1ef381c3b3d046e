import { describe, expect, it } from "vitest"
import { forbidden } from "../fixtures/staffed-organization.ts"
import { byStart, hourMs, openTestSessions } from "../fixtures/sessions.ts"

const conflict = (reason: string) => ({ _tag: "Conflict", reason })

describe("cancelling a session", () => {
  it("keeps it, with the reason, until it is withdrawn", async () => {
    const { make, forClub, now, clock, advance } = await openTestSessions()
    const session = await make("Monday", 1, 2)
    const { sessions } = forClub("manager")
    const named = { session: session.slug }
    await advance(1000)
    const cancelled = await sessions.cancel({ ...named, reason: "Storm" })
    expect(cancelled).toEqual({
      ...session,
      cancelledAt: clock.now(),
      cancellationReason: "Storm",
      updatedAt: clock.now(),
    })
    expect(await now(session)).toEqual(cancelled)
    await expect(sessions.cancel(named)).rejects.toMatchObject(conflict("already_cancelled"))
    await advance(1000)
    const held = await sessions.withdrawCancellation(named)
    expect(held).toEqual({ ...session, updatedAt: clock.now() })
    expect(await now(session)).toEqual(held)
    await expect(sessions.withdrawCancellation(named)).rejects.toMatchObject(
      conflict("not_cancelled"),
    )
    expect(await sessions.cancel(named)).toMatchObject({ cancellationReason: undefined })
  })

  it("is too late once it is over, and not for everybody", async () => {
    const { make, forClub, advance } = await openTestSessions()
    const [session, cancelled] = [await make("Monday", 1, 2), await make("Tuesday", 1, 2)]
    const { sessions } = forClub("manager")
    await sessions.cancel({ session: cancelled.uuid })
    for (const who of ["staff", "door"] as const) {
      await expect(forClub(who).sessions.cancel({ session: session.uuid })).rejects.toMatchObject(
        forbidden,
      )
      await expect(
        forClub(who).sessions.withdrawCancellation({ session: cancelled.uuid }),
      ).rejects.toMatchObject(forbidden)
    }
    await advance(2 * hourMs)
    await expect(sessions.cancel({ session: session.uuid })).rejects.toMatchObject(
      conflict("finished"),
    )
    await expect(sessions.withdrawCancellation({ session: cancelled.uuid })).rejects.toMatchObject(
      conflict("finished"),
    )
  })
})

describe("sessions of a deleted activity", () => {
  it("are absent, and no more are made", async () => {
    const { make, symbolon, activity, club, hoursFromNow, change, other } = await openTestSessions()
    const session = await make("Monday", 1, 2)
    const stored = await make("Talk", 1, 2, { activity: other.slug })
    const span = { startTime: hoursFromNow(1), endTime: hoursFromNow(2) }
    const { series } = await symbolon.sessions.createBatch({
      activity: activity.uuid,
      name: "Watch",
      dates: [span],
    })
    await symbolon.activities.delete({ activity: activity.uuid })
    const absent = { _tag: "NotFound", what: "session" }
    await expect(symbolon.sessions.get({ session: session.slug })).rejects.toMatchObject(absent)
    await expect(change(session, { name: "x" })).rejects.toMatchObject(absent)
    await expect(symbolon.sessions.cancel({ session: session.uuid })).rejects.toMatchObject(absent)
    const gone = { _tag: "NotFound", what: "activity" }
    await expect(make("Tuesday", 1, 2)).rejects.toMatchObject(gone)
    await expect(
      symbolon.sessions.createBatch({ activity: activity.uuid, name: "x", dates: [span] }),
    ).rejects.toMatchObject(gone)
    await expect(
      symbolon.sessions.listForActivity({ activity: activity.uuid, page: byStart }),
    ).rejects.toMatchObject(gone)
    await expect(
      symbolon.sessions.getSeries({ activity: activity.uuid, seriesUuid: series.uuid }),
    ).rejects.toMatchObject(gone)
    expect(
      (await symbolon.sessions.listForOrganization({ organization: club, page: byStart })).items,
    ).toEqual([stored])
  })
})
