import { sessionSeries as endpoints } from "@symbolon/core/contract"
import { mapAnswer, sessions } from "@symbolon/core/effect"
import { dateOrUndefined } from "../decode/date.ts"
import { sentSettings } from "../decode/door-settings.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeBatch, encodeSeries, encodeSeriesDetails } from "../encode/session-series.ts"
import { route, type Route } from "../route.ts"

export const sessionSeriesRoutes: readonly Route[] = [
  route(endpoints.createBatch, (input, caller) =>
    mapAnswer(
      sessions.createBatch(caller, {
        activity: input.activity_slug,
        name: input.name,
        description: input.description ?? undefined,
        seriesName: input.series_name,
        isCheckinOpen: input.is_checkin_open,
        settings: sentSettings(input),
        dates: input.dates?.map(spanOf),
        recurrence: input.recurrence === undefined ? undefined : recurrenceOf(input.recurrence),
      }),
      encodeBatch,
    ),
  ),
  route(endpoints.listSeries, (input, caller) =>
    mapAnswer(
      sessions.listSeries(caller, { activity: input.activity_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeSeries),
    ),
  ),
  route(endpoints.getSeries, (input, caller) =>
    mapAnswer(
      sessions.getSeries(caller, { activity: input.activity_slug, seriesUuid: input.series_uuid }),
      encodeSeriesDetails,
    ),
  ),
]

interface WireSpan {
  readonly start_time: string
  readonly end_time: string
}

const spanOf = (span: WireSpan) => ({
  startTime: new Date(span.start_time),
  endTime: new Date(span.end_time),
})

type SentRecurrence = NonNullable<Parameters<typeof sessions.createBatch>[1]["recurrence"]>

const recurrenceOf = (
  rule: WireSpan &
    Pick<SentRecurrence, "frequency" | "interval" | "weekdays" | "count"> & {
      readonly until?: string | undefined
    },
): SentRecurrence => ({
  ...spanOf(rule),
  frequency: rule.frequency,
  interval: rule.interval,
  weekdays: rule.weekdays,
  count: rule.count,
  until: dateOrUndefined(rule.until),
})
