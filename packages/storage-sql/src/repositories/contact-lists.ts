import type { ContactRepository, ContactsOf } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import type { RememberedCounts } from "../remembered-counts.ts"
import { tellingOf } from "../search.ts"
import { searchContacts } from "./contact-search.ts"
import { contactSorting, contactsOf, keyOf } from "./contacts-of.ts"
import { showsWord } from "./contact-words.ts"

/** Contacts of an owner. */
export const listContacts = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  of: Parameters<ContactRepository["list"]>[0],
  page: Parameters<ContactRepository["list"]>[1],
): ReturnType<ContactRepository["list"]> => {
  const search = tellingOf(of.search ?? [])
  if (search.length > 0 && of.activityUuid === undefined)
    return searchContacts(engine, counts, tx, { ...of, search }, page)
  // Those met at an activity are looked up by it, and each is asked.
  const query = search.reduce(
    (some, one) => some.where((eb) => showsWord(eb, engine, one, of.at)),
    metAt(engine, of),
  )
  return readPage(tx, query, page, contactSorting, () =>
    counts.of(keyOf(of), of.at, () => countOf(tx, query)),
  )
}

const metAt = (engine: Engine, of: ContactsOf) => {
  const { ownerUserUuid, activityUuid } = of
  if (activityUuid === undefined) return contactsOf(engine, of)
  return contactsOf(engine, of, "by its uuid").where((eb) =>
    engine.flavor.amongFound(
      eb.ref("contacts.uuid"),
      engine.db
        .selectFrom("contactVisits")
        .select("contactVisits.contactUuid")
        .where("contactVisits.ownerUserUuid", "=", ownerUserUuid)
        .where("contactVisits.activityUuid", "=", activityUuid),
    ),
  )
}
