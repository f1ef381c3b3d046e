import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { createStaffedOrganization, page } from "../fixtures/staffed-organization.ts"
import { hourMs } from "../fixtures/activity.ts"
import { portsOf } from "../../src/effect.ts"

const rounds = 8

/**
 * What many who change one activity and its sessions at once must leave behind, whatever the
 * engine.
 */
export const activityRacesSuite = (storage: string, open: () => Promise<Storage>): void => {
  const openHall = async () => {
    const world = await createStaffedOrganization({ storage: await open() })
    const { symbolon, club, clock } = world
    // As many connections as will be needed, so that those who come at once do not come one after
    // the other.
    await Promise.all(
      Array.from({ length: 8 }, () =>
        symbolon.activities.listForOrganization({ organization: club, page }),
      ),
    )
    const make = (name: string) => symbolon.activities.create({ organization: club, name })
    const from = clock.now().getTime()
    const session = (activity: string, n: number) =>
      symbolon.sessions.create({
        activity,
        name: `Day ${n}`,
        startTime: new Date(from + n * hourMs),
        endTime: new Date(from + (n + 1) * hourMs),
      })
    return { ...world, make, session }
  }

  describe(`many at one activity on ${storage}`, () => {
    it("no session is left of an activity that was deleted while they were made", async () => {
      const { symbolon, make, session } = await openHall()
      for (let round = 0; round < rounds; round += 1) {
        const activity = await make(`Round ${round}`)
        const starts = Array.from({ length: 6 }, (_, n) => () => session(activity.uuid, n))
        const remove = () => symbolon.activities.delete({ activity: activity.uuid })
        const [before, after] = [starts.slice(0, round % 7), starts.slice(round % 7)]
        const outcomes = await Promise.allSettled(
          [...before, remove, remove, ...after].map((start) => start()),
        )
        const refusals = outcomes.flatMap((outcome): unknown[] =>
          outcome.status === "rejected" ? [outcome.reason] : [],
        )
        expect(refusals).toMatchObject(refusals.map(() => ({ _tag: "NotFound", what: "activity" })))
        const made = outcomes.flatMap((outcome) =>
          outcome.status === "fulfilled" ? [outcome.value.slug] : [],
        )
        // One of the two deletions, and the sessions that came before it.
        expect(made.filter((slug) => slug === activity.slug)).toHaveLength(1)
        for (const slug of made)
          await expect(symbolon.sessions.get({ session: slug })).rejects.toMatchObject({
            _tag: "NotFound",
          })
      }
      const events = await portsOf(symbolon).storage.transact("read", (tx) =>
        tx.outbox.list(undefined, 1000),
      )
      expect(events.filter(({ type }) => type === "activity.deleted")).toHaveLength(rounds)
    })

    it("settings that are applied at once end up the same at every door, those of sessions made meanwhile too", async () => {
      const { symbolon, make, session } = await openHall()
      for (let round = 0; round < rounds; round += 1) {
        const activity = await make(`Round ${round}`)
        for (let n = 0; n < 4; n += 1) await session(activity.uuid, n)
        const apply = (maxAttendees: number) =>
          symbolon.activities.update({
            activity: activity.uuid,
            settings: { maxAttendees },
            applyToUpcomingSessions: true,
          })
        const reached = Promise.all([
          apply(1),
          session(activity.uuid, 10),
          apply(2),
          session(activity.uuid, 11),
          apply(3),
        ])
        await reached
        const { maxAttendees } = await symbolon.activities.get({ activity: activity.uuid })
        const { items } = await symbolon.sessions.listForActivity({
          activity: activity.uuid,
          page: { ...page, sortBy: "start_time" },
        })
        expect(items.map((one) => one.maxAttendees)).toEqual(
          Array.from({ length: 6 }, () => maxAttendees),
        )
        expect([1, 2, 3]).toContain(maxAttendees)
      }
    })

    it("changes of different fields are all kept, and of many cancellations one is", async () => {
      const { symbolon, make } = await openHall()
      const activity = (await make("Regatta")).uuid
      const changes = [
        { name: "Grand regatta" },
        { description: "Boats" },
        { timezone: "Asia/Manila" },
        { isSessionCheckinOpen: false },
        { settings: { allowReentry: true } },
        { settings: { maxAttendees: 5 } },
      ]
      const cancel = () => symbolon.activities.cancel({ activity })
      const outcomes = await Promise.allSettled([
        ...changes.map((change) => symbolon.activities.update({ activity, ...change })),
        cancel(),
        cancel(),
        cancel(),
      ])
      const failed = outcomes.flatMap((outcome): unknown[] =>
        outcome.status === "rejected" ? [outcome.reason] : [],
      )
      expect(failed).toMatchObject([
        { reason: "already_cancelled" },
        { reason: "already_cancelled" },
      ])
      expect(await symbolon.activities.get({ activity })).toMatchObject({
        name: "Grand regatta",
        description: "Boats",
        timezone: "Asia/Manila",
        isSessionCheckinOpen: false,
        allowReentry: true,
        maxAttendees: 5,
        cancelledAt: symbolon.clock.now(),
      })
    })
  })
}
