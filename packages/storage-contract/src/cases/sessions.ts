import type { Activity, Session } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { presence } from "../door-samples.ts"
import { activity, at, session, sessionSeries, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, regatta, gala, race, dinner } = club
const ofHome = { organizationUuid: home.uuid }
const ofAway = { organizationUuid: away.uuid }
const inRegatta = { ...ofHome, activityUuid: regatta.uuid }

const settings = {
  requiresTicket: true,
  ticketTemplateUuid: uuid(900),
  requiredEntitlement: "lounge",
  maxAttendees: 0,
  enforcesCheckinWindow: false,
  allowReentry: true,
  admitsFrozenCards: true,
} as const

const regattas = sessionSeries(90, { activityUuid: regatta.uuid })

const activitiesOf =
  (organizationUuid: string): List<"created_at" | "name" | "start_time", Activity> =>
  (tx, page) =>
    tx.activities.list({ organizationUuid }, page)
const sessionsOf =
  (activityUuid: string): List<"start_time" | "created_at", Session> =>
  (tx, page) =>
    tx.sessions.list({ activityUuid }, page)

export const activities: readonly StorageCase[] = [
  storageCase(
    "activities: found by slug and by uuid, with all fields and with none",
    async (storage) => {
      await found(storage)
      const additionalData = {
        ключ: [1, 2.5, -3e10, true, null, '"\\\n\t'],
        nested: { deep: { deeper: [{}, []] } },
        "": "empty",
        __proto__x: 1,
      }
      const full = activity(100, {
        ...ofHome,
        ...settings,
        description: "",
        imageFileUuid: uuid(700),
        websiteUrl: "https://example.org",
        additionalData,
        startTime: at(1000),
        endTime: at(2000),
        isSessionCheckinOpen: false,
        cancelledAt: at(3),
        cancellationReason: "Storm",
        timezone: "Asia/Manila",
        updatedAt: at(4),
      })
      claim(await write(storage, (tx) => tx.activities.add(full)), "an activity must be added")
      await read(storage, async (tx) => {
        for (const one of [full, regatta]) {
          same(await tx.activities.find(one.uuid), one, "by uuid")
          same(await tx.activities.find(one.slug), one, "by slug")
        }
        same(await tx.activities.find("nothing-there"), undefined, "an unknown slug")
        same(await tx.activities.find(uuid(999)), undefined, "an unknown uuid")
      })
    },
  ),
  storageCase(
    "activities: add answers false, and writes nothing, when the slug is taken anywhere",
    async (storage) => {
      await found(storage)
      const second = activity(100, { ...ofAway, slug: regatta.slug })
      claim(
        !(await write(storage, (tx) => tx.activities.add(second))),
        "a slug of another organization must be refused",
      )
      same(
        await read(storage, (tx) => tx.activities.find(second.uuid)),
        undefined,
        "the refused activity",
      )
      same(
        await read(storage, (tx) => tx.activities.find(regatta.slug)),
        regatta,
        "the holder of the slug",
      )
    },
  ),
  storageCase(
    "activities: listed by organization, sorted by creation, name and start, unscheduled ones last, ties by uuid",
    async (storage) => {
      await found(storage)
      const [a, b, c, d] = [
        activity(103, { ...ofAway, name: "b", createdAt: at(0), startTime: at(50) }),
        activity(102, { ...ofAway, name: "a", createdAt: at(1), startTime: undefined }),
        activity(101, { ...ofAway, name: "b", createdAt: at(0), startTime: undefined }),
        activity(100, { ...ofAway, name: "c", createdAt: at(2), startTime: at(50) }),
      ]
      await write(storage, async (tx) => {
        for (const one of [a, b, c, d]) await tx.activities.add(one)
      })
      await sortsBy(storage, activitiesOf(away.uuid), "created_at", [c, a, b, d])
      await sortsBy(storage, activitiesOf(away.uuid), "name", [b, c, a, d])
      await sortsBy(storage, activitiesOf(away.uuid), "start_time", [d, a, c, b])
      same(
        await allOf(storage, activitiesOf(home.uuid), "name"),
        [regatta, gala],
        "the other organization's",
      )
    },
  ),
]

