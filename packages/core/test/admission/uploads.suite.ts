import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { AdmissionRequest, Storage } from "../../src/index.ts"
import { disputesOf, openTestDoors, request, secondsAfterStart } from "../fixtures/door-taps.ts"
import { portsOf } from "../../src/effect.ts"

interface Scan {
  /** Whose, by number; the last two hold tickets. */
  readonly who: number
  readonly at: number
}

const [walkIns, people] = [5, 7]
const nights = fc.record({
  scans: fc.array(fc.record({ who: fc.nat(people - 1), at: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 14,
  }),
  seats: fc.option(fc.integer({ min: 3, max: 7 }), { nil: undefined }),
  allowReentry: fc.boolean(),
  cancelledAfter: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  /** Where each scan stands in the second order of uploads. */
  shuffle: fc.infiniteStream(fc.nat()),
})

const keyOf = (index: number): string => `scan-${String(index).padStart(2, "0")}`

/**
 * What must be recorded, said once more from the rules alone: per key what is disputed, per wallet
 * when they came. Of one instant the first upload counts.
 */
const expected = (
  {
    scans,
    seats,
    allowReentry,
    cancelledAfter,
  }: {
    readonly scans: readonly Scan[]
    readonly seats: number | undefined
    readonly allowReentry: boolean
    readonly cancelledAfter: number | undefined
  },
  wallets: readonly string[],
  order: readonly string[],
) => {
  const all = scans
    .map((scan, index) => ({ ...scan, key: keyOf(index) }))
    .toSorted((a, b) => a.at - b.at || order.indexOf(a.key) - order.indexOf(b.key))
  const firsts = wallets.flatMap((wallet, who) => {
    const first = all.find((scan) => scan.who === who)
    return first === undefined ? [] : [{ ...first, wallet }]
  })
  const queue = firsts
    .filter(({ who }) => who < walkIns)
    .toSorted((a, b) => a.at - b.at || (a.wallet < b.wallet ? -1 : 1))
  const over = new Set(
    seats === undefined
      ? []
      : queue.slice(Math.max(seats - (people - walkIns), 0)).map(({ key }) => key),
  )
  const disputes = all.map(({ key, who, at }) => {
    if (cancelledAfter !== undefined && at >= cancelledAfter) return [key, "session_cancelled"]
    if (firsts.every((first) => first.key !== key))
      return [key, allowReentry ? undefined : "duplicate_admission"]
    return [key, over.has(key) && who < walkIns ? "over_capacity" : undefined]
  })
  return {
    disputes: Object.fromEntries(disputes),
    came: Object.fromEntries(firsts.map(({ wallet, at }) => [wallet, secondsAfterStart(at)])),
  }
}

/**
 * What doors did offline and their manifest justifies is recorded alike in whatever order it is
 * uploaded: attendance, re-entries, duplicates and who came when no seat was left
 * (vectors/door/CASES.md, D26, D27 and D31).
 */
export const concurrentUploadsSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
  numRuns: number,
): void => {
  describe(`uploads on ${storage}`, () => {
    it("give the same attendance and the same disputes in any order", {
      timeout: 120_000,
    }, async () => {
      const { symbolon, clock, wallets, issue, createDoor } = await openTestDoors(
        await open(),
        people,
      )
      const [ticket] = [await issue("member-6"), await issue("member-7")]
      const template = ticket?.reference_id
      const record = async (
        night: Parameters<typeof expected>[0],
        order: readonly (readonly [string, Scan])[],
      ) => {
        clock.set(secondsAfterStart(0))
        const { maxAttendees, allowReentry } = {
          maxAttendees: night.seats,
          allowReentry: night.allowReentry,
        }
        const { session, attendees } = await createDoor({
          allowReentry,
          maxAttendees,
          ticketTemplateUuid: template,
        })
        const { manifestVersion } = await symbolon.sessions.checkinManifest({
          session: session.slug,
        })
        clock.set(secondsAfterStart(60))
        if (night.cancelledAfter !== undefined) {
          const cancelledAt = secondsAfterStart(night.cancelledAfter)
          await portsOf(symbolon).storage.transact("write", (tx) =>
            tx.sessions.changeAll([{ ...session, cancelledAt }]),
          )
        }
        const uploads = order.map(
          ([key, { who, at }]): AdmissionRequest =>
            request(wallets[who] ?? "", {
              idempotencyKey: key,
              occurredAt: secondsAfterStart(at),
              isOffline: true,
              manifestVersion,
            }),
        )
        // Some one by one, the rest as a list.
        const half = Math.floor(uploads.length / 2)
        for (const upload of uploads.slice(0, half))
          await symbolon.sessions.admit({ session: session.slug, request: upload })
        const rest = await symbolon.sessions.admitBatch({
          session: session.slug,
          requests: uploads.slice(half),
        })
        expect(rest.every((answer) => "decision" in answer && answer.decision === "admitted")).toBe(
          true,
        )
        const keys = order.map(([key]) => key)
        const disputes = await disputesOf(portsOf(symbolon).storage, session.uuid, keys)
        const there = await attendees()
        const counted = await portsOf(symbolon).storage.transact("read", (tx) =>
          tx.presences.tally(session.uuid, []),
        )
        expect(counted.present).toBe(there.length)
        return {
          reported: { disputes, expected: expected(night, wallets, keys).disputes },
          came: Object.fromEntries(
            there.map(({ walletAddress, firstAdmittedAt }) => [walletAddress, firstAdmittedAt]),
          ),
          rows: there
            .map(({ uuid: _, sessionUuid: __, ...row }) => row)
            .toSorted((a, b) => (a.walletAddress < b.walletAddress ? -1 : 1)),
        }
      }
      await fc.assert(
        fc.asyncProperty(nights, async ({ shuffle, ...night }) => {
          const order = night.scans.map((scan, index) => [keyOf(index), scan] as const)
          const other = order
            .map((one) => ({ one, at: shuffle.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one)
          const { reported, ...recorded } = await record(night, order)
          const { reported: toldOther, ...recordedOther } = await record(night, other)
          for (const { disputes, expected: must } of [reported, toldOther])
            expect(disputes).toEqual(must)
          expect(recorded.came).toEqual(expected(night, wallets, []).came)
          expect(recordedOther).toEqual(recorded)
        }),
        { numRuns },
      )
    })
  })
}
