import { describe, expect, it } from "vitest"
import type { AdmissionAnswer, AdmissionRequest, Storage } from "../../src/index.ts"
import { openTestSymbolon } from "../fixtures/world.ts"
import {
  crowdSize,
  createCrowdedSession,
  storedAttendance,
  seatsFor,
} from "../fixtures/crowded-session.ts"
import { disputesOf, openTestDoors, request, secondsAfterStart } from "../fixtures/door-taps.ts"
import { portsOf } from "../../src/effect.ts"

/**
 * Two doors and the server's own desk admit the same people at once (vectors/door/CASES.md, C24 and
 * C25): nobody twice without re-entry, no seat twice, and all sums right.
 */
export const doorRacesSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
  size = crowdSize,
): void => {
  describe(`many doors at once on ${storage}`, () => {
    it("C24, C25: nobody comes in twice, and no seat is taken twice", {
      timeout: 300_000,
    }, async () => {
      const store = await open()
      const { symbolon } = await openTestSymbolon(store)
      const crowdedSession = await createCrowdedSession(symbolon, store, size, seatsFor(size))
      const { session, crowd, holders } = crowdedSession
      const admit = (requests: readonly AdmissionRequest[]) =>
        symbolon.sessions.admitBatch({ session: session.slug, requests })
      const queue = (door: string, from: number, isBackwards: boolean) => {
        const order = [...crowd.slice(from), ...crowd.slice(0, from)]
        return (isBackwards ? order.toReversed() : order).map(({ userUuid: value }) =>
          request("", {
            identifier: { type: "user_id", value },
            idempotencyKey: `${door} ${value}`,
          }),
        )
      }
      const byLists = async (requests: readonly AdmissionRequest[]) => {
        const answers = []
        for (let from = 0; from < size; from += 40)
          answers.push(...(await admit(requests.slice(from, from + 40))))
        return answers
      }
      const world = Promise.all(
        crowd.map(({ userUuid }) =>
          symbolon.sessions.checkIn({ session: session.slug, userUuid, idempotencyKey: "self" }),
        ),
      )
      const doors = await Promise.all([
        byLists(queue("one", 0, false)),
        byLists(queue("two", 90, true)),
        world,
      ])
      const answers = doors
        .flat()
        .flatMap((answer): readonly AdmissionAnswer[] => ("decision" in answer ? [answer] : []))
      expect(answers).toHaveLength(3 * size)
      const admitted = answers.flatMap(({ decision, walletAddress }) =>
        decision === "admitted" && walletAddress !== undefined ? [walletAddress] : [],
      )
      expect(new Set(admitted)).toHaveLength(admitted.length)
      const { present, count, ticketed } = await storedAttendance(store, crowdedSession)
      expect(present.map(({ walletAddress }) => walletAddress).toSorted()).toEqual(
        admitted.toSorted(),
      )
      expect(holders.every((wallet) => admitted.includes(wallet))).toBe(true)
      expect(
        present.every(
          ({ disputedReason, isOverCapacity }) => disputedReason === undefined && !isOverCapacity,
        ),
      ).toBe(true)
      expect([present.length, count, ticketed]).toEqual([
        seatsFor(size),
        seatsFor(size),
        { holders: 3, present: 3 },
      ])
      const reported = JSON.parse(
        Buffer.from(
          (await symbolon.sessions.checkinManifest({ session: session.slug })).bytes,
        ).toString(),
      )
      expect(Object.keys(reported.admitted).toSorted()).toEqual(admitted.toSorted())
    })

    it("what doors did offline at once is settled alike: one stands for each person, and those behind the last seat are over", {
      timeout: 120_000,
    }, async () => {
      const { symbolon, clock, wallets, createDoor } = await openTestDoors(await open(), 20)
      const { session, attendees } = await createDoor({ maxAttendees: 15 })
      const { manifestVersion } = await symbolon.sessions.checkinManifest({ session: session.slug })
      clock.set(secondsAfterStart(100))
      const upload = (door: string, shift: number) =>
        wallets.map((wallet, n) =>
          request(wallet, {
            idempotencyKey: `${door} ${wallet}`,
            isOffline: true,
            manifestVersion,
            occurredAt: secondsAfterStart(1 + ((n + shift) % 20)),
          }),
        )
      const scans = [...upload("a", 0), ...upload("b", 7).toReversed()]
      const answers = await Promise.all(
        scans.map((scan) => symbolon.sessions.admit({ session: session.slug, request: scan })),
      )
      expect(answers.every(({ decision }) => decision === "admitted")).toBe(true)
      const keys = scans.map(({ idempotencyKey }) => idempotencyKey)
      const reasons = Object.values(await disputesOf(portsOf(symbolon).storage, session.uuid, keys))
      expect(reasons.filter((reason) => reason === "duplicate_admission")).toHaveLength(20)
      expect(reasons.filter((reason) => reason === "over_capacity")).toHaveLength(5)
      const there = await attendees()
      const queue = there.toSorted(
        (a, b) =>
          a.firstAdmittedAt.getTime() - b.firstAdmittedAt.getTime() ||
          (a.walletAddress < b.walletAddress ? -1 : 1),
      )
      expect(queue.map(({ isOverCapacity }) => isOverCapacity)).toEqual(
        queue.map((_, n) => n >= 15),
      )
    })
  })
}
