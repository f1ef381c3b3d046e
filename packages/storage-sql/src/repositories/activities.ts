import type { Activity, ActivityRepository } from "@symbolon/core/storage"
import { did, first } from "../executor.ts"
import { readPage } from "../page.ts"
import { activityColumns } from "../schema/attendance.ts"
import { namesOf } from "../schema/columns.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(activityColumns)
const sorting = { columns: activityColumns, by: { created_at: "createdAt", name: "name", start_time: "startTime" } }

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
      .where((eb) => eb.or([eb("slug", "=", p.slugOrUuid), eb("uuid", "=", p.slugOrUuid)])),
  ),
}

export const activities: Opens<ActivityRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (activity) => did(run.add(tx, activity)),
    find: (slugOrUuid) => first(run.find(tx, { slugOrUuid })),
    list: (organizationUuid, page) =>
      readPage(tx, engine.db.selectFrom("activities").select(fields).where("organizationUuid", "=", organizationUuid), page, sorting),
  })
}
