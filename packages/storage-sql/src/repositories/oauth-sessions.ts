import type { LiveSession, OauthSessionRepository } from "@symbolon/core/storage"
import { sql, type ExpressionBuilder } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import {
  oauthClientColumns,
  oauthSessionColumns,
  storedOauthSessionColumns,
  type StoredOauthSession,
} from "../schema/access.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { userColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import { joined } from "./joined.ts"
import type { Opens } from "./opens.ts"
import type { Sweep } from "./sweeping.ts"

interface End {
  readonly at: Date
  readonly reason: string
}

const session = joined("oauthSessions", "session", oauthSessionColumns)
const client = joined("oauthClients", "client", oauthClientColumns)
const user = joined("users", "user", userColumns)

// By the name of the column, which tells an engine without types of its own that this is an
// instant.
const keysChangedAt = (eb: ExpressionBuilder<Database, "oauthSessions">) =>
  eb
    .selectFrom("serviceKeys")
    .select((of) => of.fn.max("serviceKeys.changedAt").as("changedAt"))
    .where("serviceKeys.purpose", "=", sql.lit("tokens"))
    .as("changedAt")

// Every call asks this, so it is one statement.
const live = ({ db }: Engine) =>
  db
    .selectFrom("oauthSessions")
    .innerJoin("oauthClients", "oauthClients.clientId", "oauthSessions.clientId")
    .leftJoin("users", "users.uuid", "oauthSessions.userUuid")
    .select([...session.selection, ...client.selection, ...user.selection])
    .select(keysChangedAt)

const liveOf = (
  row: Readonly<Record<string, unknown>> & { readonly changedAt: Date | undefined },
): LiveSession => {
  const known = user.of(row)
  return {
    session: session.of(row),
    client: client.of(row),
    user: known.uuid === undefined ? undefined : known,
    keysChangedAt: row.changedAt,
  }
}

// Those of one user or client are locked in the order of their sids, so that two who end each
// other's do not wait for one another.
const endAll = (
  { db, flavor }: Engine,
  of: Partial<Record<"userUuid" | "clientId" | "exceptSid", string>>,
  p: End,
) => {
  const whose = Object.entries(of).reduce(
    (query, [by, value]) =>
      by === "exceptSid"
        ? query.where("sid", "!=", value)
        : query.where(by === "userUuid" ? "userUuid" : "clientId", "=", value),
    db.selectFrom("oauthSessions").select("sid"),
  )
  const open = whose.where("revokedAt", "is", null).orderBy("sid")
  return db
    .updateTable("oauthSessions")
    .set({ revokedAt: p.at, revokedReason: p.reason })
    .where((eb) => flavor.amongFound(eb.ref("sid"), flavor.locked(open)))
    .where("revokedAt", "is", null)
}

const statements = {
  open: rowStatement<StoredOauthSession>(storedOauthSessionColumns)(({ db }, row) =>
    db.insertInto("oauthSessions").values(row),
  ),
  find: statement<{ sid: string }>()((engine, p) =>
    live(engine).where("oauthSessions.sid", "=", p.sid),
  ),
  findAll: statement<{ sids: readonly string[] }>()((engine, p) =>
    live(engine).where((eb) => engine.flavor.among(eb.ref("oauthSessions.sid"), eb.val(p.sids))),
  ),
  liveOf: statement<{ userUuid: string; at: Date }>()(({ db }, p) =>
    db
      .selectFrom("oauthSessions")
      .select(namesOf(oauthSessionColumns))
      .where("userUuid", "=", p.userUuid)
      .where("revokedAt", "is", null)
      .where("expiresAt", ">", p.at),
  ),
  prolong: statement<{ sid: string; expiresAt: Date }>()(({ db }, p) =>
    db
      .updateTable("oauthSessions")
      .set({ expiresAt: p.expiresAt })
      .where("sid", "=", p.sid)
      .where("revokedAt", "is", null),
  ),
  end: statement<End & { sid: string }>()(({ db }, p) =>
    db
      .updateTable("oauthSessions")
      .set({ revokedAt: p.at, revokedReason: p.reason })
      .where("sid", "=", p.sid)
      .where("revokedAt", "is", null),
  ),
  endAllOfUser: statement<End & { userUuid: string }>()((engine, p) =>
    endAll(engine, { userUuid: p.userUuid }, p),
  ),
  endAllOfUserExcept: statement<End & { userUuid: string; exceptSid: string }>()((engine, p) =>
    endAll(engine, { userUuid: p.userUuid, exceptSid: p.exceptSid }, p),
  ),
  endAllOfClient: statement<End & { clientId: string }>()((engine, p) =>
    endAll(engine, { clientId: p.clientId }, p),
  ),
  endAllOfUserAtClient: statement<End & { userUuid: string; clientId: string }>()((engine, p) =>
    endAll(engine, { userUuid: p.userUuid, clientId: p.clientId }, p),
  ),
  sweep: statement<Sweep>()(({ db, flavor }, p) => {
    const old = db
      .selectFrom("oauthSessions")
      .select("oauthSessions.sid")
      .where("oauthSessions.expiresAt", "<", p.before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("refreshTokens")
              .select("tokenHash")
              .whereRef("refreshTokens.sid", "=", "oauthSessions.sid"),
          ),
        ),
      )
      .orderBy("oauthSessions.expiresAt")
      .limit(p.limit)
    return db
      .deleteFrom("oauthSessions")
      .where((eb) => flavor.amongFound(eb.ref("sid"), flavor.lockedIfFree(old)))
  }),
}

export const oauthSessions: Opens<OauthSessionRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    open: (opened) => done(run.open(tx, { ...opened, revokedReason: undefined })),
    find: async (sid) => {
      const row = await first(run.find(tx, { sid }))
      return row && liveOf(row)
    },
    findAll: async (sids) =>
      sids.length === 0 ? [] : (await rows(run.findAll(tx, { sids }))).map(liveOf),
    liveOf: (userUuid, at) => rows(run.liveOf(tx, { userUuid, at })),
    prolong: (sid, expiresAt) => did(run.prolong(tx, { sid, expiresAt })),
    end: (sid, at, reason) => did(run.end(tx, { sid, at, reason })),
    endAll: async (of, at, reason) => {
      if (!("userUuid" in of))
        return (await run.endAllOfClient(tx, { clientId: of.clientId, at, reason })).changed
      const { userUuid } = of
      if ("exceptSid" in of)
        return (await run.endAllOfUserExcept(tx, { userUuid, exceptSid: of.exceptSid, at, reason }))
          .changed
      const { clientId } = of
      if (clientId === undefined)
        return (await run.endAllOfUser(tx, { userUuid, at, reason })).changed
      return (await run.endAllOfUserAtClient(tx, { userUuid, clientId, at, reason })).changed
    },
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
