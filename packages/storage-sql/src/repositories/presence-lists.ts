import type { PresenceRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { attendanceColumns, presenceColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"

const byPerson = "walletAddress"
const sorting = {
  columns: presenceColumns,
  by: { first_admitted_at: "firstAdmittedAt", recorded_at: "recordedAt", created_at: "recordedAt" },
  tie: byPerson,
}
const attendanceSorting = {
  columns: attendanceColumns,
  by: {
    first_admitted_at: "firstAdmittedAt",
    created_at: "firstAdmittedAt",
    last_admitted_at: "lastAdmittedAt",
    sessions_attended: "sessionsAttended",
  },
  tie: byPerson,
}

/** Presences of one session. */
export const listPresences = (
  { db }: Engine,
  tx: Executor,
  { sessionUuid, isUndone, isDisputed }: Parameters<PresenceRepository["page"]>[0],
  page: Parameters<PresenceRepository["page"]>[1],
): ReturnType<PresenceRepository["page"]> => {
  const isThere = (isExpected: boolean) => (isExpected ? "is not" : "is")
  let query = db
    .selectFrom("presences")
    .select(namesOf(presenceColumns))
    .where("sessionUuid", "=", sessionUuid)
    .where("undoneAt", isThere(isUndone), null)
  if (isDisputed !== undefined) query = query.where("disputedReason", isThere(isDisputed), null)
  return readPage(tx, query, page, sorting)
}

/** Everybody present at the sessions of an activity, each once. */
export const listAttendances = (
  { db }: Engine,
  tx: Executor,
  activityUuid: string,
  page: Parameters<PresenceRepository["ofActivity"]>[1],
): ReturnType<PresenceRepository["ofActivity"]> => {
  const people = db
    .selectFrom("presences")
    .innerJoin("sessions", "sessions.uuid", "presences.sessionUuid")
    .select((eb) => [
      "presences.walletAddress as walletAddress",
      eb.fn.max("presences.userUuid").as("userUuid"),
      sql<number>`count(*)`.as("sessionsAttended"),
      eb.fn.min("presences.firstAdmittedAt").as("firstAdmittedAt"),
      eb.fn.max("presences.lastAdmittedAt").as("lastAdmittedAt"),
    ])
    .where("sessions.activityUuid", "=", activityUuid)
    .where("presences.undoneAt", "is", null)
    .groupBy("presences.walletAddress")
  return readPage(
    tx,
    db.selectFrom(people.as("people")).select(namesOf(attendanceColumns)),
    page,
    attendanceSorting,
  )
}
