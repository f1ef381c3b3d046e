import { expect } from "vitest"
import type { MembershipMove, Storage, Symbolon, Tier } from "../../../src/index.ts"
import { type KeptMembership, membershipBreaches } from "../../../src/memberships/index.ts"
import type { MembershipTerm } from "../../../src/memberships/index.ts"
import { host } from "../../../src/foundation/access/caller.ts"
import { moveBatch } from "../../../src/memberships/operations/move-batch.ts"
import { dayMs, openClub } from "../../team.ts"
import { type SeededMember, seedMembers } from "./seed.ts"
import { portsOf } from "../../../src/effect.ts"

type Move = Parameters<Symbolon["tiers"]["moveMembers"]>[0]
type Adding = Partial<Parameters<Symbolon["memberships"]["add"]>[0]>

const monthly = (priceCents: number) => ({ priceCents, paymentInterval: "monthly" as const })

/** A club whose members are moved: its tiers, and what its members have become. */
export const openPier = async (storage?: Storage) => {
  const club = await openClub(storage === undefined ? {} : { storage })
  const { symbolon, clock, club: organization, clubUuid, make, forClub } = club
  const create = (name: string, of: object) => symbolon.tiers.create({ organization, name, ...of })
  const tiers = {
    silver: await create("Silver", monthly(50_000)),
    gold: await create("Gold", monthly(100_000)),
    cheap: await create("Cheap", monthly(1)),
    dollar: await create("Dollar", { ...monthly(1_000), currency: "USD" }),
    open: await create("Open", monthly(0)),
    life: await create("Life", { priceCents: 500_000 }),
    secret: await create("Secret", { ...monthly(50_000), visibility: "private" }),
  }
  const start = clock.now()
  const inDays = (days: number): Date => new Date(start.getTime() + days * dayMs)
  const inside = <A>(work: (tx: Parameters<Parameters<Storage["transact"]>[1]>[0]) => Promise<A>) =>
    portsOf(symbolon).storage.transact("read", work)

  /** Somebody on a tier, for thirty days unless said otherwise. */
  const add = async (
    username: string,
    tier: Tier = tiers.silver,
    of: Adding = {},
  ): Promise<string> => {
    const { uuid } = await make(username)
    const member = { type: "user_id", value: uuid } as const
    await symbolon.memberships.add({
      organization,
      member,
      tierSlug: tier.slug,
      validUntil: inDays(30),
      ...of,
    })
    return uuid
  }
  const row = async (userUuid: string) => {
    const found = await inside((tx) => tx.memberships.newest(clubUuid, userUuid))
    if (found === undefined) throw new Error(`${userUuid} never was a member.`)
    return found
  }
  /** All there is of somebody's newest membership. */
  const kept = async (userUuid: string): Promise<KeptMembership> => {
    const membership = await row(userUuid)
    const [tier] = await inside((tx) => tx.tiers.findAll([membership.tierUuid]))
    const terms = (await inside((tx) => tx.membershipTerms.of([membership.uuid]))).map(
      ({ membershipUuid: _, ordinal: __, ...term }): MembershipTerm => term,
    )
    const history = await inside((tx) => tx.membershipHistory.all(membership.uuid))
    if (tier === undefined) throw new Error("A membership has a tier.")
    return {
      membership,
      tier,
      terms,
      history: history.map(({ uuid: _, membershipUuid: __, ...entry }) => entry),
    }
  }
  const byManager = forClub("manager")

  return {
    ...club,
    organization,
    tiers,
    inDays,
    inside,
    add,
    row,
    kept,
    byManager,
    /** Many more on a tier, written straight into the storage. */
    seed: (count: number, tier: Tier = tiers.silver, member?: (n: number) => SeededMember) => {
      const to = {
        organization: { uuid: clubUuid, timezone: undefined },
        tier,
        ids: portsOf(symbolon).ids,
        now: clock.now(),
      }
      return seedMembers(portsOf(symbolon).storage, to, count, member)
    },
    /** From silver to gold, by a manager, unless said otherwise. */
    move: (how: Partial<Move> = {}) =>
      byManager.tiers.moveMembers({
        organization,
        tierUuid: tiers.silver.uuid,
        toTierSlug: tiers.gold.slug,
        ...how,
      }),
    /** Does what is due, at the time that it is. */
    work: () => symbolon.testClock?.moveTo(clock.now()),
    running: (): Promise<readonly MembershipMove[]> =>
      inside((tx) => tx.membershipMoves.running(clubUuid)),
    /** One batch of a move, as a worker takes it. */
    batch: (moveUuid: string): Promise<boolean> => symbolon.run(moveBatch(host, { moveUuid })),
    counts: async (tier: Tier) =>
      (await symbolon.tiers.find({ organization, tierUuid: tier.uuid })).members,
    slugOf: async (userUuid: string): Promise<string | undefined> => {
      const { tierUuid } = await row(userUuid)
      return Object.values(tiers).find(({ uuid }) => uuid === tierUuid)?.slug
    },
    /** Whom events told of as on another tier, in the order of the events. */
    told: async () =>
      (await inside((tx) => tx.outbox.list(undefined, 1_000_000)))
        .filter(({ type }) => type === "membership.tier_changed")
        .map(({ data }) => data),
    /** Nobody's row breaks what holds of every membership. */
    expectSound: async (userUuids: readonly string[]): Promise<void> => {
      for (const userUuid of userUuids)
        expect(membershipBreaches(await kept(userUuid), clock.now()), userUuid).toEqual([])
    },
  }
}
export type Pier = Awaited<ReturnType<typeof openPier>>
