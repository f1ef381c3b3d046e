import type { MemberFilter, MemberOrder, MembersOf } from "@symbolon/core/storage"
import type { Expression, ExpressionBuilder, SqlBool } from "kysely"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import { countOf, type Sorting } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { countUpTo, isTrue } from "../slices.ts"
import { membershipColumns } from "../schema/memberships.ts"
import {
  isActive,
  isActiveForGood,
  isActiveUntil,
  isEnded,
  isLapsed,
  isLive,
} from "./membership-status.ts"

/** What conditions on memberships are written with. */
export type Members = ExpressionBuilder<Database, "memberships">

/** The columns of a membership. */
export const memberFields = namesOf(membershipColumns)

/** What members are sorted by. */
export const memberSorting = {
  columns: membershipColumns,
  by: { created_at: "createdAt", joined_at: "joinedAt", valid_until: "validUntil" },
} as const satisfies Sorting<MemberOrder>

/** The condition of each filter. */
export const memberConditions = {
  active: isActive,
  lapsed: isLapsed,
  current: isLive,
  ended: isEnded,
} satisfies Record<MemberFilter, typeof isLapsed>

/** A condition on the dates of a membership, at a moment. */
export type When = typeof isLapsed

/**
 * A filter as conditions that no membership meets two of, in the order of the end of the term: each
 * is one range of the index by that end, where those that are over stand before all others.
 */
export const rangesOf = ({ filter, endsBefore }: MembersOf): readonly When[] => {
  if (filter !== "active") return [memberConditions[filter]]
  return endsBefore === undefined ? [isActiveUntil, isActiveForGood] : [isActiveUntil]
}

/** All that is asked but the moment: a minute later it is the same list. */
export const keyOf = ({
  organizationUuid,
  filter,
  tierUuid,
  endsBefore,
  search,
}: MembersOf): string => JSON.stringify([organizationUuid, filter, tierUuid, endsBefore, search])

/**
 * The members that are asked for, whatever words they are searched by. `when` is the condition on
 * their dates. `sought` is what an index seeks them by: where that is something else, not by what
 * all have; in the order of an index, or a slice of it, not by their dates either, whatever is known of
 * the table.
 */
export const membersOf = (
  { db, flavor }: Engine,
  { organizationUuid, at, tierUuid, endsBefore }: MembersOf,
  {
    when,
    sought = "by all",
  }: {
    readonly when: When
    readonly sought?: "by all" | "by others" | "in order" | undefined
  },
) => {
  const isWalked = sought === "in order"
  const column = (eb: Members, name: "organizationUuid" | "tierUuid") =>
    sought === "by others" ? flavor.aside(eb.ref(name)) : eb.ref(name)
  const dated = (condition: Expression<SqlBool>) => (isWalked ? isTrue(condition) : condition)
  let query = db
    .selectFrom("memberships")
    .select(memberFields)
    .where((eb) => dated(when(at)(eb)))
    .where((eb) => {
      const isTheirs = eb(column(eb, "organizationUuid"), "=", organizationUuid)
      // The index of a tier has its order behind the tier alone.
      return isWalked && tierUuid !== undefined ? isTrue(isTheirs) : isTheirs
    })
  if (tierUuid !== undefined) query = query.where((eb) => eb(column(eb, "tierUuid"), "=", tierUuid))
  if (endsBefore !== undefined)
    query = query.where((eb) => dated(eb("validUntil", "<", endsBefore)))
  return query
}

/** How many members are asked for, whatever words they are searched by; many are remembered. */
export const countMembers = (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: MembersOf,
): Promise<number> =>
  counts.of(keyOf({ ...of, search: [] }), of.at, async () => {
    const each = rangesOf(of).map((when) => countOf(tx, membersOf(engine, of, { when })))
    return (await Promise.all(each)).reduce((all, one) => all + one, 0)
  })

/** All members, or all of a tier: a part of each index that they are walked by. */
export const allMembers = ({ db }: Engine, { organizationUuid, tierUuid }: MembersOf) =>
  db
    .selectFrom("memberships")
    .select("uuid")
    .where(
      tierUuid === undefined ? "organizationUuid" : "tierUuid",
      "=",
      tierUuid ?? organizationUuid,
    )

/** How many of them there are, however they stand, counted up to `most`. */
export const countAllUpTo = (
  engine: Engine,
  tx: Executor,
  of: MembersOf,
  most: number,
): Promise<number> => {
  const along = { by: memberSorting.by.created_at, tie: "uuid", order: "asc" } as const
  return countUpTo(engine, tx, allMembers(engine, of), { along, part: {} }, most)
}

/** Whether a filter leaves a part of the index by the end of the term alone. */
export const isPartOfTerms = ({ filter, endsBefore }: MembersOf): boolean =>
  endsBefore !== undefined || filter === "lapsed"
