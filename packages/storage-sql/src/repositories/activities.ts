import {
  type ActivitiesOf,
  type Activity,
  type ActivityRepository,
  isUuid,
} from "@symbolon/core/storage"
import { type ExpressionBuilder, sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows, type Executor } from "../executor.ts"
import { readPage } from "../page.ts"
import { activityColumns, sessionColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { organizationColumns } from "../schema/people.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import { joined } from "./joined.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(activityColumns)
const sorting = {
  columns: activityColumns,
  by: { created_at: "createdAt", name: "name", start_time: "startTime" },
}

const session = joined("sessions", "session", sessionColumns)
const organization = joined("organizations", "organization", organizationColumns)
const activity = joined("activities", "activity", activityColumns)

// What is deleted keeps its row, and is not there for anybody.
const withParents = ({ db }: Engine) =>
  db
    .selectFrom("sessions")
    .leftJoin("organizations", (join) =>
      join
        .onRef("organizations.uuid", "=", "sessions.organizationUuid")
        .on("organizations.deletedAt", "is", null),
    )
    .leftJoin("activities", (join) =>
      join
        .onRef("activities.uuid", "=", "sessions.activityUuid")
        .on("activities.deletedAt", "is", null),
    )
    .select(["organizations.uuid as organization", "activities.uuid as activity"])
    .select([...session.selection, ...organization.selection, ...activity.selection])

// A deleted one keeps its row, and its slug, and is not there for anybody.
const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db
    .selectFrom("activities")
    .select(fields)
    .where("uuid", "=", p.uuid)
    .where("deletedAt", "is", null)

const statements = {
  add: rowStatement<Activity>(activityColumns)(({ db }, row) =>
    db
      .insertInto("activities")
      .values(row)
      .onConflict((oc) => oc.column("slug").doNothing()),
  ),
  find: statement<{ slugOrUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("activities")
      .select(fields)
      .where((eb) => eb.or([eb("slug", "=", p.slugOrUuid), eb("uuid", "=", p.slugOrUuid)]))
      .where("deletedAt", "is", null),
  ),
  withParentsByUuid: statement<{ uuid: string }>()((engine, p) =>
    withParents(engine).where("sessions.uuid", "=", p.uuid),
  ),
  withParentsBySlug: statement<{ slug: string }>()((engine, p) =>
    withParents(engine).where("sessions.slug", "=", p.slug),
  ),
  findAll: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("activities")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids)))
      .where("deletedAt", "is", null),
  ),
  read: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  // The key is not written over itself: SQLite would look for those who refer to it.
  change: rowStatement<Activity>(activityColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("activities").set(row).where("uuid", "=", uuid).where("deletedAt", "is", null),
  ),
}

export const activities: Opens<ActivityRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const lock = tx.mode === "write" ? run.lock : run.read
    return {
      add: (activity) => did(run.add(tx, activity)),
      find: (slugOrUuid) => first(run.find(tx, { slugOrUuid })),
      findWithSession: async (slugOrUuid) => {
        // No slug has the form of a uuid.
        const row = await first(
          isUuid(slugOrUuid)
            ? run.withParentsByUuid(tx, { uuid: slugOrUuid })
            : run.withParentsBySlug(tx, { slug: slugOrUuid }),
        )
        return (
          row && {
            session: session.of(row),
            organization: row.organization === undefined ? undefined : organization.of(row),
            activity: row.activity === undefined ? undefined : activity.of(row),
          }
        )
      },
      findAll: (uuids) => rows(run.findAll(tx, { uuids })),
      lock: (uuid) => first(lock(tx, { uuid })),
      change: (activity) => did(run.change(tx, activity)),
      list: (of, page) => list(engine, tx, of, page),
    }
  }
}

const list = (
  engine: Engine,
  tx: Executor,
  { organizationUuid, from, to, userUuid }: ActivitiesOf,
  page: Parameters<ActivityRepository["list"]>[1],
): ReturnType<ActivityRepository["list"]> => {
  let query = engine.db
    .selectFrom("activities")
    .select(fields)
    .where("activities.deletedAt", "is", null)
    .where((eb) => eb.not(eb.exists(deletedOrganization(eb))))
  if (organizationUuid !== undefined)
    query = query.where("activities.organizationUuid", "=", organizationUuid)
  if (from !== undefined)
    query = query.where((eb) => eb.or([eb("endTime", ">", from), eb("endTime", "is", null)]))
  if (to !== undefined)
    query = query.where((eb) => eb.or([eb("startTime", "<", to), eb("startTime", "is", null)]))
  if (from !== undefined || to !== undefined)
    query = query.where((eb) =>
      eb.or([eb("startTime", "is not", null), eb("endTime", "is not", null)]),
    )
  // Theirs are few, and asked first: nobody pays for the activities they have nothing to do with.
  if (userUuid !== undefined)
    query = query.where((eb) =>
      engine.flavor.amongFound(eb.ref("activities.uuid"), theirs(engine, userUuid)),
    )
  return readPage(tx, query, page, sorting)
}

const deletedOrganization = (eb: ExpressionBuilder<Database, "activities">) =>
  eb
    .selectFrom("organizations")
    .select("organizations.uuid")
    .whereRef("organizations.uuid", "=", "activities.organizationUuid")
    .where("organizations.deletedAt", "is not", null)

/** Those a user's wallets are present at, or have a ticket to. */
const theirs = (engine: Engine, userUuid: string) => {
  const present = walletsOf(engine, userUuid)
    .innerJoin("presences", "presences.walletAddress", "wallets.address")
    .innerJoin("sessions", "sessions.uuid", "presences.sessionUuid")
    .where("presences.undoneAt", "is", null)
    .select("sessions.activityUuid")
  const named = ticketsOf(engine, userUuid).select("ticketHoldings.activityUuid")
  const ofItsTemplate = ticketsOf(engine, userUuid)
    .innerJoin("activities", "activities.ticketTemplateUuid", "ticketHoldings.rewardTemplateUuid")
    .select("activities.uuid as activityUuid")
  const ofASession = ticketsOf(engine, userUuid)
    .innerJoin("sessions", "sessions.ticketTemplateUuid", "ticketHoldings.rewardTemplateUuid")
    .select("sessions.activityUuid")
  return present.union(named).union(ofItsTemplate).union(ofASession)
}

// Kind and state are written out, since no engine uses a partial index for a value it learns later.
const walletsOf = ({ db }: Engine, userUuid: string) =>
  db
    .selectFrom("wallets")
    .where("wallets.userUuid", "=", userUuid)
    .where("wallets.kind", "=", sql.lit("user"))

/** Tickets in a user's wallets, and in those of the cards they claimed. */
const ticketsOf = (engine: Engine, userUuid: string) => {
  const claimed = engine.db
    .selectFrom("cards")
    .where("cards.holderUserUuid", "=", userUuid)
    .where("cards.claimedAt", "is not", null)
  const counting = walletsOf(engine, userUuid)
    .select("wallets.address")
    .unionAll(claimed.select("cards.walletAddress as address"))
  return engine.db
    .selectFrom("ticketHoldings")
    .where("ticketHoldings.state", "=", sql.lit("valid"))
    .where((eb) => engine.flavor.amongFound(eb.ref("ticketHoldings.walletAddress"), counting))
}
