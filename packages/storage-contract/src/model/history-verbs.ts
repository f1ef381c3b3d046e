import * as fc from "fast-check"
import {
  type Membership,
  type Organization,
  type Repositories,
  memberFilters,
  type User,
} from "@symbolon/core/storage"
import { club } from "../club.ts"
import { entry, move, row, storedTerm } from "../membership-samples.ts"
import { at } from "../samples.ts"
import { around, type Verb } from "./verb.ts"

const homes = fc.constantFrom(club.home, club.away)
const people = fc.constantFrom(...club.people)
const tiers = fc.constantFrom(club.gold, club.silver, club.foreign)
const moment = fc.integer({ min: 0, max: 20 }).map((tens) => at(tens * 10))
const beginnings = fc.array(fc.constantFrom("user", "first", "11", "1", "2", "boat", "an"), {
  minLength: 1,
  maxLength: 2,
})

/**
 * The membership of a person, who joins if they have none: little becomes of people who are not
 * there.
 */
const memberOf = async (
  tx: Repositories,
  home: Organization,
  person: User,
  n: number,
): Promise<Membership> => {
  const open = await tx.memberships.findOpen(home.uuid, person.uuid)
  if (open !== undefined) return open
  const joined = row(n, {
    organizationUuid: home.uuid,
    userUuid: person.uuid,
    createdAt: at(1),
    validUntil: at(1000),
    renewableUntil: at(1000),
  })
  await tx.memberships.add(joined)
  return joined
}

const telling: fc.Arbitrary<Verb> = fc
  .tuple(
    homes,
    people,
    fc.constantFrom("renew", "reversal"),
    fc.constantFrom(undefined, "pi_1", "pi_1", "pi_2"),
    moment,
    fc.boolean(),
  )
  .map(([home, person, cause, paymentRef, when, isNew]) => ({
    text: `membershipHistory.append(${cause} ${paymentRef ?? "unpaid"} of ${person.username} in ${home.slug})`,
    call: async (tx, { n }) => {
      const open = await memberOf(tx, home, person, n)
      const before = isNew ? undefined : { ...open, validUntil: when, revision: open.revision - 1 }
      await tx.membershipHistory.append([entry(n, open, { at: when, cause, paymentRef, before })])
      return [
        await tx.membershipHistory.newest(open.uuid, 2),
        await tx.membershipHistory.ofPayment("pi_1"),
      ]
    },
  }))

const timing: fc.Arbitrary<Verb> = fc
  .tuple(homes, people, fc.nat(3), fc.boolean())
  .map(([home, person, count, isAnew]) => ({
    text: `membershipTerms of ${person.username} in ${home.slug}, ${isAnew ? "anew" : "more"}`,
    call: async (tx, { n }) => {
      const open = await memberOf(tx, home, person, n)
      if (isAnew) await tx.membershipTerms.removeOf([open.uuid])
      await tx.membershipTerms.add(
        Array.from({ length: count }, (_, ordinal) => storedTerm(open.uuid, ordinal)),
      )
      return tx.membershipTerms.of([open.uuid])
    },
  }))

const movingAll: fc.Arbitrary<Verb> = fc
  .tuple(
    tiers,
    tiers,
    fc.constantFrom(0, 1, 1, 1),
    fc.integer({ min: 1, max: 3 }),
    fc.option(fc.nat(50), { nil: undefined }),
  )
  .map(([from, to, step, limit, customPriceCents]) => ({
    text: `memberships.replaceAll(${from.slug} to ${to.slug}, revision +${step})`,
    call: async (tx) => {
      const rows = await tx.memberships.onTier({ tierUuid: from.uuid, after: undefined, limit })
      await tx.memberships.replaceAll(
        rows.map((one) => ({
          ...one,
          tierUuid: to.uuid,
          customPriceCents,
          revision: one.revision + step,
        })),
      )
      const after = around(rows, 0)?.uuid
      return [
        rows,
        await tx.memberships.onTier({ tierUuid: to.uuid, after, limit }),
        await tx.memberships.customOnTier({ tierUuid: to.uuid, limit }),
      ]
    },
  }))

