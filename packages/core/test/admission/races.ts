import { describe, expect, it } from "vitest"
import type { AdmissionAnswer, AdmissionRequest, Storage } from "../../src/index.ts"
import { openVenue, request, second } from "./venue.ts"

const [people, seats] = [200, 60]

/**
 * Two doors and the server's own desk admit the same 200 people at once (reference 01, cases 24 and 25): nobody twice without re-entry, no
 * seat twice, and all sums right.
 */
export const tellOfDoorRacesOn = (storage: string, open: () => Promise<Storage> | Storage): void => {
  describe(`many doors at once on ${storage}`, () => {
    it("24, 25: nobody comes in twice, and no seat is taken twice", { timeout: 120_000 }, async () => {
      const { symbolon, people: crowd, wallets, issue, doorOf } = await openVenue(await open(), people)
      const tickets = []
      for (const n of [1, 2, 3]) tickets.push(await issue(`member-${n}`))
      const settings = { maxAttendees: seats, ticketTemplateUuid: tickets[0]?.reference_id }
      const { session, attendees } = await doorOf(settings)
      const admit = (requests: readonly AdmissionRequest[]) => symbolon.admission.admitAll({ session: session.slug, requests })
      const queue = (door: string, from: number, isBackwards: boolean) => {
        const order = [...wallets.slice(from), ...wallets.slice(0, from)]
        return (isBackwards ? order.toReversed() : order).map((wallet) => request(wallet, { idempotencyKey: `${door} ${wallet}` }))
      }
      const byLists = async (requests: readonly AdmissionRequest[]) => {
        const answers = []
        for (let from = 0; from < people; from += 40) answers.push(...(await admit(requests.slice(from, from + 40))))
        return answers
      }
      const desk = Promise.all(
        crowd.map(({ user }) => symbolon.admission.checkIn({ session: session.slug, userUuid: user.uuid, idempotencyKey: "self" })),
      )
      const doors = await Promise.all([byLists(queue("one", 0, false)), byLists(queue("two", 90, true)), desk])
      const answers = doors.flat().flatMap((answer): readonly AdmissionAnswer[] => ("decision" in answer ? [answer] : []))
      expect(answers).toHaveLength(3 * people)
      const admitted = answers.filter(({ decision }) => decision === "admitted").map(({ walletAddress }) => walletAddress)
      expect(new Set(admitted)).toHaveLength(admitted.length)
      const there = await attendees()
      const holders = new Set(wallets.slice(0, 3))
      expect(there.map(({ walletAddress }) => walletAddress).toSorted()).toEqual(admitted.toSorted())
      expect(there.filter(({ walletAddress }) => holders.has(walletAddress))).toHaveLength(3)
      expect(there).toHaveLength(seats)
      expect(there.every(({ disputedReason }) => disputedReason === undefined)).toBe(true)
      const sums = await symbolon.ports.storage.transact("read", async (tx) => [
        await tx.presences.count(session.uuid),
        await tx.presences.ticketed(session.uuid, settings.ticketTemplateUuid ?? ""),
      ])
      expect(sums).toEqual([seats, { holders: 3, present: 3 }])
    })

    it("what doors did offline at once is settled alike: one stands for each person, and those behind the last seat are over", {
      timeout: 120_000,
    }, async () => {
      const { symbolon, clock, wallets, doorOf } = await openVenue(await open(), 20)
      const { session, attendees } = await doorOf({ maxAttendees: 15 })
      const { manifestVersion } = await symbolon.manifest.issue({ session: session.slug })
      clock.set(second(100))
      const upload = (door: string, shift: number) =>
        wallets.map((wallet, n) =>
          request(wallet, {
            idempotencyKey: `${door} ${wallet}`,
            isOffline: true,
            manifestVersion,
            occurredAt: second(1 + ((n + shift) % 20)),
          }),
        )
      const scans = [...upload("a", 0), ...upload("b", 7).toReversed()]
      const answers = await Promise.all(scans.map((scan) => symbolon.admission.admit({ session: session.slug, request: scan })))
      expect(answers.every(({ decision }) => decision === "admitted")).toBe(true)
      const again = await symbolon.admission.admitAll({ session: session.slug, requests: scans })
      const reasons = again.map((answer) => ("decision" in answer ? answer.disputedReason : "refused"))
      expect(reasons.filter((reason) => reason === "duplicate_admission")).toHaveLength(20)
      expect(reasons.filter((reason) => reason === "over_capacity")).toHaveLength(5)
      const there = await attendees()
      const queue = there.toSorted(
        (a, b) => a.firstAdmittedAt.getTime() - b.firstAdmittedAt.getTime() || (a.walletAddress < b.walletAddress ? -1 : 1),
      )
      expect(queue.map(({ isOverCapacity }) => isOverCapacity)).toEqual(queue.map((_, n) => n >= 15))
    })
  })
}
