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
  type SessionAttendance,
  sessionAttendanceColumns,
} from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, insertEach, statement } from "../statement.ts"

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

/** People at the sessions of an activity. */
interface People {
  readonly activityUuid: string
  readonly walletAddresses: readonly string[]
}

const personKey = ["activityUuid", "walletAddress"] as const
const of = ({ db, flavor }: Engine, p: People) =>
  db
    .selectFrom("attendances")
    .select("walletAddress")
    .where("activityUuid", "=", p.activityUuid)
    .where((eb) => flavor.among(eb.ref("walletAddress"), eb.val(p.walletAddresses)))
    .orderBy("walletAddress")

// Each is found by keys that are handed in one by one: a plan that was made while there were few
// rows holds when there are many.
const statements = {
  // What it adds up to is the same in whatever order, so two sessions of an activity may write of a
  // person at once, and neither need see the other. The activity is the one in which the session is
  // now: whoever writes of its presences has locked it.
  merge: insertEach<SessionAttendance>(
    "attendances",
    sessionAttendanceColumns,
    {
      key: personKey,
      then: {
        userUuid:
          "case when attendances.user_uuid is null or excluded.user_uuid > attendances.user_uuid then excluded.user_uuid else attendances.user_uuid end",
        sessionsAttended: "attendances.sessions_attended + excluded.sessions_attended",
        firstAdmittedAt:
          "case when excluded.first_admitted_at < attendances.first_admitted_at then excluded.first_admitted_at else attendances.first_admitted_at end",
        lastAdmittedAt:
          "case when excluded.last_admitted_at > attendances.last_admitted_at then excluded.last_admitted_at else attendances.last_admitted_at end",
      },
    },
    { column: "activityUuid", table: "sessions", by: "sessionUuid" },
  ),
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
  present: statement<{ sessionUuid: string; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("presences")
      .select(["sessionUuid", "walletAddress", "userUuid"])
      .select(["firstAdmittedAt", "lastAdmittedAt"])
      .where("sessionUuid", "=", p.sessionUuid)
      .where("undoneAt", "is", null)
      .where("walletAddress", ">", p.after)
      .orderBy("walletAddress")
      .limit(p.limit),
  ),
  lock: statement<People>()((engine, p) => engine.flavor.locked(of(engine, p))),
  summed: statement<People>()(({ db, flavor }, p) =>
    db
      .selectFrom("presences")
      .innerJoin("sessions", "sessions.uuid", "presences.sessionUuid")
      .select((eb) => [
        "presences.walletAddress",
        eb.fn.max("presences.userUuid").as("userUuid"),
        sql<number>`count(*)`.as("sessionsAttended"),
        eb.fn.min("presences.firstAdmittedAt").as("firstAdmittedAt"),
        eb.fn.max("presences.lastAdmittedAt").as("lastAdmittedAt"),
      ])
      .where((eb) => flavor.among(eb.ref("presences.walletAddress"), eb.val(p.walletAddresses)))
      .where("presences.undoneAt", "is", null)
      .where("sessions.activityUuid", "=", p.activityUuid)
      .groupBy("presences.walletAddress"),
  ),
  put: insertEach<KeptAttendance>("attendances", keptAttendanceColumns, {
    key: personKey,
    then: "replace",
  }),
  remove: statement<People>()(({ db, flavor }, p) =>
    db
      .deleteFrom("attendances")
      .where("activityUuid", "=", p.activityUuid)
      .where((eb) => flavor.among(eb.ref("walletAddress"), eb.val(p.walletAddresses))),
  ),
}

/** So many people are written of at once when a session moves. */
const movedAtOnce = 500

