import type { Roster, RosterEntry, RosterList, RosterRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { namesOf, type Columns } from "../schema/columns.ts"
import {
  rosterColumns,
  rosterEntryColumns,
  storedRosterEntryColumns,
  type StoredRosterEntry,
} from "../schema/rosters.ts"
import { compiled, insertEach, rowStatement, statement, updateEach } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { rosterFeed } from "./roster-feed.ts"

const fields = namesOf(rosterColumns)
const entryFields = namesOf(rosterEntryColumns)

type Closed = Pick<RosterEntry, "uuid" | "untilVersion">
const closedColumns: Columns<Closed> = { uuid: "text", untilVersion: "integer?" }

type Ending = Pick<RosterEntry, "uuid" | "endsAt">
const endingColumns: Columns<Ending> = { uuid: "text", endsAt: "instant?" }

const bySession = ({ db }: Engine, p: { readonly sessionUuid: string }) =>
  db.selectFrom("rosters").select(fields).where("sessionUuid", "=", p.sessionUuid)

const entriesIn = ({ db }: Engine, p: { readonly sessionUuid: string }) =>
  db.selectFrom("rosterEntries").select(entryFields).where("sessionUuid", "=", p.sessionUuid)

/** Said to engines, since their indexes have the list before the wallet. */
const lists: readonly RosterList[] = ["roster", "admitted", "gone", "awaited"]
/** Those whose lines keep seats. */
const seated: readonly RosterList[] = ["roster", "admitted", "gone"]

interface Slice {
  readonly sessionUuid: string
  readonly list: RosterList
  readonly after: string
  readonly limit: number
}

const slice = (engine: Engine, p: Slice) =>
  entriesIn(engine, p)
    .where("list", "=", p.list)
    .where("walletAddress", ">", p.after)
    .orderBy("walletAddress")
    .limit(p.limit)

interface Between {
  readonly sessionUuid: string
  readonly behind: number
  readonly upTo: number
  readonly limit: number
}

const begun = (engine: Engine, p: Between) =>
  entriesIn(engine, p)
    .where("sinceVersion", ">", p.behind)
    .where("sinceVersion", "<=", p.upTo)
    .limit(p.limit)

const statements = {
  find: statement<{ sessionUuid: string }>()(bySession),
  lock: statement<{ sessionUuid: string }>()((engine, p) =>
    engine.flavor.locked(bySession(engine, p)),
  ),
  add: rowStatement<Roster>(rosterColumns)(({ db }, row) =>
    db
      .insertInto("rosters")
      .values(row)
      .onConflict((oc) => oc.column("sessionUuid").doNothing()),
  ),
  change: rowStatement<Roster>(rosterColumns)(({ db }, { sessionUuid, ...row }) =>
    db.updateTable("rosters").set(row).where("sessionUuid", "=", sessionUuid),
  ),
  addEntries: insertEach<StoredRosterEntry>("rosterEntries", storedRosterEntryColumns),
  closeEntries: updateEach<Closed>("rosterEntries", closedColumns, "uuid"),
  moveEnds: updateEach<Ending>("rosterEntries", endingColumns, "uuid"),
  dropEntries: statement<{ uuids: readonly string[] }>()((engine, p) =>
    engine.db
      .deleteFrom("rosterEntries")
      .where((eb) => engine.flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  entriesOfWallets: statement<{ sessionUuid: string; wallets: readonly string[] }>()((engine, p) =>
    entriesIn(engine, p)
      .where((eb) => eb.or(lists.map((list) => eb("list", "=", sql.lit(list)))))
      .where((eb) => engine.flavor.among(eb.ref("walletAddress"), eb.val(p.wallets)))
      .where("untilVersion", "is", null),
  ),
  asOf: statement<{ sessionUuid: string; wallets: readonly string[]; version: number }>()(
    (engine, p) =>
      entriesIn(engine, p)
        .where((eb) => eb.or(lists.map((list) => eb("list", "=", sql.lit(list)))))
        .where((eb) => engine.flavor.among(eb.ref("walletAddress"), eb.val(p.wallets)))
        .where("sinceVersion", "<=", p.version)
        .where((eb) => eb.or([eb("untilVersion", "is", null), eb("untilVersion", ">", p.version)])),
  ),
  firstOf: statement<{ sessionUuid: string; list: RosterList; after: string }>()(({ db }, p) =>
    db
      .selectFrom("rosterEntries")
      .select("walletAddress")
      .where("sessionUuid", "=", p.sessionUuid)
      .where("list", "=", p.list)
      .where("walletAddress", ">", p.after)
      .orderBy("walletAddress")
      .limit(1),
  ),
  namedByCard: statement<{ sessionUuid: string; card: string; version: number }>()((engine, p) =>
    entriesIn(engine, p)
      .where((eb) => engine.flavor.lists(eb.ref("cardIdentifiers"), eb.val(p.card)))
      .where("sinceVersion", "<=", p.version)
      .where((eb) => eb.or([eb("untilVersion", "is", null), eb("untilVersion", ">", p.version)]))
      .limit(1),
  ),
  reservedToWalkIns: statement<{ sessionUuid: string; skip: number; limit: number }>()(
    ({ db }, p) =>
      db
        .selectFrom("presences")
        .innerJoin("rosterEntries", (join) =>
          join
            .onRef("rosterEntries.sessionUuid", "=", "presences.sessionUuid")
            .onRef("rosterEntries.walletAddress", "=", "presences.walletAddress")
            .on((eb) => eb.or(seated.map((list) => eb("rosterEntries.list", "=", sql.lit(list))))),
        )
        .select([
          "rosterEntries.walletAddress",
          "rosterEntries.sinceVersion",
          "rosterEntries.untilVersion",
          "presences.firstAdmittedAt",
        ])
        .where("presences.sessionUuid", "=", p.sessionUuid)
        .where("presences.seat", "=", sql.lit("walk_in"))
        .where("presences.undoneAt", "is", null)
        .where((eb) =>
          eb.or([sql<boolean>`has_ticket`, eb("rosterEntries.list", "=", sql.lit("gone"))]),
        )
        .orderBy("presences.firstAdmittedAt")
        .orderBy("presences.walletAddress")
        .orderBy("rosterEntries.sinceVersion")
        .orderBy("rosterEntries.list")
        .limit(p.limit)
        .offset(p.skip),
  ),
  openEntries: statement<Slice>()((engine, p) =>
    slice(engine, p).where("untilVersion", "is", null),
  ),
  sliceAsOf: statement<Slice & { readonly version: number }>()((engine, p) =>
    slice(engine, p)
      .where("sinceVersion", "<=", p.version)
      .where((eb) => eb.or([eb("untilVersion", "is", null), eb("untilVersion", ">", p.version)])),
  ),
  lines: statement<Slice & { readonly version: number }>()(({ db }, p) =>
    db
      .selectFrom("rosterEntries")
      .select(["walletAddress", "cardIdentifiers", "hasTicket"])
      .where("sessionUuid", "=", p.sessionUuid)
      .where("list", "=", p.list)
      .where("walletAddress", ">", p.after)
      .where("sinceVersion", "<=", p.version)
      .where((eb) => eb.or([eb("untilVersion", "is", null), eb("untilVersion", ">", p.version)]))
      .orderBy("walletAddress")
      .limit(p.limit),
  ),
  begun: statement<Between>()((engine, p) => begun(engine, p)),
  // As the partial index says it, word for word.
  begunLater: statement<Between>()((engine, p) =>
    begun(engine, p).where("sinceVersion", ">", sql.lit(1)),
  ),
  ended: statement<Between>()((engine, p) =>
    entriesIn(engine, p)
      .where("untilVersion", "is not", null)
      .where("untilVersion", ">", p.behind)
      .where("untilVersion", "<=", p.upTo)
      // Those that began behind it too were found by their beginning.
      .where("sinceVersion", "<=", p.behind)
      .limit(p.limit),
  ),
  due: statement<{ sessionUuid: string; at: Date; limit: number }>()((engine, p) =>
    entriesIn(engine, p)
      .where("untilVersion", "is", null)
      .where("endsAt", "is not", null)
      .where("endsAt", "<=", p.at)
      .orderBy("endsAt")
      .limit(p.limit),
  ),
  frozen: statement<{ sessionUuid: string; version: number }>()((engine, p) =>
    entriesIn(engine, p)
      .where(sql<boolean>`has_frozen`)
      // Few have frozen cards, and nearly all lines are as old: an engine must not begin with the
      // versions. Of an expression no index is used.
      .where((eb) => eb(eb("sinceVersion", "+", sql.lit(0)), "<=", p.version))
      .where((eb) => eb.or([eb("untilVersion", "is", null), eb("untilVersion", ">", p.version)])),
  ),
}

const forgettingStatements = {
  sweep: statement<{ limit: number }>()((engine, p) =>
    engine.db.deleteFrom("rosterEntries").where((eb) =>
      engine.flavor.amongFound(
        eb.ref("uuid"),
        eb
          .selectFrom("rosterEntries as closed")
          .select("closed.uuid")
          .where("closed.untilVersion", "is not", null)
          .where((of) =>
            of.not(
              of.exists(
                of
                  .selectFrom("manifests")
                  .select("manifests.manifestVersion")
                  .whereRef("manifests.sessionUuid", "=", "closed.sessionUuid")
                  .whereRef("manifests.manifestVersion", "<", "closed.untilVersion"),
              ),
            ),
          )
          .limit(p.limit),
      ),
    ),
  ),
  // As the partial index says it, word for word.
  idle: statement<{ limit: number }>()(({ db }, p) =>
    db
      .selectFrom("rosters")
      .select("rosters.sessionUuid")
      .where(sql<boolean>`basis <> ''`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("manifests")
              .select("manifests.manifestVersion")
              .whereRef("manifests.sessionUuid", "=", "rosters.sessionUuid"),
          ),
        ),
      )
      .orderBy("rosters.sessionUuid")
      .limit(p.limit),
  ),
  forgetEntries: statement<{ sessionUuid: string; limit: number }>()((engine, p) =>
    engine.db
      .deleteFrom("rosterEntries")
      .where((eb) =>
        engine.flavor.amongFound(
          eb.ref("uuid"),
          eb
            .selectFrom("rosterEntries as some")
            .select("some.uuid")
            .where("some.sessionUuid", "=", p.sessionUuid)
            .limit(p.limit),
        ),
      ),
  ),
}

/** Finds and removes what no manifest needs any more. */
const openForgetting: Opens<Pick<RosterRepository, "sweep" | "idle" | "forgetEntries">> = (
  engine,
) => {
  const run = compiled(forgettingStatements, engine)
  return (tx) => ({
    sweep: async (limit) => (await run.sweep(tx, { limit })).changed,
    idle: async (limit) =>
      (await rows(run.idle(tx, { limit }))).map(({ sessionUuid }) => sessionUuid),
    forgetEntries: async (sessionUuid, limit) =>
      (await run.forgetEntries(tx, { sessionUuid, limit })).changed,
  })
}

/** Finds where lines begin. */
const openBeginnings: Opens<Pick<RosterRepository, "firstBehind">> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    firstBehind: async (sessionUuid, after = "") => {
      const firsts = await Promise.all(
        lists.map((list) => first(run.firstOf(tx, { sessionUuid, list, after }))),
      )
      return firsts.flatMap((row) => row?.walletAddress ?? []).toSorted()[0]
    },
  })
}

