import type { OauthClient, OauthClientRepository } from "@symbolon/core/storage"
import { done, first, rows } from "../executor.ts"
import { oauthClientColumns } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(oauthClientColumns)

const statements = {
  add: rowStatement<OauthClient>(oauthClientColumns)(({ db }, row) => db.insertInto("oauthClients").values(row)),
  find: statement<{ clientId: string }>()(({ db }, p) => db.selectFrom("oauthClients").select(fields).where("clientId", "=", p.clientId)),
  all: statement<{ organizationUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("oauthClients")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .orderBy("createdAt")
      .orderBy("clientId"),
  ),
}

export const oauthClients: Opens<OauthClientRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (client) => done(run.add(tx, client)),
    find: (clientId) => first(run.find(tx, { clientId })),
    all: (organizationUuid) => rows(run.all(tx, { organizationUuid })),
  })
}
