import type { Checkout, CheckoutRepository, OpenCheckouts } from "@symbolon/core/storage"
import { sql, type ExpressionBuilder } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import type { Flavor } from "../flavor.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { checkoutColumns } from "../schema/payments.ts"
import { compiled, execute, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

type Kind = Pick<Checkout, "userUuid" | "purpose" | "tierUuid">

const fields = namesOf(checkoutColumns)

// "open" is written out, since no engine uses a partial index for a value it learns later.
const open = sql.lit<"open">("open")

const openOne = ({ db }: Engine, p: Kind) =>
  db
    .selectFrom("checkouts")
    .select(fields)
    .where("userUuid", "=", p.userUuid)
    .where("purpose", "=", p.purpose)
    .where("tierUuid", "=", p.tierUuid)
    .where("status", "=", open)

const one = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("checkouts").select(fields).where("uuid", "=", p.uuid)

const statements = {
  add: rowStatement<Checkout>(checkoutColumns)(({ db }, row) =>
    db
      .insertInto("checkouts")
      .values(row)
      .onConflict((oc) =>
        oc.columns(["userUuid", "purpose", "tierUuid"]).where("status", "=", open).doNothing(),
      ),
  ),
  find: statement<{ uuid: string }>()(one),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("checkouts")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  findByReference: statement<{ connectionUuid: string; reference: string }>()(({ db }, p) =>
    db
      .selectFrom("checkouts")
      .select(fields)
      .where((eb) =>
        eb.or([
          eb("connectionUuid", "=", p.connectionUuid).and("reference", "=", p.reference),
          eb("connectionUuid", "=", p.connectionUuid).and("paymentReference", "=", p.reference),
        ]),
      )
      .orderBy("uuid")
      .limit(1),
  ),
  findOpen: statement<Kind>()(openOne),
  lockOpen: statement<Kind>()((engine, p) => engine.flavor.locked(openOne(engine, p))),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(one(engine, p))),
  // Without its key: who writes it, though it stays the same, has SQLite look for the rows that
  // refer to it.
  change: rowStatement<Checkout>(checkoutColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("checkouts").set(row).where("uuid", "=", uuid),
  ),
}

export const checkouts: Opens<CheckoutRepository> = (engine) => {
  const run = compiled(statements, engine)
  const { db, flavor } = engine
  return (tx) => {
    const isWrite = tx.mode === "write"
    const [readOne, readOpen] = isWrite ? [run.lock, run.lockOpen] : [run.find, run.findOpen]
    return {
      add: (checkout) => did(run.add(tx, checkout)),
      find: (uuid) => first(run.find(tx, { uuid })),
      findAll: (uuids) => rows(run.findAll(tx, { uuids })),
      findByReference: (connectionUuid, reference) =>
        first(run.findByReference(tx, { connectionUuid, reference })),
      findOpen: ({ userUuid, purpose, tierUuid }) =>
        first(readOpen(tx, { userUuid, purpose, tierUuid })),
      lock: (uuid) => first(readOne(tx, { uuid })),
      change: (checkout) => did(run.change(tx, checkout)),
      cancelOpen: async (of, updatedAt) => {
        const cancelling = db
          .updateTable("checkouts")
          .set({ status: "cancelled", updatedAt })
          .where(openOf(of, flavor))
        return (await execute(tx, cancelling)).changed
      },
      countOpen: async (of, at) => {
        const counting = db
          .selectFrom("checkouts")
          .select((eb) => eb.fn.countAll<number>().as("total"))
        return (
          (await first(execute(tx, counting.where(openOf(of, flavor)).where("expiresAt", ">", at))))
            ?.total ?? 0
        )
      },
    }
  }
}

const openOf =
  ({ purposes, ...named }: OpenCheckouts, flavor: Flavor) =>
  (eb: ExpressionBuilder<Database, "checkouts">) => {
    const names = (["organizationUuid", "userUuid", "tierUuid", "connectionUuid"] as const).flatMap(
      (name) => {
        const value = named[name]
        return value === undefined ? [] : [eb(name, "=", value)]
      },
    )
    if (names.length === 0) throw new Error("Whose open checkouts?")
    const among =
      purposes === undefined
        ? []
        : [flavor.among(eb.ref("purpose"), eb.val<readonly string[]>(purposes))]
    return eb.and([eb("status", "=", open), ...names, ...among])
  }
