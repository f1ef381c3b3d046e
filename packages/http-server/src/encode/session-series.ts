import type { CountedSeries, Session } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { encodeSession } from "./activity.ts"
import { instant, instantOrNull } from "./instant.ts"

/** A session series on the wire. */
export const encodeSeries = (series: CountedSeries): z.output<typeof resources.SessionSeries> => ({
  uuid: series.uuid,
  activity_uuid: series.activityUuid,
  name: series.name,
  session_count: series.sessionCount,
  upcoming_count: series.upcomingCount,
  first_start_time: instantOrNull(series.firstStartTime),
  last_start_time: instantOrNull(series.lastStartTime),
  created_at: instant(series.createdAt),
  updated_at: instantOrNull(series.updatedAt),
})

interface WithSessions {
  readonly series: CountedSeries
  readonly sessions: readonly Session[]
}

/** A series with its sessions. */
export const encodeSeriesDetails = ({
  series,
  sessions,
}: WithSessions): z.output<typeof resources.SessionSeriesDetails> => ({
  ...encodeSeries(series),
  sessions: sessions.map(encodeSession),
})

/** What a batch made. */
export const encodeBatch = ({
  series,
  sessions,
}: WithSessions): z.output<typeof resources.SessionBatch> => ({
  series: encodeSeries(series),
  sessions: sessions.map(encodeSession),
})
