import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { host, type PaymentEventType, type Storage } from "../../src/index.ts"
import { isActiveMembership } from "../../src/memberships/index.ts"
import { closeMemberships } from "../../src/memberships/operations/closing.ts"
import type { Closing, ClosingReached } from "../../src/organizations/closing.ts"
import {
  type Customer,
  dayMs,
  type TestCheckouts,
  openTestCheckouts,
} from "../fixtures/checkouts.ts"

const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const occurrences = (words: readonly string[], word: string): number =>
  words.filter((each) => each === word).length

/** Waits for all, and tells who was refused, by reason. */
const outcomesOf = async (calls: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  (await Promise.allSettled(calls)).map((call) =>
    call.status === "fulfilled" ? "done" : reasonOf(call.reason),
  )

const reasonOf = (refusal: unknown): string => {
  const { _tag, reason } = refusal as { readonly _tag?: string; readonly reason?: string }
  // Anything but a refusal of ours is a failure of the test.
  if (_tag === undefined || _tag === "StorageFailed") throw refusal
  return reason ?? _tag
}

/** What is told of a payment: in this order, each as often as it stands there. */
type Telling = readonly PaymentEventType[]

/** Some of what can be told of one payment, each ten times, in any order. */
const anyTelling: fc.Arbitrary<Telling> = fc
  .subarray<PaymentEventType>(["paid", "failed", "expired", "reversed"], { minLength: 1 })
  .chain((types) => {
    const all = types.flatMap((type) => times(10, () => type))
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
  })

/** Whether the payment was applied: its reversal did not overtake it. */
const isApplied = (telling: Telling): boolean => {
  const [paid, reversed] = [telling.indexOf("paid"), telling.indexOf("reversed")]
  return paid >= 0 && (reversed < 0 || paid < reversed)
}

/**
 * Payments and memberships, whatever the engine: one live row, one event for each change, and no
 * money counts twice.
 */
export const paidMembershipRacesSuite = (storage: string, open: () => Promise<Storage>): void => {
  const openWarm = async (): Promise<TestCheckouts> => {
    const world = await openTestCheckouts(await open())
    // As many connections as the engine has, so that those who come at once do not come one after
    // the other.
    await Promise.all(times(20, () => world.events()))
    return world
  }

  /**
   * Each payment has one entry in the history at most, and one of its reversal; each change has its
   * one event.
   */
  const expectCountedOnce = async (world: TestCheckouts, who: Customer): Promise<void> => {
    const stored = await world.expectSound(who.userUuid)
    const entries = stored.flatMap(({ history }) => history)
    const named = entries.map(
      ({ cause, paymentRef }) => `${cause === "reversal" ? "reversal of" : "by"} ${paymentRef}`,
    )
    const paid = named.filter((name) => !name.endsWith("undefined"))
    expect(new Set(paid).size).toBe(paid.length)
    const reported = await who.reported()
    expect(reported.filter((word) => word.startsWith("joined")).length).toBe(stored.length)
    expect(reported.filter((word) => word.startsWith("left")).length).toBe(
      stored.filter(
        ({ membership }) => membership.endedBy !== undefined && membership.endedBy !== "lapsed",
      ).length,
    )
    expect(occurrences(reported, "renewed")).toBe(
      entries.filter(({ cause }) => cause === "renew").length,
    )
  }

  describe(`payments and memberships on ${storage}`, () => {
    it("callbacks ten times in any order make one membership, or none", async () => {
      const world = await openWarm()
      let people = 0
      await fc.assert(
        fc.asyncProperty(anyTelling, fc.boolean(), async (telling, isAtOnce) => {
          const who = await world.customer(`person-${(people += 1)}`)
          const checkout = await who.open("join", "gold")
          const sendCallback = (type: PaymentEventType) =>
            world.settled(checkout, { type, eventId: `${type} ${checkout.uuid}` })
          if (isAtOnce) await Promise.all(telling.map(sendCallback))
          else for (const type of telling) await sendCallback(type)
          await expectCountedOnce(world, who)
          const reported = await who.reported()
          // Told all at once, who comes first is anybody's guess: then it is applied and taken
          // back, or neither.
          const applied =
            isAtOnce && telling.includes("reversed") ? reported.length > 0 : isApplied(telling)
          const isTakenBack = applied && telling.includes("reversed")
          expect(reported).toEqual([
            ...(applied ? ["joined gold"] : []),
            ...(isTakenBack ? ["left removed"] : []),
          ])
        }),
        { numRuns: 12 },
      )
    })

    it("a join, a renewal and their reversals, each ten times in any order, count once each", async () => {
      const world = await openWarm()
      for (let round = 1; round <= 3; round += 1) {
        const who = await world.customer(`person-${round}`)
        const join = await who.buy("join", "gold")
        const renewal = await who.open("renew")
        const calls = [
          () => world.pay(join),
          () => world.takeBack(join),
          () => world.pay(renewal),
          () => world.takeBack(renewal),
          () => world.settled(renewal, { type: "failed", eventId: `failed ${renewal.uuid}` }),
        ]
        const reported = times(10, (n) => [
          ...calls.slice((n * round) % 5),
          ...calls.slice(0, (n * round) % 5),
        ]).flat()
        await Promise.all(reported.map((sendCallback) => sendCallback()))
        await expectCountedOnce(world, who)
        // All the money went back: nothing is left of what it bought, though the membership may be
        // there to be renewed.
        const row = await who.row()
        expect(row !== undefined && isActiveMembership(row, world.clock.now())).toBe(false)
        expect(await world.find(join.uuid)).toMatchObject({ status: "reversed" })
        expect(await world.find(renewal.uuid)).toMatchObject({ status: "reversed" })
      }
    })

    it("twenty deliveries of one event at once are one payment", async () => {
      const world = await openWarm()
      const who = await world.customer("ada")
      const checkout = await who.open("join", "gold")
      const answers = (await Promise.all(times(20, () => world.pay(checkout)))).flat()
      expect(answers.toSorted()).toEqual(["applied", ...times(19, () => "repeated")])
      const renewal = await who.open("renew")
      const again = (
        await Promise.all(times(20, (n) => world.pay(renewal, { eventId: `renewal ${n}` })))
      ).flat()
      expect(again.toSorted()).toEqual(["applied", ...times(19, () => "ignored already_paid")])
      expect(await who.reported()).toEqual(["joined gold", "renewed"])
      expect((await who.row())?.validUntil).toEqual(new Date("2027-01-21T10:00:00.000Z"))
      await expectCountedOnce(world, who)
    })

    it("a join that is paid and one that is free, at once, are one", async () => {
      const world = await openWarm()
      for (let round = 1; round <= 8; round += 1) {
        const who = await world.customer(`person-${round}`)
        const checkout = await who.open("join", "gold")
        const paying = world.pay(checkout)
        const [free] = await outcomesOf([who.join("friend")])
        const [paid] = await paying
        // Whoever came first has it; money that came second waits for a person.
        expect([
          ["done", "unapplied already_member"],
          ["already_member", "applied"],
        ]).toContainEqual([free, paid])
        expect(await who.reported()).toEqual([free === "done" ? "joined friend" : "joined gold"])
        await expectCountedOnce(world, who)
        const { items } = await who.wallets()
        expect(items).toHaveLength(2)
      }
    })

    it("two joins that are paid at once are one", async () => {
      const world = await openWarm()
      for (let round = 1; round <= 6; round += 1) {
        const who = await world.customer(`person-${round}`)
        const checkouts = [await who.open("join", "gold"), await who.open("join", "silver")]
        const answers = (await Promise.all(checkouts.map((each) => world.pay(each)))).flat()
        expect(answers.toSorted()).toEqual(["applied", "unapplied already_member"])
        expect(await who.reported()).toHaveLength(1)
        await expectCountedOnce(world, who)
      }
    })

    it("a renewal that is paid while the member gives notice, or is removed, leaves either before the other", async () => {
      const world = await openWarm()
      for (let round = 1; round <= 6; round += 1) {
        const who = await world.customer(`person-${round}`)
        await who.buy("join", "gold")
        const renewal = await who.open("renew")
        const paying = world.pay(renewal)
        const [ended] = await outcomesOf([
          round % 2 === 0
            ? who.leave()
            : world.symbolon.memberships.removeMember({ ...world.of, userUuid: who.userUuid }),
        ])
        expect(ended).toBe("done")
        expect([["applied"], ["unapplied no_membership"]]).toContainEqual(await paying)
        await expectCountedOnce(world, who)
      }
    })

    it("an organization that is deleted while people pay to join keeps no member", async () => {
      const world = await openWarm()
      const { symbolon, club } = world
      const people = await Promise.all(times(12, (n) => world.customer(`person-${n}`)))
      const checkouts = await Promise.all(people.map((each) => each.open("join", "gold")))
      // Nobody has paid in time; the money comes all the same, in the very moment of the deletion.
      world.advance(dayMs)
      const endAll = async (closing: Closing) => {
        let reached: ClosingReached | undefined
        do reached = await symbolon.run(closeMemberships(host, closing, reached))
        while (reached !== undefined)
      }
      const closing = async () => {
        const { deletedAt = world.clock.now() } = await symbolon.organizations.delete({
          organization: club.slug,
          confirm: club.slug,
        })
        const all = {
          organizationUuid: club.uuid,
          deletedAt,
          by: { kind: "organization" },
          origin: "user_app",
        } as const
        // Several processes may be at it; nobody looks a second time, since nobody can have come
        // after the deletion.
        await Promise.all([endAll(all), endAll(all)])
      }
      const [paid] = await Promise.all([
        Promise.all(checkouts.map((each) => world.pay(each))),
        closing(),
      ])
      const answers = paid.flat()
      expect(
        answers.filter((answer) => !["applied", "unapplied organization_closed"].includes(answer)),
      ).toEqual([])
      for (const [n, who] of people.entries()) {
        expect(await who.reported()).toEqual(
          answers[n] === "applied" ? ["joined gold", "left closed"] : [],
        )
        await expectCountedOnce(world, who)
      }
    })

    it("an account that is deleted while it joins keeps no membership", async () => {
      const world = await openWarm()
      for (let round = 1; round <= 6; round += 1) {
        const who = await world.customer(`person-${round}`)
        const checkout = await who.open("join", "gold")
        const deleting = world.symbolon.users.delete({ userUuid: who.userUuid })
        const joining = round % 2 === 0 ? world.pay(checkout) : outcomesOf([who.join("friend")])
        await Promise.all([deleting, joining])
        const row = await who.row()
        expect(row === undefined || row.endedBy === "left").toBe(true)
        await expectCountedOnce(world, who)
      }
    })
  })
}
