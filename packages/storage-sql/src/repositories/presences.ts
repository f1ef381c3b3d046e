import type { Presence, PresenceChange, PresenceRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, type Executor, first, rows } from "../executor.ts"
import { presenceColumns } from "../schema/attendance.ts"
import { type Columns, namesOf } from "../schema/columns.ts"
import { compiled, insertEach, statement, updateEach } from "../statement.ts"
import { admissions } from "./admissions.ts"
import { type Attendances, attendancesOf } from "./attendances.ts"
import { joined } from "./joined.ts"
import type { Opens } from "./opens.ts"
import { type BoundedDoor, bounded, seating, ticketHolder } from "./rewards.ts"
import { listPresences } from "./presence-lists.ts"

const presenceFields = namesOf(presenceColumns)
const presence = joined("presences", "presence", presenceColumns)

const changedColumns: Columns<PresenceChange> = {
  uuid: presenceColumns.uuid,
  seat: presenceColumns.seat,
  firstAdmittedAt: presenceColumns.firstAdmittedAt,
  lastAdmittedAt: presenceColumns.lastAdmittedAt,
  recordedAt: presenceColumns.recordedAt,
  source: presenceColumns.source,
  cardIdentifier: presenceColumns.cardIdentifier,
  seatsLeft: presenceColumns.seatsLeft,
  seatsVersion: presenceColumns.seatsVersion,
  isOverCapacity: presenceColumns.isOverCapacity,
  disputedReason: presenceColumns.disputedReason,
}

const present = ({ db }: Engine, p: { readonly sessionUuid: string }) =>
  db
    .selectFrom("presences")
    .select(presenceFields.map((field) => `presences.${field}` as const))
    .where("presences.sessionUuid", "=", p.sessionUuid)
    .where("presences.undoneAt", "is", null)

// The seat is written out, and so is what a partial index asks for, since no engine uses an index
// for a value it learns later.
const walkIns = (engine: Engine, p: { readonly sessionUuid: string }) =>
  present(engine, p).where("presences.seat", "=", sql.lit("walk_in"))

const presentAt = ({ db }: Engine, p: { readonly sessionUuid: string }) =>
  db.selectFrom("presenceCounts").select("present").where("sessionUuid", "=", p.sessionUuid)

const judged = ({ db }: Engine, p: { readonly sessionUuid: string }) =>
  db
    .selectFrom("presences")
    .where("presences.sessionUuid", "=", p.sessionUuid)
    .where("presences.seatsLeft", "is not", null)
    .where("presences.undoneAt", "is", null)

const countMore = ({ db }: Engine, p: { readonly sessionUuid: string; readonly more: number }) =>
  db
    .insertInto("presenceCounts")
    .values({ sessionUuid: p.sessionUuid, present: p.more })
    .onConflict((oc) =>
      oc.column("sessionUuid").doUpdateSet((eb) => ({
        present: eb("presenceCounts.present", "+", eb.ref("excluded.present")),
      })),
    )

