import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages, writes } from "../access.ts"
import { dateTime, endpoint, line, listQuery, page } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { DeviceToken, IssuedDeviceToken } from "../resources/device.ts"

export const createDeviceToken = endpoint({
  name: "sessions.createDeviceToken",
  base: "api",
  method: "POST",
  path: "/sessions/{session_slug}/device-tokens",
  summary: "Creates or renews a token for a device at the session's door. The token is shown once.",
  description:
    "The token gives access to the manifest, the trust keys and the admissions of this session only. It is valid until a day after the session ends, for at most four weeks, or until it is revoked. It ends earlier when its maker loses the role to make it: another staff member then renews the device. It has its own rate limits. Its term depends on the current time of the session: when the session moves, renew the token. With `device_uuid`, the device keeps its idempotency keys, so repeated uploads are recognised. Its former token ends.",
  access: writes("session:devices:write", "OC", "staff"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.session),
  body: z.strictObject({
    device_name: line(limits.nameMax, 1).trim().min(1).nullable().optional(),
    expires_at: dateTime.optional().meta({ description: "an expiry earlier than the default" }),
    device_uuid: parameters.device.device_uuid.optional().meta({
      description:
        "the device of this session whose token to renew; if omitted, a new device is created",
    }),
  }),
  response: IssuedDeviceToken,
  errors: ["NotFound", "Conflict", "Invalid"],
})

export const listDeviceTokens = endpoint({
  name: "sessions.listDeviceTokens",
  base: "console",
  method: "GET",
  path: "/sessions/{session_slug}/device-tokens",
  summary: "Lists the devices of a session's door, including revoked ones, without their tokens.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.session),
  query: listQuery(["created_at", "name"]),
  response: page(DeviceToken),
  errors: ["NotFound"],
})

export const revokeDeviceToken = endpoint({
  name: "sessions.revokeDeviceToken",
  base: "console",
  method: "DELETE",
  path: "/device-tokens/{device_uuid}",
  summary: "Revokes a device's token. Its next call is refused.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.device),
  response: DeviceToken,
  errors: ["NotFound"],
})
