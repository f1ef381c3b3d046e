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
import { outcomeOf, refusalText } from "./call-outcome.ts"
import type { MembershipWorld } from "../../fixtures/memberships.ts"
import { openNames } from "./names.ts"
import { storedOf, type StoredMembership } from "./stored.ts"

type Answer = ReturnType<Life["join"]>

/** What came of something that was done to a member, as the facade and the store tell it. */
export interface ActionResult {
  /** The status on the wire and why, or `ok`, or `same` when nothing was written. */
  readonly result: string
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
export const openModelledMember = async (world: MembershipWorld, user: User) => {
  const names = openNames()
  for (const [uuid, name] of [
    [user.uuid, "ann"],
    [world.clubUuid, "club"],
    [world.olga.uuid, "olga"],
    [world.owner.uuid, "owner"],
    [world.connectionUuid, "connection"],
    ...[...world.tiers].map(([uuid, slug]) => [uuid, `tier ${slug}`] as const),
  ] as const)
    names.call(uuid, name)
  let met: string[] = []
  const life: Life = openLife({
    zone: world.zone,
    at: world.clock.now(),
    catalogue: everyTier,
    watch: (requested) => {
      const verdict = judge(requested, (uuid) => life.tier(uuid))
      expect(verdict.faults).toEqual([])
      met.push(verdict.row)
    },
  })
  const uuids: string[] = []
  const checkouts: Checkout[] = []
  let received = 0
  let stored: readonly StoredMembership[] = []
  let reported: readonly OutboxEvent[] = []

  /**
   * Reads what is stored and holds it against the life. Of memberships that are over for long, only
   * `all` looks at again.
   */
  const agree = async (
    events: readonly OutboxEvent[],
    { all = false, origin = "user_app" } = {},
  ): Promise<void> => {
    const now = world.clock.now()
    const membershipUuids = all ? uuids : uuids.slice(-1)
    const checkoutUuids = checkouts.map(({ uuid }) => uuid)
    const found = await storedOf(world, { userUuid: user.uuid, membershipUuids, checkoutUuids })
    for (const { membership } of found.memberships)
      if (!uuids.includes(membership.uuid))
        names.call(membership.uuid, `membership ${uuids.push(membership.uuid)}`)
    const fresh = names
      .reported(found.memberships)
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
      stored.filter(({ membership }) => membershipStatus(membership, now) !== "ended").length,
    ).toBeLessThanOrEqual(1)
    expect(found.hasWallet).toBe(uuids.length > 0)
    const statuses = names.reported(found.checkouts).map(({ uuid, status }) => [uuid, status])
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(checkouts.map(({ ref, status }) => [ref, status])),
    )
    reported = [...reported, ...names.reported(events)]
    const sent = life.events.slice(received).map(({ at, type, data }) => ({
      type,
      organizationUuid: "club",
      createdAt: at,
      data: { origin, schema_version: 1, ...data },
    }))
    expect(names.reported(events).map(({ uuid: _, ...event }) => event)).toEqual(sent)
    received = life.events.length
    // P16, as sets: a settled row stands before the one that takes its place.
    const explained = stored.flatMap(({ history }) => history.flatMap(eventsOf)).toSorted()
    expect(reported.map(({ type }) => type).toSorted()).toEqual(explained)
  }

  /** P15, and what the facade shows of it. */
  const showsRight = async (): Promise<void> => {
    const now = world.clock.now()
    const last = stored.at(-1)?.membership
    const status = last === undefined ? "ended" : membershipStatus(last, now)
    const tier = last === undefined || status === "ended" ? undefined : life.tier(last.tierUuid)
    const { entitlements, hasMembership } = await world.symbolon.entitlements.get({
      organization: world.organization,
      userUuid: user.uuid,
    })
    expect(hasMembership).toBe(status.startsWith("active"))
    expect(entitlements).toEqual(entitlementsOf(last, tier, now))
    const listed = await outcomeOf(() => self.memberships.get({ organization: world.organization }))
    expect("refusal" in listed ? listed.refusal._tag : statusIn(listed.answer)).toBe(
      status === "ended" ? "NotFound" : status,
    )
  }

  const closes = (answer: MembershipChange): void => {
    for (const checkout of checkouts)
      if (checkout.status === "open" && answer.closesCheckouts.includes(checkout.purpose))
        checkout.status = "cancelled"
  }

  const act = async ({ decide, ask, origin }: Act): Promise<ActionResult> => {
    life.go(world.clock.now())
    met = []
    const answer = decide()
    const outcome = await outcomeOf(ask)
    const before = lengthOf(stored)
    const decided = Result.isFailure(answer) ? toEnvelope(answer.failure) : undefined
    if (decided?.status === 422 && "refusal" in outcome)
      expectSameFields(toEnvelope(outcome.refusal), decided)
    else expect("refusal" in outcome ? toEnvelope(outcome.refusal) : undefined).toEqual(decided)
    if (Result.isSuccess(answer)) closes(answer.success)
    const events = await world.newEvents()
    await agree(events, origin === undefined ? {} : { origin })
    if (Result.isSuccess(answer) && "answer" in outcome) shows(outcome.answer, answer.success.after)
    const result =
      "refusal" in outcome
        ? refusalText(outcome.refusal)
        : lengthOf(stored) === before
          ? "same"
          : "ok"
    const refusal = "refusal" in outcome ? outcome.refusal : undefined
    return { result, row: met[0], refusal, events: names.reported(events) }
  }

  /** Holds a view that was answered against what was decided. */
  const shows = (answer: unknown, after: Membership): void => {
    const now = world.clock.now()
    const { slug } = life.tier(after.tierUuid)
    expect(names.reported(answer)).toMatchObject({
      membership: after,
      status: membershipStatus(after, now),
      tier: { slug },
    })
  }

  const self = world.person(user.uuid)
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
    checkouts,
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
    events: () => reported,
    lastEvent: () => reported.at(-1),
    status: () => {
      const last = stored.at(-1)
      return last === undefined ? "ended" : membershipStatus(last.membership, world.clock.now())
    },
  }
}

export type ModelledMember = Awaited<ReturnType<typeof openModelledMember>>

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
const expectSameFields = (outcome: Envelope, decided: Envelope): void => {
  expect(outcome.status).toBe(422)
  expect(Object.keys(outcome.body.errors).length).toBeGreaterThan(0)
  expect(Object.keys(decided.body.errors)).toEqual(
    expect.arrayContaining(Object.keys(outcome.body.errors)),
  )
}
