import { Result } from "effect"
import { expect } from "vitest"
import {
  type CheckoutPurpose,
  type Membership,
  type OutboxEvent,
  type Tier,
  toEnvelope,
  type User,
} from "../../../src/index.ts"
import {
  membershipBreaches,
  type MembershipChange,
  membershipStatus,
} from "../../../src/memberships/index.ts"
import { entitlementsOf } from "../../../src/memberships/entitlements.ts"
import { termsLeft } from "../../../src/memberships/terms/membership-term.ts"
import type { Refusal } from "../../../src/foundation/errors/refusals.ts"
import { everyTier } from "../../fixtures/tiers.ts"
import { eventsOf } from "../explained.ts"
import { judge } from "../judge.ts"
import { type Life, openLife } from "../life.ts"
import { given, saidOf } from "./given.ts"
import type { House } from "../../fixtures/memberships.ts"
import { openNames } from "./names.ts"
import { storedOf, type StoredMembership } from "./stored.ts"

type Answer = ReturnType<Life["join"]>

/** What came of something that was done to a member, as the facade and the store tell it. */
export interface Done {
  /** The status on the wire and why, or `ok`, or `same` when nothing was written. */
  readonly said: string
  /** The row of the table that tells of it; undefined where no rule was asked. */
  readonly row: string | undefined
  readonly refusal: Refusal | undefined
  readonly events: readonly OutboxEvent[]
}

/** Something that is done to a member. */
export interface Act {
  /** What the pure machine says. */
  readonly decide: () => Answer
  readonly ask: () => Promise<unknown>
  readonly origin?: "admin"
}

/**
 * One member, twice: through the facade on a storage, and as a life of the pure rules beside it.
 * Whatever is done is done to both, and they must agree: in the answer, in every row, term and
 * entry that is stored, in the events, and in the checkouts that are closed.
 */
