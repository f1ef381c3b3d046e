import type { Card, CardRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first } from "../executor.ts"
import { cardColumns } from "../schema/cards.ts"
import { namesOf, type Columns } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(cardColumns)

/** What a change of a card may write. */
type Changed = Pick<Card, "uuid" | "holderUserUuid" | "isFrozen" | "updatedAt">

const changedColumns: Columns<Changed> = { uuid: "text", holderUserUuid: "text?", isFrozen: "boolean", updatedAt: "instant?" }

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) => db.selectFrom("cards").select(fields).where("uuid", "=", p.uuid)

const statements = {
  add: rowStatement<Card>(cardColumns)(({ db }, row) =>
    db
      .insertInto("cards")
      .values(row)
      .onConflict((oc) => oc.column("identifier").doNothing()),
  ),
  find: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  findByIdentifier: statement<{ identifier: string }>()(({ db }, p) =>
    db.selectFrom("cards").select(fields).where("identifier", "=", p.identifier),
  ),
  ofWallet: statement<{ address: string }>()(({ db }, p) => db.selectFrom("cards").select(fields).where("walletAddress", "=", p.address)),
  change: rowStatement<Changed>(changedColumns)(({ db }, row) => db.updateTable("cards").set(row).where("uuid", "=", row.uuid)),
}

export const cards: Opens<CardRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (card) => did(run.add(tx, card)),
    find: (uuid) => first(run.find(tx, { uuid })),
    findByIdentifier: (identifier) => first(run.findByIdentifier(tx, { identifier })),
    ofWallet: (address) => first(run.ofWallet(tx, { address })),
    lock: (uuid) => first((tx.mode === "write" ? run.lock : run.find)(tx, { uuid })),
    change: (card) => did(run.change(tx, card)),
  })
}
