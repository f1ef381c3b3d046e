import type { RewardDelivery, RewrappedRow, WrappedKeyRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { rows, type Executor } from "../executor.ts"
import { compiled, statement, updateEach } from "../statement.ts"
import type { Opens } from "./opens.ts"

/** Where a walk is: the vault's key, and the last row of it that was seen. */
interface Walk {
  readonly kekId: string
  readonly after: string
  readonly limit: number
}

/** The keys of rows. */
interface Ids {
  readonly ids: readonly string[]
}

/** By which key of the vault the box in a column of JSON is wrapped; an index stands on it. */
const sealedKekId = sql<string>`(sealed -> 'wrapped' ->> 'kekId')`

const statements = {
  wallet: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("walletKeys")
      .innerJoin("wallets", "wallets.address", "walletKeys.address")
      .select([
        "walletKeys.address as id",
        "wallets.keyVersion as version",
        "walletKeys.kekId",
        "walletKeys.wrappedKey",
      ])
      .where("walletKeys.kekId", "=", p.kekId)
      .where("walletKeys.address", ">", p.after)
      .orderBy("walletKeys.address")
      .limit(p.limit),
  ),
  decryption: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("walletDecryptionKeys")
      .select(["kid as id", "version", "kekId", "wrappedKey"])
      .where("kekId", "=", p.kekId)
      .where("kid", ">", p.after)
      .orderBy("kid")
      .limit(p.limit),
  ),
  service: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("serviceKeys")
      .select(["keyId as id", sql.lit(0).as("version"), "kekId", "wrappedKey"])
      .where("kekId", "=", p.kekId)
      .where("keyId", ">", p.after)
      .orderBy("keyId")
      .limit(p.limit),
  ),
  payment: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("paymentConnections")
      .select(["uuid as id", sql.lit(0).as("version"), "kekId", "wrappedKey"])
      .where("kekId", "=", p.kekId)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  webhook: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("webhooks")
      .select(["uuid as id", sql.lit(0).as("version"), "kekId", "wrappedKey"])
      .where("kekId", "=", p.kekId)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  cached: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("cachedContents")
      .select(["transactionId as id", sql.lit(0).as("version"), "kekId", "wrappedKey"])
      .where("kekId", "=", p.kekId)
      .where("transactionId", ">", p.after)
      .orderBy("transactionId")
      .limit(p.limit),
  ),
  delivery: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("rewardDeliveries")
      .select([
        "uuid as id",
        sql.lit(0).as("version"),
        sealedKekId.as("kekId"),
        sql<string>`sealed -> 'wrapped' ->> 'blob'`.as("wrappedKey"),
      ])
      .where(sealedKekId, "=", p.kekId)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  credential: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("credentialKeys")
      .select(["keyId as id", sql.lit(0).as("version"), "kekId", "wrappedKey"])
      .where("kekId", "=", p.kekId)
      .where("keyId", ">", p.after)
      .orderBy("keyId")
      .limit(p.limit),
  ),
  batch: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("rewardBatches")
      .select(["uuid as id", sql.lit(0).as("version")])
      .select((eb) => [
        eb.ref("kekId").$notNull().as("kekId"),
        eb.ref("wrappedKey").$notNull().as("wrappedKey"),
      ])
      .where("kekId", "=", p.kekId)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  reward: statement<Walk>()(({ db }, p) =>
    db
      .selectFrom("rewardContents")
      .select(["rewardTemplateUuid as id", sql.lit(0).as("version"), "kekId", "wrappedKey"])
      .where("kekId", "=", p.kekId)
      .where("rewardTemplateUuid", ">", p.after)
      .orderBy("rewardTemplateUuid")
      .limit(p.limit),
  ),
}

/**
 * The rows of one kind, by the name of their key: reading those that nobody else holds, and writing
 * what wraps them.
 */
const writing = <Key extends string>(table: string, key: Key) => {
  const columns = { [key]: "text", kekId: "text", wrappedKey: "text" } as const
  return {
    lock: statement<Ids>()(({ anyTables, flavor }: Engine, p) =>
      flavor.lockedIfFree(
        anyTables
          .selectFrom(table)
          .select([sql.ref<string>(key).as("id"), sql.ref<string>("wrappedKey").as("wrappedKey")])
          .where(flavor.among(sql.ref<string>(key), sql.val(p.ids)))
          .orderBy(sql.ref(key)),
      ),
    ),
    write: updateEach<Readonly<Record<string, string>>>(table, columns, key),
  }
}

