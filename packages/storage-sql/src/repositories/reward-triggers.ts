import type {
  NotedEvent,
  RewardTrigger,
  RewardTriggerOrder,
  RewardTriggerRepository,
  TriggerFiring,
  TriggerListener,
  TriggerTally,
  TriggerWindow,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { readPage, type Sorting } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import {
  rewardTriggerColumns,
  triggerEventColumns,
  triggerFiringColumns,
  triggerListenerColumns,
  triggerTallyColumns,
  triggerWindowColumns,
} from "../schema/reward-triggers.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(rewardTriggerColumns)
const firingFields = namesOf(triggerFiringColumns)
const sorting: Sorting<RewardTriggerOrder> = {
  columns: rewardTriggerColumns,
  by: { created_at: "createdAt", name: "name" },
}
const firingSorting: Sorting<"created_at"> = {
  columns: triggerFiringColumns,
  by: { created_at: "createdAt" },
}

interface Keys {
  readonly keys: readonly string[]
}

const there = ({ db }: Engine) =>
  db.selectFrom("rewardTriggers").select(fields).where("deletedAt", "is", null)

const amongThem = (engine: Engine, p: { readonly uuids: readonly string[] }) =>
  there(engine)
    .where((eb) => engine.flavor.among(eb.ref("uuid"), eb.val(p.uuids)))
    .orderBy("uuid")

const ofOrganization = (engine: Engine, organizationUuid: string) =>
  there(engine).where("organizationUuid", "=", organizationUuid)

const triggerStatements = {
  add: rowStatement<RewardTrigger>(rewardTriggerColumns)(({ db }, row) =>
    db.insertInto("rewardTriggers").values(row),
  ),
  find: statement<{ uuid: string }>()((engine, p) => there(engine).where("uuid", "=", p.uuid)),
  all: statement<{ uuids: readonly string[] }>()(amongThem),
  lockAll: statement<{ uuids: readonly string[] }>()((engine, p) =>
    engine.flavor.locked(amongThem(engine, p)),
  ),
  change: rowStatement<RewardTrigger>(rewardTriggerColumns)(({ db }, { uuid, ...row }) =>
    db
      .updateTable("rewardTriggers")
      .set(row)
      .where("uuid", "=", uuid)
      .where("deletedAt", "is", null),
  ),
  ofTemplate: statement<{ rewardTemplateUuid: string }>()((engine, p) =>
    there(engine)
      .where("rewardTemplateUuid", "=", p.rewardTemplateUuid)
      .where(sql<boolean>`is_enabled`)
      .orderBy("uuid"),
  ),
  count: statement<{ organizationUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("rewardTriggers")
      .select(sql<number>`count(*)`.as("total"))
      .where("organizationUuid", "=", p.organizationUuid)
      .where("deletedAt", "is", null),
  ),
  forget: statement<{ triggerUuid: string }>()(({ db }, p) =>
    db.deleteFrom("triggerListeners").where("triggerUuid", "=", p.triggerUuid),
  ),
  listen: insertEach<TriggerListener>("triggerListeners", triggerListenerColumns),
  listening: statement<Keys>()(({ db, flavor }, p) =>
    db
      .selectFrom("triggerListeners")
      .select(namesOf(triggerListenerColumns))
      .where((eb) => flavor.among(eb.ref("key"), eb.val(p.keys))),
  ),
}

const countingStatements = {
  events: statement<Keys>()(({ db, flavor }, p) =>
    db
      .selectFrom("triggerEvents")
      .select(namesOf(triggerEventColumns))
      .where((eb) => flavor.among(eb.ref("key"), eb.val(p.keys))),
  ),
  tallies: statement<Keys>()(({ db, flavor }, p) =>
    db
      .selectFrom("triggerTallies")
      .select(namesOf(triggerTallyColumns))
      .where((eb) => flavor.among(eb.ref("key"), eb.val(p.keys))),
  ),
  windows: statement<Keys>()(({ db, flavor }, p) =>
    db
      .selectFrom("triggerWindows")
      .select(namesOf(triggerWindowColumns))
      .where((eb) => flavor.among(eb.ref("key"), eb.val(p.keys))),
  ),
  addEvents: insertEach<NotedEvent>("triggerEvents", triggerEventColumns),
  putTallies: insertEach<TriggerTally>("triggerTallies", triggerTallyColumns, {
    key: ["key"],
    then: "replace",
  }),
  putWindows: insertEach<TriggerWindow>("triggerWindows", triggerWindowColumns, {
    key: ["key"],
    then: "replace",
  }),
  addFirings: insertEach<TriggerFiring>("triggerFirings", triggerFiringColumns),
  closeWindow: statement<{ key: string; firingUuid: string }>()(({ db }, p) =>
    db.deleteFrom("triggerWindows").where("key", "=", p.key).where("firingUuid", "=", p.firingUuid),
  ),
}

/** Deletes some rows of a table that were counted for what is gone. */
const forgetting = (table: string, of: "triggerUuid" | "subject") =>
  statement<{ of: string; limit: number }>()(({ anyTables, flavor }, p) => {
    const some = anyTables
      .selectFrom(table)
      .select("key")
      .where(sql.ref<string>(of), "=", p.of)
      .limit(p.limit)
    return anyTables
      .deleteFrom(table)
      .where(flavor.amongFound(sql.ref<string>("key"), flavor.lockedIfFree(some)))
  })

const forgettingFirings = (of: "triggerUuid" | "userUuid") =>
  statement<{ of: string; limit: number }>()(({ db, flavor }, p) => {
    const some = db
      .selectFrom("triggerFirings")
      .select("uuid")
      .where(of, "=", p.of)
      .where("outcome", "<>", sql.lit("pending"))
      .limit(p.limit)
    return db
      .deleteFrom("triggerFirings")
      .where((eb) => flavor.amongFound(eb.ref("uuid"), flavor.lockedIfFree(some)))
  })

const forgettingStatements = {
  eventsOfTrigger: forgetting("triggerEvents", "triggerUuid"),
  talliesOfTrigger: forgetting("triggerTallies", "triggerUuid"),
  windowsOfTrigger: forgetting("triggerWindows", "triggerUuid"),
  firingsOfTrigger: forgettingFirings("triggerUuid"),
  eventsOfSubject: forgetting("triggerEvents", "subject"),
  talliesOfSubject: forgetting("triggerTallies", "subject"),
  windowsOfSubject: forgetting("triggerWindows", "subject"),
  firingsOfUser: forgettingFirings("userUuid"),
}

const openForgetting: Opens<Pick<RewardTriggerRepository, "forget">> = (engine) => {
  const run = compiled(forgettingStatements, engine)
  return (tx) => ({
    forget: async (gone, limit) => {
      const removals =
        "triggerUuid" in gone
          ? [
              await run.eventsOfTrigger(tx, { of: gone.triggerUuid, limit }),
              await run.talliesOfTrigger(tx, { of: gone.triggerUuid, limit }),
              await run.windowsOfTrigger(tx, { of: gone.triggerUuid, limit }),
              await run.firingsOfTrigger(tx, { of: gone.triggerUuid, limit }),
            ]
          : [
              await run.eventsOfSubject(tx, { of: gone.subject, limit }),
              await run.talliesOfSubject(tx, { of: gone.subject, limit }),
              await run.windowsOfSubject(tx, { of: gone.subject, limit }),
              await run.firingsOfUser(tx, { of: gone.userUuid, limit }),
            ]
      return removals.reduce((sum, { changed }) => sum + changed, 0)
    },
  })
}

const firingStatements = {
  firing: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("triggerFirings").select(firingFields).where("uuid", "=", p.uuid),
  ),
  firingsByKey: statement<Keys>()(({ db, flavor }, p) =>
    db
      .selectFrom("triggerFirings")
      .select(firingFields)
      .where((eb) => flavor.among(eb.ref("key"), eb.val(p.keys))),
  ),
  firingsWith: statement<{ triggerUuids: readonly string[]; eventId: string }>()(
    ({ db, flavor }, p) =>
      db
        .selectFrom("triggerFirings")
        .select(firingFields)
        .where("eventId", "=", p.eventId)
        .where((eb) => flavor.among(eb.ref("triggerUuid"), eb.val(p.triggerUuids))),
  ),
  settle: rowStatement<TriggerFiring>(triggerFiringColumns)(({ db }, { uuid, ...row }) =>
    db
      .updateTable("triggerFirings")
      .set(row)
      .where("uuid", "=", uuid)
      .where("outcome", "=", sql.lit("pending")),
  ),
}

