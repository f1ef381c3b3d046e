import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { byStart, openTestSessions } from "../fixtures/sessions.ts"

/**
 * What many who make and move sessions of one activity at once must leave behind, whatever the
 * engine.
 */
export const sessionRacesSuite = (storage: string, open: () => Promise<Storage>): void => {
  describe(`many at one activity on ${storage}`, () => {
    it("20 sessions and 20 batches at once are numbered one after the other", async () => {
      const { symbolon, activity, make, hoursFromNow } = await openTestSessions(await open())
      // As many connections as will be needed, so that those who come at once do not come one after
      // the other.
      await Promise.all(
        Array.from({ length: 20 }, () =>
          symbolon.sessions.listForActivity({ activity: activity.uuid, page: byStart }),
        ),
      )
      const dates = [3, 1, 2].map((hour) => ({
        startTime: hoursFromNow(hour),
        endTime: hoursFromNow(hour + 1),
      }))
      const [singles, batches] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, () => make("Sailing", 1, 2))),
        Promise.all(
          Array.from({ length: 20 }, () =>
            symbolon.sessions.createBatch({ activity: activity.slug, name: "Sailing", dates }),
          ),
        ),
      ])
      const numbers = singles.map(({ sequenceNumber }) => sequenceNumber).toSorted((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
      for (const { sessions, series } of batches) {
        expect(
          sessions.map(({ sequenceNumber, seriesUuid }) => [sequenceNumber, seriesUuid]),
        ).toEqual([1, 2, 3].map((n) => [n, series.uuid]))
      }
      const slugs = [...singles, ...batches.flatMap(({ sessions }) => sessions)].map(
        ({ slug }) => slug,
      )
      expect(new Set(slugs).size).toBe(80)
      expect(
        (await symbolon.sessions.listForActivity({ activity: activity.uuid, page: byStart }))
          .totalItems,
      ).toBe(80)
      expect((await make("Last", 1, 2)).sequenceNumber).toBe(21)
    })

    it("sessions that require one another start in order, whoever moves which, and those who move numbered anew", async () => {
      const { make, change, now, hoursFromNow, other, activity } = await openTestSessions(
        await open(),
      )
      const first = await make("One", 1, 30)
      const second = await make("Two", 15, 30, { requiredPriorSessionUuid: first.uuid })
      const crowd = await Promise.all(Array.from({ length: 8 }, (_, n) => make(`Moved ${n}`, 1, 2)))
      for (let round = 0; round < 6; round += 1) {
        const target = round % 2 === 0 ? other : activity
        const moves = [
          ...[4, 9, 14, 19].map((hour) => change(first, { startTime: hoursFromNow(hour + round) })),
          ...[5, 10, 15, 20].map((hour) =>
            change(second, { startTime: hoursFromNow(hour + round) }),
          ),
        ]
        const [moved] = await Promise.all([
          Promise.all(crowd.map((session) => change(session, { activityUuid: target.uuid }))),
          Promise.allSettled(moves),
        ])
        expect((await now(first)).startTime < (await now(second)).startTime).toBe(true)
        expect(new Set(moved.map(({ sequenceNumber }) => sequenceNumber)).size).toBe(crowd.length)
      }
    })

    it("whoever changes a session at once with others loses none of their changes", async () => {
      const { make, change, now } = await openTestSessions(await open())
      const session = await make("Monday", 1, 2)
      await Promise.all([
        change(session, { name: "Tuesday" }),
        change(session, { description: "Wet" }),
        change(session, { settings: { maxAttendees: 7 } }),
        change(session, { isCheckinOpen: false }),
        change(session, { settings: { allowReentry: true } }),
      ])
      const expected = {
        name: "Tuesday",
        description: "Wet",
        maxAttendees: 7,
        isCheckinOpen: false,
        allowReentry: true,
      }
      expect(await now(session)).toMatchObject(expected)
    })
  })
}
