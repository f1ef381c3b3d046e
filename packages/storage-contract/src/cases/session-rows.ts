import type { Session, SessionFilter, SessionsOf, Storage } from "@symbolon/core/storage"
import { rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { activity, at, session, sessionSeries, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, regatta, gala, race, dinner } = club
const inRegatta = { organizationUuid: home.uuid, activityUuid: regatta.uuid }
const inGala = { organizationUuid: home.uuid, activityUuid: gala.uuid }

const listed =
  (of: SessionsOf & SessionFilter): List<"start_time" | "created_at", Session> =>
  (tx, page) =>
    tx.sessions.list(of, page)

/** Adds sessions of a series, of no activity, of a deleted one and of another organization. */
const addVarious = async (storage: Storage) => {
  const series = sessionSeries(100, { activityUuid: regatta.uuid })
  const gone = activity(101, { organizationUuid: home.uuid, deletedAt: at(0) })
  const during = (from: number, to: number) => ({ startTime: at(from), endTime: at(to) })
  const first = session(110, { ...inRegatta, ...during(-20, -10), seriesUuid: series.uuid })
  const second = session(111, { ...inRegatta, ...during(-10, 0), seriesUuid: series.uuid })
  const alone = session(112, {
    organizationUuid: home.uuid,
    activityUuid: undefined,
    ...during(-5, 5),
  })
  const absent = session(113, {
    organizationUuid: home.uuid,
    activityUuid: gone.uuid,
    ...during(-5, 5),
  })
  const foreign = session(114, {
    organizationUuid: club.away.uuid,
    activityUuid: undefined,
    ...during(-5, 5),
  })
  await write(storage, async (tx) => {
    await tx.activities.add(gone)
    await tx.sessionSeries.add(series)
    await tx.sessions.addAll([first, second, alone, absent, foreign])
  })
  return { series, gone, first, second, alone, absent }
}

export const sessionRows: readonly StorageCase[] = [
  storageCase(
    "sessions: addAll adds all of them, or rejects when a slug is taken, which takenSlugs tells before",
    async (storage) => {
      await found(storage)
      const series = sessionSeries(100, { activityUuid: regatta.uuid })
      const many = Array.from({ length: 366 }, (_, n) =>
        session(101 + n, {
          ...inRegatta,
          seriesUuid: series.uuid,
          sequenceNumber: n + 1,
          description: n % 2 === 0 ? undefined : "odd",
        }),
      )
      await write(storage, async (tx) => {
        await tx.sessionSeries.add(series)
        await tx.sessions.addAll(many)
        await tx.sessions.addAll([])
      })
      same(
        await allOf(
          storage,
          listed({ activityUuid: regatta.uuid, seriesUuid: series.uuid }),
          "created_at",
        ),
        many,
        "what was added",
      )
      await read(storage, async (tx) => {
        const taken = await tx.sessions.takenSlugs([
          race.slug,
          "free",
          "session-101",
          "session-101",
          "session-99",
        ])
        same(
          [...taken].toSorted(),
          [race.slug, "session-101"].toSorted(),
          "the slugs that are taken, each once",
        )
        same(await tx.sessions.takenSlugs([]), [], "of no slugs")
      })
      const second = [session(600, inRegatta), session(601, { ...inRegatta, slug: race.slug })]
      await rejects(
        write(storage, (tx) => tx.sessions.addAll(second)),
        "a slug that is taken",
      )
      same(
        await read(storage, (tx) => tx.sessions.find(uuid(600))),
        undefined,
        "a session beside the one that was refused",
      )
    },
  ),
  storageCase(
    "sessions: changeAll writes every field of those sessions alone, and rejects one that is not there",
    async (storage) => {
      await found(storage)
      const series = sessionSeries(100, { activityUuid: gala.uuid })
      const changed = session(41, {
        ...inGala,
        slug: race.slug,
        name: "Renamed",
        description: "é",
        startTime: at(5),
        endTime: at(6),
        isCheckinOpen: false,
        cancelledAt: at(1),
        cancellationReason: "Storm",
        requiredPriorSessionUuid: dinner.uuid,
        seriesUuid: series.uuid,
        sequenceNumber: 7,
        requiresTicket: true,
        ticketTemplateUuid: uuid(900),
        requiredEntitlement: "member",
        maxAttendees: 3,
        enforcesCheckinWindow: false,
        allowReentry: true,
        admitsFrozenCards: true,
        createdAt: at(9),
        updatedAt: at(10),
      })
      await write(storage, async (tx) => {
        await tx.sessionSeries.add(series)
        await tx.sessions.changeAll([changed])
        await tx.sessions.changeAll([])
      })
      await read(storage, async (tx) => {
        same(await tx.sessions.find(race.uuid), changed, "the changed one")
        same(await tx.sessions.find(dinner.uuid), dinner, "another")
      })
      await rejects(
        write(storage, (tx) => tx.sessions.changeAll([dinner, session(999, inGala)])),
        "a session that is not there",
      )
      await write(storage, (tx) => tx.sessions.changeAll([race]))
      same(
        await read(storage, (tx) => tx.sessions.find(race.uuid)),
        race,
        "the first one, changed back",
      )
    },
  ),
  storageCase(
    "sessions: listed by what they are of, when they are held, their series, and whether they stand alone",
    async (storage) => {
      await found(storage)
      const { series, gone, first, second, alone, absent } = await addVarious(storage)
      const ofHome = { organizationUuid: home.uuid }
      const reported = async (
        of: SessionsOf & SessionFilter,
        expected: readonly Session[],
        what: string,
      ) => same(await allOf(storage, listed(of), "start_time"), expected, what)
      await sortsBy(storage, listed(ofHome), "start_time", [first, second, alone, race, dinner])
      await sortsBy(storage, listed(ofHome), "created_at", [race, dinner, first, second, alone])
      await reported(
        { ...ofHome, endsAfter: at(-10) },
        [second, alone, race, dinner],
        "those that end after a moment, not at it",
      )
      await reported(
        { ...ofHome, endsBy: at(-10) },
        [first],
        "those that end at a moment, or before it",
      )
      await reported({ ...ofHome, endsBy: at(-11) }, [], "those that end before a moment")
      await reported(
        { ...ofHome, startsBefore: at(-5) },
        [first, second],
        "those that start before a moment, not at it",
      )
      await reported(
        { ...ofHome, endsAfter: at(-1), startsBefore: at(0) },
        [second, alone],
        "those held between two moments",
      )
      await reported({ ...ofHome, isStandalone: true }, [alone], "those of no activity")
      await reported(
        { ...ofHome, isStandalone: false },
        [first, second, race, dinner],
        "those of one",
      )
      await reported(
        { activityUuid: regatta.uuid, seriesUuid: series.uuid },
        [first, second],
        "those of a series",
      )
      await reported(
        { activityUuid: gala.uuid, seriesUuid: series.uuid },
        [],
        "those of another activity's series",
      )
      await reported(
        { activityUuid: regatta.uuid, endsAfter: at(0) },
        [race],
        "an activity's that are not over",
      )
      await reported(
        { activityUuid: gone.uuid },
        [absent],
        "a deleted activity's, for who asks for them",
      )
    },
  ),
  storageCase(
    "sessions: the first that requires one, and the last number outside of series",
    async (storage) => {
      await found(storage)
      const series = sessionSeries(100, { activityUuid: regatta.uuid })
      const requiring = { ...inRegatta, requiredPriorSessionUuid: race.uuid }
      const late = session(110, { ...requiring, startTime: at(90_000), sequenceNumber: 12 })
      const early = session(112, { ...requiring, startTime: at(80_000), sequenceNumber: 3 })
      const alike = session(111, {
        ...requiring,
        startTime: at(80_000),
        seriesUuid: series.uuid,
        sequenceNumber: 99,
      })
      await write(storage, async (tx) => {
        await tx.sessionSeries.add(series)
        await tx.sessions.addAll([late, early])
        same(await tx.sessions.firstRequiring(race.uuid), early, "the first to start")
        await tx.sessions.addAll([alike])
        same(
          await tx.sessions.firstRequiring(race.uuid),
          alike,
          "the first by uuid of those that start at once",
        )
        same(await tx.sessions.firstRequiring(late.uuid), undefined, "of one that nobody requires")
        same(
          await tx.sessions.lastNumber(regatta.uuid),
          12,
          "the last number, those of series left out",
        )
        same(
          await tx.sessions.lastNumber(uuid(999)),
          0,
          "the last number where there is no session",
        )
      })
    },
  ),
]

export const series: readonly StorageCase[] = [
  storageCase(
    "sessionSeries: counted as of a moment, found and listed, and added once",
    async (storage) => {
      await found(storage)
      const one = sessionSeries(103, {
        activityUuid: regatta.uuid,
        name: "b",
        createdAt: at(1),
        updatedAt: at(2),
      })
      const empty = sessionSeries(102, { activityUuid: regatta.uuid, name: "a", createdAt: at(2) })
      const alike = sessionSeries(101, { activityUuid: regatta.uuid, name: "b", createdAt: at(2) })
      const foreign = sessionSeries(104, { activityUuid: gala.uuid })
      const held = (n: number, end: number, seriesUuid: string) =>
        session(n, { ...inRegatta, startTime: at(end - 10), endTime: at(end), seriesUuid })
      await write(storage, async (tx) => {
        for (const each of [one, empty, alike, foreign]) await tx.sessionSeries.add(each)
        await tx.sessions.addAll([
          held(110, 20, one.uuid),
          held(111, 10, one.uuid),
          held(112, 30, one.uuid),
          held(113, 5, alike.uuid),
        ])
      })
      const counted = {
        ...one,
        sessionCount: 3,
        upcomingCount: 2,
        firstStartTime: at(0),
        lastStartTime: at(20),
      }
      const nothing = {
        ...empty,
        sessionCount: 0,
        upcomingCount: 0,
        firstStartTime: undefined,
        lastStartTime: undefined,
      }
      const over = {
        ...alike,
        sessionCount: 1,
        upcomingCount: 0,
        firstStartTime: at(-5),
        lastStartTime: at(-5),
      }
      await read(storage, async (tx) => {
        same(
          await tx.sessionSeries.find(one.uuid, at(10)),
          counted,
          "one that ended at the moment is over",
        )
        same(
          await tx.sessionSeries.find(one.uuid, at(9)),
          { ...counted, upcomingCount: 3 },
          "a moment before",
        )
        same(await tx.sessionSeries.find(empty.uuid, at(10)), nothing, "one of no session")
        same(await tx.sessionSeries.find(uuid(999), at(10)), undefined, "an unknown one")
      })
      const ofRegatta: List<"created_at" | "name", unknown> = (tx, page) =>
        tx.sessionSeries.list(regatta.uuid, at(10), page)
      await sortsBy(storage, ofRegatta, "created_at", [counted, over, nothing])
      await sortsBy(storage, ofRegatta, "name", [nothing, over, counted])
      await rejects(
        write(storage, (tx) => tx.sessionSeries.add(one)),
        "a series that is there",
      )
    },
  ),
]
