import { sessions as endpoints } from "@symbolon/core/contract"
import { manifest, sessions } from "@symbolon/core/effect"
import { Effect } from "effect"
import { sentSettings } from "../decode/door-settings.ts"
import { encodeSession } from "../encode/activity.ts"
import { encodeTrustKeys, tellManifest } from "../encode/door.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"
import { admitRoute } from "./admit.ts"

export const sessionRoutes: readonly Route[] = [
  route(endpoints.listActivitySessions, (input, caller) =>
    Effect.map(sessions.list(caller, { activity: input.activity_slug, page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeSession),
    ),
  ),
  route(endpoints.createSession, (input, caller) =>
    Effect.map(
      sessions.create(caller, {
        activity: input.activity_slug,
        name: input.name,
        description: input.description ?? undefined,
        startTime: new Date(input.start_time),
        endTime: new Date(input.end_time),
        isCheckinOpen: input.is_checkin_open,
        settings: sentSettings(input),
      }),
      encodeSession,
    ),
  ),
  route(endpoints.getSession, (input, caller) => Effect.map(sessions.find(caller, { session: input.session_slug }), encodeSession)),
  route(endpoints.getCheckinManifest, (input, caller) => Effect.map(manifest.issue(caller, { session: input.session_slug }), tellManifest)),
  route(endpoints.getTrustKeys, (input, caller) =>
    Effect.map(manifest.trustKeys(caller, { session: input.session_slug }), encodeTrustKeys),
  ),
  admitRoute,
]
