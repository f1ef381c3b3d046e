import type { Job, JobRepository } from "@symbolon/core/storage"
import { sql, type ExpressionBuilder } from "kysely"
import { did, first, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import type { Database } from "../schema/database.ts"
import { jobColumns, storedJobColumns, type StoredJob } from "../schema/work.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

interface Held {
  readonly uuid: string
  readonly token: number
}

/**
 * When a job can be claimed: while it is held, when its lease ends. An index stands on this very
 * expression.
 */
const claimableAt = sql<Date>`coalesce(lease_until, due_at)`
const isAlive = sql<boolean>`not is_buried`

const due = (
  eb: ExpressionBuilder<Database, "jobs">,
  p: { readonly now: Date; readonly limit: number },
) =>
  eb
    .selectFrom("jobs")
    .select("uuid")
    .where(isAlive)
    .where("dueAt", "<=", p.now)
    .where((of) => of.or([of("leaseUntil", "is", null), of("leaseUntil", "<=", p.now)]))
    .orderBy("dueAt")
    .orderBy("uuid")
    .limit(p.limit)

// A lease is lost to whoever claimed later; giving a job back or burying it ends the lease as well.
const statements = {
  schedule: rowStatement<StoredJob>(storedJobColumns)(({ db }, row) =>
    db
      .insertInto("jobs")
      .values(row)
      .onConflict((oc) => oc.column("key").where(isAlive).doNothing()),
  ),
  claim: statement<{ now: Date; leaseUntil: Date; limit: number }>()(({ db, flavor }, p) =>
    db
      .updateTable("jobs")
      .set((eb) => ({
        attempts: eb("attempts", "+", 1),
        token: eb("token", "+", 1),
        leaseUntil: p.leaseUntil,
      }))
      .where((eb) => flavor.amongFound(eb.ref("uuid"), flavor.lockedIfFree(due(eb, p))))
      // Asked again of the row itself, for engines that cannot pass over what others hold.
      .where((eb) => eb.or([eb("leaseUntil", "is", null), eb("leaseUntil", "<=", p.now)]))
      .returning(namesOf(jobColumns))
      .returning("token"),
  ),
  complete: statement<Held>()(({ db }, p) =>
    db
      .deleteFrom("jobs")
      .where("uuid", "=", p.uuid)
      .where("token", "=", p.token)
      .where("leaseUntil", "is not", null),
  ),
  retry: statement<Held & { dueAt: Date; reason: string }>()(({ db }, p) =>
    db
      .updateTable("jobs")
      .set({ dueAt: p.dueAt, leaseUntil: null, reason: p.reason })
      .where("uuid", "=", p.uuid)
      .where("token", "=", p.token)
      .where("leaseUntil", "is not", null),
  ),
  bury: statement<Held & { reason: string }>()(({ db }, p) =>
    db
      .updateTable("jobs")
      .set({ isBuried: sql`true`, leaseUntil: null, reason: p.reason })
      .where("uuid", "=", p.uuid)
      .where("token", "=", p.token)
      .where("leaseUntil", "is not", null),
  ),
  nextDue: statement<object>()(({ db }) =>
    db
      .selectFrom("jobs")
      .select(claimableAt.as("dueAt"))
      .where(isAlive)
      .orderBy(claimableAt)
      .limit(1),
  ),
}

export const jobs: Opens<JobRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    schedule: (job) =>
      did(
        run.schedule(tx, {
          ...job,
          leaseUntil: undefined,
          token: 0,
          isBuried: false,
          reason: undefined,
        }),
      ),
    claim: async ({ now, leaseUntil, limit }) => {
      const claimed = await rows(run.claim(tx, { now, leaseUntil, limit }))
      return claimed.map((job) => ({ ...job, leaseUntil })).toSorted(byDue)
    },
    complete: (uuid, token) => did(run.complete(tx, { uuid, token })),
    retry: (uuid, token, dueAt, reason) => did(run.retry(tx, { uuid, token, dueAt, reason })),
    bury: (uuid, token, reason) => did(run.bury(tx, { uuid, token, reason })),
    nextDue: async () => (await first(run.nextDue(tx, {})))?.dueAt,
  })
}

const byDue = (a: Job, b: Job): number =>
  a.dueAt.getTime() - b.dueAt.getTime() || (a.uuid < b.uuid ? -1 : 1)
