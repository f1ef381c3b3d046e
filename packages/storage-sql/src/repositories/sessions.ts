import type { Session, SessionRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first } from "../executor.ts"
import { readPage } from "../page.ts"
import { sessionColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(sessionColumns)
const sorting = { columns: sessionColumns, by: { start_time: "startTime", created_at: "createdAt" } }

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) => db.selectFrom("sessions").select(fields).where("uuid", "=", p.uuid)

const statements = {
  add: rowStatement<Session>(sessionColumns)(({ db }, row) =>
    db
      .insertInto("sessions")
      .values(row)
      .onConflict((oc) => oc.column("slug").doNothing()),
  ),
  find: statement<{ slugOrUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("sessions")
      .select(fields)
      .where((eb) => eb.or([eb("slug", "=", p.slugOrUuid), eb("uuid", "=", p.slugOrUuid)])),
  ),
  read: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  count: statement<{ activityUuid: string }>()(({ db }, p) =>
    db.selectFrom("sessions").select(sql<number>`count(*)`.as("total")).where("activityUuid", "=", p.activityUuid),
  ),
}

export const sessions: Opens<SessionRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const lock = tx.mode === "write" ? run.lock : run.read
    return {
      add: (session) => did(run.add(tx, session)),
      find: (slugOrUuid) => first(run.find(tx, { slugOrUuid })),
      lock: (uuid) => first(lock(tx, { uuid })),
      list: (activityUuid, page) =>
        readPage(tx, engine.db.selectFrom("sessions").select(fields).where("activityUuid", "=", activityUuid), page, sorting),
      countOf: async (activityUuid) => (await first(run.count(tx, { activityUuid })))?.total ?? 0,
    }
  }
}
