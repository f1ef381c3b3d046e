import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { CountedSeries, SessionSeries } from "./session-series.ts"

/**
 * Series of sessions. Their figures are counted by the very statement that reads them, as of `at`,
 * however many they are.
 */
export interface SessionSeriesRepository {
  readonly add: (series: SessionSeries) => Promise<void>
  readonly find: (uuid: string, at: Date) => Promise<CountedSeries | undefined>
  readonly list: (
    activityUuid: string,
    at: Date,
    page: PageRequest<"created_at" | "name">,
  ) => Promise<Page<CountedSeries>>
}
