import type {
  DeliveryAttempt,
  DeliveryFilter,
  DeliveryRepository,
  RedeliveryRange,
  WebhookDelivery,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { done, first, requireWrite, rows } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf, type Read, type Stored } from "../schema/columns.ts"
import {
  type StoredAttempt,
  webhookAttemptColumns,
  webhookDeliveryColumns,
} from "../schema/webhooks.ts"
import { compiled, insertEach, statement, updateEach } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(webhookDeliveryColumns)
const sorting = { columns: webhookDeliveryColumns, by: { created_at: "createdAt" } }

const inRange = ({ db, flavor }: Engine, p: Stored<RedeliveryRange>) =>
  db
    .selectFrom("webhookDeliveries")
    .where("webhookUuid", "=", p.webhookUuid)
    .where("state", "=", p.state)
    .where("createdAt", ">=", p.from)
    .where("createdAt", "<", p.to)
    .where("redeliveryOf", "is", null)
    .where((eb) => eb.not(flavor.among(eb.ref("event"), eb.val(p.exceptEvents))))

interface Uuids {
  readonly uuids: readonly string[]
}

const statements = {
  addAll: insertEach<WebhookDelivery>("webhookDeliveries", webhookDeliveryColumns),
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("webhookDeliveries").select(fields).where("uuid", "=", p.uuid),
  ),
  findAll: statement<Uuids>()(({ db, flavor }, p) =>
    db
      .selectFrom("webhookDeliveries")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  // Sorted after they were found by their time: to walk all deliveries by uuid would be long.
  inRange: statement<RedeliveryRange & { after: string; limit: number }>()((engine, p) =>
    inRange(engine, p)
      .select(fields)
      .where((eb) => sql<boolean>`${engine.flavor.aside(eb.ref("uuid"))} > ${p.after}`)
      .orderBy((eb) => engine.flavor.aside(eb.ref("uuid")))
      .limit(p.limit),
  ),
  countInRange: statement<RedeliveryRange>()((engine, p) =>
    inRange(engine, p).select(sql<number>`count(*)`.as("total")),
  ),
  record: updateEach<WebhookDelivery>("webhookDeliveries", webhookDeliveryColumns, "uuid"),
  addAttempts: insertEach<StoredAttempt>("webhookAttempts", webhookAttemptColumns),
  attempts: statement<{ deliveryUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("webhookAttempts")
      .select(namesOf(webhookAttemptColumns))
      .where("deliveryUuid", "=", p.deliveryUuid)
      .orderBy("number"),
  ),
  old: statement<{ before: Date; limit: number }>()(({ db, flavor }, p) =>
    flavor.lockedIfFree(
      db
        .selectFrom("webhookDeliveries")
        .select("uuid")
        .where("finishedAt", "<", p.before)
        .orderBy("finishedAt")
        .limit(p.limit),
    ),
  ),
  removeAttempts: statement<Uuids>()(({ db, flavor }, p) =>
    db
      .deleteFrom("webhookAttempts")
      .where((eb) => flavor.among(eb.ref("deliveryUuid"), eb.val(p.uuids))),
  ),
  remove: statement<Uuids>()(({ db, flavor }, p) =>
    db.deleteFrom("webhookDeliveries").where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
}

export const deliveries: Opens<DeliveryRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    addAll: (all) => done(run.addAll(tx, all)),
    find: (uuid) => first(run.find(tx, { uuid })),
    findAll: (uuids) => rows(run.findAll(tx, { uuids })),
    list: (filter, page) => readPage(tx, filtered(engine, filter), page, sorting),
    inRange: (range, after, limit) =>
      rows(run.inRange(tx, { ...range, after: after ?? "", limit })),
    countInRange: async (range) => (await first(run.countInRange(tx, range)))?.total ?? 0,
    record: async (changes) => {
      const [changed] = await Promise.all([
        run.record(
          tx,
          changes.map(({ delivery }) => delivery),
        ),
        run.addAttempts(
          tx,
          changes.flatMap(({ attempt }) => (attempt === undefined ? [] : [storedAttempt(attempt)])),
        ),
      ])
      if (changed !== changes.length)
        throw new Error(`Of ${changes.length} deliveries only ${changed} exist`)
    },
    attempts: async (deliveryUuid) =>
      (await rows(run.attempts(tx, { deliveryUuid }))).map(attemptOf),
    sweep: async (before, limit) => {
      requireWrite(tx)
      const uuids = (await rows(run.old(tx, { before, limit }))).map(({ uuid }) => uuid)
      if (uuids.length === 0) return 0
      await run.removeAttempts(tx, { uuids })
      return (await run.remove(tx, { uuids })).changed
    },
  })
}

const filtered = ({ db }: Engine, { webhookUuid, state, event }: DeliveryFilter) => {
  let query = db
    .selectFrom("webhookDeliveries")
    .select(fields)
    .where("webhookUuid", "=", webhookUuid)
  if (state !== undefined) query = query.where("state", "=", state)
  if (event !== undefined) query = query.where("event", "=", event)
  return query
}

const storedAttempt = ({ status, ...attempt }: DeliveryAttempt): StoredAttempt => ({
  ...attempt,
  responseStatus: status,
})

const attemptOf = ({
  responseStatus,
  ...attempt
}: Read<Stored<StoredAttempt>>): DeliveryAttempt => ({
  ...attempt,
  status: responseStatus,
})
