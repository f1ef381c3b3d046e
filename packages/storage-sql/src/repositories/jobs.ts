import {
  type BuriedJob,
  type Claim,
  type ClaimedJob,
  type Hold,
  type Job,
  type JobRepository,
  type QueueName,
  type Rescheduling,
  withinCaps,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, type Executor, first, requireWrite, rows } from "../executor.ts"
import { type Columns, namesOf, type Stored } from "../schema/columns.ts"
import { jobColumns, storedJobColumns, type StoredJob } from "../schema/work.ts"
import { compiled, insertEach, rowStatement, statement, updateEach } from "../statement.ts"
import type { Opens } from "./opens.ts"
import type { Sweep } from "./sweeping.ts"

interface Moment {
  readonly queue: QueueName
  readonly now: Date
}

interface Taking {
  readonly uuids: readonly string[]
  readonly now: Date
  readonly leaseUntil: Date
}

interface Held {
  readonly uuids: readonly string[]
  /** The holds as text: one value has them all. */
  readonly holds: readonly string[]
}

/**
 * When a job can be claimed: while it is held, when its lease ends. Two indexes stand on this very
 * expression.
 */
const claimableAt = sql<Date>`coalesce(lease_until, due_at)`
const isAlive = sql<boolean>`not is_buried`
const holdText = sql<string>`uuid || ':' || token`

const claimable = ({ db }: Engine, p: Stored<Moment>) =>
  db
    .selectFrom("jobs")
    .select(["uuid", "groupKey", "organizationUuid", claimableAt.as("dueAt")])
    .where(isAlive)
    .where("queue", "=", p.queue)
    .where(claimableAt, "<=", p.now)
    .orderBy(claimableAt)
    .orderBy("uuid")

const stillHeld = ({ db, flavor }: Engine, p: Stored<Held>) =>
  flavor.locked(
    db
      .selectFrom("jobs")
      .select("uuid")
      .where((eb) => flavor.among(eb.ref("uuid"), textsOf(p.uuids)))
      .where(flavor.among(holdText, textsOf(p.holds)))
      .where("leaseUntil", "is not", null)
      .where(isAlive)
      .orderBy("uuid"),
  )

/** The place of a set of keys, for the flavor's `among`. */
const textsOf = (place: readonly string[]) => sql.val(place)

/**
 * The longest claimable jobs of each group, group by group along the index: for when a few groups
 * have so much due that the others do not come up among the first.
 */
const heads = (
  { db, flavor }: Engine,
  p: Stored<Moment & { perGroup: number; full: readonly string[] }>,
) =>
  db
    .withRecursive("heads(groupKey)", (cte) =>
      cte
        .selectFrom("jobs")
        .select((eb) => eb.fn.min("groupKey").$castTo<string | null>().as("groupKey"))
        .where(isAlive)
        .where("queue", "=", p.queue)
        .unionAll(
          cte
            .selectFrom("heads")
            .select((eb) =>
              eb
                .selectFrom("jobs")
                .select((of) => of.fn.min("jobs.groupKey").$castTo<string | null>().as("groupKey"))
                .where(isAlive)
                .where("queue", "=", p.queue)
                .whereRef("jobs.groupKey", ">", "heads.groupKey")
                .as("groupKey"),
            )
            .where("heads.groupKey", "is not", null),
        ),
    )
    .selectFrom("heads")
    .innerJoin("jobs", (join) =>
      join.on((eb) =>
        flavor.amongFound(
          eb.ref("jobs.uuid"),
          eb
            .selectFrom("jobs as due")
            .select("due.uuid")
            .where(sql<boolean>`not due.is_buried`)
            .where("due.queue", "=", p.queue)
            .whereRef("due.groupKey", "=", "heads.groupKey")
            .where(sql<Date>`coalesce(due.lease_until, due.due_at)`, "<=", p.now)
            .orderBy(sql`coalesce(due.lease_until, due.due_at)`)
            .orderBy("due.uuid")
            .limit(p.perGroup),
        ),
      ),
    )
    .select(["jobs.uuid", "jobs.groupKey", "jobs.organizationUuid"])
    .where((eb) => eb.not(flavor.among(sql.ref<string>("heads.groupKey"), textsOf(p.full))))
    .orderBy(sql`coalesce(jobs.lease_until, jobs.due_at)`)
    .orderBy("jobs.uuid")

