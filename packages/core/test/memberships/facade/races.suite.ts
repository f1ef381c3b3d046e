import { describe, expect, it } from "vitest"
import type { Storage, Symbolon, User } from "../../../src/index.ts"
import { tiers } from "../../fixtures/tiers.ts"
import { outcomeOf, refusalText } from "./call-outcome.ts"
import {
  type MembershipWorld,
  openOnSecondCore,
  createMembershipWorld,
  runJobs,
} from "../../fixtures/memberships.ts"
import { storedCounts } from "./stored-counts.ts"

const rounds = 4

/** What a crowd is told when it comes at once: how often which answer. */
const tally = async (
  calls: readonly (() => Promise<unknown>)[],
): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {}
  for (const outcome of await Promise.all(calls.map((call) => outcomeOf(call)))) {
    const result = "refusal" in outcome ? refusalText(outcome.refusal) : "ok"
    counts[result] = (counts[result] ?? 0) + 1
  }
  return counts
}

const repeat = <T>(times: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: times }, (_, n) => make(n))

/**
 * What many who change memberships at once must leave behind, whatever the engine: one live row for
 * each, one event for each change, and a history that amounts to the row. `open` answers one store
 * as one process or as several have it: calls go round among them.
 */
export const membershipRacesSuite = (
  storage: string,
  open: () => Promise<readonly [Storage, ...Storage[]]>,
): void => {
  const openHall = async () => {
    const [first, ...others] = await open()
    const world = await createMembershipWorld(first)
    const houses = [
      world,
      ...(await Promise.all(others.map((other) => openOnSecondCore(world, other)))),
    ] as const
    let turn = 0
    /** The house in the next process. */
    const next = (): MembershipWorld => houses[turn++ % houses.length] ?? world
    // As many connections as will be needed, so that those who come at once do not come one after
    // the other.
    await Promise.all(
      repeat(50, () =>
        next().symbolon.tiers.get({
          organization: world.organization,
          tierUuid: world.tierUuid(tiers.silver),
        }),
      ),
    )
    return { world, houses, next, mine: { organization: world.organization } }
  }

  describe(`many at memberships at once on ${storage}`, () => {
    it("of 50 joins by one person one is made", async () => {
      const { world, next, mine } = await openHall()
      for (let round = 0; round < rounds; round += 1) {
        const ann = await world.make(`ann-${round}`)
        const result = await tally(
          repeat(
            50,
            () => () =>
              next()
                .person(ann.uuid)
                .memberships.join({ ...mine, tierSlug: "guest" }),
          ),
        )
        expect(result).toEqual({ ok: 1, "409 already_member": 49 })
        expect(await storedCounts(world, ann)).toMatchObject({
          live: 1,
          rows: 1,
          events: ["membership.joined"],
        })
      }
    })

    it("of 50 who come back at once to what ran out one does, and it is settled once", async () => {
      const { world, houses, next, mine } = await openHall()
      const ann = await world.make("ann")
      await world.person(ann.uuid).memberships.join({ ...mine, tierSlug: "open" })
      for (const each of houses) each.clock.set(new Date("2027-03-01T00:00:00.000Z"))
      const result = await tally(
        repeat(
          50,
          () => () =>
            next()
              .person(ann.uuid)
              .memberships.join({ ...mine, tierSlug: "open" }),
        ),
      )
      expect(result).toEqual({ ok: 1, "409 already_member": 49 })
      expect(await storedCounts(world, ann)).toMatchObject({
        live: 1,
        rows: 2,
        events: ["membership.joined", "membership.joined"],
      })
    })

    it("50 people join at once", async () => {
      const { world, next, mine } = await openHall()
      const crowd = []
      for (let n = 0; n < 50; n += 1) crowd.push(await world.make(`p${n}`))
      const result = await tally(
        crowd.map(
          ({ uuid }) =>
            () =>
              next()
                .person(uuid)
                .memberships.join({ ...mine, tierSlug: "open" }),
        ),
      )
      expect(result).toEqual({ ok: 50 })
      for (const one of crowd)
        expect(await storedCounts(world, one)).toMatchObject({
          live: 1,
          rows: 1,
          events: ["membership.joined"],
        })
    })

    /** Two sides that one person's membership is between, several times each at once. */
    const against = (
      name: string,
      prepare: (world: MembershipWorld, ann: User) => Promise<unknown>,
      sides: readonly ((world: MembershipWorld, ann: User) => () => Promise<unknown>)[],
    ) =>
      it(`${name}`, async () => {
        const { world, next } = await openHall()
        const outcomes = new Map<string, number>()
        for (let round = 0; round < rounds; round += 1) {
          const ann = await world.make(`ann-${round}`)
          await prepare(world, ann)
          const result = await tally(
            repeat(12, (n) =>
              delayed((n + round) % 4, world, sides[n % sides.length]?.(next(), ann)),
            ),
          )
          for (const word of Object.keys(result))
            outcomes.set(word, (outcomes.get(word) ?? 0) + (result[word] ?? 0))
          const remaining = await storedCounts(world, ann)
          expect(remaining.live).toBeLessThanOrEqual(1)
          expect(remaining.events).toEqual(remaining.explained)
          // Whatever was answered with a membership and changed it has left its entry.
          expect(remaining.entries - remaining.settled).toBeLessThanOrEqual((result["ok"] ?? 0) + 1)
        }
        console.log(
          `${storage}, ${name}: ${[...outcomes].map(([word, count]) => `${word} ${count}`).join(", ")}`,
        )
      })

    const mine = (world: MembershipWorld) => ({ organization: world.organization })
    const member =
      (tierSlug: string, of: Partial<Parameters<Symbolon["memberships"]["add"]>[0]> = {}) =>
      (world: MembershipWorld, ann: User) =>
        world.byManager.memberships.add({
          ...mine(world),
          member: { type: "user_id", value: ann.uuid },
          tierSlug,
          ...of,
        })

    const join = (world: MembershipWorld, ann: User) => () =>
      world.person(ann.uuid).memberships.join({ ...mine(world), tierSlug: "guest" })
    const leave = (world: MembershipWorld, ann: User) => () =>
      world.person(ann.uuid).memberships.leave(mine(world))
    const renew = (world: MembershipWorld, ann: User) => () =>
      world.person(ann.uuid).memberships.renew(mine(world))
    const resume = (world: MembershipWorld, ann: User) => () =>
      world.person(ann.uuid).memberships.resume(mine(world))
    const change = (tierSlug: string) => (world: MembershipWorld, ann: User) => () =>
      world.person(ann.uuid).memberships.changeTier({ ...mine(world), tierSlug })
    const add = (world: MembershipWorld, ann: User) => () => member("silver")(world, ann)
    const remove = (world: MembershipWorld, ann: User) => () =>
      world.byManager.memberships.removeMember({ ...mine(world), userUuid: ann.uuid })
    const renewAtDesk = (world: MembershipWorld, ann: User) => () =>
      world.byManager.memberships.renewMember({ ...mine(world), userUuid: ann.uuid })
    const claim = (world: MembershipWorld, ann: User) => () =>
      world.symbolon.memberships.claimCard({
        ...mine(world),
        userUuid: ann.uuid,
        tierUuid: world.tierUuid(tiers.open),
      })
    const deleteAccount = (world: MembershipWorld, ann: User) => () =>
      world.symbolon.users.delete({ userUuid: ann.uuid })

    against("joins against leaves", () => Promise.resolve(), [join, leave])
    against("changes to two tiers", member("silver"), [change("gold"), change("annual")])
    against("renewals against leaving and resuming", member("open"), [renew, leave, resume])
    against("the desk against the holder, both joining", () => Promise.resolve(), [
      add,
      join,
      claim,
    ])
    against("removals against renewals at the desk", member("silver"), [renewAtDesk, remove])
    against("an account's deletion against joins and cards", () => Promise.resolve(), [
      join,
      deleteAccount,
      claim,
      add,
    ])

    it("nobody is left in an organization that is deleted while they join", async () => {
      const { world, next, mine: here } = await openHall()
      const crowd = []
      for (let n = 0; n < 12; n += 1) crowd.push(await world.make(`p${n}`))
      const joins = crowd.map(
        ({ uuid }) =>
          () =>
            next()
              .person(uuid)
              .memberships.join({ ...here, tierSlug: "guest" }),
      )
      const removal = delayed(4, world, () =>
        world.byOwner.organizations.delete({ ...here, confirm: world.organization }),
      )
      const result = await tally([removal, ...joins.map((one, n) => delayed(n, world, one))])
      await runJobs(world)
      for (const one of crowd) {
        const remaining = await storedCounts(world, one)
        expect(remaining.live).toBe(0)
        expect(remaining.events).toEqual(
          remaining.rows === 0 ? [] : ["membership.joined", "membership.left"],
        )
      }
      console.log(`${storage}, the organization goes while they join: ${JSON.stringify(result)}`)
    })
  })
}

/** The same after so many reads, so that now one side comes first and now the other. */
const delayed =
  (reads: number, world: MembershipWorld, call: (() => Promise<unknown>) | undefined) =>
  async (): Promise<unknown> => {
    const silver = { organization: world.organization, tierUuid: world.tierUuid(tiers.silver) }
    for (let n = 0; n < reads; n += 1) await world.symbolon.tiers.get(silver)
    return call?.()
  }
