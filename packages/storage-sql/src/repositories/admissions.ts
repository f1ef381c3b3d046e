import type { Admission, PresenceRepository } from "@symbolon/core/storage"
import { done, rows } from "../executor.ts"
import { admissionColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, insertEach, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const admissionFields = namesOf(admissionColumns)

const admissionStatements = {
  findAdmissions: statement<{
    sessionUuid: string
    clientIds: readonly string[]
    idempotencyKeys: readonly string[]
  }>()(({ db, flavor }, p) =>
    db
      .selectFrom("admissions")
      .select(admissionFields)
      .where("sessionUuid", "=", p.sessionUuid)
      .where((eb) => flavor.among(eb.ref("clientId"), eb.val(p.clientIds)))
      .where((eb) => flavor.among(eb.ref("idempotencyKey"), eb.val(p.idempotencyKeys))),
  ),
  addAdmissions: insertEach<Admission>("admissions", admissionColumns, {
    key: ["sessionUuid", "clientId", "idempotencyKey"],
    then: "skip",
  }),
  admissionsOf: statement<{ presenceUuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("admissions")
      .select(admissionFields)
      .where((eb) => flavor.among(eb.ref("presenceUuid"), eb.val(p.presenceUuids))),
  ),
  settle: statement<{ uuid: string; isReentry: boolean; disputedReason: string | undefined }>()(
    ({ db }, p) =>
      db
        .updateTable("admissions")
        .set({ isReentry: p.isReentry, disputedReason: p.disputedReason })
        .where("uuid", "=", p.uuid),
  ),
}

// They are few, and no index has those of many presences in this order.
const byTime = (a: Admission, b: Admission): number =>
  a.occurredAt.getTime() - b.occurredAt.getTime() || a.ordinal - b.ordinal

/** The admissions that presences rest on. */
export const admissions: Opens<
  Pick<PresenceRepository, "findAdmissions" | "addAdmissions" | "admissionsOf" | "settle">
> = (engine) => {
  const run = compiled(admissionStatements, engine)
  return (tx) => ({
    findAdmissions: async (sessionUuid, clientIds, idempotencyKeys) =>
      idempotencyKeys.length === 0
        ? []
        : rows(run.findAdmissions(tx, { sessionUuid, clientIds, idempotencyKeys })),
    addAdmissions: (admissions) => run.addAdmissions(tx, admissions),
    admissionsOf: async (presenceUuids) =>
      presenceUuids.length === 0
        ? []
        : (await rows(run.admissionsOf(tx, { presenceUuids }))).toSorted(byTime),
    settle: (uuid, { isReentry, disputedReason }) =>
      done(run.settle(tx, { uuid, isReentry, disputedReason })),
  })
}
