import type { CardModel, CardModelRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { cardModelColumns } from "../schema/cards.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(cardModelColumns)
const sorting = { columns: cardModelColumns, by: { created_at: "createdAt", name: "name" } }

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("cardModels").select(fields).where("uuid", "=", p.uuid)

const statements = {
  add: rowStatement<CardModel>(cardModelColumns)(({ db }, row) =>
    db.insertInto("cardModels").values(row),
  ),
  find: statement<{ uuid: string }>()(byUuid),
  hold: statement<{ uuid: string }>()((engine, p) => engine.flavor.held(byUuid(engine, p))),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("cardModels")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  change: rowStatement<CardModel>(cardModelColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("cardModels").set(row).where("uuid", "=", uuid),
  ),
  remove: statement<{ uuid: string }>()(({ db }, p) =>
    db.deleteFrom("cardModels").where("uuid", "=", p.uuid),
  ),
  countGranting: statement<{ tierUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("cardModels")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .where("membershipTierUuid", "=", p.tierUuid),
  ),
  unlinkTier: statement<{ tierUuid: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("cardModels")
      .set({ membershipTierUuid: null, updatedAt: p.at })
      .where("membershipTierUuid", "=", p.tierUuid),
  ),
  unlinkTemplate: statement<{ profileTemplateUuid: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("cardModels")
      .set({ profileTemplateUuid: null, updatedAt: p.at })
      .where("profileTemplateUuid", "=", p.profileTemplateUuid),
  ),
}

/** The designs of cards. */
export const cardModels: Opens<CardModelRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const [hold, lock] = tx.mode === "write" ? [run.hold, run.lock] : [run.find, run.find]
    return {
      add: async (model) => void (await run.add(tx, model)),
      find: (uuid) => first(run.find(tx, { uuid })),
      hold: (uuid) => first(hold(tx, { uuid })),
      lock: (uuid) => first(lock(tx, { uuid })),
      findAll: (uuids) => rows(run.findAll(tx, { uuids })),
      list: ({ organizationUuid, isActive }, page) => {
        const all = engine.db
          .selectFrom("cardModels")
          .select(fields)
          .where("organizationUuid", "=", organizationUuid)
        const query = isActive === undefined ? all : all.where("isActive", "=", isActive)
        return readPage(tx, query, page, sorting)
      },
      change: (model) => did(run.change(tx, model)),
      remove: (uuid) => did(run.remove(tx, { uuid })),
      countGranting: async (tierUuid) =>
        (await first(run.countGranting(tx, { tierUuid })))?.total ?? 0,
      unlinkTier: async (tierUuid, at) => void (await run.unlinkTier(tx, { tierUuid, at })),
      unlinkTemplate: async (profileTemplateUuid, at) =>
        void (await run.unlinkTemplate(tx, { profileTemplateUuid, at })),
    }
  }
}
