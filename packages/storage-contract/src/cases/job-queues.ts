import type { Claim, Job, Storage } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { at, claimOf, job, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const addAll = (storage: Storage, ...jobs: readonly Job[]) =>
  write(storage, (tx) => tx.jobs.scheduleAll(jobs))
const take = (storage: Storage, now: number, change: Partial<Claim> = {}) =>
  write(storage, (tx) => tx.jobs.claim(claimOf(now, change)))
const uuids = (jobs: readonly { readonly uuid: string }[]) => jobs.map((one) => one.uuid)
const places = (...groups: readonly string[]) =>
  groups.map((groupKey) => ({ groupKey, organizationUuid: undefined }))
const delivery = (n: number, groupKey: string, change: Partial<Job> = {}) =>
  job(n, { queue: "webhooks", kind: "webhook-delivery", groupKey, ...change })

/** Queues, groups, and what many jobs go through at once. */
export const jobQueues: readonly StorageCase[] = [
  storageCase("jobs: each queue has its own jobs and its own next time", async (storage) => {
    await addAll(storage, job(100), delivery(101, "a"), job(102, { queue: "webhook-retries" }))
    const nextOf = (queue: Job["queue"]) => read(storage, (tx) => tx.jobs.nextDue(queue))
    same(await nextOf("webhook-retries"), at(102), "the first of later attempts")
    same(await nextOf("work"), at(100), "the first of the service's own work")
    same(await nextOf("webhooks"), at(101), "the first of deliveries")
    same(uuids(await take(storage, 1000, { queue: "webhooks" })), uuids([job(101)]), "deliveries")
    same(uuids(await take(storage, 1000)), uuids([job(100)]), "the service's own work")
    same(await nextOf("webhook-retries"), at(102), "later attempts wait as before")
    same(await nextOf("work"), at(1100), "the end of the lease")
    const [last] = await take(storage, 1000, { queue: "webhook-retries" })
    claim(last !== undefined, "the later attempt must be claimable")
    await write(storage, (tx) => tx.jobs.complete([last]))
    same(await nextOf("webhook-retries"), undefined, "an empty queue beside full ones")
  }),
  storageCase(
    "jobs: countDue counts what can be claimed of a queue, and no further than asked",
    async (storage) => {
      await addAll(
        storage,
        ...[10, 20, 30, 40].map((ms) => job(100 + ms, { dueAt: at(ms) })),
        delivery(200, "a", { dueAt: at(0) }),
        job(201, { dueAt: at(0) }),
      )
      const count = (now: number, limit = 10, queue: Job["queue"] = "work") =>
        read(storage, (tx) => tx.jobs.countDue(queue, at(now), limit))
      const [buried] = await take(storage, 0, { limit: 1 })
      claim(buried !== undefined, "the first job must be claimable")
      await write(storage, (tx) => tx.jobs.bury(buried, "gave up"))
      same(await count(9), 0, "before any is due: a buried job does not count")
      same(await count(30), 3, "at the due time of the third")
      same(await count(30, 2), 2, "no further than asked")
      same(await count(30, 10, "webhooks"), 1, "another queue")
      same(await count(30, 10, "webhook-retries"), 0, "an empty queue")
      await take(storage, 10, { limit: 1, leaseUntil: at(50) })
      same(await count(30), 2, "a job whose lease runs does not count")
      same(await count(50), 4, "a lease that ran out gives its job back")
    },
  ),
  storageCase("jobs: jobs that are scheduled together come back as they were", async (storage) => {
    const all = [
      delivery(100, "a", {
        payload: { to: "Zoë", nested: [{ n: 1 }, null] },
        attempts: 2,
        organizationUuid: uuid(7),
        requestId: "a request",
      }),
      delivery(101, "b", { dueAt: at(50) }),
    ]
    await addAll(storage, ...all)
    await addAll(storage)
    const [first, second] = await take(storage, 100, { queue: "webhooks" })
    const claimed = { leaseUntil: at(200), token: 1 }
    same(first, { ...all[1], attempts: 1, ...claimed }, "the longest due")
    same(second, { ...all[0], attempts: 3, ...claimed }, "the other")
  }),
  storageCase(
    "jobs: of a group no more are taken than its cap less the running ones",
    async (storage) => {
      await addAll(
        storage,
        ...[100, 101, 102, 103].map((n) => delivery(n, "a")),
        delivery(110, "b"),
        delivery(111, "b"),
      )
      const running = places("b")
      same(
        uuids(await take(storage, 1000, { queue: "webhooks", perGroup: 2, running })),
        uuids([job(100), job(101), job(110)]),
        "two of a, one of b beside the running one",
      )
      same(
        uuids(await take(storage, 1000, { queue: "webhooks", perGroup: 3, limit: 2 })),
        uuids([job(102), job(103)]),
        "at most the limit",
      )
    },
  ),
  storageCase(
    "jobs: what full groups have due is passed over, however much it is",
    async (storage) => {
      await addAll(
        storage,
        ...Array.from({ length: 60 }, (_, n) => delivery(100 + n, "dead")),
        ...Array.from({ length: 30 }, (_, n) => delivery(200 + n, "slow")),
        delivery(300, "well"),
        delivery(301, "well"),
        delivery(302, "zest", { dueAt: at(5000) }),
        job(90, { groupKey: "another queue" }),
      )
      same(
        uuids(
          await take(storage, 1000, {
            queue: "webhooks",
            limit: 4,
            perGroup: 2,
            running: places("dead", "dead", "slow", "gone", "gone", "gone"),
          }),
        ),
        uuids([job(200), job(300), job(301)]),
        "the longest due of the groups with room",
      )
    },
  ),
  storageCase(
    "jobs: an organization takes no more than its share of the places that are free",
    async (storage) => {
      const of = (n: number, group: string, organization: number | undefined) =>
        delivery(n, group, {
          organizationUuid: organization === undefined ? undefined : uuid(organization),
        })
      // So much of the first organization, on endpoints of its own, that a window has nothing else.
      await addAll(
        storage,
        ...Array.from({ length: 60 }, (_, n) => of(100 + n, `dead ${n % 20}`, 1)),
        ...Array.from({ length: 6 }, (_, n) => of(200 + n, "slow", 2)),
        of(300, "well", 3),
        of(400, "service", undefined),
        of(401, "service", undefined),
        of(402, "service", undefined),
      )
      const webhooks = { queue: "webhooks", organizationShare: 1 / 2 } as const
      const own = { groupKey: "elsewhere", organizationUuid: uuid(1) }
      same(
        uuids(await take(storage, 1000, { ...webhooks, limit: 8 })),
        uuids([100, 101, 102, 200, 201, 300, 400, 401].map((n) => job(n))),
        "three of eight, two of five, then one, and what belongs to none",
      )
      same(
        uuids(await take(storage, 1000, { ...webhooks, limit: 4, running: [own, own] })),
        uuids([202, 402].map((n) => job(n))),
        "none of the one that has two running; one of three",
      )
      same(
        uuids(await take(storage, 1000, { ...webhooks, limit: 1 })),
        uuids([job(103)]),
        "one, where only one place is free",
      )
      same(
        uuids(await take(storage, 1000, { queue: "webhooks", limit: 3 })),
        uuids([104, 105, 106].map((n) => job(n))),
        "as many as there are, without a share",
      )
    },
  ),
  storageCase("jobs: an expired lease is claimed by when it ended", async (storage) => {
    await addAll(storage, delivery(100, "a", { dueAt: at(10) }), delivery(101, "a"))
    await take(storage, 10, { queue: "webhooks", leaseUntil: at(500) })
    same(
      uuids(await take(storage, 500, { queue: "webhooks" })),
      uuids([job(101), job(100)]),
      "due since 101, then free since 500",
    )
  }),
  storageCase(
    "jobs: renew extends the leases that are still held, and no others",
    async (storage) => {
      await addAll(storage, job(100), job(101), job(102))
      const [held, lost, over] = await take(storage, 102, { leaseUntil: at(200) })
      claim(
        held !== undefined && lost !== undefined && over !== undefined,
        "three jobs must be claimable",
      )
      await write(storage, (tx) => tx.jobs.complete([over]))
      const wrong = { ...lost, token: lost.token + 1 }
      const renewed = await write(storage, (tx) => tx.jobs.renew([held, wrong, over], at(900)))
      sameSet([...renewed], [held.uuid], "what was renewed")
      same(uuids(await take(storage, 899)), [lost.uuid], "before the new end")
      same(uuids(await take(storage, 900)), [held.uuid], "at the new end")
    },
  ),
  storageCase("jobs: many end at once, only those still held", async (storage) => {
    await addAll(storage, ...[100, 101, 102, 103].map((n) => job(n)))
    const [one, two, three, four] = await take(storage, 103)
    claim(
      one !== undefined && two !== undefined && three !== undefined && four !== undefined,
      "four jobs must be claimable",
    )
    const stale = { ...two, token: two.token - 1 }
    sameSet(
      [...(await write(storage, (tx) => tx.jobs.complete([one, stale])))],
      [one.uuid],
      "what was completed",
    )
    const again = {
      queue: "webhook-retries",
      dueAt: at(700),
      attempts: 0,
      reason: undefined,
    } as const
    const back = await write(storage, (tx) =>
      tx.jobs.reschedule([
        { ...three, ...again },
        { ...four, ...again, token: four.token + 1 },
        { ...one, ...again },
      ]),
    )
    sameSet([...back], [three.uuid], "what was given back")
    const [later, ...others] = await take(storage, 1000, { queue: "webhook-retries" })
    same(others, [], "no others")
    same(
      later,
      {
        ...three,
        queue: "webhook-retries",
        dueAt: at(700),
        attempts: 1,
        token: 2,
        leaseUntil: at(1100),
      },
      "in its new queue, its attempts counted anew",
    )
    same(uuids(await take(storage, 1000)), [two.uuid, four.uuid], "what was held by another token")
  }),
  storageCase("jobs: buried ones are listed with their reasons, page by page", async (storage) => {
    await addAll(storage, job(100), job(101), job(102), job(103))
    const taken = await take(storage, 103)
    for (const one of taken.slice(0, 3))
      await write(storage, (tx) => tx.jobs.bury(one, `gave up on ${one.uuid}`))
    const page = await read(storage, (tx) => tx.jobs.buried(undefined, 2))
    same(
      page,
      [100, 101].map((n) => ({ ...job(n), attempts: 1, reason: `gave up on ${uuid(n)}` })),
      "the first page",
    )
    same(uuids(await read(storage, (tx) => tx.jobs.buried(uuid(101), 2))), [uuid(102)], "the rest")
  }),
  storageCase(
    "jobs: a buried job is put back once, due again, its attempts at 0",
    async (storage) => {
      await addAll(storage, job(100, { attempts: 9 }), job(101), job(102, { dueAt: at(5000) }))
      const [one, other] = await take(storage, 101)
      claim(one !== undefined && other !== undefined, "two jobs must be claimable")
      for (const each of [one, other]) await write(storage, (tx) => tx.jobs.bury(each, "gave up"))
      const restore = (n: number) => write(storage, (tx) => tx.jobs.restore(uuid(n), at(700)))
      same([await restore(100), await restore(100)], [true, false], "the first time, and again")
      const [back, ...rest] = await take(storage, 700)
      same(
        back,
        { ...one, dueAt: at(700), attempts: 1, token: 2, leaseUntil: at(800) },
        "it runs again",
      )
      same(rest, [], "the other stays where it is")
      claim(back !== undefined && (await write(storage, (tx) => tx.jobs.bury(back, "again"))), "it")
      same([await restore(102), await restore(999)], [false, false], "one that waits, and none")
      same(
        uuids(await read(storage, (tx) => tx.jobs.buried(undefined, 9))),
        [uuid(100), uuid(101)],
        "both stay buried",
      )
    },
  ),
  storageCase("jobs: a buried job whose key is in use is not put back", async (storage) => {
    await write(storage, (tx) => tx.jobs.schedule(job(100, { key: "sweep" })))
    const [one] = await take(storage, 100)
    claim(one !== undefined, "a job must be claimable")
    await write(storage, (tx) => tx.jobs.bury(one, "gave up"))
    await write(storage, (tx) => tx.jobs.schedule(job(101, { key: "sweep" })))
    same(await write(storage, (tx) => tx.jobs.restore(uuid(100), at(700))), false, "the answer")
    same(uuids(await take(storage, 1000)), [uuid(101)], "what can be claimed")
  }),
]
