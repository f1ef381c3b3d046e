import type { AssetRepository, EquippedAsset, UserAsset, WornAsset } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { equippedAssetColumns, userAssetColumns } from "../schema/assets.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(userAssetColumns)
const sorting = { columns: userAssetColumns, by: { created_at: "createdAt" } }

const all = ({ db }: Engine) => db.selectFrom("userAssets").select(fields)

/** Whether the reward of an asset stands. */
const isStanding = ({ db }: Engine) =>
  sql<boolean>`exists ${db
    .selectFrom("transactions")
    .select(sql.lit(1).as("one"))
    .where("transactions.id", "=", sql.ref<string>("user_assets.transaction_id"))
    .where("transactions.status", "=", sql.lit("confirmed"))}`

interface OfTransaction {
  readonly userUuid: string
  readonly transactionId: string
}

const statements = {
  addAll: insertEach<UserAsset>("userAssets", userAssetColumns),
  find: statement<{ uuid: string }>()((engine, p) => all(engine).where("uuid", "=", p.uuid)),
  ofTransaction: statement<OfTransaction>()((engine, p) =>
    all(engine)
      .where("userUuid", "=", p.userUuid)
      .where("transactionId", "=", p.transactionId)
      .orderBy("itemUid"),
  ),
  // By the index of the user: the key alone would walk the rows of everybody.
  walkOf: statement<{ userUuid: string; after: string; limit: number }>()((engine, p) =>
    all(engine)
      .where("userUuid", "=", p.userUuid)
      .where((eb) => eb(engine.flavor.aside(eb.ref("uuid")), ">", p.after))
      .orderBy("uuid")
      .limit(p.limit),
  ),
  equip: rowStatement<EquippedAsset>(equippedAssetColumns)(({ db }, row) =>
    db
      .insertInto("equippedAssets")
      .values(row)
      .onConflict((oc) =>
        oc.columns(["profilePageUuid", "slot"]).doUpdateSet((eb) => ({
          assetUuid: eb.ref("excluded.assetUuid"),
          equippedAt: eb.ref("excluded.equippedAt"),
        })),
      ),
  ),
  unequip: statement<{ profilePageUuid: string; slot: EquippedAsset["slot"] }>()(({ db }, p) =>
    db
      .deleteFrom("equippedAssets")
      .where("profilePageUuid", "=", p.profilePageUuid)
      .where("slot", "=", p.slot),
  ),
  equippedOn: statement<{ uuids: readonly string[] }>()((engine, p) =>
    engine.db
      .selectFrom("equippedAssets")
      .innerJoin("userAssets", "userAssets.uuid", "equippedAssets.assetUuid")
      .select([
        "equippedAssets.profilePageUuid",
        "equippedAssets.slot as place",
        "equippedAssets.assetUuid",
        "equippedAssets.equippedAt",
        "userAssets.uuid",
        "userAssets.userUuid",
        "userAssets.transactionId",
        "userAssets.walletAddress",
        "userAssets.itemUid",
        "userAssets.assetType",
        "userAssets.slot",
        "userAssets.url",
        "userAssets.uploadedFileUuid",
        "userAssets.metadata",
        "userAssets.createdAt",
      ])
      .where((eb) => engine.flavor.among(eb.ref("equippedAssets.profilePageUuid"), eb.val(p.uuids)))
      .where(isStanding(engine)),
  ),
  remove: statement<OfTransaction>()(({ db }, p) =>
    db
      .deleteFrom("userAssets")
      .where("userUuid", "=", p.userUuid)
      .where("transactionId", "=", p.transactionId),
  ),
  removeAllOf: statement<{ userUuid: string }>()(({ db }, p) =>
    db.deleteFrom("userAssets").where("userUuid", "=", p.userUuid),
  ),
}

/** Installed assets. What pages have of them goes by its references. */
export const assets: Opens<AssetRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    addAll: async (added) => void (await run.addAll(tx, added)),
    find: (uuid) => first(run.find(tx, { uuid })),
    ofTransaction: (userUuid, transactionId) =>
      rows(run.ofTransaction(tx, { userUuid, transactionId })),
    list: ({ userUuid, walletAddresses, assetType }, page) => {
      const held = all(engine)
        .where("userUuid", "=", userUuid)
        .where((eb) => engine.flavor.among(eb.ref("walletAddress"), eb.val(walletAddresses)))
        .where(isStanding(engine))
      const wanted = assetType === undefined ? held : held.where("assetType", "=", assetType)
      return readPage(tx, wanted, page, sorting)
    },
    walkOf: (userUuid, after = "", limit) => rows(run.walkOf(tx, { userUuid, after, limit })),
    equip: (equipped) => done(run.equip(tx, equipped)),
    unequip: (profilePageUuid, slot) => did(run.unequip(tx, { profilePageUuid, slot })),
    equippedOn: async (uuids) =>
      uuids.length === 0 ? [] : (await rows(run.equippedOn(tx, { uuids }))).map(wornOf),
    remove: async (userUuid, transactionId) =>
      (await run.remove(tx, { userUuid, transactionId })).changed,
    removeAllOf: async (userUuid) => void (await run.removeAllOf(tx, { userUuid })),
  })
}

const wornOf = ({
  place,
  profilePageUuid,
  assetUuid,
  equippedAt,
  ...asset
}: UserAsset &
  Omit<EquippedAsset, "slot"> & { readonly place: EquippedAsset["slot"] }): WornAsset => ({
  profilePageUuid,
  slot: place,
  assetUuid,
  equippedAt,
  asset,
})
