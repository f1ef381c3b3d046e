import type { KeyPurpose, ServiceKey, ServiceKeyRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import { did, rows } from "../executor.ts"
import { serviceKeyColumns, type StoredServiceKey } from "../schema/access.ts"
import { namesOf, type Read, type Stored } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const statements = {
  addActive: rowStatement<StoredServiceKey>(serviceKeyColumns)(({ db }, row) =>
    db
      .insertInto("serviceKeys")
      .values(row)
      .onConflict((oc) => oc.column("purpose").where("status", "=", sql.lit("active")).doNothing()),
  ),
  list: statement<{ purpose: KeyPurpose }>()(({ db }, p) =>
    db.selectFrom("serviceKeys").select(namesOf(serviceKeyColumns)).where("purpose", "=", p.purpose).orderBy("createdAt").orderBy("keyId"),
  ),
}

export const serviceKeys: Opens<ServiceKeyRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    addActive: ({ sealed: { wrapped, box }, ...key }) =>
      did(run.addActive(tx, { ...key, kekId: wrapped.kekId, wrappedKey: wrapped.blob, box })),
    list: async (purpose) => (await rows(run.list(tx, { purpose }))).map(serviceKeyOf),
  })
}

const serviceKeyOf = ({ kekId, wrappedKey, box, ...key }: Read<Stored<StoredServiceKey>>): ServiceKey => ({
  ...key,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})
