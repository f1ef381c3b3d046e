import type { ClaimedJob, Job, Repositories, Storage } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { at, claimOf, job, uuid } from "../samples.ts"
import { sweepCase } from "../sweeps.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const schedule = (storage: Storage, ...jobs: readonly Job[]) =>
  write(storage, async (tx) => {
    for (const one of jobs)
      claim(await tx.jobs.schedule(one), `scheduling ${one.uuid} must answer true`)
  })
const take = (storage: Storage, now: number, leaseUntil: number, limit = 10) =>
  write(storage, (tx) => tx.jobs.claim(claimOf(now, { leaseUntil: at(leaseUntil), limit })))
const takeOne = async (storage: Storage, now: number, leaseUntil: number): Promise<ClaimedJob> => {
  const [taken] = await take(storage, now, leaseUntil, 1)
  claim(taken !== undefined, `a job must be claimable at ${now} ms`)
  return taken
}
const uuids = (jobs: readonly Job[]) => jobs.map((one) => one.uuid)
const complete = async (tx: Repositories, uuid: string, token: number) =>
  (await tx.jobs.complete([{ uuid, token }])).has(uuid)
const giveBack = async (tx: Repositories, uuid: string, token: number, dueAt: Date) =>
  (
    await tx.jobs.reschedule([
      { uuid, token, queue: "work", dueAt, attempts: 1, reason: "no answer" },
    ])
  ).has(uuid)
const bury = (tx: Repositories, uuid: string, token: number) =>
  tx.jobs.bury({ uuid, token }, "gave up")
const nextDue = (storage: Storage) => read(storage, (tx) => tx.jobs.nextDue("work"))

