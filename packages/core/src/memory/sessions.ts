import type { SessionRepository } from "../sessions/session-repository.ts"
import type { CountedSeries, SessionSeries } from "../sessions/session-series.ts"
import type { SessionSeriesRepository } from "../sessions/session-series-repository.ts"
import { compare, pageOf, rowsOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

export const sessions = (tables: Tables): SessionRepository => ({
  add: async (session) => tables.sessions.add(session),
  addAll: async (all) => {
    for (const session of all) addNew(tables.sessions, session, "session")
  },
  takenSlugs: async (slugs) =>
    [...new Set(slugs)].filter((slug) => tables.sessions.at(slug) !== undefined),
  changeAll: async (all) => {
    for (const session of all) {
      if (tables.sessions.get(session.uuid) === undefined)
        throw new Error(`There is no session ${session.uuid}.`)
      tables.sessions.put(session)
    }
  },
  lockUnfinished: async (uuid, at) =>
    tables.sessions
      .rows()
      .filter(({ activityUuid, endTime }) => activityUuid === uuid && endTime > at)
      .toSorted((a, b) => compare(a.uuid, b.uuid)),
  find: async (slugOrUuid) => tables.sessions.at(slugOrUuid) ?? tables.sessions.get(slugOrUuid),
  findAll: async (uuids) => rowsOf(tables.sessions.get, uuids),
  lock: async (uuid) => tables.sessions.get(uuid),
  list: async (of, page) => {
    const keyOf = { created_at: "createdAt", start_time: "startTime" } as const
    return pageOf(
      listed(tables, of),
      page,
      (row) => row[keyOf[page.sortBy]],
      ({ uuid }) => uuid,
    )
  },
  firstRequiring: async (uuid) =>
    tables.sessions
      .rows()
      .filter(({ requiredPriorSessionUuid }) => requiredPriorSessionUuid === uuid)
      .toSorted((a, b) => compare(a.startTime, b.startTime) || compare(a.uuid, b.uuid))[0],
  lastNumber: async (uuid) =>
    tables.sessions
      .rows()
      .filter(({ activityUuid, seriesUuid }) => activityUuid === uuid && seriesUuid === undefined)
      .reduce((last, { sequenceNumber }) => Math.max(last, sequenceNumber), 0),
})

const listed = (tables: Tables, of: Parameters<SessionRepository["list"]>[0]) => {
  const { endsAfter, endsBy, startsBefore, seriesUuid, isStandalone } = of
  const isTheirs = (row: {
    readonly organizationUuid: string
    readonly activityUuid: string | undefined
  }): boolean =>
    "activityUuid" in of
      ? row.activityUuid === of.activityUuid
      : row.organizationUuid === of.organizationUuid && !isDeleted(row.activityUuid)
  const isDeleted = (activityUuid: string | undefined): boolean =>
    activityUuid !== undefined && tables.activities.get(activityUuid)?.deletedAt !== undefined
  return tables.sessions
    .rows()
    .filter(isTheirs)
    .filter((row) => endsAfter === undefined || row.endTime > endsAfter)
    .filter((row) => endsBy === undefined || row.endTime <= endsBy)
    .filter((row) => startsBefore === undefined || row.startTime < startsBefore)
    .filter((row) => seriesUuid === undefined || row.seriesUuid === seriesUuid)
    .filter(
      (row) => isStandalone === undefined || (row.activityUuid === undefined) === isStandalone,
    )
}

export const sessionSeries = (tables: Tables): SessionSeriesRepository => {
  const counted = (series: SessionSeries, at: Date): CountedSeries => {
    const own = tables.sessions.rows().filter(({ seriesUuid }) => seriesUuid === series.uuid)
    const starts = own.map(({ startTime }) => startTime).toSorted(compare)
    return {
      ...series,
      sessionCount: own.length,
      upcomingCount: own.filter(({ endTime }) => endTime > at).length,
      firstStartTime: starts[0],
      lastStartTime: starts.at(-1),
    }
  }
  return {
    add: async (series) => addNew(tables.sessionSeries, series, "series"),
    find: async (uuid, at) => {
      const series = tables.sessionSeries.get(uuid)
      return series === undefined ? undefined : counted(series, at)
    },
    list: async (uuid, at, page) => {
      const keyOf = { created_at: "createdAt", name: "name" } as const
      const { items, totalItems } = pageOf(
        tables.sessionSeries.rows().filter(({ activityUuid }) => activityUuid === uuid),
        page,
        (row) => row[keyOf[page.sortBy]],
        (row) => row.uuid,
      )
      return { items: items.map((series) => counted(series, at)), totalItems }
    },
  }
}