const presenceStatements = {
  onTicket: statement<{ rewardTemplateUuid: string; walletAddress: string }>()(({ db }, p) =>
    db
      .selectFrom("sessions")
      .leftJoin("presences", (join) =>
        join
          .onRef("presences.sessionUuid", "=", "sessions.uuid")
          .on("presences.walletAddress", "=", p.walletAddress)
          .on("presences.undoneAt", "is", null),
      )
      .select(["sessions.uuid", "sessions.endTime", "presences.seat"])
      .where("sessions.ticketTemplateUuid", "=", p.rewardTemplateUuid),
  ),
  find: statement<{ sessionUuid: string; walletAddress: string }>()((engine, p) =>
    present(engine, p).where("walletAddress", "=", p.walletAddress),
  ),
  findAll: statement<{ sessionUuid: string; walletAddresses: readonly string[] }>()((engine, p) =>
    present(engine, p).where((eb) =>
      engine.flavor.among(eb.ref("walletAddress"), eb.val(p.walletAddresses)),
    ),
  ),
  byUuid: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("presences").select(presenceFields).where("uuid", "=", p.uuid),
  ),
  addAll: insertEach<Presence>("presences", presenceColumns),
  changeAll: updateEach<PresenceChange>("presences", changedColumns, "uuid"),
  undo: statement<{ uuid: string; undoneAt: Date; undoneBy: string | undefined }>()(({ db }, p) =>
    db
      .updateTable("presences")
      .set({ undoneAt: p.undoneAt, undoneBy: p.undoneBy })
      .where("uuid", "=", p.uuid)
      .where("undoneAt", "is", null),
  ),
  count: statement<{ sessionUuid: string }>()(presentAt),
  // By one more or one less, for the first as for every other: what is there already is not known
  // here.
  countMore: statement<{ sessionUuid: string; more: number }>()(countMore),
  // One row where nobody is found, so that the rest is answered all the same.
  tally: statement<{ sessionUuid: string; walletAddresses: readonly string[] }>()((engine, p) => {
    const stands = engine.db
      .selectNoFrom([
        presentAt(engine, p).as("present"),
        judged(engine, p)
          .select((eb) => eb.fn.max("presences.firstAdmittedAt").as("latest"))
          .as("seatsJudgedUntil"),
      ])
      .as("stands")
    return engine.db
      .selectFrom(stands)
      .leftJoin("presences", (join) =>
        join
          .on("presences.sessionUuid", "=", p.sessionUuid)
          .on("presences.undoneAt", "is", null)
          .on((eb) =>
            engine.flavor.among(eb.ref("presences.walletAddress"), eb.val(p.walletAddresses)),
          ),
      )
      .select(["stands.present", "stands.seatsJudgedUntil", "presences.uuid as found"])
      .select(presence.selection)
  }),
  ticketed: statement<{ rewardTemplateUuid: string } & BoundedDoor>()((engine, p) => {
    const { db } = engine
    const people = seating(engine, p.rewardTemplateUuid, p)
      .select([ticketHolder(engine).as("person"), "organizationUuid"])
      .distinct()
    // Doors know a user by their wallet in the organization.
    const known = db
      .selectFrom("wallets")
      .select("wallets.address")
      .where("wallets.kind", "=", sql.lit("user"))
      .where("wallets.userUuid", "=", sql<string>`people.person`)
      .where("wallets.organizationUuid", "=", sql<string>`people.organization_uuid`)
    return db
      .selectFrom(people.as("people"))
      .leftJoin("presences", (join) =>
        join
          .on("presences.walletAddress", "=", sql<string>`coalesce(${known}, people.person)`)
          .on("presences.sessionUuid", "=", p.sessionUuid)
          .on("presences.undoneAt", "is", null),
      )
      .select((eb) => [
        eb.fn.count<number>("people.person").distinct().as("holders"),
        eb.fn.count<number>("presences.uuid").distinct().as("inside"),
      ])
  }),
  leastSeats: statement<{ sessionUuid: string }>()((engine, p) =>
    judged(engine, p).select((eb) => eb.fn.min("presences.seatsLeft").as("seatsLeft")),
  ),
  unvouched: statement<{ sessionUuid: string }>()((engine, p) =>
    judged(engine, p).select("presences.uuid").where("presences.seatsVersion", "is", null).limit(1),
  ),
  walkIns: statement<{ sessionUuid: string; skip: number; limit: number }>()((engine, p) =>
    walkIns(engine, p)
      .orderBy("firstAdmittedAt")
      .orderBy("presences.walletAddress")
      .limit(p.limit)
      .offset(p.skip),
  ),
  walkInsBefore: statement<{ sessionUuid: string; firstAdmittedAt: Date; walletAddress: string }>()(
    (engine, p) =>
      walkIns(engine, p)
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as("present"))
        .where("presences.firstAdmittedAt", "<=", p.firstAdmittedAt)
        .where((eb) =>
          eb.or([
            eb("presences.firstAdmittedAt", "<", p.firstAdmittedAt),
            eb("presences.walletAddress", "<", p.walletAddress),
          ]),
        ),
  ),
  arrivedAfter: statement<{ sessionUuid: string; at: Date }>()((engine, p) =>
    present(engine, p)
      .clearSelect()
      .select("presences.walletAddress")
      .where("presences.firstAdmittedAt", ">", p.at),
  ),
  list: statement<{ sessionUuid: string; after: string; limit: number }>()((engine, p) =>
    present(engine, p).where("walletAddress", ">", p.after).orderBy("walletAddress").limit(p.limit),
  ),
  ofWallet: statement<{ walletAddress: string; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("presences")
      .select(presenceFields)
      .where("walletAddress", "=", p.walletAddress)
      .where("undoneAt", "is", null)
      .where("sessionUuid", ">", p.after)
      .orderBy("sessionUuid")
      .limit(p.limit),
  ),
  atAll: statement<{ activityUuid: string; walletAddresses: readonly string[] }>()(
    ({ db, flavor }, p) => {
      const sessions = db
        .selectFrom("sessions")
        .where("sessions.activityUuid", "=", p.activityUuid)
        .where("sessions.cancelledAt", "is", null)
      return sessions
        .innerJoin("presences", "presences.sessionUuid", "sessions.uuid")
        .select("presences.walletAddress")
        .where("presences.undoneAt", "is", null)
        .where((eb) => flavor.among(eb.ref("presences.walletAddress"), eb.val(p.walletAddresses)))
        .groupBy("presences.walletAddress")
        .having(sql<number>`count(*)`, "=", sessions.select(sql<number>`count(*)`.as("total")))
    },
  ),
}

