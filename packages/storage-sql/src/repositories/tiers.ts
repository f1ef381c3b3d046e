import type { Tier, TierRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { tierColumns } from "../schema/memberships.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(tierColumns)
const sorting = { columns: tierColumns, by: { created_at: "createdAt", name: "name", price_cents: "priceCents" } }

const statements = {
  add: rowStatement<Tier>(tierColumns)(({ db }, row) =>
    db
      .insertInto("tiers")
      .values(row)
      .onConflict((oc) => oc.columns(["organizationUuid", "slug"]).doNothing()),
  ),
  findBySlug: statement<{ organizationUuid: string; slug: string }>()(({ db }, p) =>
    db
      .selectFrom("tiers")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("slug", "=", p.slug)
      .where("deletedAt", "is", null),
  ),
  find: statement<{ uuid: string }>()(({ db }, p) => db.selectFrom("tiers").select(fields).where("uuid", "=", p.uuid)),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("tiers")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  all: statement<{ organizationUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("tiers")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("deletedAt", "is", null)
      .orderBy("createdAt")
      .orderBy("uuid"),
  ),
}

export const tiers: Opens<TierRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (tier) => did(run.add(tx, tier)),
    findBySlug: (organizationUuid, slug) => first(run.findBySlug(tx, { organizationUuid, slug })),
    find: (uuid) => first(run.find(tx, { uuid })),
    findAll: (uuids) => rows(run.findAll(tx, { uuids })),
    all: (organizationUuid) => rows(run.all(tx, { organizationUuid })),
    list: (of, page) => list(engine, tx, of, page),
  })
}

const list = (
  { db }: Engine,
  tx: Executor,
  { organizationUuid, visibility }: Parameters<TierRepository["list"]>[0],
  page: Parameters<TierRepository["list"]>[1],
): ReturnType<TierRepository["list"]> => {
  const standing = db.selectFrom("tiers").select(fields).where("organizationUuid", "=", organizationUuid).where("deletedAt", "is", null)
  return readPage(tx, visibility === undefined ? standing : standing.where("visibility", "=", visibility), page, sorting)
}
