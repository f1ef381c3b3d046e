import type { SessionSeries, SessionSeriesRepository } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { done, first } from "../executor.ts"
import { readPage } from "../page.ts"
import { sessionSeriesColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(sessionSeriesColumns)
const sorting = { columns: sessionSeriesColumns, by: { created_at: "createdAt", name: "name" } }

// A count of its own for each row that is shown: an index tells it, and rows that are not on the
// page are not counted.
const counted = ({ db }: Engine, at: Date) =>
  db
    .selectFrom("sessionSeries")
    .select(fields.map((field) => `sessionSeries.${field}` as const))
    .select((eb) => {
      const own = eb
        .selectFrom("sessions")
        .whereRef("sessions.seriesUuid", "=", "sessionSeries.uuid")
      return [
        own
          .select(({ fn }) => fn.countAll<number>().as("total"))
          .$castTo<{ total: number }>()
          .as("sessionCount"),
        own
          .where("sessions.endTime", ">", at)
          .select(({ fn }) => fn.countAll<number>().as("total"))
          .$castTo<{ total: number }>()
          .as("upcomingCount"),
        own.select(({ fn }) => fn.min("sessions.startTime").as("start")).as("firstStartTime"),
        own.select(({ fn }) => fn.max("sessions.startTime").as("start")).as("lastStartTime"),
      ]
    })

const statements = {
  add: rowStatement<SessionSeries>(sessionSeriesColumns)(({ db }, row) =>
    db.insertInto("sessionSeries").values(row),
  ),
  find: statement<{ uuid: string; at: Date }>()((engine, p) =>
    counted(engine, p.at).where("sessionSeries.uuid", "=", p.uuid),
  ),
}

export const sessionSeries: Opens<SessionSeriesRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (series) => done(run.add(tx, series)),
    find: async (uuid, at) => {
      const found = await first(run.find(tx, { uuid, at }))
      return found === undefined ? undefined : withCounts(found)
    },
    list: async (activityUuid, at, page) => {
      const { items, totalItems } = await readPage(
        tx,
        counted(engine, at).where("sessionSeries.activityUuid", "=", activityUuid),
        page,
        sorting,
      )
      return { items: items.map(withCounts), totalItems }
    },
  })
}

// Nothing tells the type checker that a count is always there.
const withCounts = <
  Row extends {
    readonly sessionCount: number | undefined
    readonly upcomingCount: number | undefined
  },
>(
  row: Row,
) => ({
  ...row,
  sessionCount: row.sessionCount ?? 0,
  upcomingCount: row.upcomingCount ?? 0,
})
