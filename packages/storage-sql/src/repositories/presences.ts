import type { Admission, Presence, PresenceRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { admissionColumns, presenceColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const presenceFields = namesOf(presenceColumns)
const admissionFields = namesOf(admissionColumns)

const seats = ({ db }: Engine, p: { readonly sessionUuid: string }) =>
  db
    .selectFrom("presences")
    .select(["seat", sql<number>`count(*)`.as("people")])
    .where("sessionUuid", "=", p.sessionUuid)
    .groupBy("seat")

const statements = {
  find: statement<{ sessionUuid: string; walletAddress: string }>()(({ db }, p) =>
    db.selectFrom("presences").select(presenceFields).where("sessionUuid", "=", p.sessionUuid).where("walletAddress", "=", p.walletAddress),
  ),
  add: rowStatement<Presence>(presenceColumns)(({ db }, row) =>
    db
      .insertInto("presences")
      .values(row)
      .onConflict((oc) => oc.columns(["sessionUuid", "walletAddress"]).doNothing()),
  ),
  moveEarlier: statement<{ uuid: string; firstAdmittedAt: Date }>()(({ db }, p) =>
    db
      .updateTable("presences")
      .set({ firstAdmittedAt: p.firstAdmittedAt })
      .where("uuid", "=", p.uuid)
      .where("firstAdmittedAt", ">", p.firstAdmittedAt),
  ),
  count: statement<{ sessionUuid: string }>()(seats),
  countBefore: statement<{ sessionUuid: string; before: Date }>()((engine, p) => seats(engine, p).where("firstAdmittedAt", "<", p.before)),
  list: statement<{ sessionUuid: string; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("presences")
      .select(presenceFields)
      .where("sessionUuid", "=", p.sessionUuid)
      .where("walletAddress", ">", p.after)
      .orderBy("walletAddress")
      .limit(p.limit),
  ),
  findAdmission: statement<{ sessionUuid: string; clientId: string; idempotencyKey: string }>()(({ db }, p) =>
    db
      .selectFrom("admissions")
      .select(admissionFields)
      .where("sessionUuid", "=", p.sessionUuid)
      .where("clientId", "=", p.clientId)
      .where("idempotencyKey", "=", p.idempotencyKey),
  ),
  addAdmission: rowStatement<Admission>(admissionColumns)(({ db }, row) =>
    db
      .insertInto("admissions")
      .values(row)
      .onConflict((oc) => oc.columns(["sessionUuid", "clientId", "idempotencyKey"]).doNothing()),
  ),
  admissionsOf: statement<{ sessionUuid: string; walletAddress: string }>()(({ db }, p) =>
    db
      .selectFrom("admissions")
      .select(admissionFields)
      .where("sessionUuid", "=", p.sessionUuid)
      .where("walletAddress", "=", p.walletAddress)
      .orderBy("occurredAt")
      .orderBy("idempotencyKey"),
  ),
  dispute: statement<{ uuid: string; reason: string | undefined }>()(({ db }, p) =>
    db.updateTable("admissions").set({ disputedReason: p.reason }).where("uuid", "=", p.uuid),
  ),
}

export const presences: Opens<PresenceRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    find: (sessionUuid, walletAddress) => first(run.find(tx, { sessionUuid, walletAddress })),
    add: (presence) => did(run.add(tx, presence)),
    moveEarlier: (uuid, firstAdmittedAt) => done(run.moveEarlier(tx, { uuid, firstAdmittedAt })),
    count: async (sessionUuid, before) => {
      const counted = await rows(before === undefined ? run.count(tx, { sessionUuid }) : run.countBefore(tx, { sessionUuid, before }))
      const peopleOn = (seat: Presence["seat"]): number => counted.find((row) => row.seat === seat)?.people ?? 0
      return { walkIns: peopleOn("walk_in"), ticketHolders: peopleOn("ticket") }
    },
    list: (sessionUuid, after, limit) => rows(run.list(tx, { sessionUuid, after: after ?? "", limit })),
    findAdmission: (sessionUuid, clientId, idempotencyKey) => first(run.findAdmission(tx, { sessionUuid, clientId, idempotencyKey })),
    addAdmission: (admission) => did(run.addAdmission(tx, admission)),
    admissionsOf: (sessionUuid, walletAddress) => rows(run.admissionsOf(tx, { sessionUuid, walletAddress })),
    dispute: (uuid, reason) => done(run.dispute(tx, { uuid, reason })),
  })
}
