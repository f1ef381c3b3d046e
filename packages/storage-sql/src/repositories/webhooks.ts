import type { Webhook, WebhookRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { countOf, readPage } from "../page.ts"
import { namesOf, type Read, type Stored } from "../schema/columns.ts"
import { type StoredWebhook, webhookColumns } from "../schema/webhooks.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(webhookColumns)
const sorting = { columns: webhookColumns, by: { created_at: "createdAt" } }

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("webhooks").select(fields).where("uuid", "=", p.uuid).where("deletedAt", "is", null)

const statements = {
  add: rowStatement<StoredWebhook>(webhookColumns)(({ db }, row) =>
    db.insertInto("webhooks").values(row),
  ),
  find: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("webhooks")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  change: rowStatement<StoredWebhook>(webhookColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("webhooks").set(row).where("uuid", "=", uuid).where("deletedAt", "is", null),
  ),
}

export const webhooks: Opens<WebhookRepository> = (engine) => {
  const run = compiled(statements, engine)
  const ofOrganization = (organizationUuid: string) =>
    engine.db
      .selectFrom("webhooks")
      .select(fields)
      .where("organizationUuid", "=", organizationUuid)
      .where("deletedAt", "is", null)
  return (tx) => ({
    add: (webhook) => done(run.add(tx, storedWebhook(webhook))),
    find: async (uuid) => webhookIn(await first(run.find(tx, { uuid }))),
    findAll: async (uuids) => (await rows(run.findAll(tx, { uuids }))).map(webhookOf),
    list: async (organizationUuid, page) => {
      const { items, totalItems } = await readPage(
        tx,
        ofOrganization(organizationUuid),
        page,
        sorting,
      )
      return { items: items.map(webhookOf), totalItems }
    },
    count: (organizationUuid) => countOf(tx, ofOrganization(organizationUuid)),
    lock: async (uuid) =>
      webhookIn(await first((tx.mode === "write" ? run.lock : run.find)(tx, { uuid }))),
    change: (webhook) => did(run.change(tx, storedWebhook(webhook))),
  })
}

const storedWebhook = ({ sealed: { wrapped, box }, ...webhook }: Webhook): StoredWebhook => ({
  ...webhook,
  kekId: wrapped.kekId,
  wrappedKey: wrapped.blob,
  box,
})

/** A webhook as the core knows it. */
export const webhookOf = ({
  kekId,
  wrappedKey,
  box,
  ...webhook
}: Read<Stored<StoredWebhook>>): Webhook => ({
  ...webhook,
  sealed: { wrapped: { kekId, blob: wrappedKey }, box },
})

const webhookIn = (row: Read<Stored<StoredWebhook>> | undefined): Webhook | undefined =>
  row && webhookOf(row)
