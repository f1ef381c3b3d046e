import type { PaymentConnection, PaymentConnectionRepository } from "@symbolon/core/storage"
import { did, done, first } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf, type Read, type Stored } from "../schema/columns.ts"
import { paymentConnectionColumns, type StoredPaymentConnection } from "../schema/payments.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(paymentConnectionColumns)
const sorting = { columns: paymentConnectionColumns, by: { created_at: "createdAt" } }

const statements = {
  add: rowStatement<StoredPaymentConnection>(paymentConnectionColumns)(({ db }, row) =>
    db.insertInto("paymentConnections").values(row),
  ),
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("paymentConnections").select(fields).where("uuid", "=", p.uuid),
  ),
  disable: statement<{ uuid: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("paymentConnections")
      .set({ disabledAt: p.at })
      .where("uuid", "=", p.uuid)
      .where("disabledAt", "is", null),
  ),
}

export const paymentConnections: Opens<PaymentConnectionRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: ({ sealed: { wrapped, box }, ...connection }) =>
      done(run.add(tx, { ...connection, kekId: wrapped.kekId, wrappedKey: wrapped.blob, box })),
    find: async (uuid) => {
      const row = await first(run.find(tx, { uuid }))
      return row && connectionOf(row)
    },
    list: async (organizationUuid, page) => {
      const query = engine.db
        .selectFrom("paymentConnections")
        .select(fields)
        .where("organizationUuid", "=", organizationUuid)
        .where("disabledAt", "is", null)
      const { items, totalItems } = await readPage(tx, query, page, sorting)
      return { items: items.map(connectionOf), totalItems }
    },
    disable: (uuid, at) => did(run.disable(tx, { uuid, at })),
  })
}

const connectionOf = ({
  kekId,
  wrappedKey,
  box,
  ...connection
}: Read<Stored<StoredPaymentConnection>>): PaymentConnection => ({
  ...connection,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})
