import type { KeyPurpose, ServiceKey, ServiceKeyRepository } from "@symbolon/core/storage"
import { did, rows } from "../executor.ts"
import { serviceKeyColumns, type StoredServiceKey } from "../schema/access.ts"
import { namesOf, type Read, type Stored } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

type Status = ServiceKey["status"]

const statements = {
  add: rowStatement<StoredServiceKey>(serviceKeyColumns)(({ db }, row) =>
    db
      .insertInto("serviceKeys")
      .values(row)
      .onConflict((oc) => oc.doNothing()),
  ),
  list: statement<{ purpose: KeyPurpose }>()(({ db }, p) =>
    db
      .selectFrom("serviceKeys")
      .select(namesOf(serviceKeyColumns))
      .where("purpose", "=", p.purpose)
      .orderBy("createdAt")
      .orderBy("keyId"),
  ),
  move: statement<{ keyId: string; from: Status; to: Status; at: Date }>()(({ db }, p) =>
    db
      .updateTable("serviceKeys")
      .set({ status: p.to, changedAt: p.at })
      .where("keyId", "=", p.keyId)
      .where("status", "=", p.from),
  ),
}

export const serviceKeys: Opens<ServiceKeyRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: ({ sealed: { wrapped, box }, ...key }) =>
      did(run.add(tx, { ...key, kekId: wrapped.kekId, wrappedKey: wrapped.blob, box })),
    list: async (purpose) => (await rows(run.list(tx, { purpose }))).map(serviceKeyOf),
    move: (keyId, { from, to, at }) => did(run.move(tx, { keyId, from, to, at })),
  })
}

const serviceKeyOf = ({
  kekId,
  wrappedKey,
  box,
  ...key
}: Read<Stored<StoredServiceKey>>): ServiceKey => ({
  ...key,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})
