import { describe, expect, it } from "vitest"
import type { Caller } from "../src/index.ts"
import { dayMs, openDoorClub, page, refusedWith } from "./fixtures/door-tokens.ts"

describe("devices.list and devices.revoke", () => {
  it("show and end the devices of one's own organization", async () => {
    const { symbolon, session, app, later } = await openDoorClub()
    const one = await symbolon
      .as(app)
      .sessions.createDeviceToken({ session: session.slug, name: "Pier" })
    await later(1000)
    const two = await symbolon.as(app).sessions.createDeviceToken({ session: session.slug })
    const revoked = await symbolon.as(app).sessions.revokeDeviceToken({ device: one.device.uuid })
    await later(1000)
    // Once more changes nothing, and says when it was.
    expect(await symbolon.as(app).sessions.revokeDeviceToken({ device: one.device.uuid })).toEqual(
      revoked,
    )
    expect(
      await symbolon.as(app).sessions.listDeviceTokens({ session: session.slug, page }),
    ).toEqual({
      items: [revoked, two.device],
      totalItems: 2,
    })

    const { user } = await symbolon.users.create({
      username: "another-owner",
      firstName: "A",
    })
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: user.uuid,
    })
    const outsider = symbolon.as({ ...app, organizationUuid: elsewhere.uuid } as Caller)
    await expect(outsider.sessions.revokeDeviceToken({ device: two.device.uuid })).rejects.toEqual(
      refusedWith("NotFound"),
    )
    await expect(
      outsider.sessions.listDeviceTokens({ session: session.slug, page }),
    ).rejects.toEqual(refusedWith("NotFound"))
    await expect(symbolon.sessions.revokeDeviceToken({ device: "no-such-device" })).rejects.toEqual(
      refusedWith("NotFound"),
    )
  })

  it("are forgotten by the sweep a day after they ended", async () => {
    const { symbolon, session, later } = await openDoorClub()
    const { device } = await symbolon.sessions.createDeviceToken({ session: session.slug })
    const isKnown = async () =>
      (await symbolon.sessions.listDeviceTokens({ session: session.slug, page })).totalItems === 1
    // The sweep runs once a day, at the time of day the service was opened.
    await later(device.expiresAt.getTime() - symbolon.clock.now().getTime())
    expect(await isKnown()).toBe(true)
    await later(2 * dayMs)
    expect(await isKnown()).toBe(false)
  })
})
