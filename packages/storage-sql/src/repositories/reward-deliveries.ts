import type {
  RewardDelivery,
  RewardDeliveryRepository,
  RewardDeliveryStatus,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import {
  rewardDeliveryColumns,
  rewardDeliveryFields,
  type StoredRewardDelivery,
} from "../schema/reward-deliveries.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(rewardDeliveryFields)

const isOpen = sql<boolean>`status in ('pending', 'processing')`

const changeFrom = (status: RewardDeliveryStatus) =>
  rowStatement<RewardDelivery>(rewardDeliveryFields)(({ db }, { uuid, ...row }) =>
    db
      .updateTable("rewardDeliveries")
      .set(row)
      .where("uuid", "=", uuid)
      .where("status", "=", sql.lit(status)),
  )

const open = ({ db }: Engine) =>
  db
    .selectFrom("rewardDeliveries")
    .select(["userUuid", "walletAddress"])
    .where(sql<boolean>`status in ('pending', 'processing')`)

const statements = {
  add: rowStatement<StoredRewardDelivery>(rewardDeliveryColumns)(({ db }, row) =>
    db
      .insertInto("rewardDeliveries")
      .values(row)
      .onConflict((oc) => oc.column("outcomeKey").doNothing()),
  ),
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("rewardDeliveries").select(fields).where("uuid", "=", p.uuid),
  ),
  findByKey: statement<{ outcomeKey: string }>()(({ db }, p) =>
    db.selectFrom("rewardDeliveries").select(fields).where("outcomeKey", "=", p.outcomeKey),
  ),
  findByKeys: statement<{ outcomeKeys: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("rewardDeliveries")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("outcomeKey"), eb.val(p.outcomeKeys))),
  ),
  openUsers: statement<{ rewardTemplateUuid: string; userUuids: readonly string[] }>()(
    (engine, p) =>
      open(engine)
        .where("rewardTemplateUuid", "=", p.rewardTemplateUuid)
        .where((eb) => engine.flavor.among(eb.ref("userUuid").$notNull(), eb.val(p.userUuids))),
  ),
  openWallets: statement<{ rewardTemplateUuid: string; walletAddresses: readonly string[] }>()(
    (engine, p) =>
      open(engine)
        .where("rewardTemplateUuid", "=", p.rewardTemplateUuid)
        .where((eb) => engine.flavor.among(eb.ref("walletAddress"), eb.val(p.walletAddresses))),
  ),
  openClaim: statement<{ rewardTemplateUuid: string; userUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("rewardDeliveries")
      .select("uuid")
      .where("rewardTemplateUuid", "=", p.rewardTemplateUuid)
      .where("userUuid", "=", p.userUuid)
      .where("issuedBy", "=", sql.lit("claim"))
      .where(isOpen)
      .limit(1),
  ),
  open: statement<{ before: Date; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("rewardDeliveries")
      .select(fields)
      .where(isOpen)
      .where("createdAt", "<", p.before)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  pending: changeFrom("pending"),
  processing: changeFrom("processing"),
  completed: changeFrom("completed"),
  failed: changeFrom("failed"),
}

/** External rewards whose contents webhooks are asked for. */
export const rewardDeliveries: Opens<RewardDeliveryRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (delivery) => did(run.add(tx, { ...delivery, isNamed: delivery.userUuid !== undefined })),
    find: (uuid) => first(run.find(tx, { uuid })),
    findByKey: (outcomeKey) => first(run.findByKey(tx, { outcomeKey })),
    findByKeys: async (outcomeKeys) =>
      outcomeKeys.length === 0 ? [] : rows(run.findByKeys(tx, { outcomeKeys })),
    openAmong: async (rewardTemplateUuid, { userUuids, walletAddresses }) => [
      ...(userUuids.length === 0
        ? []
        : await rows(run.openUsers(tx, { rewardTemplateUuid, userUuids }))),
      ...(walletAddresses.length === 0
        ? []
        : await rows(run.openWallets(tx, { rewardTemplateUuid, walletAddresses }))),
    ],
    hasOpenClaim: async (rewardTemplateUuid, userUuid) =>
      (await first(run.openClaim(tx, { rewardTemplateUuid, userUuid }))) !== undefined,
    open: (before, after = "", limit) => rows(run.open(tx, { before, after, limit })),
    change: (delivery, from) => did(run[from](tx, delivery)),
  })
}
