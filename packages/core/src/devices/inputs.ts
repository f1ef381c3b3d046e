import type { PageInput, SessionInput } from "../foundation/kernel/inputs.ts"

/** For which door a token is made. */
export interface CreateDeviceTokenInput extends SessionInput {
  /** What the organization calls the device. */
  readonly name?: string | undefined
  /** An earlier end than a day after the session. */
  readonly expiresAt?: Date | undefined
  /** Uuid of the device whose token is renewed. Default: a new device. */
  readonly deviceUuid?: string | undefined
}

/** Which devices of a session. */
export interface ListDeviceTokensInput extends SessionInput, PageInput<"created_at" | "name"> {}

/** Names a device. */
export interface DeviceInput {
  /** Uuid of the device. */
  readonly device: string
}
