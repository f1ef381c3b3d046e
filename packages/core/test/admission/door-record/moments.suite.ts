import { describe, expect, it } from "vitest"
import type { AdmissionRequest, Storage } from "../../../src/index.ts"
import { secondsAfterStart } from "../../fixtures/door-taps.ts"
import { openClub } from "./club.ts"

/** What uploads are judged by: the manifest they cite, or the facts of their moment. */
export const momentRecordsSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
): void => {
  const openHere = async () => openClub(await open())

  describe(`a frozen card on ${storage}`, () => {
    it("stays on the record whatever else speaks against the admission, but for a cancelled session", async () => {
      const { symbolon, ada, createDoor, cardOf, wait } = await openHere()
      const { tapped: lost } = await cardOf("lost", 0, true)
      const { session, version, upload, record } = await createDoor({ admitsFrozenCards: true })
      const manifest = await version()
      wait(60)
      await symbolon.sessions.update({ session: session.slug, isCheckinOpen: false })
      expect(await upload("", 10, manifest, lost)).toMatchObject({
        decision: "admitted",
        disputedReason: "card_frozen",
      })
      expect(await upload("", 11, manifest, lost)).toMatchObject({
        decision: "admitted",
        disputedReason: "card_frozen",
      })
      expect(await record()).toEqual({ 0: [10, "card_frozen"] })
      // An earlier admission by another way comes to light, and something else speaks against that
      // one.
      expect(await upload(ada, 5, manifest)).toMatchObject({ disputedReason: "checkin_closed" })
      expect(await record()).toEqual({ 0: [5, "card_frozen"] })
      const other = await createDoor({ admitsFrozenCards: true })
      const before = await other.version()
      wait(100)
      await symbolon.sessions.cancel({ session: other.session.slug })
      wait(200)
      expect(await other.upload("", 120, before, lost)).toMatchObject({
        disputedReason: "session_cancelled",
      })
    })
  })

  describe(`a session that must be attended before, on ${storage}`, () => {
    it("counts as soon as it is recorded, by a clock that is ahead too; for an upload nothing justifies, as of its moment", async () => {
      const { symbolon, club, ada, createDoor, wait } = await openHere()
      const first = await createDoor()
      const next = await symbolon.sessions.create({
        activity: first.activity.slug,
        name: "Afterwards",
        requiredPriorSessionUuid: first.session.uuid,
        startTime: secondsAfterStart(0),
        endTime: secondsAfterStart(3600),
      })
      wait(60)
      expect(await first.upload(ada, 200, await first.version())).toMatchObject({
        decision: "admitted",
      })
      const listed = JSON.parse(
        Buffer.from(
          (await symbolon.sessions.checkinManifest({ session: next.slug })).bytes,
        ).toString(),
      )
      expect(Object.keys(listed.roster)).toEqual([ada])
      const tapped = { identifier: { type: "wallet", value: ada } } as const
      const at = (more: Partial<AdmissionRequest>, idempotencyKey: string) =>
        symbolon.sessions.admit({
          session: next.slug,
          request: { ...tapped, idempotencyKey, ...more },
        })
      expect(await at({ isOffline: true, occurredAt: secondsAfterStart(199) }, "a")).toMatchObject({
        blockedReason: "prior_session_required",
      })
      expect(await at({}, "b")).toMatchObject({ decision: "admitted" })
      expect(club.slug).toBe("harbour-club")
    })
  })

  describe(`membership at the moment, on ${storage}`, () => {
    it("is read as it was then, whichever membership that was", async () => {
      const { symbolon, club, ada, ben, people, createDoor, wait } = await openHere()
      await symbolon.tiers.create({
        organization: club.slug,
        name: "Plain",
        paymentInterval: "monthly",
      })
      const { upload, version } = await createDoor({ requiredEntitlement: "lounge" })
      const organization = club.slug
      const [adas = "", bens = ""] = people.map(({ user }) => user.uuid)
      const manifest = await version()
      wait(60)
      await symbolon.memberships.removeMember({ organization, userUuid: adas })
      await symbolon.memberships.updateMember({ organization, userUuid: bens, tierSlug: "plain" })
      wait(120)
      await symbolon.memberships.add({
        organization,
        member: { type: "user_id", value: adas },
        tierSlug: "plain",
      })
      wait(180)
      await symbolon.memberships.updateMember({ organization, userUuid: bens, tierSlug: "friend" })
      wait(240)
      // While she was a member, while she was none, and since she is one of another tier.
      expect(await upload(ada, 90, undefined)).toMatchObject({
        blockedReason: "membership_required",
      })
      expect(await upload(ada, 150, undefined)).toMatchObject({
        blockedReason: "entitlement_required",
      })
      expect(await upload(ada, 30, undefined)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect(await upload(ben, 90, undefined)).toMatchObject({
        blockedReason: "entitlement_required",
      })
      expect(await upload(ben, 91, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: "entitlement_lost",
      })
      expect(await upload(ben, 31, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect(await upload(ben, 200, undefined)).toMatchObject({ blockedReason: "already_admitted" })
    })
  })

  describe(`a card that changed hands, on ${storage}`, () => {
    it("stands for the person whom the cited manifest names; without one, for its holder", async () => {
      const { ada, ben, createDoor, cardOf, wait } = await openHere()
      const { tapped: card, give } = await cardOf("club-7", 0)
      const [members, walkIn] = [
        await createDoor({ requiredEntitlement: "member" }),
        await createDoor({ allowReentry: true }),
      ]
      await walkIn.tap(ada)
      const versions = [await members.version(), await walkIn.version()]
      wait(60)
      await give(1, false)
      wait(120)
      const tapped = { ...card, idempotencyKey: "seven" }
      const first = await members.upload("", 30, versions[0], tapped)
      expect(first).toMatchObject({
        decision: "admitted",
        walletAddress: ada,
        disputedReason: undefined,
      })
      expect((await members.attendees())[0]).toMatchObject({
        walletAddress: ada,
        cardIdentifier: "CLUB-7",
        userUuid: expect.any(String),
      })
      expect(await members.upload("", 30, versions[0], tapped)).toEqual({
        ...first,
        isReplayed: true,
      })
      expect(await walkIn.upload("", 30, versions[1], card)).toMatchObject({
        walletAddress: ada,
        isReentry: true,
      })
      expect(await members.tap("", card)).toMatchObject({
        decision: "admitted",
        walletAddress: ben,
      })
      expect(await walkIn.upload("", 31, undefined, card)).toMatchObject({
        decision: "admitted",
        walletAddress: ben,
      })
    })
  })

  describe(`an upload that nothing justifies, on ${storage}`, () => {
    it("is a re-entry only behind an admission at or before its moment", async () => {
      const { symbolon, ada, ben, people, club, createDoor, wait } = await openHere()
      const { tap, upload, record } = await createDoor({
        allowReentry: true,
        requiredEntitlement: "member",
      })
      wait(60)
      await tap(ada)
      await tap(ben)
      await symbolon.memberships.removeMember({
        organization: club.slug,
        userUuid: people[0]?.user.uuid ?? "",
      })
      wait(120)
      expect(await upload(ada, -3600, undefined)).toMatchObject({
        blockedReason: "checkin_not_started",
      })
      expect(await tap(ada, { occurredAt: secondsAfterStart(-3600) })).toMatchObject({
        blockedReason: "checkin_not_started",
      })
      expect(await upload(ada, 60, undefined)).toMatchObject({
        decision: "admitted",
        isReentry: true,
      })
      expect(await upload(ben, 59, undefined)).toMatchObject({
        decision: "admitted",
        isReentry: false,
        firstAdmittedAt: secondsAfterStart(59),
      })
      expect(await record()).toEqual({ 0: [60, null], 1: [59, null] })
      // To a live tap the person is inside, though the door that let them in has a clock that is
      // ahead.
      const strict = await createDoor()
      expect(await strict.upload(ada, 300, await strict.version())).toMatchObject({
        decision: "admitted",
      })
      expect(await strict.tap(ada)).toMatchObject({ blockedReason: "already_admitted" })
    })
  })
}
