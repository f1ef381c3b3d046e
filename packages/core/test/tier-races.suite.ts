import { describe, expect, it } from "vitest"
import type { Storage, Symbolon } from "../src/index.ts"
import { createStaffedOrganization, page } from "./fixtures/staffed-organization.ts"
import { portsOf } from "../src/effect.ts"

const rounds = 12

/**
 * What many who join a tier while it is changed or deleted must leave behind, whatever the engine.
 */
export const tierRacesSuite = (storage: string, open: () => Promise<Storage>): void => {
  const openHall = async () => {
    const {
      symbolon,
      club: organization,
      make,
    } = await createStaffedOrganization({ storage: await open() })
    const crowd: string[] = []
    for (let n = 0; n < 8; n += 1) crowd.push((await make(`crowd-${n}`)).uuid)
    // As many connections as will be needed, so that those who come at once do not come one after
    // the other.
    await Promise.all(crowd.map(() => symbolon.tiers.list({ organization, page })))
    const join = (userUuid: string, tierSlug: string) =>
      symbolon.memberships.add({
        organization,
        member: { type: "user_id", value: userUuid },
        tierSlug,
      })
    return { symbolon, organization, crowd, join }
  }

  /**
   * Starts `act` among those who join: at once with them, after some of them, or when the first has
   * joined and the others have not.
   */
  const among = async <T>(
    round: number,
    joins: readonly (() => Promise<unknown>)[],
    act: () => Promise<T>,
  ) => {
    const at = round % (joins.length + 1)
    const joining = joins.slice(0, at).map((start) => start())
    if (round % 2 === 1 && at > 0) await Promise.race(joining)
    const acting = act()
    return Promise.allSettled([acting, ...joining, ...joins.slice(at).map((start) => start())])
  }

  const reasonsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): ReadonlySet<string> =>
    new Set(
      outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [String(outcome.reason.reason ?? outcome.reason._tag)] : [],
      ),
    )

  describe(`many at one tier on ${storage}`, () => {
    it("nobody is left on a tier that was deleted while they joined", async () => {
      const { symbolon, organization, crowd, join } = await openHall()
      const ends: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const tier = await symbolon.tiers.create({ organization, name: `Round ${round}` })
        const named = { organization, tierUuid: tier.uuid }
        const newcomers = crowd.slice(0, 4)
        const [deleted, ...joined] = await among(
          round,
          newcomers.map((uuid) => () => join(uuid, tier.slug)),
          () => symbolon.tiers.delete(named),
        )
        const came = joined.filter(({ status }) => status === "fulfilled").length
        ends.push(`${deleted?.status} ${came}`)
        // Either it is gone and nobody came, or somebody came and it is there; then all of them
        // came.
        expect(ends.at(-1)).toMatch(/^fulfilled 0$|^rejected 4$/)
        expect([...reasonsOf([...joined])].filter((reason) => reason !== "NotFound")).toEqual([])
        expect((await liveOf(symbolon, organization)).length).toBe(came)
        await leaveAll(symbolon, organization)
      }
      console.log(
        `${storage}: ${ends.filter((end) => end.startsWith("fulfilled")).length} of ${rounds} deletions came first`,
      )
    })

    it("nobody joins on terms that the tier has no more", async () => {
      const { symbolon, organization, crowd, join } = await openHall()
      for (let round = 0; round < rounds; round += 1) {
        const tier = await symbolon.tiers.create({
          organization,
          name: `Round ${round}`,
          priceCents: 500,
          paymentInterval: "monthly",
        })
        const named = { organization, tierUuid: tier.uuid }
        const [changed, ...joined] = await among(
          round,
          crowd.slice(0, 4).map((uuid) => () => join(uuid, tier.slug)),
          () => symbolon.tiers.update({ ...named, paymentInterval: "one_time" }),
        )
        expect([...reasonsOf(joined)]).toEqual([])
        // A term that ends was agreed on a recurring tier, one that does not on a one-time tier:
        // all of them on the same.
        const { tier: remaining } = await symbolon.tiers.get(named)
        expect(remaining.paymentInterval === "one_time").toBe(changed?.status === "fulfilled")
        const ends = (await liveOf(symbolon, organization)).map(
          ({ membership }) => membership.validUntil !== undefined,
        )
        expect(new Set(ends)).toEqual(new Set([remaining.paymentInterval !== "one_time"]))
        await leaveAll(symbolon, organization)
      }
    })

    it("changes at once lose nothing", async () => {
      const { symbolon, organization } = await openHall()
      const tier = await symbolon.tiers.create({ organization, name: "Busy" })
      const sent = [
        { name: "Calm" },
        { priceCents: 700 },
        { position: 4 },
        { description: "A text" },
        { visibility: "private" as const },
      ]
      await Promise.all(
        [...sent, ...sent].map((change) =>
          symbolon.tiers.update({ organization, tierUuid: tier.uuid, ...change }),
        ),
      )
      expect((await symbolon.tiers.get({ organization, tierUuid: tier.uuid })).tier).toMatchObject(
        Object.assign({}, ...sent),
      )
    })
  })
}

const liveOf = async (symbolon: Symbolon, organization: string) =>
  (await symbolon.memberships.listMembers({ organization, status: "current", page })).items

/** Ends all memberships, for the next round. */
const leaveAll = async (symbolon: Symbolon, organization: string): Promise<void> => {
  const now = symbolon.clock.now()
  for (const { membership } of await liveOf(symbolon, organization))
    await portsOf(symbolon).storage.transact("write", (tx) =>
      tx.memberships.replace({
        ...membership,
        validUntil: now,
        renewableUntil: now,
        endedAt: now,
        endedBy: "removed",
        revision: membership.revision + 1,
      }),
    )
}