const seeking: fc.Arbitrary<Verb> = fc
  .record({
    home: homes,
    filter: fc.constantFrom(...memberFilters),
    moment,
    tier: fc.option(tiers, { nil: undefined }),
    endsBefore: fc.option(moment, { nil: undefined }),
    search: fc.option(beginnings, { nil: undefined }),
    sortBy: fc.constantFrom("created_at", "joined_at", "valid_until"),
    sortOrder: fc.constantFrom("asc", "desc"),
    page: fc.integer({ min: 1, max: 2 }),
    person: people,
  })
  .map(({ home, filter, moment: when, tier, endsBefore, search, person, ...asked }) => ({
    text: `memberships.list(${home.slug}, ${tier?.slug ?? "all"}, ${search?.join(" ") ?? ""}) and what ${person.username} has`,
    call: async (tx) => [
      await tx.memberships.list(
        {
          organizationUuid: home.uuid,
          filter,
          at: when,
          ...(tier === undefined ? {} : { tierUuid: tier.uuid }),
          ...(endsBefore === undefined ? {} : { endsBefore }),
          ...(search === undefined ? {} : { search }),
        },
        { ...asked, pageSize: 3 },
      ),
      await tx.memberships.listOf(
        { userUuid: person.uuid, filter, at: when },
        { ...asked, pageSize: 3 },
      ),
      await tx.memberships.newest(home.uuid, person.uuid),
      await tx.memberships.openOf(person.uuid),
    ],
  }))

const renamingPerson: fc.Arbitrary<Verb> = fc
  .tuple(people, fc.constantFrom("Ann", "Anton", "Boat 12"))
  .map(([person, firstName]) => ({
    text: `users.change(${person.username} to ${firstName})`,
    call: async (tx) => {
      const before = await tx.users.lock(person.uuid)
      return before === undefined ? undefined : tx.users.change({ ...before, firstName })
    },
  }))

const travelling: fc.Arbitrary<Verb> = fc
  .tuple(homes, fc.nat(3), fc.boolean(), moment)
  .map(([home, index, isNew, when]) => ({
    text: `membershipMoves.${isNew ? "add" : "change"}(${home.slug})`,
    call: async (tx, { n }) => {
      if (isNew) return tx.membershipMoves.add(move(n, { organizationUuid: home.uuid, asOf: when }))
      const one = around(await tx.membershipMoves.running(home.uuid), index)
      const there = one === undefined ? undefined : await tx.membershipMoves.lock(one.uuid)
      if (there === undefined) return undefined
      return [
        await tx.membershipMoves.change({ ...there, movedCount: 7, finishedAt: when }),
        await tx.membershipMoves.find(there.uuid),
      ]
    },
  }))

// Only one of the two, and seldom: a deleted organization stays so for the rest of the run.
const deleting: fc.Arbitrary<Verb> = moment.map((when) => ({
  text: `organizations.change(${club.away.slug}, deleted)`,
  call: async (tx) => {
    const there = await tx.organizations.lock(club.away.uuid)
    const isDeleted =
      there !== undefined && (await tx.organizations.change({ ...there, deletedAt: when }))
    return [
      isDeleted,
      await tx.organizations.hold(club.away.uuid),
      await tx.organizations.findAll([club.away.uuid, club.home.uuid]),
    ]
  },
}))

/** What becomes of memberships: terms, history, moves, searches, the end of an organization. */
export const historyVerbs: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 4, arbitrary: telling },
  { weight: 3, arbitrary: timing },
  { weight: 4, arbitrary: movingAll },
  { weight: 4, arbitrary: seeking },
  { weight: 2, arbitrary: renamingPerson },
  { weight: 2, arbitrary: travelling },
  { weight: 1, arbitrary: deleting },
)
