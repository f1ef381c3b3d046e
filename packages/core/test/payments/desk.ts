import { expect } from "vitest"
import type { Checkout, CheckoutPurpose, OutboxEvent, Storage } from "../../src/index.ts"
import { membershipBreaches } from "../../src/memberships/index.ts"
import { person } from "../team.ts"
import { openTill, type Told } from "./till.ts"
import { portsOf } from "../../src/effect.ts"

export const dayMs = 86_400_000

/** A club with tiers that cost different sums, and whoever comes to its desk. */
export const openDesk = async (storage?: Storage) => {
  const till = await openTill(storage)
  const { symbolon, clock, club: organization, gold } = till
  const of = { organization: organization.slug }
  const tierOf = (name: string, priceCents: number) =>
    symbolon.tiers.create({
      ...of,
      name,
      priceCents,
      paymentInterval: priceCents === 0 ? "one_time" : "monthly",
    })
  const tiers = { gold, silver: await tierOf("Silver", 50_000), friend: await tierOf("Friend", 0) }

  /** What somebody can do by themself, and what became of it. */
  const customer = async (username: string) => {
    const { uuid: userUuid } = await till.make(username)
    const { memberships, payments } = symbolon.as(person(userUuid))
    const open = async (purpose: CheckoutPurpose, tier?: keyof typeof tiers): Promise<Checkout> =>
      (await payments.checkout({ ...of, purpose, tierSlug: tier && tiers[tier].slug })).checkout
    const row = () =>
      portsOf(symbolon).storage.transact("read", (tx) =>
        tx.memberships.newest(organization.uuid, userUuid),
      )
    return {
      userUuid,
      open,
      row,
      quote: (purpose: CheckoutPurpose, tier?: keyof typeof tiers) =>
        payments.quote({ ...of, purpose, tierSlug: tier && tiers[tier].slug }),
      join: (tier: keyof typeof tiers) => memberships.join({ ...of, tierSlug: tiers[tier].slug }),
      change: (tier: keyof typeof tiers) =>
        memberships.changeTier({ ...of, tierSlug: tiers[tier].slug }),
      renew: () => memberships.renew(of),
      leave: () => memberships.leave(of),
      view: () => memberships.findOwn(of),
      /** Opens a checkout, and pays it. */
      buy: async (purpose: CheckoutPurpose, tier?: keyof typeof tiers) => {
        const checkout = await open(purpose, tier)
        expect(await pay(checkout)).toEqual(["applied"])
        return checkout
      },
      wallets: () => symbolon.wallets.list({ of: { userUuid }, page: firstPage }),
      /** Their events, oldest first, each in a word: `joined gold`. */
      told: async () => (await events(userUuid)).map(inWords),
      history: async () => {
        const membershipUuid = (await row())?.uuid ?? ""
        return portsOf(symbolon).storage.transact("read", (tx) =>
          tx.membershipHistory.all(membershipUuid),
        )
      },
    }
  }

  /**
   * Sends a callback; what became of it, each event in a word or two: `applied`, `unapplied
   * already_member`.
   */
  const settled = async (checkout: Checkout, told: Told) =>
    (await till.tell(checkout, told)).map(({ outcome, ...more }) =>
      "reason" in more ? `${outcome} ${more.reason}` : outcome,
    )
  const pay = (checkout: Checkout, told: Told = {}) =>
    settled(checkout, { eventId: `paid ${checkout.uuid}`, ...told })
  const takeBack = (checkout: Checkout, told: Told = {}) =>
    settled(checkout, { type: "reversed", eventId: `reversed ${checkout.uuid}`, ...told })
  const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))

  const events = async (userUuid?: string): Promise<readonly OutboxEvent[]> => {
    const all = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.outbox.list(undefined, 10_000),
    )
    return all.filter(
      ({ type, data }) =>
        type.startsWith("membership.") && (userUuid ?? data["user_uuid"]) === data["user_uuid"],
    )
  }

  /**
   * What is kept of somebody's memberships breaks no invariant, and at most one of them is open.
   */
  const expectSound = async (userUuid: string) => {
    const kept = await portsOf(symbolon).storage.transact("read", async (tx) => {
      const all = { organizationUuid: organization.uuid, at: clock.now() }
      const rows = []
      for (const standing of ["current", "ended"] as const)
        rows.push(...(await tx.memberships.list({ ...all, standing }, firstPage)).items)
      const own = rows.filter((row) => row.userUuid === userUuid)
      return Promise.all(
        own.map(async (membership) => ({
          membership,
          tier: (await tx.tiers.find(membership.tierUuid)) ?? gold,
          terms: await tx.membershipTerms.of([membership.uuid]),
          history: await tx.membershipHistory.all(membership.uuid),
        })),
      )
    })
    for (const each of kept)
      expect(membershipBreaches(each, clock.now()), each.membership.uuid).toEqual([])
    expect(
      kept.filter(({ membership }) => membership.endedAt === undefined).length,
    ).toBeLessThanOrEqual(1)
    return kept
  }

  return { ...till, settled, tiers, customer, pay, takeBack, later, events, expectSound, of }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>
export type Customer = Awaited<ReturnType<Desk["customer"]>>

const firstPage = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const

/** An event in a word or two: `joined gold`, `left closed`, `renewed`. */
export const inWords = ({ type, data }: OutboxEvent): string => {
  const more = data["tier_slug"] ?? data["ended_by"]
  return `${type.replace("membership.", "")}${typeof more === "string" ? ` ${more}` : ""}`
}
