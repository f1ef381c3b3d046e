import type { ContactOrder, ContactsOf } from "@symbolon/core/storage"
import type { Expression } from "kysely"
import type { Engine } from "../engine.ts"
import type { Sorting } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { contactColumns } from "../schema/contacts.ts"
import { isTrue } from "../slices.ts"

/** The columns of a contact. */
export const contactFields = namesOf(contactColumns)

/** What contacts are sorted by. */
export const contactSorting = {
  columns: contactColumns,
  by: { created_at: "createdAt", last_visited: "latestAt" },
} as const satisfies Sorting<ContactOrder>

/** All that is asked but the moment: some seconds later it is the same list. */
export const keyOf = ({
  ownerUserUuid,
  type,
  activityUuid,
  visitedAfter,
  search,
}: ContactsOf): string => JSON.stringify([ownerUserUuid, type, activityUuid, visitedAfter, search])

/**
 * The contacts that are asked for, whatever words they are searched by. `sought` is what an index
 * seeks them by; by nothing that all of the owner's have, where that is something else.
 */
export const contactsOf = (
  { db, flavor }: Engine,
  { ownerUserUuid, type, visitedAfter }: ContactsOf,
  sought: "by its owner" | "by its user" | "by its uuid" | "in a slice" = "by its owner",
) => {
  const aside = <T>(column: Expression<T>, isSought: boolean) =>
    isSought ? column : flavor.aside(column)
  const [isOfOwner, isSlice] = [sought === "by its owner", sought === "in a slice"]
  let query = db
    .selectFrom("contacts")
    .select(contactFields)
    .where((eb) =>
      eb(aside(eb.ref("contacts.ownerUserUuid"), sought !== "by its uuid"), "=", ownerUserUuid),
    )
  if (type !== undefined)
    query = query.where((eb) => eb(aside(eb.ref("contacts.type"), isOfOwner || isSlice), "=", type))
  if (visitedAfter !== undefined)
    query = query
      .where((eb) => {
        const isAfter = eb(aside(eb.ref("contacts.latestAt"), isOfOwner), ">", visitedAfter)
        return isSlice ? isTrue(isAfter) : isAfter
      })
      .where("contacts.visitCount", ">", 0)
  return query
}
