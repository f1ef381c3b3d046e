import type { Device } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a new door token, which is shown once. */
export const encodeIssuedDevice = ({
  device,
  token,
}: {
  readonly device: Device
  readonly token: string
}): z.output<typeof resources.IssuedDeviceToken> => ({
  device_uuid: device.uuid,
  device_name: device.name ?? null,
  session_uuid: device.sessionUuid,
  token,
  not_before: instant(device.notBefore),
  expires_at: instant(device.expiresAt),
})

/** A device as its organization sees it afterwards. */
export const encodeDevice = (device: Device): z.output<typeof resources.DeviceToken> => ({
  device_uuid: device.uuid,
  device_name: device.name ?? null,
  session_uuid: device.sessionUuid,
  client_id: device.clientId ?? null,
  created_by_user_uuid: device.createdByUserUuid ?? null,
  not_before: instant(device.notBefore),
  expires_at: instant(device.expiresAt),
  created_at: instant(device.createdAt),
  revoked_at: instantOrNull(device.revokedAt),
})
