import { expect } from "vitest"
import { secondsAfterStart } from "../../fixtures/door-taps.ts"
import { admitted, at, blocked, type Case, tap, wrong } from "./scene.ts"

/** A and B: whom a door admits, and when. */
export const basics: readonly Case[] = [
  {
    covers: ["A1", "A2", "A5"],
    says: "the first tap admits, the second is already_admitted, and so is what the next manifest says",
    play: async ({ createDoor, app, ada }) => {
      const { admit, session } = await createDoor()
      expect(await admit(ada)).toMatchObject(
        admitted({ seat: "walk_in", reentry: false, replayed: false, wallet_address: ada }),
      )
      expect(await admit(ada)).toMatchObject(
        blocked("already_admitted", { details: { first_admitted_at: at(0) } }),
      )
      expect((await app.manifest(session.slug)).body.payload["admitted"]).toEqual({
        [ada]: { card_identifiers: [], has_ticket: false },
      })
    },
  },
  {
    covers: ["A3"],
    says: "admitted at another session does not count here",
    play: async ({ createDoor, ada }) => {
      const [one, other] = [await createDoor(), await createDoor()]
      await one.admit(ada)
      expect(await other.admit(ada)).toMatchObject(admitted({ reentry: false }))
    },
  },
  {
    covers: ["A4"],
    says: "with re-entry they come in again, on the same attendance and no further seat",
    play: async ({ createDoor, wait, ada }) => {
      const { admit, present } = await createDoor({ allowReentry: true, maxAttendees: 1 })
      const first = await admit(ada)
      await wait(5)
      const again = {
        reentry: true,
        seat: "none",
        attendance_uuid: first.body.attendance_uuid,
        first_admitted_at: at(0),
      }
      expect(await admit(ada)).toMatchObject(admitted(again))
      expect(await present()).toMatchObject([{ admitted_at: at(0), occurred_at: at(5) }])
    },
  },
  {
    covers: ["A6", "A8", "A9", "E34"],
    says: "what points at nobody is unresolved and writes nothing: no row id, no unknown card, no treasury, no session named",
    play: async ({ symbolon, club, createDoor, owner }) => {
      const { admit, session, present } = await createDoor()
      const { items } = await symbolon.wallets.list({
        of: { treasuryOf: club.uuid },
        page: { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
      })
      const nobody = [
        "card:UNKNOWN",
        owner.uuid,
        items[0]?.address ?? "",
        `user_id:${session.uuid}`,
        "username:not-here",
        "link:x",
      ]
      for (const what of nobody) {
        const { status, body, text } = await admit(what)
        expect({ what, status, code: body["code"] }).toEqual({
          what,
          status: 404,
          code: "identifier_unresolved",
        })
        expect(text).not.toContain(session.slug)
      }
      expect(await present()).toEqual([])
    },
  },
  {
    covers: ["A7", "E33"],
    says: "a card is read through what a scanner puts around it, and stands for its holder",
    play: async ({ createDoor, cardOf, ada }) => {
      await cardOf("card-7+/=", 0)
      const { admit } = await createDoor()
      expect(await admit("card:\\000001 card-7+/=\r")).toMatchObject(
        admitted({ wallet_address: ada }),
      )
    },
  },
  {
    covers: ["A10"],
    says: "already admitted stands before a closed switch; re-entry goes through it",
    play: async ({ symbolon, createDoor, ada, ben }) => {
      for (const allowReentry of [false, true]) {
        const { admit, session } = await createDoor({ allowReentry })
        await admit(ada)
        await symbolon.sessions.update({ session: session.slug, isCheckinOpen: false })
        expect(await admit(ada)).toMatchObject(
          allowReentry ? admitted({ reentry: true }) : blocked("already_admitted"),
        )
        expect(await admit(ben)).toMatchObject(
          blocked("checkin_closed", { details: { closed_by: "session" } }),
        )
      }
    },
  },
  {
    covers: ["B11", "B15", "B16"],
    says: "the window is judged at the moment of the tap, the first instant is in, what has not happened yet cannot be told, and the boundary is named",
    play: async ({ createDoor, ada, ben }) => {
      const { admit } = await createDoor()
      const [opens, closes] = [-60, 6 * 3600]
      expect(await admit(ada, { occurred_at: at(opens - 1) })).toMatchObject(
        blocked("checkin_not_started", { details: { opens_at: at(opens) } }),
      )
      expect(await admit(ada, { occurred_at: at(opens) })).toMatchObject(
        admitted({ occurred_at: at(opens), recorded_at: at(0) }),
      )
      expect(await admit(ben, { occurred_at: at(closes) })).toMatchObject(
        wrong(422, "validation_error"),
      )
    },
  },
  {
    covers: ["B12", "B13", "B15", "B16"],
    says: "a window that is over refuses what happens now, not what happened before; one that is not enforced refuses nobody",
    play: async ({ symbolon, club, app, createDoor, ada, ben }) => {
      const day = await symbolon.activities.create({ organization: club.slug, name: "Yesterday" })
      const times = { startTime: secondsAfterStart(-7200), endTime: secondsAfterStart(-3600) }
      const session = await symbolon.sessions.create({ activity: day.slug, name: "Over", ...times })
      const admit = (what: string, n?: number) =>
        app.admit(session.slug, tap(what, n === undefined ? {} : { occurred_at: at(n) }))
      expect(await admit(ada)).toMatchObject(
        blocked("checkin_ended", { details: { closes_at: at(-3600) } }),
      )
      expect(await admit(ada, -3600)).toMatchObject(blocked("checkin_ended"))
      expect(await admit(ada, -3601)).toMatchObject(admitted({ occurred_at: at(-3601) }))
      expect(await admit(ben, -7201)).toMatchObject(blocked("checkin_not_started"))
      const free = await createDoor({ enforcesCheckinWindow: false })
      expect(await free.admit(ada, { occurred_at: at(-86_400) })).toMatchObject(admitted())
    },
  },
  {
    covers: ["B14"],
    says: "windows are on the wall clock of the activity, else of the organization, through hours that are skipped or come twice",
    play: async ({ symbolon, club, app, ada }) => {
      await symbolon.organizations.update({ organization: club.slug, timezone: "Europe/Berlin" })
      // Half past two until half past four on Sundays: on 29 March half past two does not exist, on
      // 25 October it comes twice.
      const weeks = [
        [
          "2026-03-22T01:30:00Z",
          ["2026-03-22T01:30", "2026-03-29T01:30", "2026-04-05T00:30"],
          [2, 1, 2],
          null,
        ],
        [
          "2026-10-18T00:30:00Z",
          ["2026-10-18T00:30", "2026-10-25T00:30", "2026-11-01T01:30"],
          [2, 3, 2],
          null,
        ],
        // On another clock than the organization's, where nothing changes.
        [
          "2026-10-18T00:30:00Z",
          ["2026-10-18T00:30", "2026-10-25T00:30", "2026-11-01T00:30"],
          [2, 2, 2],
          "Africa/Lagos",
        ],
      ] as const
      for (const [first, starts, hours, timezone] of weeks) {
        const activity = await symbolon.activities.create({
          organization: club.slug,
          name: "Night watch",
          ...(timezone === null ? {} : { timezone }),
        })
        const startTime = new Date(first)
        const { sessions } = await symbolon.sessions.createBatch({
          activity: activity.slug,
          name: "Watch",
          recurrence: {
            startTime,
            endTime: new Date(startTime.getTime() + 7_200_000),
            frequency: "weekly",
            interval: 1,
            count: 3,
          },
        })
        for (const [n, { slug }] of sessions.entries()) {
          const opens = Date.parse(`${starts[n]}:00Z`)
          const closes = opens + (hours[n] ?? 0) * 3_600_000
          const { payload } = (await app.manifest(slug)).body
          const seconds = [opens, closes].map((ms) =>
            new Date(ms).toISOString().replace(".000", ""),
          )
          expect([payload["checkin_opens_at"], payload["checkin_closes_at"]]).toEqual(seconds)
          const admit = (ms: number) =>
            app.admit(slug, tap(ada, { occurred_at: new Date(ms).toISOString() }))
          expect(await admit(opens - 1000)).toMatchObject(
            blocked("checkin_not_started", {
              details: { opens_at: new Date(opens).toISOString() },
            }),
          )
          expect(await admit(closes)).toMatchObject(
            blocked("checkin_ended", { details: { closes_at: new Date(closes).toISOString() } }),
          )
          expect(await admit(n % 2 === 0 ? opens : closes - 1000)).toMatchObject(admitted())
        }
      }
    },
  },
]
