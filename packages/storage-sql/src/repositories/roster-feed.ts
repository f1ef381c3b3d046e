import type { RosterRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows } from "../executor.ts"
import { rosterChangeColumns, type StoredRosterChange } from "../schema/rosters.ts"
import { compiled, insertEach, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const feedOf = ({ db }: Engine, p: { readonly organizationUuid: string }) =>
  db.selectFrom("rosterFeeds").select("position").where("organizationUuid", "=", p.organizationUuid)

const statements = {
  note: insertEach<StoredRosterChange>("rosterChanges", rosterChangeColumns, {
    key: ["organizationUuid", "subject"],
    then: "replace",
  }),
  openFeed: statement<{ organizationUuid: string }>()(({ db }, p) =>
    db
      .insertInto("rosterFeeds")
      .values({ organizationUuid: p.organizationUuid, position: 0 })
      .onConflict((oc) => oc.column("organizationUuid").doNothing()),
  ),
  lockFeed: statement<{ organizationUuid: string }>()((engine, p) =>
    engine.flavor.locked(feedOf(engine, p)),
  ),
  place: statement<{ organizationUuid: string; position: number }>()(({ db }, p) =>
    db
      .updateTable("rosterChanges")
      .set({ position: p.position })
      .where("organizationUuid", "=", p.organizationUuid)
      .where("position", "is", null),
  ),
  advance: statement<{ organizationUuid: string; position: number }>()(({ db }, p) =>
    db
      .updateTable("rosterFeeds")
      .set({ position: p.position })
      .where("organizationUuid", "=", p.organizationUuid),
  ),
  changes: statement<{
    organizationUuid: string
    position: number
    subject: string
    limit: number
  }>()(({ db }, p) =>
    db
      .selectFrom("rosterChanges")
      .select(["subject", sql<number>`position`.as("position")])
      .where("organizationUuid", "=", p.organizationUuid)
      .where((eb) =>
        eb.and([
          eb("position", ">=", p.position),
          eb.or([eb("position", ">", p.position), eb("subject", ">", p.subject)]),
        ]),
      )
      .orderBy("position")
      .orderBy("subject")
      .limit(p.limit),
  ),
}

/** The feed of an organization: whose roster lines may have changed, in order. */
export const rosterFeed: Opens<Pick<RosterRepository, "note" | "stamp" | "changes">> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    note: (organizationUuid, subjects) =>
      done(
        run.note(
          tx,
          [...new Set(subjects)].map((subject) => ({
            organizationUuid,
            subject,
            position: undefined,
          })),
        ),
      ),
    stamp: async (organizationUuid) => {
      await run.openFeed(tx, { organizationUuid })
      const { position = 0 } = (await first(run.lockFeed(tx, { organizationUuid }))) ?? {}
      if (!(await did(run.place(tx, { organizationUuid, position: position + 1 })))) return position
      await run.advance(tx, { organizationUuid, position: position + 1 })
      return position + 1
    },
    changes: (organizationUuid, after, limit) =>
      rows(run.changes(tx, { organizationUuid, ...after, limit })),
  })
}
