import type { OutboxEvent, OutboxRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import { rows } from "../executor.ts"
import { type Columns, namesOf } from "../schema/columns.ts"
import { webhookColumns } from "../schema/webhooks.ts"
import { outboxColumns } from "../schema/work.ts"
import { compiled, insertEach, statement, updateEach } from "../statement.ts"
import type { Opens } from "./opens.ts"
import type { Sweep } from "./sweeping.ts"
import { webhookOf } from "./webhooks.ts"

const fields = namesOf(outboxColumns)

/** What may change of an event, and by what it is found. */
type EventChange = Pick<OutboxEvent, "uuid" | "data" | "namedUserUuid">

const { uuid, data, namedUserUuid } = outboxColumns
const changedColumns: Columns<EventChange> = { uuid, data, namedUserUuid }

const statements = {
  append: insertEach<OutboxEvent>("outbox", outboxColumns),
  enabled: statement<{ organizations: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("webhooks")
      .select(namesOf(webhookColumns))
      .where((eb) => flavor.among(eb.ref("organizationUuid"), eb.val(p.organizations)))
      .where(sql<boolean>`is_enabled`)
      .where("deletedAt", "is", null)
      .orderBy("uuid"),
  ),
  list: statement<{ after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("outbox")
      .select(fields)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("outbox")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  naming: statement<{ userUuid: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("outbox")
      .select(fields)
      .where("namedUserUuid", "=", p.userUuid)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  changeAll: updateEach<EventChange>("outbox", changedColumns, "uuid"),
  sweep: statement<Sweep>()(({ db, flavor }, p) =>
    db.deleteFrom("outbox").where((eb) =>
      flavor.amongFound(
        eb.ref("uuid"),
        flavor.lockedIfFree(
          eb
            .selectFrom("outbox as old")
            .select("old.uuid")
            .where("old.createdAt", "<", p.before)
            .where((of) =>
              of.not(
                of.exists(
                  of
                    .selectFrom("webhookDeliveries as sent")
                    .select("sent.uuid")
                    .whereRef("sent.eventUuid", "=", "old.uuid"),
                ),
              ),
            )
            .orderBy("old.createdAt")
            .limit(p.limit),
        ),
      ),
    ),
  ),
}

export const outbox: Opens<OutboxRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    // Asked at once, which is one journey to the database.
    append: async (events) => {
      if (events.length === 0) return []
      const organizations = [...new Set(events.map(({ organizationUuid }) => organizationUuid))]
      const [, found] = await Promise.all([
        run.append(tx, events),
        rows(run.enabled(tx, { organizations })),
      ])
      return found.map(webhookOf)
    },
    list: (after, limit) => rows(run.list(tx, { after: after ?? "", limit })),
    findAll: (uuids) => rows(run.findAll(tx, { uuids })),
    naming: (userUuid, limit) => rows(run.naming(tx, { userUuid, limit })),
    changeAll: async (events) => {
      await run.changeAll(
        tx,
        events
          .map(({ uuid, data, namedUserUuid }) => ({ uuid, data, namedUserUuid }))
          .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
      )
    },
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
