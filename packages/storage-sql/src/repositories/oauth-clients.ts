import type { OauthClient, OauthClientRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { first, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { clientOriginColumns, oauthClientColumns, type ClientOrigin } from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(oauthClientColumns)
const sorting = {
  columns: oauthClientColumns,
  by: { created_at: "createdAt", name: "name" },
  tie: "clientId",
}

const byId = ({ db }: Engine, p: { readonly clientId: string }) =>
  db.selectFrom("oauthClients").select(fields).where("clientId", "=", p.clientId)

const statements = {
  add: rowStatement<OauthClient>(oauthClientColumns)(({ db }, row) =>
    db.insertInto("oauthClients").values(row),
  ),
  find: statement<{ clientId: string }>()(byId),
  lock: statement<{ clientId: string }>()((engine, p) => engine.flavor.locked(byId(engine, p))),
  // The key is not written over itself: SQLite would look for those who refer to it.
  change: rowStatement<OauthClient>(oauthClientColumns)(({ db }, { clientId, ...row }) =>
    db.updateTable("oauthClients").set(row).where("clientId", "=", clientId),
  ),
  addOrigin: rowStatement<ClientOrigin>(clientOriginColumns)(({ db }, row) =>
    db.insertInto("clientOrigins").values(row),
  ),
  dropOrigin: statement<ClientOrigin>()(({ db }, p) =>
    db
      .deleteFrom("clientOrigins")
      .where("origin", "=", p.origin)
      .where("clientId", "=", p.clientId),
  ),
  originsOf: statement<{ clientId: string }>()(({ db }, p) =>
    db.selectFrom("clientOrigins").select("origin").where("clientId", "=", p.clientId),
  ),
  hasOrigin: statement<{ origin: string }>()(({ db }, p) =>
    db
      .selectFrom("clientOrigins")
      .innerJoin("oauthClients", "oauthClients.clientId", "clientOrigins.clientId")
      .select("clientOrigins.origin")
      .where("clientOrigins.origin", "=", p.origin)
      .where("oauthClients.disabledAt", "is", null)
      .limit(1),
  ),
}

export const oauthClients: Opens<OauthClientRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const lock = tx.mode === "write" ? run.lock : run.find
    const keepOrigins = async ({ clientId, redirectUris }: OauthClient): Promise<void> => {
      const wanted = originsOf(redirectUris)
      const known = new Set(
        (await rows(run.originsOf(tx, { clientId }))).map(({ origin }) => origin),
      )
      for (const origin of wanted)
        if (!known.has(origin)) await run.addOrigin(tx, { origin, clientId })
      for (const origin of known)
        if (!wanted.has(origin)) await run.dropOrigin(tx, { origin, clientId })
    }
    return {
      add: async (client) => {
        await run.add(tx, client)
        await keepOrigins(client)
      },
      find: (clientId) => first(run.find(tx, { clientId })),
      lock: (clientId) => first(lock(tx, { clientId })),
      change: async (client) => {
        await run.change(tx, client)
        await keepOrigins(client)
      },
      list: (organizationUuid, page) => list(engine, tx, organizationUuid, page),
      hasOrigin: async (origin) => (await first(run.hasOrigin(tx, { origin }))) !== undefined,
    }
  }
}

const list = (
  { db }: Engine,
  tx: Executor,
  organizationUuid: string | undefined,
  page: Parameters<OauthClientRepository["list"]>[1],
): ReturnType<OauthClientRepository["list"]> => {
  const all = db.selectFrom("oauthClients").select(fields).where("disabledAt", "is", null)
  const wanted =
    organizationUuid === undefined
      ? all.where("organizationUuid", "is", null)
      : all.where("organizationUuid", "=", organizationUuid)
  return readPage(tx, wanted, page, sorting)
}

// A private-use scheme has no origin, which the standard writes as "null".
const originsOf = (redirectUris: readonly string[]): ReadonlySet<string> =>
  new Set(
    redirectUris
      .flatMap((uri) => URL.parse(uri)?.origin ?? [])
      .filter((origin) => origin !== "null"),
  )