type Writing = Pick<PresenceRepository, "addAll" | "changeAll" | "undo">

/** What writes presences, and with them what is kept of them. */
const writing =
  (run: ReturnType<typeof compiledStatements>, attendances: Attendances) =>
  (tx: Executor): Writing => ({
    addAll: async (all) => {
      const [one] = all
      if (one === undefined) return
      await Promise.all([
        run.addAll(tx, all),
        run.countMore(tx, { sessionUuid: one.sessionUuid, more: all.length }),
        attendances.add(tx, all),
      ])
    },
    changeAll: async (changes) => {
      if (changes.length > 0)
        await attendances.change(tx, changes, () => run.changeAll(tx, changes))
    },
    undo: async ({ uuid, sessionUuid, walletAddress }, undoneAt, undoneBy) => {
      const isUndone = await did(run.undo(tx, { uuid, undoneAt, undoneBy }))
      if (isUndone)
        await Promise.all([
          run.countMore(tx, { sessionUuid, more: -1 }),
          attendances.sumUp(tx, { sessionUuid, walletAddress }),
        ])
      return isUndone
    },
  })

const compiledStatements = (engine: Engine) => compiled(presenceStatements, engine)

export const presences: Opens<PresenceRepository> = (engine) => {
  const run = compiledStatements(engine)
  const ofAdmissions = admissions(engine)
  const attendances = attendancesOf(engine)
  const writes = writing(run, attendances)
  const present = async (tx: Executor, sessionUuid: string): Promise<number> =>
    (await first(run.count(tx, { sessionUuid })))?.present ?? 0
  return (tx) => ({
    find: (sessionUuid, walletAddress) => first(run.find(tx, { sessionUuid, walletAddress })),
    findAll: async (sessionUuid, walletAddresses) =>
      walletAddresses.length === 0 ? [] : rows(run.findAll(tx, { sessionUuid, walletAddresses })),
    tally: async (sessionUuid, walletAddresses) => {
      const found = await rows(run.tally(tx, { sessionUuid, walletAddresses }))
      return {
        present: found[0]?.present ?? 0,
        seatsJudgedUntil: found[0]?.seatsJudgedUntil ?? undefined,
        presences: found.flatMap((row) => (row.found === undefined ? [] : [presence.of(row)])),
      }
    },
    byUuid: (uuid) => first(run.byUuid(tx, { uuid })),
    ...writes(tx),
    ticketed: async (rewardTemplateUuid, door) => {
      const counted = await first(run.ticketed(tx, { rewardTemplateUuid, ...bounded(door) }))
      return { holders: counted?.holders ?? 0, present: counted?.inside ?? 0 }
    },
    judgedSeats: async (sessionUuid) => {
      const [least, unvouched] = await Promise.all([
        first(run.leastSeats(tx, { sessionUuid })),
        first(run.unvouched(tx, { sessionUuid })),
      ])
      const { seatsLeft } = least ?? {}
      if (seatsLeft === undefined || seatsLeft === null) return undefined
      return { least: seatsLeft, hasUnvouched: unvouched !== undefined }
    },
    walkIns: (sessionUuid, skip, limit) => rows(run.walkIns(tx, { sessionUuid, skip, limit })),
    walkInsBefore: async (sessionUuid, { firstAdmittedAt, walletAddress }) =>
      (await first(run.walkInsBefore(tx, { sessionUuid, firstAdmittedAt, walletAddress })))
        ?.present ?? 0,
    arrivedAfter: async (sessionUuid, at) =>
      (await rows(run.arrivedAfter(tx, { sessionUuid, at }))).map((row) => row.walletAddress),
    onTicket: async (rewardTemplateUuid, walletAddress) =>
      (await rows(run.onTicket(tx, { rewardTemplateUuid, walletAddress }))).map(
        ({ uuid, endTime, seat }) => ({
          sessionUuid: uuid,
          endTime,
          isInside: seat === "ticket",
        }),
      ),
    list: (sessionUuid, after, limit) =>
      rows(run.list(tx, { sessionUuid, after: after ?? "", limit })),
    ofWallet: (walletAddress, after = "", limit) =>
      rows(run.ofWallet(tx, { walletAddress, after, limit })),
    atAll: async (activityUuid, walletAddresses) =>
      walletAddresses.length === 0
        ? []
        : (await rows(run.atAll(tx, { activityUuid, walletAddresses }))).map(
            ({ walletAddress }) => walletAddress,
          ),
    page: (of, page) => listPresences(engine, tx, of, page, () => present(tx, of.sessionUuid)),
    ofActivity: (of, page) => attendances.list(tx, of, page),
    ...ofAdmissions(tx),
  })
}
