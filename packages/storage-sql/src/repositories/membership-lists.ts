import type { MembershipRepository, MembersOf, MemberFilter } from "@symbolon/core/storage"
import type { ExpressionBuilder } from "kysely"
import type { Engine } from "../engine.ts"
import { rows, type Executor } from "../executor.ts"
import { countOf, readPage, readParts } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { membershipColumns } from "../schema/memberships.ts"
import { execute } from "../statement.ts"
import {
  isActive,
  isActiveForGood,
  isActiveUntil,
  isEnded,
  isLapsed,
  isLive,
  type Term,
} from "./membership-status.ts"

type Members = ExpressionBuilder<Database, "memberships">

const fields = namesOf(membershipColumns)
const sorting = {
  columns: membershipColumns,
  by: { created_at: "createdAt", joined_at: "joinedAt", valid_until: "validUntil" },
}
const conditions = {
  active: isActive,
  lapsed: isLapsed,
  current: isLive,
  ended: isEnded,
} satisfies Record<MemberFilter, typeof isLapsed>
type When = typeof isLapsed

/**
 * A filter as conditions that no membership meets two of, in the order of the end of the term: each
 * is one range of the index by that end, where those that are over stand before all others.
 */
const rangesOf = ({ filter, endsBefore }: MembersOf): readonly When[] => {
  if (filter !== "active") return [conditions[filter]]
  return endsBefore === undefined ? [isActiveUntil, isActiveForGood] : [isActiveUntil]
}

/** As many people may have a word that begins so for it to be worth naming them all. */
const few = 1_000

/** One of the words of a search. */
interface Sought {
  readonly beginning: string
  readonly isRare: boolean
}

/** An organization's members. */
export const listMembers = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Parameters<MembershipRepository["list"]>[0],
  page: Parameters<MembershipRepository["list"]>[1],
): ReturnType<MembershipRepository["list"]> => {
  const sought: Sought[] = []
  for (const beginning of of.search ?? [])
    sought.push({ beginning, isRare: await isRare(engine, tx, beginning) })
  const byIndex: Term = (eb) => eb.ref("validUntil")
  const ranges = rangesOf(of)
  const countIn = (when: When): Promise<number> =>
    countOf(tx, members(engine, of, sought, { ask: askedOfAll, term: byIndex, when }))
  const total = await counts.of(keyOf(of), of.at, async () =>
    sum(await Promise.all(ranges.map(countIn))),
  )
  const isByTerm = page.sortBy === "valid_until"
  const term: Term =
    total >= soMany && !isByTerm ? (eb) => engine.flavor.aside(eb.ref("validUntil")) : byIndex
  const those = (when: When) => members(engine, of, sought, { ask: askedOfEach, term, when })
  const [only = conditions[of.filter], ...others] = ranges
  if (others.length === 0) return readPage(tx, those(only), page, sorting, async () => total)
  if (!isByTerm) return readPage(tx, those(conditions[of.filter]), page, sorting, async () => total)
  const parts = page.sortOrder === "asc" ? ranges : ranges.toReversed()
  const items = await readParts(
    tx,
    parts.map((when) => ({ query: those(when), count: () => countIn(when) })),
    page,
    sorting,
  )
  return { items, totalItems: total }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/**
 * So many that they are met soon where all members are walked in the order of the list; fewer are
 * read and put in order.
 */
const soMany = 10_000

/** All that is asked but the moment: a minute later it is the same list. */
const keyOf = ({ organizationUuid, filter, tierUuid, endsBefore, search }: MembersOf): string =>
  JSON.stringify([organizationUuid, filter, tierUuid, endsBefore, search])

const members = (
  { db, flavor }: Engine,
  { organizationUuid, at, tierUuid, endsBefore }: MembersOf,
  sought: readonly Sought[],
  {
    ask,
    term,
    when,
  }: { readonly ask: typeof askedOfEach; readonly term: Term; readonly when: When },
) => {
  const isNamed = sought.some((one) => one.isRare)
  const column = (eb: Members, name: "organizationUuid" | "tierUuid") =>
    isNamed ? flavor.aside(eb.ref(name)) : eb.ref(name)
  let query = db.selectFrom("memberships").select(fields).where(when(at, term))
  query = query.where((eb) => eb(column(eb, "organizationUuid"), "=", organizationUuid))
  if (tierUuid !== undefined) query = query.where((eb) => eb(column(eb, "tierUuid"), "=", tierUuid))
  if (endsBefore !== undefined) query = query.where((eb) => eb(term(eb), "<", endsBefore))
  for (const { beginning, isRare: isFew } of sought) {
    const begun = whoHas(db, beginning)
    query = query.where((eb) =>
      isFew ? flavor.amongFound(eb.ref("memberships.userUuid"), begun) : ask(eb, begun),
    )
  }
  return query
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

// The words are those of everybody, not of one organization's members. So where few people have one
// that begins so, they are named first and their memberships looked up, and a name is found as fast
// in a large organization as in a small one. Where many have, as with a single letter, members are
// walked in the order of the list and each is asked: then the page is full soon, and an
// organization pays for its own members, not for all people there are.
const isRare = async ({ db }: Engine, tx: Executor, beginning: string): Promise<boolean> =>
  (await rows(execute(tx, whoHas(db, beginning).limit(1).offset(few)))).length === 0

const whoHas = (db: Engine["db"], beginning: string) =>
  db
    .selectFrom("userWords")
    .select("userWords.userUuid")
    .where("userWords.word", ">=", beginning)
    .where("userWords.word", "<", pastAll(beginning))

type Begun = ReturnType<typeof whoHas>

// As a value and not as a condition: PostgreSQL makes a join of the condition, and then reads and
// sorts all who are found.
const askedOfEach = (eb: Members, begun: Begun) =>
  eb(
    begun.where("userWords.userUuid", "=", eb.ref("memberships.userUuid")).limit(1),
    "is not",
    null,
  )

// Who counts has to ask all of them, and may do so at once.
const askedOfAll = (eb: Members, begun: Begun) =>
  eb.exists(begun.where("userWords.userUuid", "=", eb.ref("memberships.userUuid")))

/**
 * After every word that begins so: texts are in the order of their code points, and no letter has
 * the last one.
 */
const pastAll = (beginning: string): string => `${beginning}\u{10ffff}`