export const rosters: Opens<RosterRepository> = (engine) => {
  const run = compiled(statements, engine)
  const feed = rosterFeed(engine)
  const forgetting = openForgetting(engine)
  const beginnings = openBeginnings(engine)
  return (tx) => {
    const lock = tx.mode === "write" ? run.lock : run.find
    return {
      ...feed(tx),
      ...forgetting(tx),
      ...beginnings(tx),
      find: (sessionUuid) => first(run.find(tx, { sessionUuid })),
      lock: (sessionUuid) => first(lock(tx, { sessionUuid })),
      add: (roster) => did(run.add(tx, roster)),
      change: (roster) => done(run.change(tx, roster)),
      addEntries: (entries) =>
        done(
          run.addEntries(
            tx,
            entries.map((entry) => ({
              ...entry,
              hasFrozen: entry.frozenCardIdentifiers.length > 0,
            })),
          ),
        ),
      closeEntries: (uuids, untilVersion) =>
        done(
          run.closeEntries(
            tx,
            uuids.map((uuid) => ({ uuid, untilVersion })),
          ),
        ),
      moveEnds: (ends) => done(run.moveEnds(tx, ends)),
      dropEntries: (uuids) => done(run.dropEntries(tx, { uuids })),
      entriesOf: (sessionUuid, wallets, version) =>
        rows(
          version === undefined
            ? run.entriesOfWallets(tx, { sessionUuid, wallets })
            : run.asOf(tx, { sessionUuid, wallets, version }),
        ),
      namedByCard: async (sessionUuid, card, version) =>
        (await first(run.namedByCard(tx, { sessionUuid, card, version })))?.walletAddress,
      reservedToWalkIns: (sessionUuid, skip, limit) =>
        rows(run.reservedToWalkIns(tx, { sessionUuid, skip, limit })),
      entries: ({ version, ...of }, after = "", limit) =>
        rows(
          version === undefined
            ? run.openEntries(tx, { ...of, after, limit })
            : run.sliceAsOf(tx, { ...of, after, limit, version }),
        ),
      lines: (of, after = "", limit) => rows(run.lines(tx, { ...of, after, limit })),
      changedBetween: async (sessionUuid, behind, upTo, limit) => {
        // Behind the first version, all lines of that are asked for: as good as the whole roster.
        const read = behind < 1 ? run.begun : run.begunLater
        const begun = await rows(read(tx, { sessionUuid, behind, upTo, limit }))
        const left = limit - begun.length
        return left === 0
          ? begun
          : [...begun, ...(await rows(run.ended(tx, { sessionUuid, behind, upTo, limit: left })))]
      },
      due: (sessionUuid, at, limit) => rows(run.due(tx, { sessionUuid, at, limit })),
      frozenCards: async (sessionUuid, version) => {
        const found = await rows(run.frozen(tx, { sessionUuid, version }))
        return [
          ...new Set(found.flatMap(({ frozenCardIdentifiers }) => frozenCardIdentifiers)),
        ].sort()
      },
    }
  }
}
