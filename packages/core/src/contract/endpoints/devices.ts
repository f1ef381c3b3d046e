import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages, writes } from "../access.ts"
import { dateTime, endpoint, line, listQuery, page } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { DeviceToken, IssuedDeviceToken } from "../resources/device.ts"

export const createDeviceToken = endpoint({
  id: "createDeviceToken",
  base: "api",
  method: "POST",
  path: "/sessions/{session_slug}/device-tokens",
  summary: "Makes a token for a device at the session's door, or renews it; it is shown this once.",
  description:
    "The token opens the manifest, the trust keys and the admissions of this session alone, until a day after the session ends, for four weeks at most, or until it is revoked. It is counted under limits of its own. Its term is that of the session as it is now: when the session is moved, renew it. With `device_uuid` the device keeps its idempotency keys, so that what it uploads again after a lost answer is known, and its former token ends.",
  access: writes("session:devices:write", "OC", "staff"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.session),
  body: z.strictObject({
    device_name: line(limits.nameMax, 1).trim().min(1).nullable().optional(),
    expires_at: dateTime.optional().meta({ description: "an earlier end than the session gives" }),
    device_uuid: parameters.device.device_uuid.optional().meta({
      description: "the device of this session whose token is renewed; a new device without it",
    }),
  }),
  response: IssuedDeviceToken,
  errors: ["NotFound", "Conflict", "Invalid"],
})

export const listDeviceTokens = endpoint({
  id: "listDeviceTokens",
  base: "console",
  method: "GET",
  path: "/sessions/{session_slug}/device-tokens",
  summary: "The devices of a session's door, revoked ones too; without their tokens.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.session),
  query: listQuery(["created_at", "name"]),
  response: page(DeviceToken),
  errors: ["NotFound"],
})

export const revokeDeviceToken = endpoint({
  id: "revokeDeviceToken",
  base: "console",
  method: "DELETE",
  path: "/device-tokens/{device_uuid}",
  summary: "Ends a device's token: its next call is refused.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.device),
  response: DeviceToken,
  errors: ["NotFound"],
})
