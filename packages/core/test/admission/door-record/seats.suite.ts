import { describe, expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { type Club, type Door, openClub, type Settings } from "./club.ts"

/** The seats that uploads take: those of the manifest they cite, in any order of arrival. */
export const seatRecordsSuite = (storage: string, open: () => Promise<Storage> | Storage): void => {
  const openHere = async () => openClub(await open())

  describe(`seats on ${storage}`, () => {
    type Scan = readonly [who: number, seconds: number]
    /**
     * Plays uploads that cite one manifest in both orders; `between` happens after the first of
     * them.
     */
    const bothOrders = async (
      settings: (club: Club) => Promise<Settings>,
      scans: readonly Scan[],
      between: (club: Club, door: Door) => Promise<unknown>,
    ) => {
      const records = []
      for (const order of [scans, scans.toReversed()]) {
        const club = await openHere()
        const door = await club.createDoor(await settings(club))
        const manifest = await door.version()
        club.wait(60)
        for (const [n, [who, seconds]] of order.entries()) {
          if (n === 1) await between(club, door)
          expect(await door.upload(club.wallets[who] ?? "", seconds, manifest)).toMatchObject({
            decision: "admitted",
          })
        }
        records.push(await door.record())
      }
      expect(records[1]).toEqual(records[0])
      return records[0]
    }

    it("are those of the cited manifest, though the cap was lowered since", async () => {
      const scans: readonly Scan[] = [
        [0, 1],
        [1, 2],
        [2, 3],
      ]
      const lower = ({ symbolon }: Club, { session }: Door) =>
        symbolon.sessions.update({ session: session.slug, settings: { maxAttendees: 1 } })
      expect(await bothOrders(async () => ({ maxAttendees: 2 }), scans, lower)).toEqual({
        0: [1, null],
        1: [2, null],
        2: [3, "over_capacity"],
      })
    })

    it("are those of the cited manifest, though people inside were given tickets since", async () => {
      const scans: readonly Scan[] = [
        [0, 1],
        [1, 2],
        [2, 3],
      ]
      let template = ""
      const settings = async ({ issue }: Club) => {
        template = (await issue("member-4")).reference_id
        return { maxAttendees: 3, ticketTemplateUuid: template }
      }
      const give = async ({ again }: Club) => {
        await again(1, template)
        await again(3, template)
      }
      expect(await bothOrders(settings, scans, give)).toEqual({
        0: [1, null],
        1: [2, null],
        2: [3, "over_capacity"],
      })
    })

    it("are never disputed for somebody who was admitted live", async () => {
      const { ben, ada, createDoor, wait } = await openHere()
      const { tap, version, upload, record } = await createDoor({ maxAttendees: 1 })
      const manifest = await version()
      wait(60)
      expect(await tap(ben)).toMatchObject({ decision: "admitted" })
      expect(await upload(ada, 5, manifest)).toMatchObject({ disputedReason: undefined })
      expect(await record()).toEqual({ 0: [5, null], 1: [60, null] })
    })

    it("are one to a person: who came in without a ticket and has one by the cited manifest takes no second", async () => {
      const { symbolon, ada, ben, cid, issue, again, createDoor, wait } = await openHere()
      const ticket = await issue("member-4")
      const { tap, version, upload, record } = await createDoor({
        maxAttendees: 3,
        ticketTemplateUuid: ticket.reference_id,
      })
      await tap(ada)
      await again(1, ticket.reference_id)
      const manifest = await version()
      wait(60)
      // Two are reserved, and Ada sits on one of them.
      expect(await upload(ben, 10, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect(await upload(cid, 11, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: "over_capacity",
      })
      expect(await record()).toEqual({ 0: [0, null], 1: [10, null], 2: [11, "over_capacity"] })
      await symbolon.close()
    })

    it("are free again when an admission is taken back, for whoever came next", async () => {
      const { symbolon, ada, ben, createDoor, wait } = await openHere()
      const { session, version, upload, record } = await createDoor({ maxAttendees: 1 })
      const manifest = await version()
      wait(60)
      const { attendanceUuid } = await upload(ada, 5, manifest)
      await upload(ben, 6, manifest)
      expect(await record()).toEqual({ 0: [5, null], 1: [6, "over_capacity"] })
      await symbolon.sessions.undoAdmission({
        session: session.slug,
        attendance: attendanceUuid ?? "",
      })
      expect(await record()).toEqual({ 1: [6, null] })
    })

    it("are counted as of the moment for an upload that nothing justifies", async () => {
      const { ada, ben, cid, createDoor, wait } = await openHere()
      const { tap, upload, record } = await createDoor({ maxAttendees: 2 })
      await tap(ada)
      wait(60)
      await tap(ben)
      expect(await upload(cid, 61, undefined)).toMatchObject({ blockedReason: "session_full" })
      expect(await upload(cid, 59, undefined)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      // Ben takes his own seat, not a second one.
      expect(await upload(ben, 30, undefined)).toMatchObject({ decision: "admitted" })
      // What he did live came second.
      expect(await record()).toEqual({
        0: [0, null],
        1: [30, "duplicate_admission"],
        2: [59, null],
      })
    })
  })
}
