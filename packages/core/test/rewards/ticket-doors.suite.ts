import { beforeAll, describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { openTestDoors } from "../fixtures/door-taps.ts"
import { readPayload } from "../fixtures/rosters.ts"

const hourMs = 3_600_000

/** Doors that ask for the ticket of a reward, and people to give one to. */
const openVenue = async (storage: Storage) => {
  const venue = await openTestDoors(storage, 6)
  const { symbolon, club, clock, people, createDoor } = venue
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hourMs).toISOString()
  const create = (terms: object, change: object = {}) =>
    symbolon.rewards.create({
      organization: club.slug,
      organizationUuid: club.uuid,
      name: "Regatta",
      contentConfig: {
        storageType: "internal",
        contentTemplate: {
          data: {},
          items: [
            { type: "coupon", code: "C" },
            { type: "ticket", title: "Regatta", ticket_number: "1", ...terms },
          ],
          content_version: "1",
        },
      },
      ...change,
    })
  /** A session that lets in for six hours, and asks for a ticket of these terms. */
  const openDoor = async (
    termsOf: (sessionUuid: string) => object,
    settings: Parameters<typeof createDoor>[0] = { requiresTicket: true },
  ) => {
    const { session, tap, attendees } = await createDoor()
    const template = await create(termsOf(session.uuid))
    const asks = async (of: string) =>
      symbolon.sessions.update({
        session: of,
        settings: { ticketTemplateUuid: template.uuid, ...settings },
      })
    await asks(session.uuid)
    const give = async (n: number) => {
      const { transactionId } = await symbolon.rewards.redeem({
        reward: template.uuid,
        identifier: { type: "username", value: people[n]?.user.username ?? "" },
      })
      return transactionId ?? ""
    }
    return { session, tap, attendees, template, asks, give, listed: () => listed(session.uuid) }
  }
  const listed = async (session: string) => {
    const manifest = readPayload(await symbolon.sessions.checkinManifest({ session }))
    return { ...manifest, people: Object.keys(manifest.roster) }
  }
  const advance = (hours: number) =>
    symbolon.testClock?.moveTo(new Date(clock.now().getTime() + hours * hourMs))
  const wallet = (n: number) => people[n]?.wallet ?? ""
  return { ...venue, create, openDoor, listed, advance, inHours, wallet }
}

