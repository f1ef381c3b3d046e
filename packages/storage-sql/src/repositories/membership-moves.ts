import type { MembershipMove, MembershipMoveRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, rows, type Answer } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { membershipMoveColumns, type StoredMove } from "../schema/membership-history.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const moves = ({ db }: Engine) =>
  db.selectFrom("membershipMoves").select(namesOf(membershipMoveColumns))

const statements = {
  add: rowStatement<StoredMove>(membershipMoveColumns)(({ db }, row) =>
    db.insertInto("membershipMoves").values(row),
  ),
  find: statement<{ uuid: string }>()((engine, p) => moves(engine).where("uuid", "=", p.uuid)),
  lock: statement<{ uuid: string }>()((engine, p) =>
    engine.flavor.locked(moves(engine).where("uuid", "=", p.uuid)),
  ),
  change: rowStatement<StoredMove>(membershipMoveColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("membershipMoves").set(row).where("uuid", "=", uuid),
  ),
  running: statement<{ organizationUuid: string }>()((engine, p) =>
    moves(engine)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("finishedAt", "is", null)
      .orderBy("uuid"),
  ),
}

export const membershipMoves: Opens<MembershipMoveRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const lock = tx.mode === "write" ? run.lock : run.find
    return {
      add: (move) => done(run.add(tx, stored(move))),
      find: async (uuid) => (await read(run.find(tx, { uuid })))[0],
      lock: async (uuid) => (await read(lock(tx, { uuid })))[0],
      change: (move) => did(run.change(tx, stored(move))),
      running: (organizationUuid) => read(run.running(tx, { organizationUuid })),
    }
  }
}

const stored = ({ by, ...move }: MembershipMove): StoredMove => ({
  ...move,
  actorKind: by.kind,
  actorUuid: by.uuid,
})

const read = async (answer: Promise<Answer<StoredMove>>): Promise<readonly MembershipMove[]> =>
  (await rows(answer)).map(({ actorKind, actorUuid, ...move }) => ({
    ...move,
    by: { kind: actorKind, uuid: actorUuid },
  }))
