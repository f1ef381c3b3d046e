import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Device, LiveDevice } from "./device.ts"

/** Devices at the doors of sessions. */
export interface DeviceRepository {
  readonly add: (device: Device) => Promise<void>
  /**
   * The device with what decides whether it lives, in one read: every call of a door asks this. Its
   * app, its maker and the maker's role are as they are now. Revoked and expired ones too.
   */
  readonly find: (uuid: string) => Promise<LiveDevice | undefined>
  /** All devices of a session, revoked and expired ones too. */
  readonly list: (
    sessionUuid: string,
    page: PageRequest<"created_at" | "name">,
  ) => Promise<Page<Device>>
  /**
   * Overwrites all but `uuid`, `sessionUuid`, `organizationUuid` and `createdAt`; `false` when the
   * device is unknown.
   */
  readonly renew: (device: Device) => Promise<boolean>
  /** Sets `revokedAt` where there is none; `false` when it was revoked before, or is unknown. */
  readonly revoke: (uuid: string, at: Date) => Promise<boolean>
  /** Forgets devices that expired before `before`, at most `limit`; answers how many. */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
