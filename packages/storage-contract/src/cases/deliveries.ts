import type {
  DeliveryFilter,
  RedeliveryRange,
  Storage,
  WebhookDelivery,
} from "@symbolon/core/storage"
import { rejects, same, sameSet } from "../claims.ts"
import { club } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { at, event, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { sweepCase } from "../sweeps.ts"
import {
  attempt,
  awayHook,
  delivery,
  foundWithWebhooks,
  hook,
  otherHook,
  told,
  toldAway,
} from "../webhook-samples.ts"

const { home, away } = club

const add = (storage: Storage, ...all: readonly WebhookDelivery[]) =>
  write(storage, (tx) => tx.deliveries.addAll(all))
const find = (storage: Storage, n: number) => read(storage, (tx) => tx.deliveries.find(uuid(n)))
const attempts = (storage: Storage, n: number) =>
  read(storage, (tx) => tx.deliveries.attempts(uuid(n)))
const ofFilter =
  (filter: DeliveryFilter): List<"created_at", WebhookDelivery> =>
  (tx, page) =>
    tx.deliveries.list(filter, page)

const full = delivery(100, {
  organizationUuid: away.uuid,
  webhookUuid: awayHook.uuid,
  eventUuid: toldAway.uuid,
  event: "reward.redeemed",
  state: "failed",
  attemptCount: 3,
  nextAttemptAt: undefined,
  lastStatus: 503,
  lastErrorCode: "server_error",
  finishedAt: at(9),
  redeliveryOf: uuid(77),
})

const rows: readonly StorageCase[] = [
  storageCase(
    "deliveries: they come back as they were written, one by one and many at once, added once",
    async (storage) => {
      await foundWithWebhooks(storage)
      await add(storage, full, delivery(101), delivery(102))
      await add(storage)
      await rejects(add(storage, delivery(103), delivery(101)), "a delivery that is there")
      await read(storage, async (tx) => {
        for (const one of [full, delivery(101)])
          same(await tx.deliveries.find(one.uuid), one, "by uuid")
        same(await tx.deliveries.find(uuid(103)), undefined, "one of the rejected")
        sameSet(
          await tx.deliveries.findAll([uuid(100), uuid(102), uuid(102), uuid(999)]),
          [full, delivery(102)],
          "many, each once",
        )
        same(await tx.deliveries.findAll([]), [], "none")
      })
    },
  ),
  storageCase(
    "deliveries: record writes deliveries with the attempts that changed them, and no others",
    async (storage) => {
      await foundWithWebhooks(storage)
      await add(storage, delivery(101, { redeliveryOf: uuid(77) }), delivery(102), delivery(103))
      const [retrying, given] = [
        delivery(101, {
          state: "retrying",
          attemptCount: 1,
          nextAttemptAt: at(500),
          lastStatus: 500,
          lastErrorCode: "server_error",
          redeliveryOf: uuid(77),
        }),
        delivery(102, {
          state: "failed",
          nextAttemptAt: undefined,
          lastErrorCode: "webhook_disabled",
          finishedAt: at(400),
        }),
      ]
      const first = attempt(101, 1, {
        status: 500,
        errorCode: "server_error",
        responseSnippet: "Zoë 世界\n",
        durationMs: 30_000,
      })
      await write(storage, (tx) =>
        tx.deliveries.record([
          { delivery: retrying, attempt: first },
          { delivery: given, attempt: undefined },
        ]),
      )
      await write(storage, (tx) => tx.deliveries.record([]))
      same(await find(storage, 101), retrying, "the one that was attempted")
      same(await find(storage, 102), given, "the one that was given up")
      same(await find(storage, 103), delivery(103), "the other")
      same(await attempts(storage, 101), [first], "its attempts")
      same(await attempts(storage, 102), [], "attempts of one without")
      const done: WebhookDelivery = {
        ...retrying,
        state: "success",
        attemptCount: 2,
        nextAttemptAt: undefined,
        lastStatus: undefined,
        lastErrorCode: undefined,
        finishedAt: at(600),
        redeliveryOf: undefined,
      }
      const second = attempt(101, 2, { startedAt: at(0), keyId: "00000002" })
      await write(storage, (tx) => tx.deliveries.record([{ delivery: done, attempt: second }]))
      same(await find(storage, 101), done, "the one that was attempted again")
      same(await attempts(storage, 101), [first, second], "its attempts, in their order")
    },
  ),
  storageCase(
    "deliveries: record rejects, whole, what is not there and an attempt that is",
    async (storage) => {
      await foundWithWebhooks(storage)
      await add(storage, delivery(101))
      const change = { delivery: delivery(101), attempt: attempt(101, 1) }
      await write(storage, (tx) => tx.deliveries.record([change]))
      const failed = delivery(101, { state: "failed", finishedAt: at(1) })
      await rejects(
        write(storage, (tx) =>
          tx.deliveries.record([{ delivery: failed, attempt: attempt(101, 1, { status: 500 }) }]),
        ),
        "an attempt whose number is taken",
      )
      await rejects(
        write(storage, (tx) =>
          tx.deliveries.record([
            { delivery: failed, attempt: undefined },
            { delivery: delivery(999), attempt: undefined },
          ]),
        ),
        "a delivery that is not there",
      )
      same(await find(storage, 101), delivery(101), "the delivery")
      same(await attempts(storage, 101), [attempt(101, 1)], "its attempts")
    },
  ),
]

const lists: readonly StorageCase[] = [
  storageCase(
    "deliveries: a list is of one webhook, state and event; sorted by creation, and paged",
    async (storage) => {
      await foundWithWebhooks(storage)
      const redeemed = { event: "reward.redeemed" } as const
      const a = delivery(104, { createdAt: at(1), state: "failed", finishedAt: at(5) })
      const b = delivery(101, { createdAt: at(2), state: "failed", ...redeemed })
      const c = delivery(102, { createdAt: at(2), ...redeemed })
      const d = delivery(103, { createdAt: at(3) })
      const other = delivery(105, { webhookUuid: otherHook.uuid, state: "failed" })
      await add(storage, d, b, other, c, a)
      const webhookUuid = hook.uuid
      const list = (
        filter: Omit<DeliveryFilter, "webhookUuid">,
        expected: readonly WebhookDelivery[],
      ) => sortsBy(storage, ofFilter({ webhookUuid, ...filter }), "created_at", expected)
      await list({}, [a, b, c, d])
      await list({ state: undefined, event: undefined }, [a, b, c, d])
      await list({ state: "failed" }, [a, b])
      await list({ state: "pending" }, [c, d])
      await list({ state: "success" }, [])
      await list(redeemed, [b, c])
      await list({ state: "failed", ...redeemed }, [b])
      await list({ event: "unknown" }, [])
      await sortsBy(storage, ofFilter({ webhookUuid: otherHook.uuid }), "created_at", [other])
      await sortsBy(storage, ofFilter({ webhookUuid: uuid(999) }), "created_at", [])
    },
  ),
  storageCase(
    "deliveries: a range is of one webhook and state, from a moment to before another, by uuid",
    async (storage) => {
      await foundWithWebhooks(storage)
      const failed = { state: "failed", finishedAt: at(50) } as const
      const [a, b, c] = [
        delivery(101, { ...failed, createdAt: at(30) }),
        delivery(102, { ...failed, createdAt: at(10) }),
        delivery(103, { ...failed, createdAt: at(20) }),
      ]
      await add(
        storage,
        c,
        a,
        b,
        delivery(104, { ...failed, createdAt: at(9) }),
        delivery(105, { ...failed, createdAt: at(31) }),
        delivery(106, { createdAt: at(20) }),
        delivery(108, { ...failed, createdAt: at(20), redeliveryOf: a.uuid }),
        delivery(107, { ...failed, createdAt: at(20), webhookUuid: otherHook.uuid }),
      )
      const range: RedeliveryRange = {
        webhookUuid: hook.uuid,
        state: "failed",
        from: at(10),
        to: at(31),
        exceptEvents: [],
      }
      await read(storage, async (tx) => {
        const inRange = (after: string | undefined, limit: number) =>
          tx.deliveries.inRange(range, after, limit)
        same(await inRange(undefined, 10), [a, b, c], "all of the range")
        same(await inRange(undefined, 2), [a, b], "the first two")
        same(await inRange(b.uuid, 10), [c], "after the second")
        same(await inRange(c.uuid, 10), [], "after the last")
        same(await tx.deliveries.countInRange(range), 3, "how many")
        same(await tx.deliveries.countInRange({ ...range, to: at(30) }), 2, "before the last")
        same(await tx.deliveries.countInRange({ ...range, from: at(11) }), 2, "after the first")
        same(
          await tx.deliveries.countInRange({ ...range, state: "pending" }),
          1,
          "of another state",
        )
        same(
          await tx.deliveries.countInRange({ ...range, webhookUuid: otherHook.uuid }),
          1,
          "of another webhook",
        )
        const without = { ...range, exceptEvents: [a.event] }
        same(await tx.deliveries.countInRange(without), 0, "without their event")
        same(await tx.deliveries.inRange(without, undefined, 10), [], "none of their event")
        const others = { ...range, exceptEvents: ["reward.generate", "webhook.test"] }
        same(await tx.deliveries.countInRange(others), 3, "without other events")
        same(await tx.deliveries.inRange(others, undefined, 10), [a, b, c], "none of other events")
      })
    },
  ),
]

const sweeps: readonly StorageCase[] = [
  sweepCase({
    noun: "deliveries",
    when: "finished",
    add: async (tx, n, ms) => {
      if ((await tx.webhooks.find(otherHook.uuid)) === undefined) await tx.webhooks.add(otherHook)
      const one = event(n, { organizationUuid: home.uuid })
      await tx.outbox.append([one])
      const sent = {
        webhookUuid: otherHook.uuid,
        eventUuid: one.uuid,
        state: "success",
        finishedAt: at(ms),
      } as const
      await tx.deliveries.addAll([delivery(n, sent)])
    },
    find: (tx, n) => tx.deliveries.find(uuid(n)),
    sweep: (tx, before, limit) => tx.deliveries.sweep(before, limit),
  }),
  storageCase(
    "deliveries: sweep forgets attempts with their delivery, and none that did not finish",
    async (storage) => {
      await foundWithWebhooks(storage)
      const done = { state: "success", finishedAt: at(5) } as const
      await add(storage, delivery(101), delivery(102), delivery(103))
      await write(storage, (tx) =>
        tx.deliveries.record([
          { delivery: delivery(101, done), attempt: attempt(101, 1) },
          { delivery: delivery(102), attempt: attempt(102, 1) },
        ]),
      )
      await write(storage, (tx) =>
        tx.deliveries.record([{ delivery: delivery(101, done), attempt: attempt(101, 2) }]),
      )
      same(await write(storage, (tx) => tx.deliveries.sweep(at(1000), 10)), 1, "how many")
      same(await find(storage, 101), undefined, "the finished one")
      same(await attempts(storage, 101), [], "its attempts")
      same(await find(storage, 102), delivery(102), "one that did not finish")
      same(await attempts(storage, 102), [attempt(102, 1)], "its attempts")
    },
  ),
  sweepCase({
    noun: "outbox",
    when: "were created",
    add: (tx, n, ms) =>
      tx.outbox.append([event(n, { organizationUuid: home.uuid, createdAt: at(ms) })]),
    find: async (tx, n) => (await tx.outbox.findAll([uuid(n)]))[0],
    sweep: (tx, before, limit) => tx.outbox.sweep(before, limit),
  }),
  storageCase(
    "outbox: many are found at once; sweep forgets none that a delivery sends",
    async (storage) => {
      await foundWithWebhooks(storage)
      const [spare, other] = [200, 201].map((n) => event(n, { organizationUuid: home.uuid }))
      if (spare === undefined || other === undefined) throw new Error("There are two.")
      await write(storage, (tx) => tx.outbox.append([spare, other]))
      await add(storage, delivery(101))
      const findAll = (...uuids: readonly string[]) =>
        read(storage, (tx) => tx.outbox.findAll(uuids))
      const all = [told, toldAway, spare].map(({ uuid: one }) => one)
      sameSet(await findAll(...all, told.uuid, uuid(999)), [told, toldAway, spare], "many")
      same(await findAll(), [], "none")
      same(await write(storage, (tx) => tx.outbox.sweep(at(201), 10)), 2, "how many")
      sameSet(await findAll(...all, other.uuid), [told, other], "what is left")
    },
  ),
]

export const deliveries: readonly StorageCase[] = [...rows, ...lists, ...sweeps]
