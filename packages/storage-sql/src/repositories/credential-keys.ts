import type { CredentialKey, CredentialKeyRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { namesOf, type Read, type Stored } from "../schema/columns.ts"
import { credentialKeyColumns, type StoredCredentialKey } from "../schema/issuances.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

/** Whose keys. */
interface Of {
  readonly organizationUuid: string
}

const keysOf = ({ db }: Engine, p: Of) =>
  db
    .selectFrom("credentialKeys")
    .select(namesOf(credentialKeyColumns))
    .where("organizationUuid", "=", p.organizationUuid)

const statements = {
  add: rowStatement<StoredCredentialKey>(credentialKeyColumns)(({ db }, row) =>
    db
      .insertInto("credentialKeys")
      .values(row)
      .onConflict((oc) => oc.doNothing()),
  ),
  active: statement<Of>()((engine, p) => keysOf(engine, p).where("retiredAt", "is", null)),
  list: statement<Of>()((engine, p) => keysOf(engine, p).orderBy("createdAt").orderBy("keyId")),
  retire: statement<{ keyId: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("credentialKeys")
      .set({ retiredAt: p.at })
      .where("keyId", "=", p.keyId)
      .where("retiredAt", "is", null),
  ),
  reserve: statement<Of & { count: number }>()(({ db }, p) =>
    db
      .insertInto("credentialCounters")
      .values({ organizationUuid: p.organizationUuid, reserved: p.count })
      .onConflict((oc) =>
        oc.column("organizationUuid").doUpdateSet({
          reserved: sql`credential_counters.reserved + excluded.reserved`,
        }),
      )
      .returning("reserved"),
  ),
  count: statement<Of>()(({ db }, p) =>
    db
      .selectFrom("credentialCounters")
      .select("reserved")
      .where("organizationUuid", "=", p.organizationUuid),
  ),
}

export const credentialKeys: Opens<CredentialKeyRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: ({ sealed: { wrapped, box }, ...key }) =>
      did(run.add(tx, { ...key, kekId: wrapped.kekId, wrappedKey: wrapped.blob, box })),
    active: async (organizationUuid) => {
      const row = await first(run.active(tx, { organizationUuid }))
      return row && keyOf(row)
    },
    list: async (organizationUuid) => (await rows(run.list(tx, { organizationUuid }))).map(keyOf),
    retire: (keyId, at) => did(run.retire(tx, { keyId, at })),
    reserveIndexes: async (organizationUuid, count) =>
      ((await first(run.reserve(tx, { organizationUuid, count })))?.reserved ?? count) - count,
    countIndexes: async (organizationUuid) =>
      (await first(run.count(tx, { organizationUuid })))?.reserved ?? 0,
  })
}

const keyOf = ({
  kekId,
  wrappedKey,
  box,
  ...key
}: Read<Stored<StoredCredentialKey>>): CredentialKey => ({
  ...key,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})