/** A session that goes from one activity to another; undefined for none. */
export interface SessionMove {
  readonly sessionUuid: string
  readonly from: string | undefined
  readonly to: string | undefined
}

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
  /** Takes those who are present at a session along with it, which stands in `to` by now. */
  readonly move: (tx: Executor, move: SessionMove) => Promise<void>
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

  /** Sums up people of an activity anew. Nobody adds to it between the sum and the writing of it. */
  const sumUpAll = async (tx: Executor, people: People): Promise<void> => {
    const { activityUuid, walletAddresses } = people
    await run.lock(tx, people)
    const sums: KeptAttendance[] = []
    for (const { firstAdmittedAt, lastAdmittedAt, ...sum } of await rows(run.summed(tx, people)))
      if (firstAdmittedAt && lastAdmittedAt)
        sums.push({
          ...sum,
          activityUuid,
          userUuid: sum.userUuid ?? undefined,
          firstAdmittedAt,
          lastAdmittedAt,
        })
    const left = new Set(sums.map(({ walletAddress }) => walletAddress))
    const gone = walletAddresses.filter((walletAddress) => !left.has(walletAddress))
    if (gone.length > 0) await run.remove(tx, { activityUuid, walletAddresses: gone })
    await run.put(tx, sums)
  }

  const sumUp: Attendances["sumUp"] = async (tx, { sessionUuid, walletAddress }) => {
    const { activityUuid } = (await first(run.activityOf(tx, { sessionUuid }))) ?? {}
    if (activityUuid) await sumUpAll(tx, { activityUuid, walletAddresses: [walletAddress] })
  }

  return {
    add: async (tx, presences) => {
      await run.merge(tx, presences.map(attendanceOf(1)).toSorted(byWallet))
    },
    change: async (tx, changes, write) => {
      const stood = await rows(run.before(tx, { uuids: changes.map(({ uuid }) => uuid) }))
      await write()
      const changed = new Map(changes.map((change) => [change.uuid, change]))
      const widened: SessionAttendance[] = []
      for (const before of stood) {
        const { firstAdmittedAt, lastAdmittedAt } = changed.get(before.uuid) ?? before
        const after = { ...before, firstAdmittedAt, lastAdmittedAt }
        if (
          after.firstAdmittedAt > before.firstAdmittedAt ||
          after.lastAdmittedAt < before.lastAdmittedAt
        )
          await sumUp(tx, before)
        else if (!isSameTime(after, before)) widened.push(attendanceOf(0)(after))
      }
      await run.merge(tx, widened.toSorted(byWallet))
    },
    sumUp,
    move: async (tx, { sessionUuid, from, to }) => {
      const limit = movedAtOnce
      for (let after = ""; ; ) {
        const some = await rows(run.present(tx, { sessionUuid, after, limit }))
        const walletAddresses = some.map(({ walletAddress }) => walletAddress)
        if (from !== undefined) await sumUpAll(tx, { activityUuid: from, walletAddresses })
        if (to !== undefined) await run.merge(tx, some.map(attendanceOf(1)))
        const last = walletAddresses.at(-1)
        if (last === undefined || some.length < limit) return
        after = last
      }
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

type Times = Pick<Presence, "firstAdmittedAt" | "lastAdmittedAt">

const isSameTime = (one: Times, other: Times): boolean =>
  one.firstAdmittedAt.getTime() === other.firstAdmittedAt.getTime() &&
  one.lastAdmittedAt.getTime() === other.lastAdmittedAt.getTime()

const attendanceOf =
  (sessionsAttended: number) =>
  ({
    sessionUuid,
    walletAddress,
    userUuid,
    firstAdmittedAt,
    lastAdmittedAt,
  }: Pick<Presence, "sessionUuid" | "walletAddress"> & {
    readonly userUuid?: string | null | undefined
  } & Times): SessionAttendance => ({
    sessionUuid,
    walletAddress,
    userUuid: userUuid ?? undefined,
    sessionsAttended,
    firstAdmittedAt,
    lastAdmittedAt,
  })

/** Two doors of one activity that admit the same people write of them in one order. */
const byWallet = (one: SessionAttendance, other: SessionAttendance): number =>
  one.walletAddress < other.walletAddress ? -1 : 1
