import type { Session } from "./session.ts"
import type { CountedSeries } from "./session-series.ts"

/** A series with its sessions, in the order in which they start. */
export interface SeriesDetails {
  readonly series: CountedSeries
  readonly sessions: readonly Session[]
}
