import type { Device } from "./device.ts"

/** A device with its new token. */
export interface CreatedDeviceToken {
  readonly device: Device
  /** Returned this once; a JWT. */
  readonly token: string
}
