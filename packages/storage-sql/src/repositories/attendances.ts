import type {
  AttendancesOf,
  Presence,
  PresenceChange,
  PresenceRepository,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { first, rows, type Executor } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import { rememberedCounts } from "../remembered-counts.ts"
import {
  attendanceColumns,
  type KeptAttendance,
  keptAttendanceColumns,
} from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"

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

interface Person {
  readonly activityUuid: string
  readonly walletAddress: string
}

const personKey = ["activityUuid", "walletAddress"] as const
const of = ({ db }: Engine, p: Person) =>
  db
    .selectFrom("attendances")
    .select("walletAddress")
    .where("activityUuid", "=", p.activityUuid)
    .where("walletAddress", "=", p.walletAddress)

// Each is found by keys that are handed in one by one: a plan that was made while there were few
// rows holds when there are many.
const statements = {
  // What it adds up to is the same in whatever order, so two sessions of an activity may write of a
  // person at once, and neither need see the other.
  merge: insertEach<KeptAttendance>("attendances", keptAttendanceColumns, {
    key: [...personKey],
    then: {
      userUuid:
        "case when attendances.user_uuid is null or excluded.user_uuid > attendances.user_uuid then excluded.user_uuid else attendances.user_uuid end",
      sessionsAttended: "attendances.sessions_attended + excluded.sessions_attended",
      firstAdmittedAt:
        "case when excluded.first_admitted_at < attendances.first_admitted_at then excluded.first_admitted_at else attendances.first_admitted_at end",
      lastAdmittedAt:
        "case when excluded.last_admitted_at > attendances.last_admitted_at then excluded.last_admitted_at else attendances.last_admitted_at end",
    },
  }),
  activityOf: statement<{ sessionUuid: string }>()(({ db }, p) =>
    db.selectFrom("sessions").select("activityUuid").where("uuid", "=", p.sessionUuid),
  ),
  before: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("presences")
      .select(["uuid", "sessionUuid", "walletAddress", "userUuid"])
      .select(["firstAdmittedAt", "lastAdmittedAt"])
      .where("undoneAt", "is", null)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  lock: statement<Person>()((engine, p) => engine.flavor.locked(of(engine, p))),
  summed: statement<Person>()(({ db }, p) =>
    db
      .selectFrom("presences")
      .innerJoin("sessions", "sessions.uuid", "presences.sessionUuid")
      .select((eb) => [
        eb.fn.max("presences.userUuid").as("userUuid"),
        sql<number>`count(*)`.as("sessionsAttended"),
        eb.fn.min("presences.firstAdmittedAt").as("firstAdmittedAt"),
        eb.fn.max("presences.lastAdmittedAt").as("lastAdmittedAt"),
      ])
      .where("presences.walletAddress", "=", p.walletAddress)
      .where("presences.undoneAt", "is", null)
      .where("sessions.activityUuid", "=", p.activityUuid),
  ),
  put: rowStatement<KeptAttendance>(keptAttendanceColumns)(({ db }, row) =>
    db
      .insertInto("attendances")
      .values(row)
      .onConflict((oc) =>
        oc.columns([...personKey]).doUpdateSet((eb) => ({
          userUuid: eb.ref("excluded.userUuid"),
          sessionsAttended: eb.ref("excluded.sessionsAttended"),
          firstAdmittedAt: eb.ref("excluded.firstAdmittedAt"),
          lastAdmittedAt: eb.ref("excluded.lastAdmittedAt"),
        })),
      ),
  ),
  remove: statement<Person>()(({ db }, p) =>
    db
      .deleteFrom("attendances")
      .where("activityUuid", "=", p.activityUuid)
      .where("walletAddress", "=", p.walletAddress),
  ),
}

/** As many sessions are known to belong to an activity at once. */
const sessionsMax = 10_000

/**
 * Who was at the sessions of an activity, each person once. Kept with every presence that is
 * written, so that a page of them costs the same however many presences there are.
 */
export interface Attendances {
  /** Adds presences of one session that were added. */
  readonly add: (tx: Executor, presences: readonly Presence[]) => Promise<void>
  /** Runs `write`, which changes presences, and keeps up with it. */
  readonly change: (
    tx: Executor,
    changes: readonly PresenceChange[],
    write: () => Promise<unknown>,
  ) => Promise<void>
  /** Sums up anew the person of a presence that was undone. */
  readonly sumUp: (
    tx: Executor,
    of: Pick<Presence, "sessionUuid" | "walletAddress">,
  ) => Promise<void>
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
  const activityOf = openActivities(async (tx, sessionUuid) =>
    first(run.activityOf(tx, { sessionUuid })),
  )

  const sumUp: Attendances["sumUp"] = async (tx, { sessionUuid, walletAddress }) => {
    const activityUuid = await activityOf(tx, sessionUuid)
    if (activityUuid === undefined) return
    const person = { activityUuid, walletAddress }
    // Nobody adds to it between the sum and the writing of it.
    await run.lock(tx, person)
    const sum = await first(run.summed(tx, person))
    const { firstAdmittedAt, lastAdmittedAt, userUuid, sessionsAttended = 0 } = sum ?? {}
    if (!firstAdmittedAt || !lastAdmittedAt) await run.remove(tx, person)
    else
      await run.put(tx, {
        ...person,
        userUuid: userUuid ?? undefined,
        sessionsAttended,
        firstAdmittedAt,
        lastAdmittedAt,
      })
  }

  return {
    add: async (tx, presences) => {
      const [one] = presences
      const activityUuid = one && (await activityOf(tx, one.sessionUuid))
      if (activityUuid === undefined) return
      await run.merge(tx, presences.map(attendanceAt(activityUuid, 1)).toSorted(byWallet))
    },
    change: async (tx, changes, write) => {
      const stood = await rows(run.before(tx, { uuids: changes.map(({ uuid }) => uuid) }))
      await write()
      const changed = new Map(changes.map((change) => [change.uuid, change]))
      const widened: KeptAttendance[] = []
      for (const before of stood) {
        const after = { ...before, ...changed.get(before.uuid) }
        if (
          after.firstAdmittedAt > before.firstAdmittedAt ||
          after.lastAdmittedAt < before.lastAdmittedAt
        ) {
          await sumUp(tx, before)
          continue
        }
        const activityUuid = await activityOf(tx, before.sessionUuid)
        if (activityUuid !== undefined && !isSameTime(after, before))
          widened.push(
            attendanceAt(activityUuid, 0)({ ...after, userUuid: after.userUuid ?? undefined }),
          )
      }
      await run.merge(tx, widened.toSorted(byWallet))
    },
    sumUp,
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

type Times = Pick<Presence, "firstAdmittedAt" | "lastAdmittedAt">

const isSameTime = (one: Times, other: Times): boolean =>
  one.firstAdmittedAt.getTime() === other.firstAdmittedAt.getTime() &&
  one.lastAdmittedAt.getTime() === other.lastAdmittedAt.getTime()

const attendanceAt =
  (activityUuid: string, sessionsAttended: number) =>
  ({
    walletAddress,
    userUuid,
    firstAdmittedAt,
    lastAdmittedAt,
  }: Pick<Presence, "walletAddress" | "userUuid"> & Times): KeptAttendance => ({
    activityUuid,
    walletAddress,
    userUuid,
    sessionsAttended,
    firstAdmittedAt,
    lastAdmittedAt,
  })

/** Two doors of one activity that admit the same people write of them in one order. */
const byWallet = (one: KeptAttendance, other: KeptAttendance): number =>
  one.walletAddress < other.walletAddress ? -1 : 1

/** Remembers which activity a session belongs to: no session ever moves to another. */
const openActivities = (
  find: (
    tx: Executor,
    sessionUuid: string,
  ) => Promise<{ readonly activityUuid: string | null | undefined } | undefined>,
) => {
  const known = new Map<string, string>()
  return async (tx: Executor, sessionUuid: string): Promise<string | undefined> => {
    const remembered = known.get(sessionUuid)
    if (remembered !== undefined) return remembered
    const activityUuid = (await find(tx, sessionUuid))?.activityUuid ?? undefined
    const [oldest] = known.keys()
    if (known.size >= sessionsMax && oldest !== undefined) known.delete(oldest)
    if (activityUuid !== undefined) known.set(sessionUuid, activityUuid)
    return activityUuid
  }
}
