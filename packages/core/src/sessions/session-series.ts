/** A run of sessions that were made together. */
export interface SessionSeries {
  readonly uuid: string
  readonly activityUuid: string
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}

/** What a series amounts to at some moment: it is counted, never kept. */
export interface SeriesCounts {
  readonly sessionCount: number
  /** Of these, those that are not finished. */
  readonly upcomingCount: number
  /** Undefined when every session has left the series. */
  readonly firstStartTime: Date | undefined
  readonly lastStartTime: Date | undefined
}

/** A series with what it amounts to. */
export type CountedSeries = SessionSeries & SeriesCounts
