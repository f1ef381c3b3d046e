import fc from "fast-check"
import { expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { openTestDoors, request, secondsAfterStart } from "../fixtures/door-taps.ts"
import { portsOf } from "../../src/effect.ts"

const [people, seats] = [5, 3]
const steps = fc.array(
  fc.record({
    what: fc.constantFrom("tap", "tap", "upload", "upload", "undo"),
    who: fc.nat(people - 1),
    at: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 3, maxLength: 20 },
)

/**
 * What is kept of a session equals a recount after anything that doors and staff do: how many are
 * there, and who came when no seat was left.
 */
export const countersSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
  numRuns: number,
): void => {
  it(`what ${storage} keeps of a session equals a recount, whatever doors and staff do`, {
    timeout: 120_000,
  }, async () => {
    const { symbolon, clock, wallets, createDoor } = await openTestDoors(await open(), people)
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (night, allowReentry) => {
        clock.set(secondsAfterStart(0))
        const { session, tap, attendees } = await createDoor({ maxAttendees: seats, allowReentry })
        const { manifestVersion } = await symbolon.sessions.checkinManifest({
          session: session.slug,
        })
        for (const [n, { what, who, at }] of night.entries()) {
          clock.set(secondsAfterStart(20 + n))
          const wallet = wallets[who] ?? ""
          if (what === "tap") await tap(wallet)
          if (what === "upload")
            await tap(wallet, {
              ...request(wallet),
              isOffline: true,
              manifestVersion,
              occurredAt: secondsAfterStart(at),
            })
          const there = await attendees()
          const one = there[at % Math.max(there.length, 1)]
          if (what === "undo" && one !== undefined)
            await symbolon.sessions.undoAdmission({ session: session.slug, attendance: one.uuid })
          const remaining = await attendees()
          const counted = await portsOf(symbolon).storage.transact("read", async (tx) => {
            const rows = await tx.presences.list(session.uuid, undefined, 100)
            for (const row of rows) {
              const [first] = await tx.presences.admissionsOf([row.uuid])
              expect(first?.occurredAt).toEqual(row.firstAdmittedAt)
            }
            return [(await tx.presences.tally(session.uuid, [])).present, rows.length]
          })
          expect(counted).toEqual([remaining.length, remaining.length])
          const queue = remaining.toSorted(
            (a, b) =>
              a.firstAdmittedAt.getTime() - b.firstAdmittedAt.getTime() ||
              (a.walletAddress < b.walletAddress ? -1 : 1),
          )
          // Of those who were admitted live nobody is: they had a seat when they came.
          expect(queue.map(({ isOverCapacity }) => isOverCapacity)).toEqual(
            queue.map(({ source }, place) => source === "offline" && place >= seats),
          )
        }
      }),
      { numRuns },
    )
  })
}
