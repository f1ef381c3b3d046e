import type { Card, CardChange, CardRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { cardColumns } from "../schema/cards.ts"
import { namesOf, type Columns } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(cardColumns)

const changedColumns: Columns<CardChange> = {
  uuid: "text",
  name: "text?",
  organizationUuid: "text?",
  holderUserUuid: "text?",
  claimedAt: "instant?",
  isFrozen: "boolean",
  updatedAt: "instant?",
}

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("cards").select(fields).where("uuid", "=", p.uuid)

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
  heldBy: statement<{ users: readonly string[] }>()((engine, p) =>
    engine.db
      .selectFrom("cards")
      .select(fields)
      .where((eb) => engine.flavor.among(sql<string>`holder_user_uuid`, eb.val(p.users))),
  ),
  ofWallets: statement<{ addresses: readonly string[] }>()((engine, p) =>
    engine.db
      .selectFrom("cards")
      .select(fields)
      .where((eb) => engine.flavor.among(eb.ref("walletAddress"), eb.val(p.addresses))),
  ),
  // As the partial index says it, word for word.
  frozenIn: statement<{ organizationUuid: string; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("cards")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where(sql<boolean>`is_frozen`)
      .where("identifier", ">", p.after)
      .orderBy("identifier")
      .limit(p.limit),
  ),
  ofWallet: statement<{ address: string }>()(({ db }, p) =>
    db.selectFrom("cards").select(fields).where("walletAddress", "=", p.address),
  ),
  change: rowStatement<CardChange>(changedColumns)(({ db }, row) =>
    db.updateTable("cards").set(row).where("uuid", "=", row.uuid),
  ),
}

export const cards: Opens<CardRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (card) => did(run.add(tx, card)),
    find: (uuid) => first(run.find(tx, { uuid })),
    findByIdentifier: (identifier) => first(run.findByIdentifier(tx, { identifier })),
    ofWallet: (address) => first(run.ofWallet(tx, { address })),
    heldBy: (users) => rows(run.heldBy(tx, { users })),
    ofWallets: (addresses) => rows(run.ofWallets(tx, { addresses })),
    frozenIn: (organizationUuid, after = "", limit) =>
      rows(run.frozenIn(tx, { organizationUuid, after, limit })),
    lock: (uuid) => first((tx.mode === "write" ? run.lock : run.find)(tx, { uuid })),
    change: (card) => did(run.change(tx, card)),
  })
}
