import { sessions as endpoints } from "@symbolon/core/contract"
import { mapAnswer, sessions } from "@symbolon/core/effect"
import { dateOrUndefined } from "../decode/date.ts"
import { sentSettings } from "../decode/door-settings.ts"
import { encodeSession } from "../encode/activity.ts"
import { encodeTrustKeys, encodeDelta, encodeManifest } from "../encode/door.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"
import { admitRoute } from "./admit.ts"

export const sessionRoutes: readonly Route[] = [
  route(endpoints.listForActivity, (input, caller) =>
    mapAnswer(
      sessions.listForActivity(caller, {
        activity: input.activity_slug,
        isUpcoming: input.upcoming,
        seriesUuid: input.series_uuid,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeSession),
    ),
  ),
  route(endpoints.createSession, (input, caller) =>
    mapAnswer(
      sessions.create(caller, {
        activity: input.activity_slug,
        requiredPriorSessionUuid: input.required_prior_session_uuid ?? undefined,
        ...newSession(input),
      }),
      encodeSession,
    ),
  ),
  route(endpoints.getSession, (input, caller) =>
    mapAnswer(sessions.get(caller, { session: input.session_slug }), encodeSession),
  ),
  route(endpoints.updateSession, (input, caller) =>
    mapAnswer(
      sessions.update(caller, {
        session: input.session_slug,
        name: input.name,
        description: input.description,
        startTime: dateOrUndefined(input.start_time),
        endTime: dateOrUndefined(input.end_time),
        isCheckinOpen: input.is_checkin_open,
        activityUuid: input.activity_uuid,
        requiredPriorSessionUuid: input.required_prior_session_uuid,
        settings: sentSettings(input),
        confirmStrandingHolders: input.confirm_stranding_holders,
      }),
      encodeSession,
    ),
  ),
  route(endpoints.listForOrganization, (input, caller) =>
    mapAnswer(
      sessions.listForOrganization(caller, {
        organization: input.organization_slug,
        from: dateOrUndefined(input.from),
        to: dateOrUndefined(input.to),
        isStandalone: input.standalone,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeSession),
    ),
  ),
  route(endpoints.createStandalone, (input, caller) =>
    mapAnswer(
      sessions.createStandalone(caller, {
        organization: input.organization_slug,
        ...newSession(input),
      }),
      encodeSession,
    ),
  ),
  route(endpoints.cancel, (input, caller) =>
    mapAnswer(
      sessions.cancel(caller, { session: input.session_slug, reason: input.reason ?? undefined }),
      encodeSession,
    ),
  ),
  route(endpoints.withdrawCancellation, (input, caller) =>
    mapAnswer(
      sessions.withdrawCancellation(caller, { session: input.session_slug }),
      encodeSession,
    ),
  ),
  route(endpoints.checkinManifest, (input, caller) =>
    mapAnswer(sessions.checkinManifest(caller, { session: input.session_slug }), encodeManifest),
  ),
  route(endpoints.checkinManifestDelta, (input, caller) =>
    mapAnswer(
      sessions.checkinManifestDelta(caller, { session: input.session_slug, cursor: input.cursor }),
      encodeDelta,
    ),
  ),
  route(endpoints.checkinTrustKeys, (input, caller) =>
    mapAnswer(sessions.checkinTrustKeys(caller, { session: input.session_slug }), encodeTrustKeys),
  ),
  admitRoute,
]

const newSession = (
  input: Parameters<typeof sentSettings>[0] & {
    readonly name: string
    readonly description?: string | null | undefined
    readonly start_time: string
    readonly end_time: string
    readonly is_checkin_open: boolean
  },
) => ({
  name: input.name,
  description: input.description ?? undefined,
  startTime: new Date(input.start_time),
  endTime: new Date(input.end_time),
  isCheckinOpen: input.is_checkin_open,
  settings: sentSettings(input),
})
