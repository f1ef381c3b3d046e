import type { MembershipRepository, MembersOf, PageRequest } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { rows, type Executor } from "../executor.ts"
import { inOrderOf } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { eachOnce, findPage, type Key, type Search } from "../search.ts"
import { countUpTo, fewSlicesOf, isWithin, sliceOf, slicesOf, type Stretch } from "../slices.ts"
import { execute } from "../statement.ts"
import {
  allMembers,
  isPartOfTerms,
  keyOf,
  memberConditions,
  memberFields,
  memberSorting,
  membersOf,
} from "./members-of.ts"
import { beginningWith, hasWord } from "./words.ts"

type Asked = MembersOf & { readonly search: readonly string[] }
type Order = Parameters<MembershipRepository["list"]>[1]

/** An organization's members, found by the beginnings of words. */
export const searchMembers = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Asked,
  page: Order,
): ReturnType<MembershipRepository["list"]> => {
  const key = keyOf(of)
  const search = searchOf(engine, tx, of, page)
  const size = JSON.stringify(["size", of.organizationUuid, of.tierUuid, of.filter, of.endsBefore])
  const { uuids, total } = await findPage(search, page, {
    known: counts.known(key, of.at),
    keep: (counted) => counts.keep(key, of.at, counted),
    rows: () => counts.of(size, of.at, () => search.rowsUpTo(Infinity)),
  })
  return { items: await membersNamed(engine, tx, uuids), totalItems: total }
}

const membersNamed = async ({ db, flavor }: Engine, tx: Executor, uuids: readonly string[]) => {
  if (uuids.length === 0) return []
  const found = db
    .selectFrom("memberships")
    .select(memberFields)
    .where((eb) => flavor.among(eb.ref("uuid"), eb.val(uuids)))
  return inOrderOf(await rows(execute(tx, found)), uuids)
}

const searchOf = (engine: Engine, tx: Executor, of: Asked, page: Order): Search => {
  const all = allMembers(engine, of)
  return {
    beginnings: of.search,
    namesUpTo: (most) =>
      Promise.all(
        of.search.map((one) =>
          countUpTo(engine, tx, wordsIn(engine), beginningWith(one, "userUuid"), most),
        ),
      ),
    rowsUpTo: async (most) => {
      let total = 0
      for (const part of partsOf(of, inAnyOrder(of)))
        if (total < most) total += await countUpTo(engine, tx, all, part, most - total)
      return total
    },
    byNames: (beginning, names) => {
      const found = byNames(engine, tx, of, { page, beginning, names })
      return names > sliceOf ? eachOnce(found) : found
    },
    among: async function* (total) {
      if (total <= sliceOf) yield await keysOf(tx, withAll(engine, of), page)
      else yield* walked(engine, tx, of, { page, parts: partsOf(of, inAnyOrder(of)) })
    },
    inOrder: (first) => walked(engine, tx, of, { page, parts: partsOf(of, page), first }),
  }
}

/** Those who have the rarest of the words, and the others as well. */
async function* byNames(
  { db, ...engine }: Engine,
  tx: Executor,
  of: Asked,
  {
    page,
    beginning,
    names,
  }: { readonly page: Order; readonly beginning: string; readonly names: number },
): AsyncGenerator<readonly Key[]> {
  const when = memberConditions[of.filter]
  const found = membersOf({ db, ...engine }, of, { when, sought: "by others" })
  const all = wordsIn({ db })
  const others = of.search.filter((one) => one !== beginning)
  const part = beginningWith(beginning, "userUuid")
  for await (const slice of fewSlicesOf(tx, all, part, names)) {
    const users = others.reduce(
      (some, other) =>
        some.where((eb) => eb(hasWord(db, eb.ref("userWords.userUuid"), other), "is not", null)),
      all.where(isWithin(part.along, slice)),
    )
    const those = found.where((eb) =>
      engine.flavor.amongFound(eb.ref("memberships.userUuid"), users),
    )
    yield await keysOf(tx, those, page)
  }
}

/** Members in slices of these parts of an index, each asked for all words. */
async function* walked(
  engine: Engine,
  tx: Executor,
  of: Asked,
  {
    page,
    parts,
    first = sliceOf,
  }: { readonly page: Order; readonly parts: readonly Stretch[]; readonly first?: number },
): AsyncGenerator<readonly Key[]> {
  const asked = withAll(engine, of, "in order")
  for (const part of parts)
    for await (const slice of slicesOf(tx, allMembers(engine, of), part, { first }))
      yield await keysOf(tx, asked.where(isWithin(part.along, slice)), page)
}

/**
 * The order in which most were stored, but for filters that are a part of the index by the end of
 * the term.
 */
const inAnyOrder = (of: MembersOf) =>
  ({ sortBy: isPartOfTerms(of) ? "valid_until" : "created_at", sortOrder: "asc" }) as const

/** The parts of the index of an order that members of a filter can stand in, in that order. */
const partsOf = (
  { filter, at, endsBefore }: MembersOf,
  { sortBy, sortOrder: order }: Pick<PageRequest<Order["sortBy"]>, "sortBy" | "sortOrder">,
): readonly Stretch[] => {
  const along = { by: memberSorting.by[sortBy], tie: "uuid", order }
  if (sortBy !== "valid_until") return [{ along, part: {} }]
  const isLapsed = filter === "lapsed"
  const from = filter === "active" ? ({ by: at, edge: "above" } as const) : undefined
  const ends = [
    ...(isLapsed ? [{ by: at, edge: "above" } as const] : []),
    ...(endsBefore === undefined ? [] : [{ by: endsBefore, edge: "below" } as const]),
  ].sort((a, b) => a.by.getTime() - b.by.getTime())
  const [to] = ends
  const ending: Stretch = {
    along: { ...along, missing: false },
    part: order === "asc" ? { after: from, until: to } : { after: to, until: from },
  }
  if (to !== undefined) return [ending]
  const endless: Stretch = { along: { ...along, missing: true }, part: {} }
  return order === "asc" ? [ending, endless] : [endless, ending]
}

const wordsIn = ({ db }: Pick<Engine, "db">) =>
  db.selectFrom("userWords").select("userWords.userUuid")

const withAll = (engine: Engine, of: Asked, sought?: "in order") =>
  of.search.reduce(
    (some, one) =>
      some.where((eb) =>
        eb(hasWord(engine.db, eb.ref("memberships.userUuid"), one), "is not", null),
      ),
    membersOf(engine, of, { sought, when: memberConditions[of.filter] }),
  )

const keysOf = async (
  tx: Executor,
  query: ReturnType<typeof membersOf>,
  { sortBy }: Order,
): Promise<readonly Key[]> => {
  const by = sql<Date | null>`${sql.ref(memberSorting.by[sortBy])}`.as("by")
  return (await execute(tx, query.clearSelect().select(["uuid", by]))).rows
}