interface GivenBack extends Omit<Rescheduling, "token"> {
  readonly leaseUntil: Date | undefined
}

const givenBackColumns: Columns<GivenBack> = {
  uuid: "text",
  queue: "text",
  dueAt: "instant",
  attempts: "integer",
  reason: "text?",
  leaseUntil: "instant?",
}

// A hold is lost to whoever claimed later; giving a job back or burying it ends the lease as well.
const statements = {
  schedule: rowStatement<StoredJob>(storedJobColumns)(({ db }, row) =>
    db
      .insertInto("jobs")
      .values(row)
      .onConflict((oc) => oc.column("key").where(isAlive).doNothing()),
  ),
  scheduleAll: insertEach<StoredJob>("jobs", storedJobColumns),
  claimable: statement<Moment & { limit: number }>()((engine, p) =>
    claimable(engine, p).limit(p.limit),
  ),
  heads: statement<Moment & { perGroup: number; full: readonly string[] }>()(heads),
  take: statement<Taking>()(({ db, flavor }, p) =>
    db
      .updateTable("jobs")
      .set((eb) => ({
        attempts: eb("attempts", "+", 1),
        token: eb("token", "+", 1),
        leaseUntil: p.leaseUntil,
      }))
      .where((eb) =>
        flavor.amongFound(
          eb.ref("uuid"),
          flavor.lockedIfFree(
            eb
              .selectFrom("jobs")
              .select("uuid")
              .where((of) => flavor.among(of.ref("uuid"), textsOf(p.uuids)))
              .where(isAlive)
              .where(claimableAt, "<=", p.now),
          ),
        ),
      )
      // Asked again of the row itself, for engines that cannot pass over what others hold.
      .where(claimableAt, "<=", p.now)
      .returning(namesOf(jobColumns))
      .returning("token"),
  ),
  renew: statement<Held & { leaseUntil: Date }>()((engine, p) =>
    engine.db
      .updateTable("jobs")
      .set({ leaseUntil: p.leaseUntil })
      .where((eb) => engine.flavor.amongFound(eb.ref("uuid"), stillHeld(engine, p)))
      .returning("uuid"),
  ),
  complete: statement<Held>()((engine, p) =>
    engine.db
      .deleteFrom("jobs")
      .where((eb) => engine.flavor.amongFound(eb.ref("uuid"), stillHeld(engine, p)))
      .returning("uuid"),
  ),
  stillHeld: statement<Held>()(stillHeld),
  giveBack: updateEach<GivenBack>("jobs", givenBackColumns, "uuid"),
  bury: statement<Held & { reason: string }>()((engine, p) =>
    engine.db
      .updateTable("jobs")
      .set({ isBuried: sql`true`, leaseUntil: null, reason: p.reason })
      .where((eb) => engine.flavor.amongFound(eb.ref("uuid"), stillHeld(engine, p))),
  ),
  unfinished: statement<{ keys: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("jobs")
      .select("key")
      .where((eb) => flavor.among(sql<string>`key`, eb.val(p.keys)))
      .where(isAlive),
  ),
  nextDue: statement<{ queue: QueueName }>()(({ db }, p) =>
    db
      .selectFrom("jobs")
      .select(claimableAt.as("dueAt"))
      .where(isAlive)
      .where("queue", "=", p.queue)
      .orderBy(claimableAt)
      .orderBy("uuid")
      .limit(1),
  ),
  countDue: statement<Moment & { limit: number }>()((engine, p) =>
    engine.db
      .selectFrom(claimable(engine, p).limit(p.limit).as("due"))
      .select((eb) => eb.fn.countAll<number>().as("count")),
  ),
  buried: statement<{ after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("jobs")
      .select(namesOf(jobColumns))
      .select("reason")
      .where(sql<boolean>`is_buried`)
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
  // As the partial index says it.
  sweep: statement<Sweep>()(({ db, flavor }, p) =>
    db
      .deleteFrom("jobs")
      .where((eb) =>
        flavor.amongFound(
          eb.ref("uuid"),
          flavor.lockedIfFree(
            eb
              .selectFrom("jobs as old")
              .select("old.uuid")
              .where(sql<boolean>`old.is_buried`)
              .where("old.dueAt", "<", p.before)
              .orderBy("old.dueAt")
              .orderBy("old.uuid")
              .limit(p.limit),
          ),
        ),
      ),
  ),
  restore: statement<{ uuid: string; dueAt: Date }>()(({ db }, p) =>
    db
      .updateTable("jobs")
      .set({ isBuried: sql`false`, attempts: 0, dueAt: p.dueAt, reason: null })
      .where("uuid", "=", p.uuid)
      .where(sql<boolean>`is_buried`)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("jobs as other")
              .select("other.uuid")
              .whereRef("other.key", "=", "jobs.key")
              .where(sql<boolean>`not other.is_buried`),
          ),
        ),
      ),
  ),
}

