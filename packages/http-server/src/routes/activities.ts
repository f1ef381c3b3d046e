import { activities as endpoints } from "@symbolon/core/contract"
import { activities } from "@symbolon/core/effect"
import { Effect } from "effect"
import { dateOrUndefined, dateOrNull } from "../decode/date.ts"
import { sentSettings } from "../decode/door-settings.ts"
import { encodeActivity, encodeChangedActivity } from "../encode/activity.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

export const activityRoutes: readonly Route[] = [
  route(endpoints.listActivities, (input, caller) =>
    Effect.map(
      activities.list(caller, {
        organizationUuid: input.organization_uuid,
        from: dateOrUndefined(input.from),
        to: dateOrUndefined(input.to),
        mine: input.mine,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeActivity),
    ),
  ),
  route(endpoints.listForOrganization, (input, caller) =>
    Effect.map(
      activities.listForOrganization(caller, {
        organization: input.organization_slug,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeActivity),
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
  route(endpoints.getActivity, (input, caller) =>
    Effect.map(activities.get(caller, { activity: input.activity_slug }), encodeActivity),
  ),
  route(endpoints.updateActivity, (input, caller) =>
    Effect.map(
      activities.update(caller, {
        activity: input.activity_slug,
        name: input.name,
        description: input.description,
        websiteUrl: input.website_url,
        additionalData: input.additional_data,
        startTime: dateOrNull(input.start_time),
        endTime: dateOrNull(input.end_time),
        isSessionCheckinOpen: input.is_session_checkin_open,
        timezone: input.timezone,
        settings: sentSettings(input),
        applyToUpcomingSessions: input.apply_to_upcoming_sessions,
        confirmStrandingHolders: input.confirm_stranding_holders,
      }),
      encodeChangedActivity,
    ),
  ),
  route(endpoints.deleteActivity, (input, caller) =>
    Effect.map(
      activities.delete(caller, {
        activity: input.activity_slug,
        confirmStrandingHolders: input.confirm_stranding_holders,
      }),
      ({ name }) => ({ message: `The activity ${name} is deleted.` }),
    ),
  ),
  route(endpoints.cancel, (input, caller) =>
    Effect.map(
      activities.cancel(caller, {
        activity: input.activity_slug,
        reason: input.reason ?? undefined,
      }),
      encodeActivity,
    ),
  ),
  route(endpoints.withdrawCancellation, (input, caller) =>
    Effect.map(
      activities.withdrawCancellation(caller, { activity: input.activity_slug }),
      encodeActivity,
    ),
  ),
]
