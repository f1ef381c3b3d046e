import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { limits } from "../foundation/kernel/limits.ts"
import { courses } from "../service-keys/rotation.ts"
import { createDeviceToken } from "../contract/endpoints/devices.ts"
import {
  type Device,
  type DeviceApp,
  type DeviceMaker,
  doorMakerRole,
  doorTermAt,
  isDeviceLive,
  type LiveDevice,
} from "./device.ts"

const day = 86_400_000
const noon = Date.UTC(2026, 10, 21, 12)
const at = (days: number, ms = 0) => new Date(noon + days * day + ms)
const termOf = (starts: Date, ends: Date, now: Date, requested?: Date) => {
  const term = doorTermAt({ startTime: starts, endTime: ends }, now, requested)
  if (Result.isFailure(term))
    return "reason" in term.failure ? term.failure.reason : term.failure.errors
  return [term.success.notBefore, term.success.expiresAt]
}

describe("doorTermAt", () => {
  it("ends earlier where that is asked for, never later, and never in the past", () => {
    expect(termOf(at(1), at(1.5), at(0.5), at(1.2))).toEqual([at(0), at(1.2)])
    expect(termOf(at(1), at(1.5), at(0.5), at(9))).toEqual([at(0), at(2.5)])
    expect(termOf(at(1), at(1.5), at(0.5), at(0.5))).toEqual({ expires_at: "must lie ahead" })
  })

  it.each([
    ["is a day around the session", at(1), at(1.5), at(0.5), [at(0), at(2.5)]],
    ["is the same while the session is on", at(-1), at(1), at(0), [at(-2), at(2)]],
    [
      "begins at once for a session further ahead, on the second",
      at(5),
      at(6),
      at(0, 1999),
      [at(0, 1000), at(7)],
    ],
    ["is refused when its doors have had their day", at(-2), at(-1), at(0), "session_over"],
    ["is given until then", at(-2), at(-1), at(0, -1), [at(-3), at(0)]],
    ["is refused more than 27 days ahead", at(27, 1), at(28), at(0), "session_far_ahead"],
    ["is given 27 days ahead, and cut at 28", at(27), at(28), at(0), [at(0), at(28)]],
    [
      "is cut at four weeks for a session that goes on",
      at(-100),
      at(100),
      at(0, 500),
      [at(-101), at(28)],
    ],
  ])("%s", (_, starts, ends, now, term) => expect(termOf(starts, ends, now)).toEqual(term))

  it("never outlives the key that signs it", () => {
    // The key may be replaced the moment after it signed.
    expect(courses.tokens.verifiesForDays * 86_400).toBeGreaterThan(limits.doorTokenLongestSeconds)
  })
})

describe("isDeviceLive", () => {
  const device: Device = {
    uuid: "d",
    name: undefined,
    sessionUuid: "s",
    organizationUuid: "o",
    clientId: "c",
    createdByUserUuid: undefined,
    tokenUuid: "d",
    issuedAt: at(0),
    notBefore: at(0),
    expiresAt: at(1),
    createdAt: at(0),
    revokedAt: undefined,
  }
  const appOf = (of: Partial<DeviceApp> = {}): DeviceApp => ({
    disabledAt: undefined,
    isFirstParty: false,
    serviceRole: undefined,
    ...of,
  })
  const live = (of: Omit<Partial<LiveDevice>, "device"> & { readonly device?: Partial<Device> }) =>
    isDeviceLive(
      {
        client: appOf({ serviceRole: "staff" }),
        maker: undefined,
        keysChangedAt: undefined,
        ...of,
        device: { ...device, ...of.device },
      },
      at(1, -1),
    )
  const app = (of: Partial<DeviceApp> | undefined) => live({ client: of && appOf(of) })
  const user = (of: Partial<DeviceMaker> | undefined, client?: Partial<DeviceApp>) =>
    live({
      device: { createdByUserUuid: "u" },
      client: appOf(client),
      maker: of && {
        accountType: "user",
        disabledAt: undefined,
        deletedAt: undefined,
        role: "staff",
        ...of,
      },
    })

  it.each([
    ["until it expires", live({}), true],
    ["no longer when it has", live({ device: { expiresAt: at(1, -1) } }), false],
    ["not after it was revoked", live({ device: { revokedAt: at(0) } }), false],
    ["while the host made it", live({ device: { clientId: undefined }, client: undefined }), true],
    ["not after its app was disabled", app({ serviceRole: "owner", disabledAt: at(0) }), false],
    ["while its app is staff", app({ serviceRole: "staff" }), true],
    ["not when its app is a door alone", app({ serviceRole: "door" }), false],
    ["not when its app has no role", app({}), false],
    ["not without its app", app(undefined), false],
    ["while its maker is staff", user({}), true],
    ["while its maker is the owner", user({ role: "owner" }), true],
    ["not when its maker is a door alone", user({ role: "door" }), false],
    ["not when its maker has left the team", user({ role: undefined }), false],
    [
      "not by the role of its app",
      user({ role: undefined }, { serviceRole: "owner", isFirstParty: true }),
      false,
    ],
    ["not while its maker is disabled", user({ disabledAt: at(0) }), false],
    ["not after its maker was deleted", user({ deletedAt: at(0) }), false],
    ["not when its maker is unknown", user(undefined), false],
    [
      "while its maker is service staff in a first-party app",
      user({ accountType: "service", role: undefined }, { isFirstParty: true }),
      true,
    ],
    [
      "not when its maker is service staff in another app",
      user({ accountType: "service", role: undefined }),
      false,
    ],
  ])("%s", (_, isLive, lives) => expect(isLive).toBe(lives))

  it("asks for the role that making one asks for", () => {
    expect(createDeviceToken.access?.role).toBe(doorMakerRole)
  })
})
