import { activities as endpoints } from "@symbolon/core/contract"
import { activities } from "@symbolon/core/effect"
import { Effect } from "effect"
import { dateOrUndefined } from "../decode/date.ts"
import { sentSettings } from "../decode/door-settings.ts"
import { encodeActivity } from "../encode/activity.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

export const activityRoutes: readonly Route[] = [
  route(endpoints.listActivities, (input, caller) =>
    Effect.map(activities.list(caller, { organization: input.organization_slug, page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeActivity),
    ),
  ),
  route(endpoints.createActivity, (input, caller) =>
    Effect.map(
      activities.create(caller, {
        organization: input.organization_slug,
        name: input.name,
        description: input.description ?? undefined,
        websiteUrl: input.website_url ?? undefined,
        additionalData: input.additional_data ?? undefined,
        startTime: dateOrUndefined(input.start_time),
        endTime: dateOrUndefined(input.end_time),
        isSessionCheckinOpen: input.is_session_checkin_open,
        timezone: input.timezone ?? undefined,
        settings: sentSettings(input),
      }),
      encodeActivity,
    ),
  ),
  route(endpoints.getActivity, (input, caller) => Effect.map(activities.find(caller, { activity: input.activity_slug }), encodeActivity)),
]
