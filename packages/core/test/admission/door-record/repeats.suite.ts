import { describe, expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { secondsAfterStart } from "../../fixtures/door-taps.ts"
import { openClub } from "./club.ts"

/** Admissions under keys that come again, from renewed doors, and at one instant. */
export const repeatRecordsSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
): void => {
  const openHere = async () => openClub(await open())

  describe(`a key that comes again, on ${storage}`, () => {
    it("answers what was answered then; the list of those present tells what holds now", async () => {
      const { ada, ben, createDoor, wait } = await openHere()
      const { version, upload, record } = await createDoor({ maxAttendees: 1, allowReentry: true })
      const manifest = await version()
      wait(60)
      const key = (idempotencyKey: string) => ({ idempotencyKey })
      const bens = await upload(ben, 6, manifest, key("ben"))
      expect(bens).toMatchObject({
        isReentry: false,
        disputedReason: undefined,
        firstAdmittedAt: secondsAfterStart(6),
        seat: "walk_in",
      })
      const adas = await upload(ada, 5, manifest, key("ada"))
      await upload(ben, 4, manifest, key("ben, before"))
      expect(await upload(ben, 6, manifest, key("ben"))).toEqual({ ...bens, isReplayed: true })
      expect(await upload(ada, 5, manifest, key("ada"))).toEqual({ ...adas, isReplayed: true })
      expect(await record()).toEqual({ 0: [5, "over_capacity"], 1: [4, null] })
    })
  })

  describe(`a door whose token is renewed, on ${storage}`, () => {
    it("keeps its keys, and its former token ends", async () => {
      const { symbolon, ada, ben, createDoor, wait } = await openHere()
      const [{ session, record }, elsewhere] = [await createDoor(), await createDoor()]
      const first = await symbolon.sessions.createDeviceToken({
        session: session.slug,
        name: "Pier",
      })
      const at = async (token: string) => symbolon.as(await symbolon.authenticate(token)).sessions
      const tap = (value: string, idempotencyKey: string) => ({
        session: session.slug,
        request: { identifier: { type: "wallet", value } as const, idempotencyKey },
      })
      const reported = await (await at(first.token)).admit(tap(ada, "k"))
      wait(60)
      const deviceUuid = first.device.uuid
      const renewed = await symbolon.sessions.createDeviceToken({
        session: session.slug,
        deviceUuid,
      })
      expect(renewed.device).toEqual({
        ...first.device,
        tokenUuid: renewed.device.tokenUuid,
        issuedAt: secondsAfterStart(60),
      })
      await expect(at(first.token)).rejects.toMatchObject({ _tag: "InvalidCredentials" })
      // The answer was lost on its way: the renewed door tells of it again.
      expect(await (await at(renewed.token)).admit(tap(ada, "k"))).toEqual({
        ...reported,
        isReplayed: true,
      })
      await expect((await at(renewed.token)).admit(tap(ben, "k"))).rejects.toMatchObject({
        _tag: "IdempotencyConflict",
      })
      expect(await record()).toEqual({ 0: [0, null] })
      for (const input of [
        { session: elsewhere.session.slug, deviceUuid },
        { session: session.slug, deviceUuid: elsewhere.session.uuid },
      ])
        await expect(symbolon.sessions.createDeviceToken(input)).rejects.toMatchObject({
          _tag: "NotFound",
          what: "device",
        })
      await symbolon.sessions.revokeDeviceToken({ device: deviceUuid })
      await expect(at(renewed.token)).rejects.toMatchObject({ _tag: "InvalidCredentials" })
      const again = await symbolon.sessions.createDeviceToken({
        session: session.slug,
        deviceUuid,
        name: "Quay",
      })
      expect(again.device).toMatchObject({ uuid: deviceUuid, name: "Quay", revokedAt: undefined })
      expect(await (await at(again.token)).admit(tap(ada, "k"))).toMatchObject({ isReplayed: true })
      await expect(at(renewed.token)).rejects.toMatchObject({ _tag: "InvalidCredentials" })
    })
  })

  describe(`two admissions at one instant, on ${storage}`, () => {
    it("count in the order in which they were recorded", async () => {
      const { ada, createDoor, wait } = await openHere()
      const { tap, upload, version, attendees } = await createDoor()
      const manifest = await version()
      wait(60)
      await tap(ada, { idempotencyKey: "z" })
      expect(await upload(ada, 60, manifest, { idempotencyKey: "a" })).toMatchObject({
        disputedReason: "duplicate_admission",
      })
      expect(await attendees()).toMatchObject([
        { source: "online", disputedReason: "duplicate_admission" },
      ])
    })
  })
}
