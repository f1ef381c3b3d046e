import type { Admission, Presence, PresenceFacts, PresenceRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { admissionColumns, presenceColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { listAttendances, listPresences } from "./presence-lists.ts"

const presenceFields = namesOf(presenceColumns)
const admissionFields = namesOf(admissionColumns)

interface WalkIns {
  readonly sessionUuid: string
  readonly skip: number
  readonly limit: number
}

const present = ({ db }: Engine, p: { readonly sessionUuid: string }) =>
  db
    .selectFrom("presences")
    .select(presenceFields.map((field) => `presences.${field}` as const))
    .where("presences.sessionUuid", "=", p.sessionUuid)
    .where("presences.undoneAt", "is", null)

const latestFirst = (engine: Engine, p: WalkIns) =>
  present(engine, p).orderBy("firstAdmittedAt", "desc").orderBy("presences.walletAddress", "desc").limit(p.limit).offset(p.skip)

const presenceStatements = {
  find: statement<{ sessionUuid: string; walletAddress: string }>()((engine, p) =>
    present(engine, p).where("walletAddress", "=", p.walletAddress),
  ),
  findAll: statement<{ sessionUuid: string; walletAddresses: readonly string[] }>()((engine, p) =>
    present(engine, p).where((eb) => engine.flavor.among(eb.ref("walletAddress"), eb.val(p.walletAddresses))),
  ),
  byUuid: statement<{ uuid: string }>()(({ db }, p) => db.selectFrom("presences").select(presenceFields).where("uuid", "=", p.uuid)),
  add: rowStatement<Presence>(presenceColumns)(({ db }, row) =>
    db
      .insertInto("presences")
      .values(row)
      .onConflict((oc) => oc.columns(["sessionUuid", "walletAddress"]).where("undoneAt", "is", null).doNothing()),
  ),
  change: statement<PresenceFacts & { uuid: string }>()(({ db }, p) =>
    db
      .updateTable("presences")
      .set({
        firstAdmittedAt: p.firstAdmittedAt,
        lastAdmittedAt: p.lastAdmittedAt,
        recordedAt: p.recordedAt,
        source: p.source,
        cardIdentifier: p.cardIdentifier,
        isOverCapacity: p.isOverCapacity,
        disputedReason: p.disputedReason,
      })
      .where("uuid", "=", p.uuid),
  ),
  undo: statement<{ uuid: string; undoneAt: Date; undoneBy: string | undefined }>()(({ db }, p) =>
    db
      .updateTable("presences")
      .set({ undoneAt: p.undoneAt, undoneBy: p.undoneBy })
      .where("uuid", "=", p.uuid)
      .where("undoneAt", "is", null),
  ),
  count: statement<{ sessionUuid: string }>()(({ db }, p) =>
    db.selectFrom("presenceCounts").select("present").where("sessionUuid", "=", p.sessionUuid),
  ),
  // By one more or one less, for the first as for every other: what is there already is not known here.
  countMore: statement<{ sessionUuid: string; more: number }>()(({ db }, p) =>
    db
      .insertInto("presenceCounts")
      .values({ sessionUuid: p.sessionUuid, present: p.more })
      .onConflict((oc) =>
        oc.column("sessionUuid").doUpdateSet((eb) => ({ present: eb("presenceCounts.present", "+", eb.ref("excluded.present")) })),
      ),
  ),
  ticketed: statement<{ sessionUuid: string; rewardTemplateUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("ticketHoldings")
      .leftJoin("presences", (join) =>
        join
          .onRef("presences.walletAddress", "=", "ticketHoldings.walletAddress")
          .on("presences.sessionUuid", "=", p.sessionUuid)
          .on("presences.undoneAt", "is", null),
      )
      .select((eb) => [
        eb.fn.count<number>("ticketHoldings.walletAddress").distinct().as("holders"),
        eb.fn.count<number>("presences.walletAddress").distinct().as("inside"),
      ])
      .where("ticketHoldings.rewardTemplateUuid", "=", p.rewardTemplateUuid)
      // Written out, since no engine uses a partial index for a value it learns later.
      .where("ticketHoldings.state", "=", sql.lit("valid")),
  ),
  latest: statement<WalkIns>()(latestFirst),
  latestWithout: statement<WalkIns & { rewardTemplateUuid: string }>()((engine, p) =>
    latestFirst(engine, p).where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("ticketHoldings")
            .select("ticketHoldings.uid")
            .whereRef("ticketHoldings.walletAddress", "=", "presences.walletAddress")
            .where("ticketHoldings.state", "=", sql.lit("valid"))
            .where("ticketHoldings.rewardTemplateUuid", "=", p.rewardTemplateUuid),
        ),
      ),
    ),
  ),
  list: statement<{ sessionUuid: string; after: string; limit: number }>()((engine, p) =>
    present(engine, p).where("walletAddress", ">", p.after).orderBy("walletAddress").limit(p.limit),
  ),
}

