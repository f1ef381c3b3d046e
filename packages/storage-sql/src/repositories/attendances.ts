import type { AttendancesOf, PresenceRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import { rememberedCounts } from "../remembered-counts.ts"
import { attendanceColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, statement } from "../statement.ts"

const fields = namesOf(attendanceColumns)
const sorting = {
  columns: attendanceColumns,
  by: {
    first_admitted_at: "firstAdmittedAt",
    created_at: "firstAdmittedAt",
    last_admitted_at: "lastAdmittedAt",
    sessions_attended: "sessionsAttended",
  },
  tie: "walletAddress",
}

interface Named {
  readonly uuids: readonly string[]
}

/** The people at the activities of some presences, whether these stand or were undone. */
const peopleOf = ({ db, flavor }: Engine, p: Named) =>
  db
    .selectFrom("presences as named")
    .innerJoin("sessions as at", "at.uuid", "named.sessionUuid")
    .select(["at.activityUuid", "named.walletAddress"])
    .where("at.activityUuid", "is not", null)
    .where((eb) => flavor.among(eb.ref("named.uuid"), eb.val(p.uuids)))

const isOneOf = (engine: Engine, p: Named) =>
  sql<boolean>`(activity_uuid, wallet_address) in ${peopleOf(engine, p)}`

const statements = {
  // By one more: who else is writing of these people is not seen from here, and adds to it as well.
  add: statement<Named>()(({ db, flavor }, p) =>
    db
      .insertInto("attendances")
      .columns(["activityUuid", ...fields])
      .expression((eb) =>
        eb
          .selectFrom("presences")
          .innerJoin("sessions", "sessions.uuid", "presences.sessionUuid")
          .select([
            sql<string>`sessions.activity_uuid`.as("activityUuid"),
            "presences.walletAddress",
            "presences.userUuid",
            sql<number>`1`.as("sessionsAttended"),
            "presences.firstAdmittedAt",
            "presences.lastAdmittedAt",
          ])
          .where("sessions.activityUuid", "is not", null)
          .where((each) => flavor.among(each.ref("presences.uuid"), each.val(p.uuids)))
          // Two doors of one activity that admit the same people write them in one order.
          .orderBy("presences.walletAddress"),
      )
      .onConflict((oc) =>
        oc.columns(["activityUuid", "walletAddress"]).doUpdateSet((eb) => ({
          sessionsAttended: eb("attendances.sessionsAttended", "+", sql.lit(1)),
          userUuid: sql<string>`case when attendances.user_uuid is null or excluded.user_uuid > attendances.user_uuid then excluded.user_uuid else attendances.user_uuid end`,
          firstAdmittedAt: sql<Date>`case when excluded.first_admitted_at < attendances.first_admitted_at then excluded.first_admitted_at else attendances.first_admitted_at end`,
          lastAdmittedAt: sql<Date>`case when excluded.last_admitted_at > attendances.last_admitted_at then excluded.last_admitted_at else attendances.last_admitted_at end`,
        })),
      ),
  ),
  // Before they are made anew, so that nobody adds to them meanwhile.
  lock: statement<Named>()((engine, p) =>
    engine.flavor.locked(
      engine.db
        .selectFrom("attendances")
        .select("walletAddress")
        .where(isOneOf(engine, p))
        .orderBy("walletAddress"),
    ),
  ),
  removeAbsent: statement<Named>()((engine, p) =>
    engine.db
      .deleteFrom("attendances")
      .where(isOneOf(engine, p))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("presences")
              .innerJoin("sessions", "sessions.uuid", "presences.sessionUuid")
              .select("presences.uuid")
              .whereRef("presences.walletAddress", "=", "attendances.walletAddress")
              .where("presences.undoneAt", "is", null)
              .whereRef("sessions.activityUuid", "=", "attendances.activityUuid"),
          ),
        ),
      ),
  ),
  remake: statement<Named>()((engine, p) => {
    const standing = engine.db
      .selectFrom(peopleOf(engine, p).distinct().as("people"))
      .innerJoin("presences", "presences.walletAddress", "people.walletAddress")
      .innerJoin("sessions", (join) =>
        join
          .onRef("sessions.uuid", "=", "presences.sessionUuid")
          .onRef("sessions.activityUuid", "=", "people.activityUuid"),
      )
      .where("presences.undoneAt", "is", null)
      .groupBy(["people.activityUuid", "people.walletAddress"])
      .select((eb) => [
        sql<string>`people.activity_uuid`.as("activityUuid"),
        "people.walletAddress",
        eb.fn.max("presences.userUuid").as("userUuid"),
        sql<number>`count(*)`.as("sessionsAttended"),
        eb.fn.min("presences.firstAdmittedAt").as("firstAdmittedAt"),
        eb.fn.max("presences.lastAdmittedAt").as("lastAdmittedAt"),
      ])
    return (
      engine.db
        .insertInto("attendances")
        .columns(["activityUuid", ...fields])
        // SQLite takes the conflict for a join unless a condition stands before it.
        .expression(
          engine.db.selectFrom(standing.as("standing")).selectAll().where(sql<boolean>`true`),
        )
        .onConflict((oc) =>
          oc.columns(["activityUuid", "walletAddress"]).doUpdateSet((eb) => ({
            userUuid: eb.ref("excluded.userUuid"),
            sessionsAttended: eb.ref("excluded.sessionsAttended"),
            firstAdmittedAt: eb.ref("excluded.firstAdmittedAt"),
            lastAdmittedAt: eb.ref("excluded.lastAdmittedAt"),
          })),
        )
    )
  }),
}

/**
 * Who was at the sessions of an activity, each person once. Kept with every presence that is
 * written, so that a page of them costs the same however many presences there are.
 */
export interface Attendances {
  /** Adds to what is kept what presences that were just added say. */
  readonly add: (tx: Executor, presenceUuids: readonly string[]) => Promise<void>
  /** Makes anew what is kept of the people of presences that were changed or undone. */
  readonly remake: (tx: Executor, presenceUuids: readonly string[]) => Promise<void>
  readonly list: (
    tx: Executor,
    of: AttendancesOf,
    page: Parameters<PresenceRepository["ofActivity"]>[1],
  ) => ReturnType<PresenceRepository["ofActivity"]>
}

/** {@link Attendances} of one engine. */
export const attendancesOf = (engine: Engine): Attendances => {
  const run = compiled(statements, engine)
  const counts = rememberedCounts()
  return {
    add: async (tx, uuids) => void (await run.add(tx, { uuids })),
    remake: async (tx, uuids) => {
      await Promise.all([
        run.lock(tx, { uuids }),
        run.removeAbsent(tx, { uuids }),
        run.remake(tx, { uuids }),
      ])
    },
    list: (tx, { activityUuid, at }, page) => {
      const query = engine.db
        .selectFrom("attendances")
        .select(fields)
        .where("activityUuid", "=", activityUuid)
      return readPage(tx, query, page, sorting, () =>
        counts.of(activityUuid, at, () => countOf(tx, query)),
      )
    },
  }
}
