import { describe, expect, it } from "vitest"
import type { Storage, Symbolon, User } from "../../../src/index.ts"
import { tiers } from "../../fixtures/tiers.ts"
import { given, saidOf } from "./given.ts"
import { type House, openAgain, openHouse, runJobs } from "../../fixtures/memberships.ts"
import { leftOf } from "./left.ts"

const rounds = 4

/** What a crowd is told when it comes at once: how often which answer. */
const tally = async (
  calls: readonly (() => Promise<unknown>)[],
): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {}
  for (const came of await Promise.all(calls.map((call) => given(call)))) {
    const said = "refusal" in came ? saidOf(came.refusal) : "ok"
    counts[said] = (counts[said] ?? 0) + 1
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
export const tellOfMembershipRacesOn = (
  storage: string,
  open: () => Promise<readonly [Storage, ...Storage[]]>,
): void => {
  const openHall = async () => {
    const [first, ...others] = await open()
    const house = await openHouse(first)
    const houses = [
      house,
      ...(await Promise.all(others.map((other) => openAgain(house, other)))),
    ] as const
    let turn = 0
    /** The house in the next process. */
    const next = (): House => houses[turn++ % houses.length] ?? house
    // As many connections as will be needed, so that those who come at once do not come one after
    // the other.
    await Promise.all(
      repeat(50, () =>
        next().symbolon.tiers.get({
          organization: house.organization,
          tierUuid: house.tierUuid(tiers.silver),
        }),
      ),
    )
    return { house, houses, next, mine: { organization: house.organization } }
  }

  describe(`many at memberships at once on ${storage}`, () => {
    it("of 50 joins by one person one is made", async () => {
      const { house, next, mine } = await openHall()
      for (let round = 0; round < rounds; round += 1) {
        const ann = await house.make(`ann-${round}`)
        const said = await tally(
          repeat(
            50,
            () => () =>
              next()
                .person(ann.uuid)
                .memberships.join({ ...mine, tierSlug: "guest" }),
          ),
        )
        expect(said).toEqual({ ok: 1, "409 already_member": 49 })
        expect(await leftOf(house, ann)).toMatchObject({
          live: 1,
          rows: 1,
          events: ["membership.joined"],
        })
      }
    })

    it("of 50 who come back at once to what ran out one does, and it is settled once", async () => {
      const { house, houses, next, mine } = await openHall()
      const ann = await house.make("ann")
      await house.person(ann.uuid).memberships.join({ ...mine, tierSlug: "open" })
      for (const each of houses) each.clock.set(new Date("2027-03-01T00:00:00.000Z"))
      const said = await tally(
        repeat(
          50,
          () => () =>
            next()
              .person(ann.uuid)
              .memberships.join({ ...mine, tierSlug: "open" }),
        ),
      )
      expect(said).toEqual({ ok: 1, "409 already_member": 49 })
      expect(await leftOf(house, ann)).toMatchObject({
        live: 1,
        rows: 2,
        events: ["membership.joined", "membership.joined"],
      })
    })

    it("50 people join at once", async () => {
      const { house, next, mine } = await openHall()
      const crowd = []
      for (let n = 0; n < 50; n += 1) crowd.push(await house.make(`p${n}`))
      const said = await tally(
        crowd.map(
          ({ uuid }) =>
            () =>
              next()
                .person(uuid)
                .memberships.join({ ...mine, tierSlug: "open" }),
        ),
      )
      expect(said).toEqual({ ok: 50 })
      for (const one of crowd)
        expect(await leftOf(house, one)).toMatchObject({
          live: 1,
          rows: 1,
          events: ["membership.joined"],
        })
    })

    /** Two sides that one person's membership is between, several times each at once. */
    const against = (
      name: string,
      prepare: (house: House, ann: User) => Promise<unknown>,
      sides: readonly ((house: House, ann: User) => () => Promise<unknown>)[],
    ) =>
      it(name, async () => {
        const { house, next } = await openHall()
        const outcomes = new Map<string, number>()
        for (let round = 0; round < rounds; round += 1) {
          const ann = await house.make(`ann-${round}`)
          await prepare(house, ann)
          const said = await tally(
            repeat(12, (n) =>
              delayed((n + round) % 4, house, sides[n % sides.length]?.(next(), ann)),
            ),
          )
          for (const word of Object.keys(said))
            outcomes.set(word, (outcomes.get(word) ?? 0) + (said[word] ?? 0))
          const left = await leftOf(house, ann)
          expect(left.live).toBeLessThanOrEqual(1)
          expect(left.events).toEqual(left.explained)
          // Whatever was answered with a membership and changed it has left its entry.
          expect(left.entries - left.settled).toBeLessThanOrEqual((said["ok"] ?? 0) + 1)
        }
        console.log(
          `${storage}, ${name}: ${[...outcomes].map(([word, count]) => `${word} ${count}`).join(", ")}`,
        )
      })

    const mine = (house: House) => ({ organization: house.organization })
    const member =
      (tierSlug: string, of: Partial<Parameters<Symbolon["memberships"]["add"]>[0]> = {}) =>
      (house: House, ann: User) =>
        house.desk.memberships.add({
          ...mine(house),
          member: { type: "user_id", value: ann.uuid },
          tierSlug,
          ...of,
        })

    const join = (house: House, ann: User) => () =>
      house.person(ann.uuid).memberships.join({ ...mine(house), tierSlug: "guest" })
    const leave = (house: House, ann: User) => () =>
      house.person(ann.uuid).memberships.leave(mine(house))
    const renew = (house: House, ann: User) => () =>
      house.person(ann.uuid).memberships.renew(mine(house))
    const resume = (house: House, ann: User) => () =>
      house.person(ann.uuid).memberships.resume(mine(house))
    const change = (tierSlug: string) => (house: House, ann: User) => () =>
      house.person(ann.uuid).memberships.changeTier({ ...mine(house), tierSlug })
    const add = (house: House, ann: User) => () => member("silver")(house, ann)
    const remove = (house: House, ann: User) => () =>
      house.desk.memberships.removeMember({ ...mine(house), userUuid: ann.uuid })
    const renewAtDesk = (house: House, ann: User) => () =>
      house.desk.memberships.renewMember({ ...mine(house), userUuid: ann.uuid })
    const claim = (house: House, ann: User) => () =>
      house.symbolon.memberships.claimCard({
        ...mine(house),
        userUuid: ann.uuid,
        tierUuid: house.tierUuid(tiers.open),
      })
    const deleteAccount = (house: House, ann: User) => () =>
      house.symbolon.users.delete({ userUuid: ann.uuid })

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
      const { house, next, mine: here } = await openHall()
      const crowd = []
      for (let n = 0; n < 12; n += 1) crowd.push(await house.make(`p${n}`))
      const joins = crowd.map(
        ({ uuid }) =>
          () =>
            next()
              .person(uuid)
              .memberships.join({ ...here, tierSlug: "guest" }),
      )
      const removal = delayed(4, house, () =>
        house.head.organizations.delete({ ...here, confirm: house.organization }),
      )
      const said = await tally([removal, ...joins.map((one, n) => delayed(n, house, one))])
      await runJobs(house)
      for (const one of crowd) {
        const left = await leftOf(house, one)
        expect(left.live).toBe(0)
        expect(left.events).toEqual(left.rows === 0 ? [] : ["membership.joined", "membership.left"])
      }
      console.log(`${storage}, the organization goes while they join: ${JSON.stringify(said)}`)
    })
  })
}

/** The same after so many reads, so that now one side comes first and now the other. */
const delayed =
  (reads: number, house: House, call: (() => Promise<unknown>) | undefined) =>
  async (): Promise<unknown> => {
    const silver = { organization: house.organization, tierUuid: house.tierUuid(tiers.silver) }
    for (let n = 0; n < reads; n += 1) await house.symbolon.tiers.get(silver)
    return call?.()
  }
