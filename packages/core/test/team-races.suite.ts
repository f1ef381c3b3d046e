import { describe, expect, it } from "vitest"
import type { Storage, Symbolon } from "../src/index.ts"
import {
  invite,
  createStaffedOrganization,
  ownersOf,
  page,
  userCaller,
} from "./fixtures/staffed-organization.ts"

const reasonsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
  outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [String(outcome.reason.reason ?? outcome.reason._tag)] : [],
  )

/**
 * Opens as many connections as the engine has, so that those who come at once do not come one after
 * the other.
 */
const warm = (symbolon: Symbolon, organization: string) =>
  Promise.all(Array.from({ length: 20 }, () => symbolon.staff.list({ organization, page })))

/**
 * What many who change one team at once must leave behind, whatever the engine: one owner, one use,
 * no more than a hundred.
 */
export const teamRacesSuite = (storage: string, open: () => Promise<Storage>): void => {
  const club = async () => createStaffedOrganization({ storage: await open() })

  describe(`many at one team on ${storage}`, () => {
    it("of ten transfers by the owner one goes through, and one owner is left", async () => {
      const { as, symbolon, club: slug, team } = await club()
      const heirs = [team.manager, team.staff, team.door, team.manager2, team.staff2].flatMap(
        (one) => [one, one],
      )
      await warm(symbolon, slug)
      const outcomes = await Promise.allSettled(
        heirs.map(({ uuid }) =>
          as("owner").staff.transferOwnership({ organization: slug, userUuid: uuid }),
        ),
      )
      expect(reasonsOf(outcomes)).toHaveLength(9)
      expect(await ownersOf(symbolon, slug)).toHaveLength(1)
    })

    it("transfers by the platform's staff go through one after the other, and the heir who is removed meanwhile gets nothing", async () => {
      const { as, symbolon, club: slug, team } = await club()
      const targets = [team.manager, team.staff, team.door]
      await warm(symbolon, slug)
      const outcomes = await Promise.allSettled(
        targets.flatMap(({ uuid }) => [
          as("root").staff.transferOwnership({ organization: slug, userUuid: uuid }),
          as("root").staff.remove({ organization: slug, userUuid: uuid }),
          as("root").staff.changeRole({ organization: slug, userUuid: uuid, role: "door" }),
        ]),
      )
      expect(
        reasonsOf(outcomes).filter(
          (reason) => !["NotFound", "owner_stays", "already_owner"].includes(reason),
        ),
      ).toEqual([])
      expect(await ownersOf(symbolon, slug)).toHaveLength(1)
    })

    it("an account that is deleted while it founds organizations owns none afterwards", async () => {
      const { symbolon, club: slug, make } = await club()
      await warm(symbolon, slug)
      for (let round = 0; round < 4; round += 1) {
        const { uuid } = await make(`founder-${round}`)
        const [deleted, ...founded] = await Promise.allSettled([
          symbolon.users.delete({ userUuid: uuid }),
          ...Array.from({ length: 8 }, (_, n) =>
            symbolon.organizations.create({ name: `Club ${round} ${n}`, ownerUuid: uuid }),
          ),
        ])
        const isFounded = founded.some(({ status }) => status === "fulfilled")
        expect([deleted?.status, isFounded]).toEqual(
          isFounded ? ["rejected", true] : ["fulfilled", false],
        )
      }
    })

    it("an invitation shown by ten at once gives one place", async () => {
      const { as, symbolon, club: slug, make } = await club()
      const { token } = await invite(as("owner"), slug, { email: "many@club.example" })
      const crowd = []
      for (let n = 0; n < 10; n += 1) crowd.push(await make(`crowd-${n}`))
      await warm(symbolon, slug)
      const outcomes = await Promise.allSettled(
        crowd.map(({ uuid }) => symbolon.as(userCaller(uuid)).invitations.accept({ token })),
      )
      expect(reasonsOf(outcomes)).toEqual(Array.from({ length: 9 }, () => "invitation_used"))
      expect((await symbolon.staff.list({ organization: slug, page })).totalItems).toBe(8)
    })

    it("the hundredth place for an invitation is taken once, and one person is invited once", async () => {
      const { as, symbolon, club: slug } = await club()
      await warm(symbolon, slug)
      const nth = (n: number) => invite(as("owner"), slug, { email: `n${n}@club.example` })
      const same = await Promise.allSettled(Array.from({ length: 5 }, () => nth(0)))
      expect(reasonsOf(same)).toEqual(Array.from({ length: 4 }, () => "already_invited"))
      for (let n = 1; n < 99; n += 1) await nth(n)
      const last = await Promise.allSettled([99, 100, 101, 102].map(nth))
      expect(reasonsOf(last)).toEqual(Array.from({ length: 3 }, () => "too_many_invitations"))
    })
  })
}
