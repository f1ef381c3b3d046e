import type { ContactRepository, ContactsOf, PageRequest } from "@symbolon/core/storage"
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from "kysely"
import type { Engine } from "../engine.ts"
import { rows, type Executor } from "../executor.ts"
import { inOrderOf } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { eachOnce, findPage, type Key, type Search } from "../search.ts"
import { countUpTo, fewSlicesOf, isWithin, sliceOf, slicesOf, type Stretch } from "../slices.ts"
import type { Database } from "../schema/database.ts"
import { execute } from "../statement.ts"
import { type Contacts, showsWord } from "./contact-words.ts"
import { contactFields, contactSorting, contactsOf, keyOf } from "./contacts-of.ts"
import { beginningWith } from "./words.ts"

type Asked = ContactsOf & { readonly search: readonly string[] }
type Order = Parameters<ContactRepository["list"]>[1]

/** Contacts of an owner, found by the beginnings of words. */
export const searchContacts = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Asked,
  page: Order,
): ReturnType<ContactRepository["list"]> => {
  const key = keyOf(of)
  const search = searchOf(engine, tx, of, page)
  const size = JSON.stringify(["size", of.ownerUserUuid, of.type, of.visitedAfter])
  const { uuids, total } = await findPage(search, page, {
    known: counts.known(key, of.at),
    keep: (counted) => counts.keep(key, of.at, counted),
    rows: () => counts.of(size, of.at, () => search.rowsUpTo(Infinity)),
  })
  return { items: await contactsNamed(engine, tx, uuids), totalItems: total }
}

const contactsNamed = async ({ db, flavor }: Engine, tx: Executor, uuids: readonly string[]) => {
  if (uuids.length === 0) return []
  const found = db
    .selectFrom("contacts")
    .select(contactFields)
    .where((eb) => flavor.among(eb.ref("uuid"), eb.val(uuids)))
  return inOrderOf(await rows(execute(tx, found)), uuids)
}

const searchOf = (engine: Engine, tx: Executor, of: Asked, page: Order): Search => {
  const words = wordsOf(engine, of)
  const whole = partOf(of, inAnyOrder(of))
  return {
    beginnings: of.search,
    namesUpTo: (most) =>
      Promise.all(
        of.search.map(async (one) => {
          const each = words.map(({ countNames }) => countNames(tx, one, most))
          return (await Promise.all(each)).reduce((all, some) => all + some, 0)
        }),
      ),
    rowsUpTo: (most) => countUpTo(engine, tx, allOf(engine, of), whole, most),
    byNames: (beginning, names) =>
      eachOnce(byNames(engine, tx, of, { page, beginning, names, words })),
    among: async function* (total) {
      const asked = withAll(engine, of, contactsOf(engine, of))
      if (total <= sliceOf) yield await keysOf(tx, asked, page)
      else yield* walked(engine, tx, of, { page, part: whole })
    },
    inOrder: (first) => walked(engine, tx, of, { page, part: partOf(of, page), first }),
  }
}

/** The contacts that may show the rarest of the words, each asked for all of them. */
async function* byNames(
  engine: Engine,
  tx: Executor,
  of: Asked,
  {
    page,
    words,
    ...named
  }: {
    readonly page: Order
    readonly words: readonly Words[]
    readonly beginning: string
    readonly names: number
  },
): AsyncGenerator<readonly Key[]> {
  for (const { contacts } of words)
    for await (const found of contacts(tx, named))
      yield await keysOf(tx, withAll(engine, of, found), page)
}

/** Contacts in slices of a part of an index, each asked for all words. */
async function* walked(
  engine: Engine,
  tx: Executor,
  of: Asked,
  {
    page,
    part,
    first = sliceOf,
  }: { readonly page: Order; readonly part: Stretch; readonly first?: number },
): AsyncGenerator<readonly Key[]> {
  const asked = withAll(engine, of, contactsOf(engine, of, "in a slice"))
  for await (const slice of slicesOf(tx, allOf(engine, of), part, { first }))
    yield await keysOf(tx, asked.where(isWithin(part.along, slice)), page)
}