export const rewardTriggers: Opens<RewardTriggerRepository> = (engine) => {
  const triggers = compiled(triggerStatements, engine)
  const counting = compiled(countingStatements, engine)
  const firings = compiled(firingStatements, engine)
  const forget = openForgetting(engine)
  return (tx) => ({
    ...forget(tx),
    add: (trigger) => done(triggers.add(tx, trigger)),
    find: (uuid) => first(triggers.find(tx, { uuid })),
    lockAll: (uuids) =>
      uuids.length === 0
        ? Promise.resolve([])
        : rows((tx.mode === "write" ? triggers.lockAll : triggers.all)(tx, { uuids })),
    change: (trigger) => did(triggers.change(tx, trigger)),
    listen: async (triggerUuid, to) => {
      await triggers.forget(tx, { triggerUuid })
      await triggers.listen(tx, to)
    },
    listening: (keys) =>
      keys.length === 0 ? Promise.resolve([]) : rows(triggers.listening(tx, { keys })),
    ofTemplate: (rewardTemplateUuid) => rows(triggers.ofTemplate(tx, { rewardTemplateUuid })),
    list: (organizationUuid, page) =>
      readPage(tx, ofOrganization(engine, organizationUuid), page, sorting),
    count: async (organizationUuid) =>
      (await first(triggers.count(tx, { organizationUuid })))?.total ?? 0,
    events: (keys) =>
      keys.length === 0 ? Promise.resolve([]) : rows(counting.events(tx, { keys })),
    tallies: (keys) =>
      keys.length === 0 ? Promise.resolve([]) : rows(counting.tallies(tx, { keys })),
    windows: (keys) =>
      keys.length === 0 ? Promise.resolve([]) : rows(counting.windows(tx, { keys })),
    record: async (counted) => {
      await counting.addEvents(tx, counted.events)
      await counting.putTallies(tx, counted.tallies)
      await counting.putWindows(tx, counted.windows)
      await counting.addFirings(tx, counted.firings)
    },
    firing: (uuid) => first(firings.firing(tx, { uuid })),
    firingsByKey: (keys) =>
      keys.length === 0 ? Promise.resolve([]) : rows(firings.firingsByKey(tx, { keys })),
    firingsWith: (triggerUuids, eventId) =>
      triggerUuids.length === 0
        ? Promise.resolve([])
        : rows(firings.firingsWith(tx, { triggerUuids, eventId })),
    firings: (triggerUuid, page) =>
      readPage(
        tx,
        engine.db
          .selectFrom("triggerFirings")
          .select(firingFields)
          .where("triggerUuid", "=", triggerUuid),
        page,
        firingSorting,
      ),
    settle: (firing) => did(firings.settle(tx, firing)),
    closeWindow: (key, firingUuid) => done(counting.closeWindow(tx, { key, firingUuid })),
  })
}
