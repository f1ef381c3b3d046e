import type { IssuedManifest, ManifestRepository } from "@symbolon/core/storage"
import { done, first } from "../executor.ts"
import { manifestColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(manifestColumns)

const statements = {
  keep: rowStatement<IssuedManifest>(manifestColumns)(({ db }, row) =>
    db.insertInto("manifests").values(row),
  ),
  find: statement<{ sessionUuid: string; manifestVersion: number }>()(({ db }, p) =>
    db
      .selectFrom("manifests")
      .select(fields)
      .where("sessionUuid", "=", p.sessionUuid)
      .where("manifestVersion", "=", p.manifestVersion),
  ),
  newest: statement<{ sessionUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("manifests")
      .select(fields)
      .where("sessionUuid", "=", p.sessionUuid)
      .orderBy("manifestVersion", "desc")
      .limit(1),
  ),
  sweep: statement<{ before: Date; limit: number }>()(({ db }, p) =>
    db
      .deleteFrom("manifests")
      .where((eb) =>
        eb(
          eb.refTuple("sessionUuid", "manifestVersion"),
          "in",
          eb
            .selectFrom("manifests")
            .select(["sessionUuid", "manifestVersion"])
            .where("validUntil", "<", p.before)
            .orderBy("validUntil")
            .limit(p.limit)
            .$asTuple("sessionUuid", "manifestVersion"),
        ),
      ),
  ),
}

export const manifests: Opens<ManifestRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    keep: (issued) => done(run.keep(tx, issued)),
    find: (sessionUuid, manifestVersion) => first(run.find(tx, { sessionUuid, manifestVersion })),
    newest: (sessionUuid) => first(run.newest(tx, { sessionUuid })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