/** A table of words, and the contacts that it leads to. */
interface Words {
  readonly countNames: (tx: Executor, beginning: string, most: number) => Promise<number>
  readonly contacts: (
    tx: Executor,
    of: { readonly beginning: string; readonly names: number },
  ) => AsyncGenerator<ReturnType<typeof contactsOf>>
}

/** The words of users, of their pages, and those that the owner typed. */
const wordsOf = (engine: Engine, of: Asked): readonly Words[] => {
  const { db, flavor } = engine
  const ofUsers = db.selectFrom("userWords").select("userWords.userUuid")
  const ofPages = db.selectFrom("profilePageWords").select("profilePageWords.userUuid")
  const typed = db
    .selectFrom("contactWords")
    .select("contactWords.contactUuid")
    .where("contactWords.ownerUserUuid", "=", of.ownerUserUuid)
  const areUsers = contactsOf(engine, of, "by its user")
  const areNamed = contactsOf(engine, of, "by its uuid")
  const wordsIn = <TB extends "userWords" | "profilePageWords" | "contactWords", O>(
    query: SelectQueryBuilder<Database, TB, O>,
    whose: string,
    contactsOfSlice: (slice: Expression<SqlBool>) => ReturnType<typeof contactsOf>,
  ): Words => ({
    countNames: (tx, beginning, most) =>
      countUpTo(engine, tx, query, beginningWith(beginning, whose), most),
    contacts: async function* (tx, { beginning, names }) {
      const part = beginningWith(beginning, whose)
      for await (const slice of fewSlicesOf(tx, query, part, names))
        yield contactsOfSlice(isWithin(part.along, slice))
    },
  })
  const user = (eb: Contacts) => eb.ref("contacts.contactUserUuid").$notNull()
  return [
    wordsIn(ofUsers, "userUuid", (slice) =>
      areUsers.where((eb) => flavor.amongFound(user(eb), ofUsers.where(slice))),
    ),
    wordsIn(ofPages, "userUuid", (slice) =>
      areUsers.where((eb) => flavor.amongFound(user(eb), ofPages.where(slice))),
    ),
    wordsIn(typed, "contactUuid", (slice) =>
      areNamed.where((eb) => flavor.amongFound(eb.ref("contacts.uuid"), typed.where(slice))),
    ),
  ]
}

/** All contacts of the owner, or all of a type: a part of each index that they are walked by. */
const allOf = ({ db }: Engine, { ownerUserUuid, type }: ContactsOf) => {
  const all = db.selectFrom("contacts").select("uuid").where("ownerUserUuid", "=", ownerUserUuid)
  return type === undefined ? all : all.where("type", "=", type)
}

const inAnyOrder = ({ visitedAfter }: ContactsOf) =>
  ({
    sortBy: visitedAfter === undefined ? "created_at" : "last_visited",
    sortOrder: "asc",
  }) as const

/** The part of the index of an order in which contacts can stand. */
const partOf = (
  { visitedAfter }: ContactsOf,
  { sortBy, sortOrder: order }: Pick<PageRequest<Order["sortBy"]>, "sortBy" | "sortOrder">,
): Stretch => {
  const along = { by: contactSorting.by[sortBy], tie: "uuid", order }
  if (visitedAfter === undefined || sortBy === "created_at") return { along, part: {} }
  const from = { by: visitedAfter, edge: "above" } as const
  return { along, part: order === "asc" ? { after: from } : { until: from } }
}

const withAll = (engine: Engine, of: Asked, contacts: ReturnType<typeof contactsOf>) =>
  of.search.reduce((some, one) => some.where((eb) => showsWord(eb, engine, one, of.at)), contacts)

const keysOf = async (
  tx: Executor,
  query: ReturnType<typeof contactsOf>,
  { sortBy }: Order,
): Promise<readonly Key[]> => {
  const by = sql<Date>`${sql.ref(contactSorting.by[sortBy])}`.as("by")
  return (await execute(tx, query.clearSelect().select(["contacts.uuid", by]))).rows
}
