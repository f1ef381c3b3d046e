import * as z from "zod"
import { dateTime } from "../endpoint.ts"

/** A door's token as it is answered once, when it is made. */
export const IssuedDeviceToken = z
  .object({
    device_uuid: z.string(),
    device_name: z.string().nullable(),
    session_uuid: z.string(),
    token: z.string(),
    not_before: dateTime,
    expires_at: dateTime,
  })
  .meta({ id: "IssuedDeviceToken" })

/** A device without its token, with its status. */
export const DeviceToken = z
  .object({
    device_uuid: z.string(),
    device_name: z.string().nullable(),
    session_uuid: z.string(),
    client_id: z.string().nullable(),
    created_by_user_uuid: z.string().nullable(),
    not_before: dateTime,
    expires_at: dateTime,
    created_at: dateTime,
    revoked_at: dateTime.nullable(),
  })
  .meta({ id: "DeviceToken" })
