import type {
  PaymentInboxRepository,
  PaymentOutcome,
  ReceivedPayment,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { receivedPaymentColumns } from "../schema/payments.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(receivedPaymentColumns)
const sorting = { columns: receivedPaymentColumns, by: { created_at: "createdAt" } }

// Written out for the partial index.
const parked = [sql.lit<"mismatched">("mismatched"), sql.lit<"unapplied">("unapplied")] as const

const statements = {
  add: rowStatement<ReceivedPayment>(receivedPaymentColumns)(({ db }, row) =>
    db
      .insertInto("paymentInbox")
      .values(row)
      .onConflict((oc) => oc.columns(["backend", "connectionUuid", "eventId"]).doNothing()),
  ),
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("paymentInbox").select(fields).where("uuid", "=", p.uuid),
  ),
  conclude: statement<{ uuid: string; outcome: PaymentOutcome; reason: string | undefined }>()(
    ({ db }, p) =>
      db
        .updateTable("paymentInbox")
        .set({ outcome: p.outcome, reason: p.reason })
        .where("uuid", "=", p.uuid),
  ),
  settle: statement<{
    uuid: string
    at: Date
    byUserUuid: string | undefined
    note: string | undefined
  }>()(({ db }, p) =>
    db
      .updateTable("paymentInbox")
      .set({ settledAt: p.at, settledByUserUuid: p.byUserUuid, note: p.note })
      .where("uuid", "=", p.uuid)
      .where("outcome", "in", parked)
      .where("settledAt", "is", null),
  ),
}

export const paymentInbox: Opens<PaymentInboxRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (received) => did(run.add(tx, received)),
    find: (uuid) => first(run.find(tx, { uuid })),
    conclude: (uuid, outcome, reason) => did(run.conclude(tx, { uuid, outcome, reason })),
    listParked: (of, page) => listParked(engine, tx, of, page),
    settle: (uuid, settlement) => did(run.settle(tx, { uuid, ...settlement })),
  })
}

const listParked = (
  { db }: Engine,
  tx: Executor,
  { organizationUuid, outcome, isSettled }: Parameters<PaymentInboxRepository["listParked"]>[0],
  page: Parameters<PaymentInboxRepository["listParked"]>[1],
): ReturnType<PaymentInboxRepository["listParked"]> => {
  const all = db
    .selectFrom("paymentInbox")
    .select(fields)
    .where("organizationUuid", "=", organizationUuid)
    .where("outcome", "in", parked)
    .where("settledAt", isSettled ? "is not" : "is", null)
  return readPage(
    tx,
    outcome === undefined ? all : all.where("outcome", "=", outcome),
    page,
    sorting,
  )
}
