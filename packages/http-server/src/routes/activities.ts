import { activities as endpoints } from "@symbolon/core/contract"
import { mapAnswer, activities } from "@symbolon/core/effect"
import { dateOrUndefined, dateOrNull } from "../decode/date.ts"
import { sentSettings } from "../decode/door-settings.ts"
import { encodeActivity, encodeChangedActivity } from "../encode/activity.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

export const activityRoutes: readonly Route[] = [
  route(endpoints.listActivities, (input, caller, imageUrl) =>
    mapAnswer(
      activities.list(caller, {
        organizationUuid: input.organization_uuid,
        from: dateOrUndefined(input.from),
        to: dateOrUndefined(input.to),
        mine: input.mine,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeActivity(imageUrl)),
    ),
  ),
  route(endpoints.listForOrganization, (input, caller, imageUrl) =>
    mapAnswer(
      activities.listForOrganization(caller, {
        organization: input.organization_slug,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeActivity(imageUrl)),
    ),
  ),
  route(endpoints.createActivity, (input, caller, imageUrl) =>
    mapAnswer(
      activities.create(caller, {
        organization: input.organization_slug,
        name: input.name,
        description: input.description ?? undefined,
        imageFileUuid: input.image_file_uuid ?? undefined,
        websiteUrl: input.website_url ?? undefined,
        additionalData: input.additional_data ?? undefined,
        startTime: dateOrUndefined(input.start_time),
        endTime: dateOrUndefined(input.end_time),
        isSessionCheckinOpen: input.is_session_checkin_open,
        timezone: input.timezone ?? undefined,
        settings: sentSettings(input),
      }),
      encodeActivity(imageUrl),
    ),
  ),
  route(endpoints.getActivity, (input, caller, imageUrl) =>
    mapAnswer(activities.get(caller, { activity: input.activity_slug }), encodeActivity(imageUrl)),
  ),
  route(endpoints.updateActivity, (input, caller, imageUrl) =>
    mapAnswer(
      activities.update(caller, {
        activity: input.activity_slug,
        name: input.name,
        description: input.description,
        imageFileUuid: input.image_file_uuid,
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
      encodeChangedActivity(imageUrl),
    ),
  ),
  route(endpoints.deleteActivity, (input, caller) =>
    mapAnswer(
      activities.delete(caller, {
        activity: input.activity_slug,
        confirmStrandingHolders: input.confirm_stranding_holders,
      }),
      ({ name }) => ({ message: `The activity ${name} is deleted.` }),
    ),
  ),
  route(endpoints.cancel, (input, caller, imageUrl) =>
    mapAnswer(
      activities.cancel(caller, {
        activity: input.activity_slug,
        reason: input.reason ?? undefined,
      }),
      encodeActivity(imageUrl),
    ),
  ),
  route(endpoints.withdrawCancellation, (input, caller, imageUrl) =>
    mapAnswer(
      activities.withdrawCancellation(caller, { activity: input.activity_slug }),
      encodeActivity(imageUrl),
    ),
  ),
]
