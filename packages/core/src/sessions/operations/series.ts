import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/session-series.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read } from "../../foundation/unit-of-work.ts"
import { activityFor } from "../steps.ts"
import type { ListSeriesInput, SeriesInput } from "../inputs.ts"
import type { SeriesDetails } from "../results.ts"

/** Lists the series of an activity with their current counts. */
export const listSeries = listing(function* (caller: Caller, input: ListSeriesInput) {
  return yield* read(function* (tx, now) {
    const { activity } = yield* activityFor(caller, endpoints.listSeries.access, input.activity)
    return yield* tx.sessionSeries.list(activity.uuid, now, input.page)
  })
})

/** Returns a series with all its sessions, in the order of their starts. */
export const getSeries = step(function* (caller: Caller, input: SeriesInput) {
  return yield* read(function* (tx, now) {
    const { activity } = yield* activityFor(caller, endpoints.getSeries.access, input.activity)
    const series = yield* tx.sessionSeries.find(input.seriesUuid, now)
    if (series?.activityUuid !== activity.uuid)
      return yield* new NotFound({ what: "session series" })
    const { items: sessions } = yield* tx.sessions.list(
      { activityUuid: activity.uuid, seriesUuid: series.uuid },
      { page: 1, pageSize: limits.sessionsPerBatchMax, sortBy: "start_time", sortOrder: "asc" },
    )
    const details: SeriesDetails = { series, sessions }
    return details
  })
})
