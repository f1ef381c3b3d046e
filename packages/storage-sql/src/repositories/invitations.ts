import type { Invitation, InvitationRepository, Settlement } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { invitationColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const fields = namesOf(invitationColumns)
const sorting = { columns: invitationColumns, by: { created_at: "createdAt" } }

const statements = {
  add: rowStatement<Invitation>(invitationColumns)(({ db }, row) =>
    db.insertInto("invitations").values(row),
  ),
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("invitations").select(fields).where("uuid", "=", p.uuid),
  ),
  findByToken: statement<{ tokenHash: string }>()(({ db }, p) =>
    db.selectFrom("invitations").select(fields).where("tokenHash", "=", p.tokenHash),
  ),
  settle: statement<{ uuid: string; settlement: Settlement; at: Date }>()(({ db }, p) =>
    db
      .updateTable("invitations")
      .set({ settlement: p.settlement, settledAt: p.at })
      .where("uuid", "=", p.uuid)
      .where("settledAt", "is", null),
  ),
  sweep: sweeping("invitations", "uuid", "expiresAt"),
}

export const invitations: Opens<InvitationRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (invitation) => done(run.add(tx, invitation)),
    find: (uuid) => first(run.find(tx, { uuid })),
    findByToken: (tokenHash) => first(run.findByToken(tx, { tokenHash })),
    list: (organizationUuid, now, page) => list(engine, tx, organizationUuid, now, page),
    settle: (uuid, settlement, at) => did(run.settle(tx, { uuid, settlement, at })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}

const list = (
  { db }: Engine,
  tx: Executor,
  organizationUuid: string,
  now: Date,
  page: Parameters<InvitationRepository["list"]>[2],
): ReturnType<InvitationRepository["list"]> => {
  const open = db
    .selectFrom("invitations")
    .select(fields)
    .where("organizationUuid", "=", organizationUuid)
    .where("settledAt", "is", null)
    .where("expiresAt", ">", now)
  return readPage(tx, open, page, sorting)
}
