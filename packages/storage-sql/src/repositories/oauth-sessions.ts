import type { OauthSessionRepository } from "@symbolon/core/storage"
import { did, done, first } from "../executor.ts"
import { storedOauthSessionColumns, type StoredOauthSession } from "../schema/access.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const statements = {
  open: rowStatement<StoredOauthSession>(storedOauthSessionColumns)(({ db }, row) => db.insertInto("oauthSessions").values(row)),
  // Every call asks this, so it is one read: the client's columns that have a namesake in the session get a name of their own.
  find: statement<{ sid: string }>()(({ db }, p) =>
    db
      .selectFrom("oauthSessions as s")
      .innerJoin("oauthClients as c", "c.clientId", "s.clientId")
      .select(["s.sid", "s.clientId", "s.userUuid", "s.organizationUuid", "s.scopes", "s.createdAt", "s.expiresAt", "s.revokedAt"])
      .select(["c.organizationUuid as clientOrganizationUuid", "c.name", "c.clientType", "c.secretHashes", "c.grantTypes"])
      .select(["c.scopes as clientScopes", "c.redirectUris", "c.serviceRole", "c.isFirstParty", "c.createdAt as clientCreatedAt"])
      .select("c.disabledAt")
      .where("s.sid", "=", p.sid),
  ),
  end: statement<{ sid: string; at: Date; reason: string }>()(({ db }, p) =>
    db
      .updateTable("oauthSessions")
      .set({ revokedAt: p.at, revokedReason: p.reason })
      .where("sid", "=", p.sid)
      .where("revokedAt", "is", null),
  ),
  sweep: statement<{ before: Date; limit: number }>()(({ db }, p) =>
    db
      .deleteFrom("oauthSessions")
      .where("sid", "in", (eb) =>
        eb.selectFrom("oauthSessions").select("sid").where("expiresAt", "<", p.before).orderBy("expiresAt").limit(p.limit),
      ),
  ),
}

export const oauthSessions: Opens<OauthSessionRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    open: (session) => done(run.open(tx, { ...session, revokedReason: undefined })),
    find: async (sid) => {
      const row = await first(run.find(tx, { sid }))
      if (row === undefined) return undefined
      const { clientId, userUuid, organizationUuid, scopes, createdAt, expiresAt, revokedAt } = row
      const { name, clientType, secretHashes, grantTypes, redirectUris, serviceRole, isFirstParty, disabledAt } = row
      const { clientOrganizationUuid, clientScopes, clientCreatedAt } = row
      const client = { clientId, name, clientType, secretHashes, grantTypes, redirectUris, serviceRole, isFirstParty, disabledAt }
      return {
        session: { sid, clientId, userUuid, organizationUuid, scopes, createdAt, expiresAt, revokedAt },
        client: { ...client, organizationUuid: clientOrganizationUuid, scopes: clientScopes, createdAt: clientCreatedAt },
      }
    },
    end: (sid, at, reason) => did(run.end(tx, { sid, at, reason })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