/** What the terms of a reward's ticket mean at doors, on any storage. */
export const ticketDoorsSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`doors on ${name} read the terms of tickets:`, () => {
    let venue: Awaited<ReturnType<typeof openVenue>>
    beforeAll(async () => {
      venue = await openVenue(await open())
    })

    it("a ticket for one session opens no other, and has no seat there", async () => {
      const { openDoor, createDoor, wallet, listed } = venue
      const race = await openDoor((session) => ({ session_uuids: [session] }))
      const dinner = await createDoor()
      await race.asks(dinner.session.uuid)
      await race.give(0)
      expect(await race.listed()).toMatchObject({ people: [wallet(0)], reserved: 1 })
      expect(await listed(dinner.session.uuid)).toMatchObject({ people: [], reserved: 0 })
      expect(await dinner.tap(wallet(0))).toMatchObject({
        decision: "blocked",
        blockedReason: "ticket_wrong_session",
      })
      expect(await race.tap(wallet(0))).toMatchObject({ decision: "admitted", seat: "ticket" })
    })

    it("a ticket opens nothing before it is valid, and is listed from then on", async () => {
      const { openDoor, wallet, inHours, advance } = venue
      const from = inHours(2)
      const door = await openDoor(() => ({ valid_from: from }))
      await door.give(1)
      // The seat is kept: the ticket is good before the doors close.
      expect(await door.listed()).toMatchObject({ people: [], reserved: 1 })
      expect(await door.tap(wallet(1))).toMatchObject({
        decision: "blocked",
        blockedReason: "ticket_not_yet_valid",
        details: { valid_from: from },
      })
      await advance(2)
      expect((await door.listed()).people).toEqual([wallet(1)])
      expect(await door.tap(wallet(1))).toMatchObject({ decision: "admitted" })
    })

    it("a ticket that ends before a manifest does is left to the service", async () => {
      const { openDoor, wallet, inHours, advance } = venue
      const until = inHours(1)
      const door = await openDoor(() => ({ valid_until: until }))
      await door.give(2)
      await door.give(3)
      expect(await door.listed()).toMatchObject({ people: [], reserved: 2 })
      expect(await door.tap(wallet(2))).toMatchObject({ decision: "admitted" })
      // A door that knows them refuses them with the right reason.
      expect(Object.keys((await door.listed()).admitted)).toEqual([wallet(2)])
      await advance(1)
      expect(await door.tap(wallet(3))).toMatchObject({
        decision: "blocked",
        blockedReason: "ticket_expired",
        details: { valid_until: until },
      })
    })

    it("a ticket whose dates miss the session takes no seat from others", async () => {
      const { openDoor, wallet, inHours } = venue
      const door = await openDoor(() => ({ valid_from: inHours(24) }), { maxAttendees: 1 })
      await door.give(4)
      expect(await door.listed()).toMatchObject({ people: [], reserved: 0 })
      expect(await door.tap(wallet(5))).toMatchObject({ decision: "admitted", seat: "walk_in" })
      expect(await door.tap(wallet(4))).toMatchObject({ blockedReason: "session_full" })
    })

    it("a ticket is good for as many admissions as it says", async () => {
      const { openDoor, wallet, clock } = venue
      const door = await openDoor(() => ({ max_admissions: 2 }), {
        requiresTicket: true,
        allowReentry: true,
      })
      await door.give(0)
      const before = await door.listed()
      expect(await door.tap(wallet(0))).toMatchObject({ decision: "admitted", isReentry: false })
      expect(Object.keys((await door.listed()).admitted)).toEqual([wallet(0)])
      expect(await door.tap(wallet(0))).toMatchObject({ decision: "admitted", isReentry: true })
      expect(await door.tap(wallet(0))).toMatchObject({
        decision: "blocked",
        blockedReason: "already_admitted",
      })
      expect(await door.listed()).toMatchObject({ people: [], admitted: {}, reserved: 1 })
      // A door that was offline with the manifest from before let the person in once more.
      const upload = {
        isOffline: true,
        manifestVersion: before.manifest_version,
        occurredAt: clock.now(),
      }
      expect(await door.tap(wallet(0), upload)).toMatchObject({
        decision: "admitted",
        disputedReason: "duplicate_admission",
      })
      const [attendance] = await door.attendees()
      expect(attendance?.disputedReason).toBe("duplicate_admission")
    })

    it("who is inside on one ticket hands on the one for another session", async () => {
      const { openDoor, createDoor, symbolon, wallet } = venue
      const race = await openDoor((session) => ({ session_uuids: [session] }))
      const dinner = await createDoor()
      await race.asks(dinner.session.uuid)
      const first = await race.give(1)
      await symbolon.rewards.update({
        reward: race.template.uuid,
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [
              {
                type: "ticket",
                title: "Dinner",
                ticket_number: "2",
                session_uuids: [dinner.session.uuid],
              },
            ],
            content_version: "2",
          },
        },
      })
      const second = await race.give(1)
      expect(await race.tap(wallet(1))).toMatchObject({ decision: "admitted" })
      const handOn = (transaction: string) =>
        symbolon.tickets.transfer({
          wallet: wallet(1),
          transaction,
          to: { type: "wallet", value: wallet(2) },
          idempotencyKey: `on ${transaction}`,
        })
      await expect(handOn(first)).rejects.toMatchObject({ reason: "ticket_used" })
      expect(await handOn(second)).toMatchObject({ replayed: false })
      expect(await dinner.tap(wallet(2))).toMatchObject({ decision: "admitted", seat: "ticket" })
    })

    it("sessions of a ticket are those of its activity", async () => {
      const { create, createDoor, symbolon } = venue
      const [here, elsewhere] = [await createDoor(), await createDoor()]
      const path = "content_config.content_template.items.1.session_uuids.1"
      const both = { session_uuids: [here.session.uuid, elsewhere.session.uuid] }
      const ofActivity = { activityUuid: here.activity.uuid }
      await expect(create(both, ofActivity)).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { [path]: "is no session of the activity of the ticket" },
      })
      const unknown = [here.session.uuid, here.activity.uuid]
      await expect(create({ session_uuids: unknown })).rejects.toMatchObject({
        errors: { [path]: "is no session of the organization" },
      })
      const { uuid: reward } = await create(both)
      await expect(symbolon.rewards.update({ reward, ...ofActivity })).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { activity_uuid: expect.stringContaining("has not the sessions") },
      })
    })
  })
}
