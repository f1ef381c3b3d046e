import type { ExpressionBuilder } from "kysely"
import type { Engine } from "../engine.ts"
import type { Database } from "../schema/database.ts"
import { isActive } from "./membership-status.ts"
import { hasWord, pastAll } from "./words.ts"

/** What conditions on contacts are written with. */
export type Contacts = ExpressionBuilder<Database, "contacts">

/** Whether a contact shows such a word, of what was typed or of the user it is. */
export const showsWord = (eb: Contacts, { db, flavor }: Engine, beginning: string, at: Date) => {
  const page = shownPage(eb, { db, flavor }, at)
  const onPage = db
    .selectFrom("profilePageWords")
    .select("profilePageWords.userUuid")
    .where("profilePageWords.word", ">=", beginning)
    .where("profilePageWords.word", "<", pastAll(beginning))
    .where("profilePageWords.profilePageUuid", "=", page)
  const onAccount = hasWord(db, eb.ref("contacts.contactUserUuid").$notNull(), beginning)
  return eb.or([
    isTypedWith(eb, db, beginning),
    eb.and([
      isEnabled(eb, db),
      eb.or([
        eb(onPage.limit(1), "is not", null),
        eb.and([eb(page, "is", null), eb(onAccount, "is not", null)]),
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
