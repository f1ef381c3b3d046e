import type { Session, SessionRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { sessionColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, insertEach, rowStatement, statement, updateEach } from "../statement.ts"
import { attendancesOf } from "./attendances.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(sessionColumns)
const sorting = {
  columns: sessionColumns,
  by: { start_time: "startTime", created_at: "createdAt" },
}

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("sessions").select(fields).where("uuid", "=", p.uuid)

interface Unfinished {
  readonly activityUuid: string
  readonly at: Date
}

// In the order of the uuids, in which rows of a kind are locked.
const unfinished = ({ db }: Engine, p: Unfinished) =>
  db
    .selectFrom("sessions")
    .select(fields)
    .where("activityUuid", "=", p.activityUuid)
    .where("endTime", ">", p.at)
    .orderBy("uuid")

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
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("sessions")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  read: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  addAll: insertEach<Session>("sessions", sessionColumns),
  takenSlugs: statement<{ slugs: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("sessions")
      .select("slug")
      .where((eb) => flavor.among(eb.ref("slug"), eb.val(p.slugs))),
  ),
  changeAll: updateEach<Session>("sessions", sessionColumns, "uuid"),
  placesOf: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("sessions")
      .select(["uuid", "activityUuid"])
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  unfinished: statement<Unfinished>()(unfinished),
  lockUnfinished: statement<Unfinished>()((engine, p) =>
    engine.flavor.locked(unfinished(engine, p)),
  ),
  firstRequiring: statement<{ uuid: string }>()(({ db }, p) =>
    db
      .selectFrom("sessions")
      .select(fields)
      .where("requiredPriorSessionUuid", "=", p.uuid)
      .orderBy("startTime")
      .orderBy("uuid")
      .limit(1),
  ),
  lastNumber: statement<{ activityUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("sessions")
      .select("sequenceNumber")
      .where("activityUuid", "=", p.activityUuid)
      .where("seriesUuid", "is", null)
      .orderBy("sequenceNumber", "desc")
      .limit(1),
  ),
}

export const sessions: Opens<SessionRepository> = (engine) => {
  const run = compiled(statements, engine)
  const attendances = attendancesOf(engine)
  return (tx) => {
    const [lock, lockUnfinished] =
      tx.mode === "write" ? [run.lock, run.lockUnfinished] : [run.read, run.unfinished]
    return {
      add: (session) => did(run.add(tx, session)),
      find: (slugOrUuid) => first(run.find(tx, { slugOrUuid })),
      findAll: (uuids) => rows(run.findAll(tx, { uuids })),
      lock: (uuid) => first(lock(tx, { uuid })),
      addAll: (all) => done(run.addAll(tx, all)),
      takenSlugs: async (slugs) =>
        (await rows(run.takenSlugs(tx, { slugs }))).map(({ slug }) => slug),
      changeAll: async (all) => {
        const [stood, written] = await Promise.all([
          rows(run.placesOf(tx, { uuids: all.map(({ uuid }) => uuid) })),
          run.changeAll(tx, all),
        ])
        if (written !== all.length)
          throw new Error(`Of ${all.length} sessions only ${written} were there`)
        const places = new Map(all.map(({ uuid, activityUuid }) => [uuid, activityUuid]))
        for (const { uuid: sessionUuid, activityUuid } of stood) {
          const [from, to] = [activityUuid ?? undefined, places.get(sessionUuid)]
          if (from !== to) await attendances.move(tx, { sessionUuid, from, to })
        }
      },
      lockUnfinished: (activityUuid, at) => rows(lockUnfinished(tx, { activityUuid, at })),
      list: (of, page) => readPage(tx, listed(engine, of), page, sorting),
      firstRequiring: (uuid) => first(run.firstRequiring(tx, { uuid })),
      lastNumber: async (activityUuid) =>
        (await first(run.lastNumber(tx, { activityUuid })))?.sequenceNumber ?? 0,
    }
  }
}

const listed = ({ db }: Engine, of: Parameters<SessionRepository["list"]>[0]) => {
  const { endsAfter, endsBy, startsBefore, seriesUuid, isStandalone } = of
  const all = db.selectFrom("sessions").select(fields)
  let query =
    "activityUuid" in of
      ? all.where("activityUuid", "=", of.activityUuid)
      : all.where("organizationUuid", "=", of.organizationUuid).where((eb) => {
          const deleted = eb
            .selectFrom("activities")
            .select("activities.uuid")
            .where("activities.deletedAt", "is not", null)
          return eb.not(
            eb.exists(deleted.whereRef("activities.uuid", "=", "sessions.activityUuid")),
          )
        })
  if (endsAfter !== undefined) query = query.where("endTime", ">", endsAfter)
  if (endsBy !== undefined) query = query.where("endTime", "<=", endsBy)
  if (startsBefore !== undefined) query = query.where("startTime", "<", startsBefore)
  if (seriesUuid !== undefined) query = query.where("seriesUuid", "=", seriesUuid)
  if (isStandalone !== undefined)
    query = query.where("activityUuid", isStandalone ? "is" : "is not", null)
  return query
}
