import type { MirroredAsset, MirroredAssetRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import { did, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { mirroredAssetColumns } from "../schema/mirrored-assets.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(mirroredAssetColumns)

const statements = {
  add: rowStatement<MirroredAsset>(mirroredAssetColumns)(({ db }, row) =>
    db
      .insertInto("mirroredAssets")
      .values(row)
      .onConflict((oc) => oc.column("sourceHash").doNothing()),
  ),
  findAll: statement<{ hashes: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("mirroredAssets")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("sourceHash"), eb.val(p.hashes))),
  ),
  latestCopy: statement<{ organizationUuid: string; contentHash: string }>()(({ db }, p) =>
    db
      .selectFrom("mirroredAssets")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("contentHash", "=", p.contentHash)
      .where("fileUuid", "is not", null)
      .orderBy("createdAt", "desc")
      .orderBy("sourceHash", "desc")
      .limit(1),
  ),
  sizes: statement<{ organizationUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("mirroredAssets")
      .innerJoin("files", "files.uuid", "mirroredAssets.fileUuid")
      .select(["files.uuid", "files.sizeInBytes"])
      .distinct()
      .where("mirroredAssets.organizationUuid", "=", p.organizationUuid)
      .where("files.state", "=", sql.lit("stored")),
  ),
}

/** Copies of what items of rewards name at other hosts. */
export const mirroredAssets: Opens<MirroredAssetRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (asset) => did(run.add(tx, asset)),
    findAll: async (hashes) => (hashes.length === 0 ? [] : rows(run.findAll(tx, { hashes }))),
    latestCopy: (organizationUuid, contentHash) =>
      first(run.latestCopy(tx, { organizationUuid, contentHash })),
    bytesOf: async (organizationUuid) =>
      (await rows(run.sizes(tx, { organizationUuid }))).reduce(
        (sum, { sizeInBytes }) => sum + sizeInBytes,
        0,
      ),
  })
}