const byKind = {
  wallet: { key: "address", ...writing("walletKeys", "address") },
  decryption: { key: "kid", ...writing("walletDecryptionKeys", "kid") },
  service: { key: "keyId", ...writing("serviceKeys", "keyId") },
  payment: { key: "uuid", ...writing("paymentConnections", "uuid") },
  webhook: { key: "uuid", ...writing("webhooks", "uuid") },
  cached: { key: "transactionId", ...writing("cachedContents", "transactionId") },
  credential: { key: "keyId", ...writing("credentialKeys", "keyId") },
  batch: { key: "uuid", ...writing("rewardBatches", "uuid") },
  reward: { key: "rewardTemplateUuid", ...writing("rewardContents", "rewardTemplateUuid") },
}

/** Deliveries have their whole box in one column. */
const ofDeliveries = {
  lock: statement<Ids>()(({ db, flavor }: Engine, p) =>
    flavor.lockedIfFree(
      db
        .selectFrom("rewardDeliveries")
        .select(["uuid", "sealed"])
        .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.ids)))
        .orderBy("uuid"),
    ),
  ),
  write: updateEach<SealedDelivery>("rewardDeliveries", { uuid: "text", sealed: "json?" }, "uuid"),
}

type SealedDelivery = Pick<RewardDelivery, "uuid" | "sealed">

export const wrappedKeys: Opens<WrappedKeyRepository> = (engine) => {
  const run = compiled(statements, engine)
  const each = {
    wallet: opened(byKind.wallet, engine),
    decryption: opened(byKind.decryption, engine),
    service: opened(byKind.service, engine),
    payment: opened(byKind.payment, engine),
    webhook: opened(byKind.webhook, engine),
    cached: opened(byKind.cached, engine),
    credential: opened(byKind.credential, engine),
    batch: opened(byKind.batch, engine),
    reward: opened(byKind.reward, engine),
  }
  const deliveries = { lock: ofDeliveries.lock(engine), write: ofDeliveries.write(engine) }
  return (tx) => ({
    wrappedBy: async (kind, kekId, after = "", limit) =>
      (await rows(run[kind](tx, { kekId, after, limit }))).map(({ id, version, wrappedKey }) => ({
        id,
        version,
        wrapped: { kekId, blob: wrappedKey },
      })),
    rewrap: (kind, rewrapped) =>
      kind === "delivery"
        ? rewrapDeliveries(deliveries, tx, rewrapped)
        : rewrap(each[kind], tx, rewrapped),
  })
}

const opened = ({ key, lock, write }: (typeof byKind)[keyof typeof byKind], engine: Engine) => ({
  key,
  lock: lock(engine),
  write: write(engine),
})

const rewrap = async (
  { key, lock, write }: ReturnType<typeof opened>,
  tx: Executor,
  rewrapped: readonly RewrappedRow[],
): Promise<number> => {
  if (rewrapped.length === 0) return 0
  const found = new Map(
    (await rows(lock(tx, { ids: rewrapped.map(({ id }) => id) }))).map(({ id, wrappedKey }) => [
      id,
      wrappedKey,
    ]),
  )
  const unchanged = rewrapped.filter(({ id, before }) => found.get(id) === before.blob)
  return write(
    tx,
    unchanged.map(({ id, after }) => ({ [key]: id, kekId: after.kekId, wrappedKey: after.blob })),
  )
}

const rewrapDeliveries = async (
  {
    lock,
    write,
  }: {
    readonly lock: ReturnType<typeof ofDeliveries.lock>
    readonly write: ReturnType<typeof ofDeliveries.write>
  },
  tx: Executor,
  rewrapped: readonly RewrappedRow[],
): Promise<number> => {
  if (rewrapped.length === 0) return 0
  const wanted = new Map(rewrapped.map((row) => [row.id, row]))
  const found = await rows(lock(tx, { ids: [...wanted.keys()] }))
  return write(
    tx,
    found.flatMap(({ uuid, sealed }): readonly SealedDelivery[] => {
      const row = wanted.get(uuid)
      return row === undefined || sealed?.wrapped.blob !== row.before.blob
        ? []
        : [{ uuid, sealed: { ...sealed, wrapped: row.after } }]
    }),
  )
}
