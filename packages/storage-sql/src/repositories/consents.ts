import type { Consent, ConsentRepository } from "@symbolon/core/storage"
import { did, done, first, rows } from "../executor.ts"
import { consentColumns } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(consentColumns)

const statements = {
  find: statement<{ userUuid: string; clientId: string }>()(({ db }, p) =>
    db
      .selectFrom("consents")
      .select(fields)
      .where("userUuid", "=", p.userUuid)
      .where("clientId", "=", p.clientId),
  ),
  keep: rowStatement<Consent>(consentColumns)(({ db }, row) =>
    db
      .insertInto("consents")
      .values(row)
      .onConflict((oc) =>
        oc.columns(["userUuid", "clientId"]).doUpdateSet((eb) => ({
          scopes: eb.ref("excluded.scopes"),
          updatedAt: eb.ref("excluded.updatedAt"),
        })),
      ),
  ),
  ofUser: statement<{ userUuid: string }>()(({ db }, p) =>
    db.selectFrom("consents").select(fields).where("userUuid", "=", p.userUuid).orderBy("clientId"),
  ),
  withdraw: statement<{ userUuid: string; clientId: string }>()(({ db }, p) =>
    db.deleteFrom("consents").where("userUuid", "=", p.userUuid).where("clientId", "=", p.clientId),
  ),
}

export const consents: Opens<ConsentRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    find: (userUuid, clientId) => first(run.find(tx, { userUuid, clientId })),
    keep: (consent) => done(run.keep(tx, consent)),
    ofUser: (userUuid) => rows(run.ofUser(tx, { userUuid })),
    withdraw: (userUuid, clientId) => did(run.withdraw(tx, { userUuid, clientId })),
  })
}