const admissionStatements = {
  findAdmissions: statement<{ sessionUuid: string; clientId: string; idempotencyKeys: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("admissions")
      .select(admissionFields)
      .where("sessionUuid", "=", p.sessionUuid)
      .where("clientId", "=", p.clientId)
      .where((eb) => flavor.among(eb.ref("idempotencyKey"), eb.val(p.idempotencyKeys))),
  ),
  addAdmission: rowStatement<Admission>(admissionColumns)(({ db }, row) =>
    db
      .insertInto("admissions")
      .values(row)
      .onConflict((oc) => oc.columns(["sessionUuid", "clientId", "idempotencyKey"]).doNothing()),
  ),
  admissionsOf: statement<{ presenceUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("admissions")
      .select(admissionFields)
      .where("presenceUuid", "=", p.presenceUuid)
      .orderBy("occurredAt")
      .orderBy("idempotencyKey")
      .orderBy("clientId"),
  ),
  settle: statement<{ uuid: string; isReentry: boolean; disputedReason: string | undefined }>()(({ db }, p) =>
    db.updateTable("admissions").set({ isReentry: p.isReentry, disputedReason: p.disputedReason }).where("uuid", "=", p.uuid),
  ),
}

export const presences: Opens<PresenceRepository> = (engine) => {
  const run = { ...compiled(presenceStatements, engine), ...compiled(admissionStatements, engine) }
  return (tx) => ({
    find: (sessionUuid, walletAddress) => first(run.find(tx, { sessionUuid, walletAddress })),
    findAll: async (sessionUuid, walletAddresses) =>
      walletAddresses.length === 0 ? [] : rows(run.findAll(tx, { sessionUuid, walletAddresses })),
    byUuid: (uuid) => first(run.byUuid(tx, { uuid })),
    add: async (presence) => {
      const isAdded = await did(run.add(tx, presence))
      if (isAdded) await run.countMore(tx, { sessionUuid: presence.sessionUuid, more: 1 })
      return isAdded
    },
    change: (uuid, facts) => done(run.change(tx, { ...facts, uuid })),
    undo: async ({ uuid, sessionUuid }, undoneAt, undoneBy) => {
      const isUndone = await did(run.undo(tx, { uuid, undoneAt, undoneBy }))
      if (isUndone) await run.countMore(tx, { sessionUuid, more: -1 })
      return isUndone
    },
    count: async (sessionUuid) => (await first(run.count(tx, { sessionUuid })))?.present ?? 0,
    ticketed: async (sessionUuid, rewardTemplateUuid) => {
      const counted = await first(run.ticketed(tx, { sessionUuid, rewardTemplateUuid }))
      return { holders: counted?.holders ?? 0, present: counted?.inside ?? 0 }
    },
    walkIns: ({ rewardTemplateUuid, ...of }) =>
      rows(rewardTemplateUuid === undefined ? run.latest(tx, of) : run.latestWithout(tx, { ...of, rewardTemplateUuid })),
    list: (sessionUuid, after, limit) => rows(run.list(tx, { sessionUuid, after: after ?? "", limit })),
    page: (of, page) => listPresences(engine, tx, of, page),
    ofActivity: (activityUuid, page) => listAttendances(engine, tx, activityUuid, page),
    findAdmissions: async (sessionUuid, clientId, idempotencyKeys) =>
      idempotencyKeys.length === 0 ? [] : rows(run.findAdmissions(tx, { sessionUuid, clientId, idempotencyKeys })),
    addAdmission: (admission) => did(run.addAdmission(tx, admission)),
    admissionsOf: (presenceUuid) => rows(run.admissionsOf(tx, { presenceUuid })),
    settle: (uuid, { isReentry, disputedReason }) => done(run.settle(tx, { uuid, isReentry, disputedReason })),
  })
}
