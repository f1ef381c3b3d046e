import type { Session, SessionFilter, SessionsOf } from "@symbolon/core/storage"
import { type Breakage, later, verbs } from "./breakage.ts"

const added =
  "sessions: addAll adds all of them, or rejects when a slug is taken, which takenSlugs tells before"
const changed =
  "sessions: changeAll writes every field of those sessions alone, and rejects one that is not there"
const listed =
  "sessions: listed by what they are of, when they are held, their series, and whether they stand alone"
const numbered = "sessions: the first that requires one, and the last number outside of series"
const counted = "sessionSeries: counted as of a moment, found and listed, and added once"

const listing = (
  name: string,
  change: (of: SessionsOf & SessionFilter) => SessionsOf & SessionFilter,
): Breakage =>
  verbs(name, listed, () => (tx) => ({
    sessions: { ...tx.sessions, list: (of, page) => tx.sessions.list(change(of), page) },
  }))

const changing = (name: string, field: keyof Session): Breakage =>
  verbs(name, changed, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      changeAll: async (all) => {
        const rows = []
        for (const session of all)
          rows.push({ ...session, [field]: (await tx.sessions.find(session.uuid))?.[field] })
        return tx.sessions.changeAll(rows)
      },
    },
  }))

export const ofSessions: readonly Breakage[] = [
  verbs("many sessions are added but for those whose slug is taken", added, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      addAll: async (all) => {
        for (const session of all) await tx.sessions.add(session)
      },
    },
  })),
  verbs("a slug that was asked for twice is told twice", added, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      takenSlugs: async (slugs) => {
        const taken = await tx.sessions.takenSlugs(slugs)
        return slugs.filter((slug) => taken.includes(slug))
      },
    },
  })),
  verbs("a session that is not there is passed over", changed, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      changeAll: async (all) => {
        for (const session of all)
          if ((await tx.sessions.find(session.uuid)) !== undefined)
            await tx.sessions.changeAll([session])
      },
    },
  })),
  changing("a change leaves why it was cancelled", "cancellationReason"),
  changing("a change leaves the sequence number", "sequenceNumber"),
  changing("a change leaves the series", "seriesUuid"),
  listing("one that ends at the moment is listed", (of) => ({
    ...of,
    endsAfter: of.endsAfter && later(of.endsAfter, -1),
  })),
  listing("one that ends at the moment is not listed", (of) => ({
    ...of,
    endsBy: of.endsBy && later(of.endsBy, -1),
  })),
  listing("whether they end by a moment is not looked at", ({ endsBy: _, ...of }) => of),
  listing("one that starts at the moment is listed", (of) => ({
    ...of,
    startsBefore: of.startsBefore && later(of.startsBefore, 1),
  })),
  listing("a series is not looked at", ({ seriesUuid: _, ...of }) => of),
  listing("whether it stands alone is not looked at", ({ isStandalone: _, ...of }) => of),
  listing("those of an activity are listed with those that stand alone", (of) =>
    of.isStandalone === false ? { ...of, isStandalone: undefined } : of,
  ),
  verbs("the last to start is the first that requires one", numbered, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      firstRequiring: async (uuid) => {
        const first = await tx.sessions.firstRequiring(uuid)
        if (first?.activityUuid === undefined) return first
        const page = { page: 1, pageSize: 100, sortBy: "start_time", sortOrder: "desc" } as const
        const { items } = await tx.sessions.list({ activityUuid: first.activityUuid }, page)
        return items.find(({ requiredPriorSessionUuid }) => requiredPriorSessionUuid === uuid)
      },
    },
  })),
  verbs("sessions of a series are counted with the others", numbered, () => (tx) => ({
    sessions: {
      ...tx.sessions,
      lastNumber: async (activityUuid) => {
        const page = { page: 1, pageSize: 100, sortBy: "start_time", sortOrder: "asc" } as const
        const { items } = await tx.sessions.list({ activityUuid }, page)
        return Math.max(0, ...items.map(({ sequenceNumber }) => sequenceNumber))
      },
    },
  })),
  verbs("a session that ends at the moment is upcoming", counted, () => (tx) => ({
    sessionSeries: {
      ...tx.sessionSeries,
      find: (uuid, at) => tx.sessionSeries.find(uuid, later(at, -1)),
    },
  })),
  verbs("a list of series counts as of another moment", counted, () => (tx) => ({
    sessionSeries: {
      ...tx.sessionSeries,
      list: (uuid, at, page) => tx.sessionSeries.list(uuid, later(at, 60_000), page),
    },
  })),
  verbs("a series that is there is added again", counted, () => (tx) => ({
    sessionSeries: {
      ...tx.sessionSeries,
      add: async (series) => {
        if ((await tx.sessionSeries.find(series.uuid, series.createdAt)) === undefined)
          await tx.sessionSeries.add(series)
      },
    },
  })),
]
