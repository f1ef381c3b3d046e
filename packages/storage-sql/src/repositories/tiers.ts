import type { Tier, TierRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { tierColumns } from "../schema/memberships.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { isActive, isLive } from "./membership-status.ts"

const fields = namesOf(tierColumns)
const sorting = {
  columns: tierColumns,
  by: { created_at: "createdAt", name: "name", price_cents: "priceCents", position: "position" },
}

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("tiers").select(fields).where("uuid", "=", p.uuid)

const bySlug = ({ db }: Engine, p: { readonly organizationUuid: string; readonly slug: string }) =>
  db
    .selectFrom("tiers")
    .select(fields)
    .where("organizationUuid", "=", p.organizationUuid)
    .where("slug", "=", p.slug)
    .where("deletedAt", "is", null)

const statements = {
  add: rowStatement<Tier>(tierColumns)(({ db }, row) =>
    db
      .insertInto("tiers")
      .values(row)
      .onConflict((oc) => oc.columns(["organizationUuid", "slug"]).doNothing()),
  ),
  findBySlug: statement<{ organizationUuid: string; slug: string }>()(bySlug),
  holdBySlug: statement<{ organizationUuid: string; slug: string }>()((engine, p) =>
    engine.flavor.held(bySlug(engine, p)),
  ),
  find: statement<{ uuid: string }>()(byUuid),
  hold: statement<{ uuid: string }>()((engine, p) => engine.flavor.held(byUuid(engine, p))),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  // The key is not written over itself: SQLite would look for those who refer to it.
  change: rowStatement<Tier>(tierColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("tiers").set(row).where("uuid", "=", uuid),
  ),
  members: statement<{ uuid: string; at: Date }>()(({ db }, p) =>
    db
      .selectFrom("memberships")
      .select(({ fn, eb }) => [
        fn.countAll<number>().as("live"),
        fn.countAll<number>().filterWhere(isActive(p.at)(eb)).as("active"),
      ])
      .where("tierUuid", "=", p.uuid)
      .where(isLive(p.at)),
  ),
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
  return (tx) => {
    const isWrite = tx.mode === "write"
    const [findBySlug, hold, lock] = isWrite
      ? [run.holdBySlug, run.hold, run.lock]
      : [run.findBySlug, run.find, run.find]
    return {
      add: (tier) => did(run.add(tx, tier)),
      findBySlug: (organizationUuid, slug) => first(findBySlug(tx, { organizationUuid, slug })),
      find: (uuid) => first(run.find(tx, { uuid })),
      hold: (uuid) => first(hold(tx, { uuid })),
      lock: (uuid) => first(lock(tx, { uuid })),
      change: (tier) => did(run.change(tx, tier)),
      members: async (uuid, at) => {
        const { live = 0, active = 0 } = (await first(run.members(tx, { uuid, at }))) ?? {}
        return { active, lapsed: live - active }
      },
      findAll: (uuids) => rows(run.findAll(tx, { uuids })),
      all: (organizationUuid) => rows(run.all(tx, { organizationUuid })),
      list: (of, page) => list(engine, tx, of, page),
    }
  }
}

const list = (
  { db, flavor }: Engine,
  tx: Executor,
  { organizationUuid, visibility, privateAmong }: Parameters<TierRepository["list"]>[0],
  page: Parameters<TierRepository["list"]>[1],
): ReturnType<TierRepository["list"]> => {
  let query = db
    .selectFrom("tiers")
    .select(fields)
    .where("organizationUuid", "=", organizationUuid)
    .where("deletedAt", "is", null)
  if (visibility !== undefined) query = query.where("visibility", "=", visibility)
  if (privateAmong !== undefined)
    query = query.where((eb) =>
      eb.or([eb("visibility", "=", "public"), flavor.among(eb.ref("uuid"), eb.val(privateAmong))]),
    )
  return readPage(tx, query, page, sorting)
}
