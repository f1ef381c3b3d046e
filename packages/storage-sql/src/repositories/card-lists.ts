import type { CardRepository } from "@symbolon/core/storage"
import type { Expression } from "kysely"
import type { Engine } from "../engine.ts"
import { first, rows, type Executor } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import { cardColumns } from "../schema/cards.ts"
import { namesOf } from "../schema/columns.ts"
import { execute } from "../statement.ts"
import type { RememberedCounts } from "../remembered-counts.ts"

const fields = namesOf(cardColumns)
const sorting = { columns: cardColumns, by: { created_at: "createdAt", identifier: "identifier" } }

/** The cards that a person holds. */
export const listHeld = (
  { db }: Engine,
  tx: Executor,
  { holderUserUuid, identifier }: Parameters<CardRepository["listHeld"]>[0],
  page: Parameters<CardRepository["listHeld"]>[1],
): ReturnType<CardRepository["listHeld"]> => {
  const held = db.selectFrom("cards").select(fields).where("holderUserUuid", "=", holderUserUuid)
  const query = identifier === undefined ? held : held.where("identifier", "=", identifier)
  return readPage(tx, query, page, sorting)
}

/** As many cards may contain a text for it to be worth finding them all and putting them in order. */
const few = 1_000

/** An organization's cards. */
export const listInventory = async (
  engine: Engine,
  counts: RememberedCounts,
  tx: Executor,
  { organizationUuid, identifier, search, at }: Parameters<CardRepository["listInventory"]>[0],
  page: Parameters<CardRepository["listInventory"]>[1],
): ReturnType<CardRepository["listInventory"]> => {
  const { db, flavor } = engine
  const inventory = (isNamed: boolean) => {
    const all = db
      .selectFrom("cards")
      .select(fields)
      .where((eb) => {
        const column = eb.ref("cards.organizationUuid")
        return eb(isNamed ? flavor.aside(column) : column, "=", organizationUuid)
      })
    return identifier === undefined ? all : all.where("cards.identifier", "=", identifier)
  }
  const counted = (count: () => Promise<number>) => () =>
    counts.of(JSON.stringify([organizationUuid, identifier, search]), at, count)
  if (search === undefined)
    return readPage(
      tx,
      inventory(false),
      page,
      sorting,
      counted(() => countOf(tx, inventory(false))),
    )
  const containing = endingWith(db, organizationUuid, search)
  if ((await rows(execute(tx, containing.limit(1).offset(few)))).length === 0)
    // Those that it finds are looked up, not sought in the whole inventory.
    return readPage(
      tx,
      inventory(true).where((eb) => flavor.amongFound(eb.ref("cards.uuid"), containing)),
      page,
      sorting,
    )
  // Where many contain it, cards are walked in the order of the list and each is asked.
  const found = inventory(false).where((eb) =>
    eb(hasEndingWith(engine, eb.ref("cards.uuid"), search), "is not", null),
  )
  return readPage(
    tx,
    found,
    page,
    sorting,
    counted(() => (identifier === undefined ? countCards(tx, containing) : countOf(tx, found))),
  )
}

/** How many cards contain a text: one may contain it more than once. */
const countCards = async (
  tx: Executor,
  containing: ReturnType<typeof endingWith>,
): Promise<number> => {
  const counting = containing
    .clearSelect()
    .select(({ fn }) => fn.count<number>("cardEndings.cardUuid").distinct().as("total"))
  return (await first(execute(tx, counting)))?.total ?? 0
}

// Texts are in the order of their code points, and no identifier has the last one.
const pastAll = (search: string): string => `${search}\u{10ffff}`

const endingWith = (db: Engine["db"], organizationUuid: string, search: string) =>
  db
    .selectFrom("cardEndings")
    .select("cardEndings.cardUuid")
    .where("cardEndings.organizationUuid", "=", organizationUuid)
    .where("cardEndings.ending", ">=", search)
    .where("cardEndings.ending", "<", pastAll(search))

/** Whether a card contains a text, by the few endings of the card: many others contain it too. */
const hasEndingWith = ({ db, flavor }: Engine, cardUuid: Expression<string>, search: string) =>
  db
    .selectFrom("cardEndings")
    .select("cardEndings.cardUuid")
    .where("cardEndings.cardUuid", "=", cardUuid)
    .where((eb) => eb(flavor.aside(eb.ref("cardEndings.ending")), ">=", search))
    .where((eb) => eb(flavor.aside(eb.ref("cardEndings.ending")), "<", pastAll(search)))
    .limit(1)
