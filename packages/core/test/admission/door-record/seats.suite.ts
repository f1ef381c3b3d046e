import { describe, expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { openTestDoors, secondsAfterStart } from "../../fixtures/door-taps.ts"
import { type Club, type Door, openClub, type Settings } from "./club.ts"

/** Every order of some things. */
const permutations = <One>(all: readonly One[]): readonly (readonly One[])[] =>
  all.length < 2
    ? [all]
    : all.flatMap((one, n) => permutations(all.toSpliced(n, 1)).map((rest) => [one, ...rest]))

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
      // Only Ada was there then; but Ben has his seat.
      expect(await upload(cid, 59, undefined)).toMatchObject({
        decision: "admitted",
        disputedReason: "over_capacity",
      })
      // Ben takes his own seat, not a second one.
      expect(await upload(ben, 30, undefined)).toMatchObject({ decision: "admitted" })
      // What he did live came second.
      expect(await record()).toEqual({
        0: [0, null],
        1: [30, "duplicate_admission"],
        2: [59, "over_capacity"],
      })
    })

    it("are not given twice to uploads that nothing justifies, though the latest come first", async () => {
      const { wallets, createDoor, clock } = await openTestDoors(await open(), 12)
      const { tap, attendees } = await createDoor({ maxAttendees: 5 })
      clock.set(secondsAfterStart(60))
      await tap(wallets[0] ?? "")
      await tap(wallets[1] ?? "")
      clock.set(secondsAfterStart(61))
      for (const [n, wallet] of wallets.slice(2).entries())
        expect(
          await tap(wallet, { isOffline: true, occurredAt: secondsAfterStart(50 - n) }),
        ).toMatchObject({ decision: "admitted" })
      const seated = (await attendees()).filter(
        ({ disputedReason }) => disputedReason === undefined,
      )
      // Two were let in live; of the others those stay who came first.
      expect(new Set(seated.map(({ walletAddress }) => wallets.indexOf(walletAddress)))).toEqual(
        new Set([11, 10, 9, 0, 1]),
      )
      expect(await attendees({ isDisputed: true })).toHaveLength(7)
    })

    it("are never more than the cap, and the same for the same admissions, in every order of uploads", async () => {
      const { symbolon, wallets, createDoor, clock } = await openTestDoors(await open(), 5)
      const scans = [
        [1, 10],
        [2, 20],
        [3, 20],
        [4, 40],
      ] as const
      const records = new Map<string, Set<string>>()
      for (const order of permutations(scans)) {
        const { session, tap, attendees } = await createDoor({ maxAttendees: 3 })
        const start = clock.now().getTime()
        clock.set(new Date(start + 60_000))
        // Somebody is let in live before the uploads come.
        await tap(wallets[0] ?? "")
        clock.set(new Date(start + 61_000))
        for (const [who, seconds] of order)
          await tap(wallets[who] ?? "", {
            isOffline: true,
            occurredAt: new Date(start + seconds * 1000),
          })
        const rows = await attendees()
        const seated = rows.filter(({ disputedReason }) => disputedReason === undefined)
        expect(seated.length).toBeLessThanOrEqual(3)
        expect(seated.length).toBe(Math.min(rows.length, 3))
        const people = rows.map(({ walletAddress }) => wallets.indexOf(walletAddress)).join()
        const said = rows.map(({ disputedReason }) => disputedReason ?? "none").join()
        records.set(people, (records.get(people) ?? new Set()).add(said))
        const [live] = rows.filter(({ walletAddress }) => walletAddress === wallets[0])
        await symbolon.sessions.undoAdmission({
          session: session.slug,
          attendance: live?.uuid ?? "",
        })
        // Their seat is the next one's.
        const left = await attendees()
        expect(left.filter(({ disputedReason }) => disputedReason === undefined)).toHaveLength(
          Math.min(left.length, 3),
        )
      }
      expect([...records.values()].map(({ size }) => size)).toEqual([...records].map(() => 1))
    })
  })
}