/** How many claimable jobs are looked at for each that is wanted, before the groups are walked. */
const windowFactor = 4

export const jobs: Opens<JobRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    schedule: (job) => did(run.schedule(tx, stored(job))),
    scheduleAll: (all) => done(run.scheduleAll(tx, all.map(stored))),
    claim: async (claim) => {
      requireWrite(tx)
      const uuids = (await chosen(run, tx, claim)).map(({ uuid }) => uuid)
      if (uuids.length === 0) return []
      const { now, leaseUntil } = claim
      const taken = new Map(
        (await rows(run.take(tx, { uuids, now, leaseUntil }))).map((job) => [job.uuid, job]),
      )
      return uuids.flatMap((uuid): readonly ClaimedJob[] => {
        const job = taken.get(uuid)
        return job === undefined ? [] : [{ ...job, leaseUntil }]
      })
    },
    renew: async (holds, leaseUntil) =>
      uuidsOf(await rows(run.renew(tx, { ...held(holds), leaseUntil }))),
    complete: async (holds) => uuidsOf(await rows(run.complete(tx, held(holds)))),
    reschedule: async (all) => {
      requireWrite(tx)
      const still = uuidsOf(await rows(run.stillHeld(tx, held(all))))
      const back = all.filter(({ uuid }) => still.has(uuid))
      await done(
        run.giveBack(
          tx,
          back.map(({ token: _, ...job }) => ({ ...job, leaseUntil: undefined })),
        ),
      )
      return still
    },
    bury: (hold, reason) => did(run.bury(tx, { ...held([hold]), reason })),
    unfinished: async (keys) =>
      (await rows(run.unfinished(tx, { keys }))).flatMap(({ key }) => key ?? []),
    nextDue: async (queue) => (await first(run.nextDue(tx, { queue })))?.dueAt,
    countDue: async (queue, now, limit) =>
      (await first(run.countDue(tx, { queue, now, limit })))?.count ?? 0,
    buried: async (after, limit): Promise<readonly BuriedJob[]> =>
      (await rows(run.buried(tx, { after: after ?? "", limit }))).map((job) => ({
        ...job,
        reason: job.reason ?? "",
      })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
    restore: (uuid, dueAt) => did(run.restore(tx, { uuid, dueAt })),
  })
}

/**
 * What a claim takes: from the longest claimable jobs, and where full groups or organizations crowd
 * those, from the longest claimable of each group.
 */
const chosen = async (
  run: { readonly [Name in "claimable" | "heads"]: ReturnType<(typeof statements)[Name]> },
  tx: Executor,
  { queue, now, leaseUntil: _, ...caps }: Claim,
) => {
  const { limit, perGroup, running } = caps
  const window = limit * windowFactor
  const longest = await rows(run.claimable(tx, { queue, now, limit: window }))
  const taken = withinCaps(longest, caps)
  if (taken.length === limit || longest.length < window) return taken
  const full = [...Map.groupBy(running, ({ groupKey }) => groupKey)].flatMap(([group, jobs]) =>
    jobs.length >= perGroup ? [group] : [],
  )
  return withinCaps(await rows(run.heads(tx, { queue, now, perGroup, full })), caps)
}

const stored = (job: Job): StoredJob => ({
  ...job,
  leaseUntil: undefined,
  token: 0,
  isBuried: false,
  reason: undefined,
})

const held = (holds: readonly Hold[]): Held => ({
  uuids: holds.map(({ uuid }) => uuid),
  holds: holds.map(({ uuid, token }) => `${uuid}:${token}`),
})

const uuidsOf = (found: readonly { readonly uuid: string }[]): ReadonlySet<string> =>
  new Set(found.map(({ uuid }) => uuid))
