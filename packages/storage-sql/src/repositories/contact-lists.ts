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
import { isActive } from "./membership-status.ts"

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
  engine: Engine,
  { ownerUserUuid, at, type, activityUuid, visitedAfter }: ContactsOf,
  sought: readonly Sought[],
) => {
  const { db, flavor } = engine
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
  for (const { beginning, isRare: isFew } of sought) {
    if (isFew)
      query = query.where((eb) =>
        flavor.amongFound(
          eb.ref("contacts.uuid"),
          usersAmong({ db, flavor }, ownerUserUuid, beginning).union(
            typed(db, ownerUserUuid, beginning),
          ),
        ),
      )
    query = query.where((eb) => shows(eb, engine, beginning, at))
  }
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
  const found = [
    usersWith(db, beginning).limit(1).offset(few),
    usersOfPagesWith(db, beginning).limit(1).offset(few),
    typed(db, ownerUserUuid, beginning).limit(1).offset(few),
  ]
  for (const query of found) if ((await rows(execute(tx, query))).length > 0) return false
  return true
}

const usersWith = (db: Engine["db"], beginning: string) =>
  db
    .selectFrom("userWords")
    .select("userWords.userUuid")
    .where("userWords.word", ">=", beginning)
    .where("userWords.word", "<", pastAll(beginning))

const usersOfPagesWith = (db: Engine["db"], beginning: string) =>
  db
    .selectFrom("profilePageWords")
    .select("profilePageWords.userUuid")
    .where("profilePageWords.word", ">=", beginning)
    .where("profilePageWords.word", "<", pastAll(beginning))

const typed = (db: Engine["db"], ownerUserUuid: string, beginning: string) =>
  db
    .selectFrom("contactWords")
    .select("contactWords.contactUuid")
    .where("contactWords.ownerUserUuid", "=", ownerUserUuid)
    .where("contactWords.word", ">=", beginning)
    .where("contactWords.word", "<", pastAll(beginning))

/** The owner's contacts that may show such a word: their users have it, or a page of theirs has. */
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
      flavor.amongFound(
        eb.ref("theirs.contactUserUuid").$notNull(),
        usersWith(db, beginning).union(usersOfPagesWith(db, beginning)),
      ),
    )

/** Whether a contact shows such a word, of what was typed or of the user it is. */
const shows = (eb: Contacts, { db, flavor }: Engine, beginning: string, at: Date) => {
  const page = shownPage(eb, { db, flavor }, at)
  const onPage = usersOfPagesWith(db, beginning).where(
    "profilePageWords.profilePageUuid",
    "=",
    page,
  )
  const onAccount = usersWith(db, beginning).where(
    "userWords.userUuid",
    "=",
    eb.ref("contacts.contactUserUuid"),
  )
  return eb.or([
    isTypedWith(eb, db, beginning),
    eb.and([
      isEnabled(eb, db),
      eb.or([
        eb(onPage.limit(1), "is not", null),
        eb.and([eb(page, "is", null), eb(onAccount.limit(1), "is not", null)]),
      ]),
    ]),
  ])
}

/** The page that a contact shows: the one that it came with, else the primary one; null for none. */
const shownPage = (eb: Contacts, { db, flavor }: Pick<Engine, "db" | "flavor">, at: Date) => {
  const open = db
    .selectFrom("profilePages as page")
    .select("page.uuid")
    .where("page.userUuid", "=", eb.ref("contacts.contactUserUuid").$notNull())
    .where((of) =>
      of.or([
        of("page.organizationUuid", "is", null),
        of(
          of
            .selectFrom("memberships")
            .select("memberships.uuid")
            .whereRef("memberships.userUuid", "=", "page.userUuid")
            .where((one) =>
              one(
                flavor.aside(one.ref("memberships.organizationUuid")),
                "=",
                one.ref("page.organizationUuid").$notNull(),
              ),
            )
            .where(isActive(at))
            .limit(1),
          "is not",
          null,
        ),
      ]),
    )
    .limit(1)
  return eb.fn.coalesce(
    open.where("page.uuid", "=", eb.ref("contacts.profilePageUuid").$notNull()),
    open.where("page.primarySince", "is not", null),
  )
}

/** Others see nothing of users who are disabled or deleted. */
const isEnabled = (eb: Contacts, db: Engine["db"]) =>
  eb(
    db
      .selectFrom("users")
      .select("users.uuid")
      .where("users.uuid", "=", eb.ref("contacts.contactUserUuid").$notNull())
      .where("users.disabledAt", "is", null)
      .where("users.deletedAt", "is", null),
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