export const jobs: readonly StorageCase[] = [
  storageCase("jobs: unfinished ones are found by their keys", async (storage) => {
    const unfinished = (...keys: readonly string[]) =>
      read(storage, (tx) => tx.jobs.unfinished(keys))
    await schedule(
      storage,
      job(100, { key: "waits", dueAt: at(900) }),
      job(101, { key: "held", dueAt: at(1) }),
      job(102, { key: "buried", dueAt: at(2) }),
      job(103, { key: "done", dueAt: at(3) }),
      job(104, { key: undefined, dueAt: at(901) }),
    )
    const [, buried, done] = await take(storage, 10, 200)
    await write(storage, async (tx) => {
      claim(await bury(tx, buried?.uuid ?? "", buried?.token ?? 0), "it is buried")
      claim(await complete(tx, done?.uuid ?? "", done?.token ?? 0), "it is done")
    })
    const known = ["waits", "held", "buried", "done", "unknown"]
    sameSet(await unfinished(...known), ["waits", "held"], "what is not done")
    same(await unfinished("waits", "waits"), ["waits"], "what was asked for")
    same(await unfinished(), [], "nothing")
    await write(storage, async (tx) => {
      claim(await tx.jobs.restore(buried?.uuid ?? "", at(5)), "it is restored")
    })
    same(await unfinished("buried"), ["buried"], "one that was restored")
  }),
  storageCase(
    "jobs: a claimed job is the one that was scheduled, with its lease, attempts and token raised by one",
    async (storage) => {
      const scheduled = job(100, {
        kind: "deliver",
        key: "delivery:1",
        payload: { to: "Zoë", nested: [{ n: 1 }, null], empty: {} },
        attempts: 2,
        organizationUuid: uuid(7),
        requestId: "a request",
      })
      await schedule(storage, scheduled)
      const first = await takeOne(storage, 100, 200)
      same(first, { ...scheduled, attempts: 3, leaseUntil: at(200), token: 1 }, "the first claim")
      const second = await takeOne(storage, 200, 300)
      same(second, { ...scheduled, attempts: 4, leaseUntil: at(300), token: 2 }, "the second claim")
    },
  ),
  storageCase(
    "jobs: only due jobs are claimed, the longest due first, ties by uuid, at most as many as asked for",
    async (storage) => {
      const [late, early, tieHigh, tieLow, future] = [
        job(100, { dueAt: at(30) }),
        job(101, { dueAt: at(10) }),
        job(103, { dueAt: at(20) }),
        job(102, { dueAt: at(20) }),
        job(104, { dueAt: at(31) }),
      ] as const
      await schedule(storage, late, early, tieHigh, tieLow, future)
      same(await take(storage, 9, 100), [], "before any is due")
      same(
        uuids(await take(storage, 30, 100, 3)),
        uuids([early, tieLow, tieHigh]),
        "the first three",
      )
      same(
        uuids(await take(storage, 30, 100, 3)),
        uuids([late]),
        "the rest: due at the moment itself",
      )
      same(await take(storage, 30, 100, 3), [], "when all are taken")
      same(uuids(await take(storage, 31, 100)), uuids([future]), "a moment later")
    },
  ),
  storageCase(
    "jobs: a leased job is nobody else's until its lease has run out",
    async (storage) => {
      await schedule(storage, job(100))
      await takeOne(storage, 100, 200)
      same(await take(storage, 199, 300), [], "while it is leased")
      same(uuids(await take(storage, 200, 300)), [uuid(100)], "at the end of the lease")
    },
  ),
  storageCase("jobs: concurrent claims never share a job", async (storage) => {
    await schedule(storage, ...Array.from({ length: 20 }, (_, n) => job(100 + n)))
    const taken = (
      await Promise.all(Array.from({ length: 10 }, () => take(storage, 1000, 2000, 3)))
    ).flat()
    same(new Set(uuids(taken)).size, taken.length, "different jobs")
    const rest = await take(storage, 1000, 2000, 100)
    sameSet(
      uuids([...taken, ...rest]),
      Array.from({ length: 20 }, (_, n) => uuid(100 + n)),
      "each job taken once",
    )
  }),
  storageCase("jobs: complete removes the job", async (storage) => {
    await schedule(storage, job(100))
    const { token } = await takeOne(storage, 100, 200)
    claim(await write(storage, (tx) => complete(tx, uuid(100), token)), "the holder completes")
    same(await take(storage, 10_000, 20_000), [], "jobs to claim afterwards")
    same(await nextDue(storage), undefined, "the next job")
    claim(
      !(await write(storage, (tx) => complete(tx, uuid(100), token))),
      "a second complete must answer false",
    )
  }),
  storageCase(
    "jobs: whoever lost the lease can neither complete, give back nor bury",
    async (storage) => {
      await schedule(storage, job(100))
      const loser = await takeOne(storage, 100, 200)
      const winner = await takeOne(storage, 300, 400)
      for (const token of [loser.token, winner.token + 1]) {
        claim(
          !(await write(storage, (tx) => complete(tx, uuid(100), token))),
          "complete with another token must do nothing",
        )
        claim(
          !(await write(storage, (tx) => giveBack(tx, uuid(100), token, at(0)))),
          "giving back with another token must do nothing",
        )
        claim(
          !(await write(storage, (tx) => bury(tx, uuid(100), token))),
          "bury with another token must answer false",
        )
      }
      same(await nextDue(storage), at(400), "the winner's lease stands")
      claim(
        await write(storage, (tx) => complete(tx, uuid(100), winner.token)),
        "the winner completes",
      )
    },
  ),
  storageCase("jobs: an unknown job cannot be completed, given back or buried", async (storage) => {
    const answers = await write(storage, async (tx) => [
      await complete(tx, uuid(1), 1),
      await giveBack(tx, uuid(1), 1, at(0)),
      await bury(tx, uuid(1), 1),
    ])
    same(answers, [false, false, false], "the answers")
  }),
  storageCase(
    "jobs: a job that nobody claimed cannot be completed, given back or buried",
    async (storage) => {
      await schedule(storage, job(100))
      for (const token of [0, 1]) {
        const answers = await write(storage, async (tx) => [
          await complete(tx, uuid(100), token),
          await giveBack(tx, uuid(100), token, at(0)),
          await bury(tx, uuid(100), token),
        ])
        same(answers, [false, false, false], "the answers")
      }
      same(await nextDue(storage), at(100), "the job is still there")
    },
  ),
  storageCase(
    "jobs: a lease that ran out is not lost until somebody else claims",
    async (storage) => {
      await schedule(storage, job(100))
      const { token } = await takeOne(storage, 100, 200)
      same(await nextDue(storage), at(200), "the job may be claimed again")
      claim(
        await write(storage, (tx) => complete(tx, uuid(100), token)),
        "its last holder completes it late",
      )
    },
  ),
  storageCase(
    "jobs: a job given back waits for another time, its attempts as they are said",
    async (storage) => {
      await schedule(storage, job(100))
      const first = await takeOne(storage, 100, 200)
      claim(
        await write(storage, (tx) => giveBack(tx, uuid(100), first.token, at(500))),
        "the holder gives it back",
      )
      same(await nextDue(storage), at(500), "the next job")
      same(await take(storage, 499, 600), [], "before it is due again")
      const second = await takeOne(storage, 500, 600)
      same(
        second,
        { ...job(100), dueAt: at(500), attempts: 2, token: first.token + 1, leaseUntil: at(600) },
        "the second attempt",
      )
    },
  ),
  storageCase("jobs: who gave a job back has lost its lease", async (storage) => {
    await schedule(storage, job(100))
    const { token } = await takeOne(storage, 100, 200)
    await write(storage, (tx) => giveBack(tx, uuid(100), token, at(150)))
    const answers = await write(storage, async (tx) => [
      await complete(tx, uuid(100), token),
      await giveBack(tx, uuid(100), token, at(900)),
      await bury(tx, uuid(100), token),
    ])
    same(answers, [false, false, false], "the answers")
    same(await nextDue(storage), at(150), "the job waits as it was given back")
  }),
  storageCase("jobs: a buried job is never claimed again", async (storage) => {
    await schedule(storage, job(100), job(101, { dueAt: at(5000) }))
    const { token } = await takeOne(storage, 100, 200)
    claim(await write(storage, (tx) => bury(tx, uuid(100), token)), "the holder buries it")
    same(await take(storage, 4999, 6000), [], "jobs to claim")
    same(await nextDue(storage), at(5000), "the next job")
    const answers = await write(storage, async (tx) => [
      await complete(tx, uuid(100), token),
      await giveBack(tx, uuid(100), token, at(0)),
      await bury(tx, uuid(100), token),
    ])
    same(answers, [false, false, false], "complete, give back and bury of a buried job")
  }),
  sweepCase({
    noun: "jobs",
    when: "were buried and due",
    add: async (tx, n, ms) => {
      await tx.jobs.schedule(job(n, { dueAt: at(ms) }))
      const [taken] = await tx.jobs.claim(claimOf(ms, { leaseUntil: at(900), limit: 1 }))
      claim(await bury(tx, uuid(n), taken?.token ?? 0), "it is buried")
    },
    find: async (tx, n) =>
      (await tx.jobs.buried(undefined, 100)).find((one) => one.uuid === uuid(n)),
    sweep: (tx, before, limit) => tx.jobs.sweep(before, limit),
  }),
  storageCase("jobs: sweep leaves those that are not buried", async (storage) => {
    await schedule(storage, job(100), job(101))
    const { uuid: held } = await takeOne(storage, 100, 200)
    same(await write(storage, (tx) => tx.jobs.sweep(at(9_000), 10)), 0, "how many are swept")
    same(uuids(await take(storage, 9_000, 9_100)).includes(held), true, "the one that was held")
    same(uuids(await take(storage, 9_200, 9_300)).length, 2, "both are there")
  }),
  storageCase("jobs: at most one unfinished job has a key", async (storage) => {
    await schedule(storage, job(100, { key: "sweep" }))
    const again = (n: number) =>
      write(storage, (tx) => tx.jobs.schedule(job(n, { key: "sweep", dueAt: at(0) })))
    claim(!(await again(101)), "the key of a waiting job must be refused")
    same(await nextDue(storage), at(100), "a refused job is not written")
    await schedule(storage, job(102, { key: "another" }))
    const { token } = await takeOne(storage, 100, 200)
    claim(!(await again(103)), "the key of a claimed job must be refused")
    await write(storage, (tx) => giveBack(tx, uuid(100), token, at(100)))
    claim(!(await again(104)), "the key of a job given back must be refused")
  }),
  storageCase("jobs: a key is free again when its job was completed or buried", async (storage) => {
    for (const [n, finish] of [
      [100, "complete"],
      [200, "bury"],
    ] as const) {
      await schedule(storage, job(n, { key: finish, dueAt: at(0) }))
      const { token } = await takeOne(storage, 0, 100)
      const isFinished = await write(storage, (tx) =>
        finish === "bury" ? bury(tx, uuid(n), token) : complete(tx, uuid(n), token),
      )
      claim(isFinished, `the holder may ${finish}`)
      await schedule(storage, job(n + 1, { key: finish, dueAt: at(5000) }))
    }
  }),
  storageCase("jobs: jobs without a key never collide", async (storage) => {
    await schedule(storage, job(100), job(101), job(102))
    same((await take(storage, 1000, 2000)).length, 3, "jobs claimed")
  }),
  storageCase("jobs: of concurrent jobs with one key exactly one is scheduled", async (storage) => {
    const tries = Array.from({ length: 10 }, (_, n) =>
      write(storage, (tx) => tx.jobs.schedule(job(100 + n, { key: "sweep" }))),
    )
    same((await Promise.all(tries)).filter(Boolean).length, 1, "how many were scheduled")
    same((await take(storage, 1000, 2000)).length, 1, "how many can be claimed")
  }),
  storageCase("jobs: nextDue is the earliest of due times and ends of leases", async (storage) => {
    await schedule(
      storage,
      job(100, { dueAt: at(100) }),
      job(101, { dueAt: at(150) }),
      job(102, { dueAt: at(300) }),
    )
    same(await nextDue(storage), at(100), "when none is taken")
    await takeOne(storage, 100, 200)
    same(await nextDue(storage), at(150), "when the first is taken")
    await takeOne(storage, 150, 1000)
    same(await nextDue(storage), at(200), "when two are taken: the end of the first lease")
    await take(storage, 200, 900, 1)
    same(await nextDue(storage), at(300), "when that lease was taken over")
  }),
]
