import type { MembershipRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import { countOf, readPage, readParts } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { tellingOf } from "../search.ts"
import {
  countAllUpTo,
  countMembers,
  isPartOfTerms,
  memberConditions as conditions,
  memberFields as fields,
  memberSorting as sorting,
  type Members,
  membersOf,
  rangesOf,
} from "./members-of.ts"
import { searchMembers } from "./membership-search.ts"

/** An organization's members. */
export const listMembers = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Asked,
  page: Order,
): ReturnType<MembershipRepository["list"]> => {
  const search = tellingOf(of.search ?? [])
  if (search.length > 0) return searchMembers(engine, counts, tx, { ...of, search }, page)
  const isByTerm = page.sortBy === "valid_until"
  const [total, isLong] = await Promise.all([
    countMembers(engine, counts, tx, of),
    isByTerm || isPartOfTerms(of) || areMany(engine, counts, tx, of),
  ])
  // Behind the end there is nothing to walk to.
  if ((page.page - 1) * page.pageSize >= total) return { items: [], totalItems: total }
  if (isByTerm) return { items: await inOrderOfTerms(engine, tx, of, page), totalItems: total }
  const areSought = isLong && total < soMany && (await areRare(engine, tx, of, total))
  const query = areSought ? sought(engine, of) : walked(engine, of)
  return readPage(tx, query, page, sorting, async () => total)
}

type Asked = Parameters<MembershipRepository["list"]>[0]
type Order = Parameters<MembershipRepository["list"]>[1]

/**
 * So many that they are met soon where all members are walked in the order of the list; fewer are
 * read and put in order, where they are a part of an index or rare among all.
 */
const soMany = 5_000

/** Of as many members one is met at least where they are walked. */
const rareAmong = 8

/** Whether an organization or a tier has many memberships, however they stand. */
const areMany = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Asked,
): Promise<boolean> => {
  const key = JSON.stringify(["many", of.organizationUuid, of.tierUuid])
  return (await counts.of(key, of.at, () => countAllUpTo(engine, tx, of, soMany))) >= soMany
}

/** Whether to seek costs less than to walk past all others until a page is full. */
const areRare = async (
  engine: Engine,
  tx: Executor,
  of: Asked,
  total: number,
): Promise<boolean> => {
  if (isPartOfTerms(of)) return true
  const most = total * rareAmong + 1
  return (await countAllUpTo(engine, tx, of, most)) === most
}

/** Members by the index of a list's order, whatever else is asked of them. */
const walked = (engine: Engine, of: Asked) =>
  membersOf(engine, of, { when: whenOf(of), sought: "in order" })

/** Members by the index of the ends of their terms, which tells alone who stands as asked. */
const sought = (engine: Engine, of: Asked) => {
  const uuids = membersOf(engine, of, { when: whenOf(of) })
    .clearSelect()
    .select("uuid")
  return engine.db
    .selectFrom("memberships")
    .select(fields)
    .where((eb) => engine.flavor.amongFound(eb.ref("uuid"), uuids))
}

/** A filter as one condition: a range, where it is only one. */
const whenOf = (of: Asked) => {
  const [only, ...others] = rangesOf(of)
  return only === undefined || others.length > 0 ? conditions[of.filter] : only
}

const inOrderOfTerms = (engine: Engine, tx: Executor, of: Asked, page: Order) => {
  const ranges = rangesOf(of)
  return readParts(
    tx,
    (page.sortOrder === "asc" ? ranges : ranges.toReversed()).map((when) => ({
      query: membersOf(engine, of, { when }),
      count: () => countOf(tx, membersOf(engine, of, { when })),
    })),
    page,
    sorting,
  )
}

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
