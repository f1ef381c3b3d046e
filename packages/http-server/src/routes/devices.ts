import { devices as endpoints } from "@symbolon/core/contract"
import { mapAnswer, sessions } from "@symbolon/core/effect"
import { dateOrUndefined } from "../decode/date.ts"
import { encodeDevice, encodeIssuedDevice } from "../encode/device.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route, withMeta } from "../route.ts"

export const deviceRoutes: readonly Route[] = [
  route(endpoints.createDeviceToken, (input, caller) =>
    // The answer contains a secret and must not be cached (RFC 6749 section 5.1).
    mapAnswer(
      sessions.createDeviceToken(caller, {
        session: input.session_slug,
        name: input.device_name ?? undefined,
        expiresAt: dateOrUndefined(input.expires_at),
        deviceUuid: input.device_uuid,
      }),
      (issued) =>
        withMeta(encodeIssuedDevice(issued), { headers: { "cache-control": "no-store" } }),
    ),
  ),
  route(endpoints.listDeviceTokens, (input, caller) =>
    mapAnswer(
      sessions.listDeviceTokens(caller, { session: input.session_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeDevice),
    ),
  ),
  route(endpoints.revokeDeviceToken, (input, caller) =>
    mapAnswer(sessions.revokeDeviceToken(caller, { device: input.device_uuid }), encodeDevice),
  ),
]
