import type { ContactRepository, ContactsOf } from "@symbolon/core/storage"
import type { Expression, ExpressionBuilder } from "kysely"
import type { Engine } from "../engine.ts"
import { rows, type Executor } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { namesOf } from "../schema/columns.ts"
import { contactColumns } from "../schema/contacts.ts"
import type { Database } from "../schema/database.ts"
import { execute } from "../statement.ts"

type Contacts = ExpressionBuilder<Database, "contacts">

const fields = namesOf(contactColumns)
const sorting = {
  columns: contactColumns,
  by: { created_at: "createdAt", last_visited: "latestAt" },
}

/** As many may have a word that begins so for it to be worth naming them all. */
const few = 1_000

/** One of the words of a search. */
interface Sought {
  readonly beginning: string
  readonly isRare: boolean
}

/** Contacts of an owner. */
export const listContacts = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Parameters<ContactRepository["list"]>[0],
  page: Parameters<ContactRepository["list"]>[1],
): ReturnType<ContactRepository["list"]> => {
  const sought: Sought[] = []
  for (const beginning of of.search ?? [])
    sought.push({ beginning, isRare: await isRare(engine, tx, of, beginning) })
  const query = wanted(engine, of, sought)
  return readPage(tx, query, page, sorting, () =>
    counts.of(keyOf(of), of.at, () => countOf(tx, query)),
  )
}

/** All that is asked but the moment: some seconds later it is the same list. */
const keyOf = ({ ownerUserUuid, type, activityUuid, visitedAfter, search }: ContactsOf): string =>
  JSON.stringify([ownerUserUuid, type, activityUuid, visitedAfter, search])

const wanted = (
  { db, flavor }: Engine,
  { ownerUserUuid, type, activityUuid, visitedAfter }: ContactsOf,
  sought: readonly Sought[],
) => {
  // Those that a search or an activity names are looked up, not sought among all of the owner's.
  const isNamed = activityUuid !== undefined || sought.some((one) => one.isRare)
  const aside = <T>(column: Expression<T>) => (isNamed ? flavor.aside(column) : column)
  let query = db
    .selectFrom("contacts")
    .select(fields)
    .where((eb) => eb(aside(eb.ref("contacts.ownerUserUuid")), "=", ownerUserUuid))
  if (type !== undefined) query = query.where((eb) => eb(aside(eb.ref("contacts.type")), "=", type))
  if (visitedAfter !== undefined)
    query = query
      .where((eb) => eb(aside(eb.ref("contacts.latestAt")), ">", visitedAfter))
      .where("contacts.visitCount", ">", 0)
  if (activityUuid !== undefined)
    query = query.where((eb) =>
      flavor.amongFound(
        eb.ref("contacts.uuid"),
        db
          .selectFrom("contactVisits")
          .select("contactVisits.contactUuid")
          .where("contactVisits.ownerUserUuid", "=", ownerUserUuid)
          .where("contactVisits.activityUuid", "=", activityUuid),
      ),
    )
  for (const { beginning, isRare: isFew } of sought)
    query = query.where((eb) =>
      isFew
        ? flavor.amongFound(
            eb.ref("contacts.uuid"),
            usersAmong({ db, flavor }, ownerUserUuid, beginning).union(
              typed(db, ownerUserUuid, beginning),
            ),
          )
        : eb.or([isUserWith(eb, db, beginning), isTypedWith(eb, db, beginning)]),
    )
  return query
}

// As for members: where few have a word that begins so, they are named first; where many have,
// contacts are walked in the order of the list and each is asked.
const isRare = async (
  { db }: Engine,
  tx: Executor,
  { ownerUserUuid }: ContactsOf,
  beginning: string,
): Promise<boolean> => {
  const users = execute(tx, usersWith(db, beginning).limit(1).offset(few))
  if ((await rows(users)).length > 0) return false
  const names = execute(tx, typed(db, ownerUserUuid, beginning).limit(1).offset(few))
  return (await rows(names)).length === 0
}

const usersWith = (db: Engine["db"], beginning: string) =>
  db
    .selectFrom("userWords")
    .select("userWords.userUuid")
    .where("userWords.word", ">=", beginning)
    .where("userWords.word", "<", pastAll(beginning))

const typed = (db: Engine["db"], ownerUserUuid: string, beginning: string) =>
  db
    .selectFrom("contactWords")
    .select("contactWords.contactUuid")
    .where("contactWords.ownerUserUuid", "=", ownerUserUuid)
    .where("contactWords.word", ">=", beginning)
    .where("contactWords.word", "<", pastAll(beginning))

/** The owner's contacts that are users with such a word. */
const usersAmong = (
  { db, flavor }: Pick<Engine, "db" | "flavor">,
  ownerUserUuid: string,
  beginning: string,
) =>
  db
    .selectFrom("contacts as theirs")
    .select("theirs.uuid as contactUuid")
    .where("theirs.ownerUserUuid", "=", ownerUserUuid)
    .where((eb) =>
      flavor.amongFound(eb.ref("theirs.contactUserUuid").$notNull(), usersWith(db, beginning)),
    )

const isUserWith = (eb: Contacts, db: Engine["db"], beginning: string) =>
  eb(
    usersWith(db, beginning)
      .where("userWords.userUuid", "=", eb.ref("contacts.contactUserUuid"))
      .limit(1),
    "is not",
    null,
  )

// Without the owner: the words of one contact are few, those of its owner are not.
const isTypedWith = (eb: Contacts, db: Engine["db"], beginning: string) =>
  eb(
    db
      .selectFrom("contactWords")
      .select("contactWords.contactUuid")
      .where("contactWords.contactUuid", "=", eb.ref("contacts.uuid"))
      .where("contactWords.word", ">=", beginning)
      .where("contactWords.word", "<", pastAll(beginning))
      .limit(1),
    "is not",
    null,
  )

/**
 * After every word that begins so: texts are in the order of their code points, and no letter has
 * the last one.
 */
const pastAll = (beginning: string): string => `${beginning}\u{10ffff}`
