import type { MembershipRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import { countOf, readPage, readParts } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { tellingOf } from "../search.ts"
import {
  byIndex,
  countMembers,
  memberConditions as conditions,
  memberFields as fields,
  memberSorting as sorting,
  type Members,
  membersOf,
  rangesOf,
  type When,
} from "./members-of.ts"
import { searchMembers } from "./membership-search.ts"
import type { Term } from "./membership-status.ts"

/** An organization's members. */
export const listMembers = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Parameters<MembershipRepository["list"]>[0],
  page: Parameters<MembershipRepository["list"]>[1],
): ReturnType<MembershipRepository["list"]> => {
  const search = tellingOf(of.search ?? [])
  if (search.length > 0) return searchMembers(engine, counts, tx, { ...of, search }, page)
  const total = await countMembers(engine, counts, tx, of)
  const isByTerm = page.sortBy === "valid_until"
  const term: Term =
    total >= soMany && !isByTerm ? (eb) => engine.flavor.aside(eb.ref("validUntil")) : byIndex
  const those = (when: When) => membersOf(engine, of, { term, when })
  const ranges = rangesOf(of)
  const [only = conditions[of.filter], ...others] = ranges
  if (others.length === 0) return readPage(tx, those(only), page, sorting, async () => total)
  if (!isByTerm) return readPage(tx, those(conditions[of.filter]), page, sorting, async () => total)
  const parts = page.sortOrder === "asc" ? ranges : ranges.toReversed()
  const items = await readParts(
    tx,
    parts.map((when) => ({
      query: those(when),
      count: () => countOf(tx, membersOf(engine, of, { when })),
    })),
    page,
    sorting,
  )
  return { items, totalItems: total }
}

/**
 * So many that they are met soon where all members are walked in the order of the list; fewer are
 * read and put in order.
 */
const soMany = 10_000

/**
 * A user's own memberships, of one organization if asked for, but for those in organizations that
 * were deleted.
 */
export const listOfUser = (
  { db }: Engine,
  tx: Executor,
  { userUuid, organizationUuid, filter, at }: Parameters<MembershipRepository["listOf"]>[0],
  page: Parameters<MembershipRepository["listOf"]>[1],
): ReturnType<MembershipRepository["listOf"]> => {
  const deleted = (eb: Members) =>
    eb
      .selectFrom("organizations")
      .select("organizations.uuid")
      .whereRef("organizations.uuid", "=", "memberships.organizationUuid")
      .where("organizations.deletedAt", "is not", null)
  const query = db
    .selectFrom("memberships")
    .select(fields)
    .where("userUuid", "=", userUuid)
    .$if(organizationUuid !== undefined, (all) =>
      all.where("organizationUuid", "=", organizationUuid ?? ""),
    )
    .where(conditions[filter](at))
    .where((eb) => eb.not(eb.exists(deleted(eb))))
  return readPage(tx, query, page, sorting)
}