export const sessions: readonly StorageCase[] = [
  storageCase(
    "sessions: found by slug and by uuid, locked by uuid, with all fields and with none",
    async (storage) => {
      await found(storage)
      const full = session(100, {
        ...inRegatta,
        ...settings,
        maxAttendees: 100_000,
        description: "été",
        isCheckinOpen: false,
        cancelledAt: at(1),
        cancellationReason: "Grippe",
        requiredPriorSessionUuid: race.uuid,
        seriesUuid: regattas.uuid,
        sequenceNumber: 12,
        updatedAt: at(2),
      })
      const alone = session(101, { ...ofHome, activityUuid: undefined })
      await write(storage, (tx) => tx.sessionSeries.add(regattas))
      for (const one of [full, alone])
        claim(await write(storage, (tx) => tx.sessions.add(one)), "a session must be added")
      await write(storage, async (tx) => {
        for (const one of [full, alone]) {
          same(await tx.sessions.find(one.uuid), one, "by uuid")
          same(await tx.sessions.find(one.slug), one, "by slug")
          same(await tx.sessions.lock(one.uuid), one, "locked")
        }
        same(await tx.sessions.find("nothing-there"), undefined, "an unknown slug")
        same(await tx.sessions.lock(uuid(999)), undefined, "an unknown uuid, locked")
      })
    },
  ),
  storageCase(
    "sessions: one comes with its organization and its activity, as long as they are not deleted",
    async (storage) => {
      await found(storage)
      const alone = session(101, { ...ofHome, activityUuid: undefined })
      await write(storage, (tx) => tx.sessions.add(alone))
      const of = (slugOrUuid: string) =>
        read(storage, (tx) => tx.activities.findWithSession(slugOrUuid))
      const all = { session: race, organization: home, activity: regatta }
      same(await of(race.uuid), all, "by uuid")
      same(await of(race.slug), all, "by slug")
      same(await of(dinner.uuid), { ...all, session: dinner, activity: gala }, "another")
      same(
        await of(alone.slug),
        { session: alone, organization: home, activity: undefined },
        "one of no activity",
      )
      same(await of("nothing-there"), undefined, "an unknown slug")
      same(await of(uuid(999)), undefined, "an unknown uuid")
      await write(storage, (tx) => tx.activities.change({ ...regatta, deletedAt: at(5) }))
      same(await of(race.slug), { ...all, activity: undefined }, "one of a deleted activity")
      await write(storage, (tx) => tx.organizations.change({ ...home, deletedAt: at(5) }))
      same(
        await of(race.slug),
        { session: race, organization: undefined, activity: undefined },
        "one of a deleted organization",
      )
    },
  ),
  storageCase(
    "sessions: add answers false, and writes nothing, when the slug is taken anywhere",
    async (storage) => {
      await found(storage)
      const second = session(100, { ...ofAway, activityUuid: undefined, slug: race.slug })
      claim(
        !(await write(storage, (tx) => tx.sessions.add(second))),
        "a slug of another organization must be refused",
      )
      same(
        await read(storage, (tx) => tx.sessions.find(second.uuid)),
        undefined,
        "the refused session",
      )
    },
  ),
  storageCase(
    "sessions: listed by activity, sorted by start and creation, ties by uuid",
    async (storage) => {
      await found(storage)
      const inGala = { ...ofHome, activityUuid: gala.uuid }
      const [a, b, c] = [
        session(102, { ...inGala, startTime: at(10), createdAt: at(1) }),
        session(101, { ...inGala, startTime: at(10), createdAt: at(2) }),
        session(100, { ...inGala, startTime: at(5), createdAt: at(2) }),
      ]
      await write(storage, async (tx) => {
        for (const one of [a, b, c]) await tx.sessions.add(one)
      })
      await sortsBy(storage, sessionsOf(gala.uuid), "start_time", [c, b, a, dinner])
      await sortsBy(storage, sessionsOf(gala.uuid), "created_at", [a, c, b, dinner])
      same(
        await allOf(storage, sessionsOf(regatta.uuid), "start_time"),
        [race],
        "the other activity's",
      )
    },
  ),
  storageCase(
    "sessions: many at once by uuid, each once; activities too, but for deleted ones",
    async (storage) => {
      await found(storage)
      const gone = activity(120, { ...ofHome, deletedAt: at(5) })
      await write(storage, (tx) => tx.activities.add(gone))
      await read(storage, async (tx) => {
        const sessions = [race.uuid, dinner.uuid, race.uuid, uuid(999)]
        sameSet(await tx.sessions.findAll(sessions), [race, dinner], "sessions, each once")
        same(await tx.sessions.findAll([dinner.uuid]), [dinner], "one session")
        same(await tx.sessions.findAll([race.slug]), [], "a slug is no uuid")
        same(await tx.sessions.findAll([]), [], "no sessions")
        const activities = [regatta.uuid, gala.uuid, regatta.uuid, gone.uuid]
        sameSet(await tx.activities.findAll(activities), [regatta, gala], "activities, each once")
        same(await tx.activities.findAll([gala.uuid]), [gala], "one activity")
        same(await tx.activities.findAll([gone.uuid]), [], "a deleted one")
        same(await tx.activities.findAll([]), [], "no activities")
      })
    },
  ),
  storageCase("sessions: who holds the lock counts alone", async (storage) => {
    await found(storage)
    const seats = 3
    const enter = (n: number) =>
      write(storage, async (tx) => {
        claim((await tx.sessions.lock(race.uuid)) !== undefined, "the session must be found")
        const { present } = await tx.presences.tally(race.uuid, [])
        if (present >= seats) return false
        const walletAddress = club.purses[n]?.address ?? ""
        await tx.presences.addAll([presence(100 + n, { sessionUuid: race.uuid, walletAddress })])
        return true
      })
    same(
      (await Promise.all([0, 1, 2, 3].map(enter))).filter(Boolean).length,
      seats,
      "how many were let in",
    )
    const { present } = await read(storage, (tx) => tx.presences.tally(race.uuid, []))
    same(present, seats, "seats taken")
  }),
]
