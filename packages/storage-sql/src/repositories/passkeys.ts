import type { Passkey, PasskeyRepository } from "@symbolon/core/storage"
import { did, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { passkeyColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(passkeyColumns)

const statements = {
  add: rowStatement<Passkey>(passkeyColumns)(({ db }, row) =>
    db
      .insertInto("passkeys")
      .values(row)
      .onConflict((oc) => oc.column("credentialId").doNothing()),
  ),
  find: statement<{ credentialId: string }>()(({ db }, p) =>
    db.selectFrom("passkeys").select(fields).where("credentialId", "=", p.credentialId),
  ),
  ofUser: statement<{ userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("passkeys")
      .select(fields)
      .where("userUuid", "=", p.userUuid)
      .orderBy("createdAt")
      .orderBy("credentialId"),
  ),
  // A counter of 0 says that there is none; a stored one that counts is never followed by it.
  used: statement<{ credentialId: string; counter: number; at: Date }>()(({ db }, p) =>
    db
      .updateTable("passkeys")
      .set({ counter: p.counter, usedAt: p.at })
      .where("credentialId", "=", p.credentialId)
      .where((eb) =>
        eb.or([
          eb("counter", "<", p.counter),
          eb.and([eb("counter", "=", 0), eb("counter", "=", p.counter)]),
        ]),
      ),
  ),
  remove: statement<{ userUuid: string; credentialId: string }>()(({ db }, p) =>
    db
      .deleteFrom("passkeys")
      .where("credentialId", "=", p.credentialId)
      .where("userUuid", "=", p.userUuid),
  ),
  // In the order of their ids, so that two who remove the same ones do not wait for one another.
  removeAll: statement<{ userUuid: string }>()(({ db, flavor }, p) =>
    db
      .deleteFrom("passkeys")
      .where((eb) =>
        flavor.amongFound(
          eb.ref("credentialId"),
          flavor.locked(
            db
              .selectFrom("passkeys")
              .select("credentialId")
              .where("userUuid", "=", p.userUuid)
              .orderBy("credentialId"),
          ),
        ),
      ),
  ),
}

export const passkeys: Opens<PasskeyRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (passkey) => did(run.add(tx, passkey)),
    find: (credentialId) => first(run.find(tx, { credentialId })),
    ofUser: (userUuid) => rows(run.ofUser(tx, { userUuid })),
    used: (credentialId, counter, at) => did(run.used(tx, { credentialId, counter, at })),
    remove: (userUuid, credentialId) => did(run.remove(tx, { userUuid, credentialId })),
    removeAll: async (userUuid) => (await run.removeAll(tx, { userUuid })).changed,
  })
}