export const openTwin = async (house: House, user: User) => {
  const names = openNames()
  for (const [uuid, name] of [
    [user.uuid, "ann"],
    [house.clubUuid, "club"],
    [house.olga.uuid, "olga"],
    [house.owner.uuid, "owner"],
    [house.connectionUuid, "connection"],
    ...[...house.tiers].map(([uuid, slug]) => [uuid, `tier ${slug}`] as const),
  ] as const)
    names.call(uuid, name)
  let met: string[] = []
  const life: Life = openLife({
    zone: house.zone,
    at: house.clock.now(),
    catalogue: everyTier,
    watch: (asked) => {
      const verdict = judge(asked, (uuid) => life.tier(uuid))
      expect(verdict.faults).toEqual([])
      met.push(verdict.row)
    },
  })
  const uuids: string[] = []
  const tills: Checkout[] = []
  let heard = 0
  let stored: readonly StoredMembership[] = []
  let told: readonly OutboxEvent[] = []

  /**
   * Reads what is stored and holds it against the life. Of memberships that are over for long, only
   * `all` looks at again.
   */
  const agree = async (
    events: readonly OutboxEvent[],
    { all = false, origin = "user_app" } = {},
  ): Promise<void> => {
    const now = house.clock.now()
    const membershipUuids = all ? uuids : uuids.slice(-1)
    const checkoutUuids = tills.map(({ uuid }) => uuid)
    const found = await storedOf(house, { userUuid: user.uuid, membershipUuids, checkoutUuids })
    for (const { membership } of found.memberships)
      if (!uuids.includes(membership.uuid))
        names.call(membership.uuid, `membership ${uuids.push(membership.uuid)}`)
    const fresh = names
      .told(found.memberships)
      .map((one) => ({ ...one, terms: termsLeft(one.terms, now) }))
    const expected = life.records.slice(life.records.length - fresh.length)
    expect(fresh).toEqual(expected.map((one) => ({ ...one, terms: termsLeft(one.terms, now) })))
    expect(life.records.length).toBe(uuids.length)
    for (const one of fresh)
      expect(membershipBreaches({ ...one, tier: life.tier(one.membership.tierUuid) }, now)).toEqual(
        [],
      )
    // Another list whenever it is read, so that who remembers one can tell.
    stored = [...stored.slice(0, life.records.length - fresh.length), ...fresh]
    expect(
      stored.filter(({ membership }) => membershipStatus(membership, now) !== "retired").length,
    ).toBeLessThanOrEqual(1)
    expect(found.hasWallet).toBe(uuids.length > 0)
    const statuses = names.told(found.checkouts).map(({ uuid, status }) => [uuid, status])
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(tills.map(({ ref, status }) => [ref, status])),
    )
    told = [...told, ...names.told(events)]
    const sent = life.events.slice(heard).map(({ at, type, data }) => ({
      type,
      organizationUuid: "club",
      createdAt: at,
      data: { origin, schema_version: 1, ...data },
    }))
    expect(names.told(events).map(({ uuid: _, ...event }) => event)).toEqual(sent)
    heard = life.events.length
    // P16, as sets: a settled row stands before the one that takes its place.
    const explained = stored.flatMap(({ history }) => history.flatMap(eventsOf)).toSorted()
    expect(told.map(({ type }) => type).toSorted()).toEqual(explained)
  }

  /** P15, and what the facade shows of it. */
  const showsRight = async (): Promise<void> => {
    const now = house.clock.now()
    const last = stored.at(-1)?.membership
    const status = last === undefined ? "retired" : membershipStatus(last, now)
    const tier = last === undefined || status === "retired" ? undefined : life.tier(last.tierUuid)
    const { entitlements, hasMembership } = await house.symbolon.entitlements.get({
      organization: house.organization,
      userUuid: user.uuid,
    })
    expect(hasMembership).toBe(status.startsWith("active"))
    expect(entitlements).toEqual(entitlementsOf(last, tier, now))
    const shown = await given(() => self.memberships.get({ organization: house.organization }))
    expect("refusal" in shown ? shown.refusal._tag : statusIn(shown.answer)).toBe(
      status === "retired" ? "NotFound" : status,
    )
  }

  const closes = (answer: MembershipChange): void => {
    for (const till of tills)
      if (till.status === "open" && answer.closesCheckouts.includes(till.purpose))
        till.status = "cancelled"
  }

  const act = async ({ decide, ask, origin }: Act): Promise<Done> => {
    life.go(house.clock.now())
    met = []
    const answer = decide()
    const came = await given(ask)
    const before = lengthOf(stored)
    const decided = Result.isFailure(answer) ? toEnvelope(answer.failure) : undefined
    if (decided?.status === 422 && "refusal" in came)
      expectSameFields(toEnvelope(came.refusal), decided)
    else expect("refusal" in came ? toEnvelope(came.refusal) : undefined).toEqual(decided)
    if (Result.isSuccess(answer)) closes(answer.success)
    const events = await house.newEvents()
    await agree(events, origin === undefined ? {} : { origin })
    if (Result.isSuccess(answer) && "answer" in came) shows(came.answer, answer.success.after)
    const said =
      "refusal" in came ? saidOf(came.refusal) : lengthOf(stored) === before ? "same" : "ok"
    const refusal = "refusal" in came ? came.refusal : undefined
    return { said, row: met[0], refusal, events: names.told(events) }
  }

  /** Holds a view that was answered against what was decided. */
  const shows = (answer: unknown, after: Membership): void => {
    const now = house.clock.now()
    const { slug } = life.tier(after.tierUuid)
    expect(names.told(answer)).toMatchObject({
      membership: after,
      status: membershipStatus(after, now),
      tier: { slug },
    })
  }

  const self = house.person(user.uuid)
  return {
    user,
    life,
    self,
    names,
    act,
    agree,
    showsRight,
    closes,
    /** The checkouts that were opened, in their order. */
    tills,
    /** The rows of the table that told of what was decided last. */
    met: () => met as readonly string[],
    forget: () => void (met = []),
    /** What is stored, as it was read last. */
    stored: () => stored,
    row: (): Membership => {
      const last = stored.at(-1)
      if (last === undefined) throw new Error("There is no membership.")
      return last.membership
    },
    terms: () => stored.at(-1)?.terms ?? [],
    history: () => stored.at(-1)?.history ?? [],
    events: () => told,
    lastEvent: () => told.at(-1),
    status: () => {
      const last = stored.at(-1)
      return last === undefined ? "retired" : membershipStatus(last.membership, house.clock.now())
    },
  }
}

export type Twin = Awaited<ReturnType<typeof openTwin>>

/** A checkout that was opened, and the same of the life beside. */
export interface Checkout {
  readonly uuid: string
  readonly ref: string
  readonly purpose: CheckoutPurpose
  readonly tier: Pick<Tier, "slug">
  readonly amountCents: number
  readonly currency: string
  readonly expiresAt: Date
  status: string
  isApplied: boolean
  readonly opened: Extract<ReturnType<Life["checkout"]>, { readonly _tag: "Success" }>["success"]
}

const lengthOf = (stored: readonly StoredMembership[]): number =>
  stored.reduce((sum, { history }) => sum + history.length, 0)

const statusIn = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && "status" in answer ? answer.status : undefined

type Envelope = ReturnType<typeof toEnvelope>

/**
 * The facade looks at the shape of the input before a rule is asked: in words of its own, at fields
 * that the rule would refuse too.
 */
const expectSameFields = (came: Envelope, decided: Envelope): void => {
  expect(came.status).toBe(422)
  expect(Object.keys(came.body.errors).length).toBeGreaterThan(0)
  expect(Object.keys(decided.body.errors)).toEqual(
    expect.arrayContaining(Object.keys(came.body.errors)),
  )
}
