import { describe, expect, it } from "vitest"
import { portsOf } from "../../src/effect.ts"
import { anyKind } from "../../src/foundation/jobs/job-kind.ts"
import { openJobRunner } from "../../src/foundation/jobs/job-runner.ts"
import { openWorker } from "../../src/foundation/jobs/worker.ts"
import type {
  OutgoingHttp,
  OutgoingRequest,
  OutgoingResult,
} from "../../src/foundation/ports/outgoing-http.ts"
import type { Repositories, Storage } from "../../src/foundation/storage/storage.ts"
import { webhookDelivery } from "../../src/webhooks/delivery-job.ts"
import { anyExchange, exchangeAnswerMaxBytes } from "../../src/webhooks/exchange.ts"
import type { WebhookDelivery } from "../../src/webhooks/delivery.ts"
import { deliveryJob, deliveryKind, newDelivery } from "../../src/webhooks/recording.ts"
import { addWebhook, answer, changeWebhook, failure } from "../fixtures/webhooks.ts"
import { createTestOrganization, openTestSymbolon } from "../fixtures/world.ts"
import { failingStorage, type Fault } from "../simulator/failing-storage.ts"
import { copyServiceKeys } from "../simulator/service-keys.ts"

const type = "reward.generate" as const
const good = answer(200, '{"content":"a poem"}')

/** What the caller was told is an event in the outbox: written in the transaction it was told in. */
const told = (tx: Repositories, uuid: string, delivery: WebhookDelivery, text: string) =>
  tx.outbox.append([
    {
      uuid,
      type: "webhook.test",
      organizationUuid: delivery.organizationUuid,
      data: { told: delivery.uuid, text },
      namedUserUuid: undefined,
      createdAt: new Date(0),
    },
  ])

interface Content {
  readonly content: string
}

const isContent = (body: unknown): body is Content =>
  typeof body === "object" && body !== null && typeof Reflect.get(body, "content") === "string"

/** Requests whose answers somebody waits for. */
export const exchangesSuite = (name: string, open: () => Promise<Storage> | Storage): void => {
  /** A request that waits to be made, and workers that make it on a storage as they see it. */
  const openExchange = async (
    answering: (request: OutgoingRequest) => Promise<OutgoingResult> | OutgoingResult,
  ) => {
    const storage = await open()
    await copyServiceKeys(storage)
    const sent: OutgoingRequest[] = []
    const outgoingHttp: OutgoingHttp = {
      send: async (request) => {
        sent.push(request)
        return answering(request)
      },
      urlProblem: async () => undefined,
      close: async () => undefined,
    }
    const { symbolon, clock } = await openTestSymbolon(storage, { outgoingHttp })
    const { vault, ids } = portsOf(symbolon)
    const { club } = await createTestOrganization(symbolon, 0)
    const webhook = await addWebhook(symbolon, club.uuid, { events: ["membership.left"] })
    const now = clock.now()
    const event = {
      uuid: ids.uuid(),
      type,
      organizationUuid: club.uuid,
      data: { reward_template_id: "reward" },
      namedUserUuid: undefined,
      createdAt: now,
    }
    const delivery = newDelivery(ids.uuid(), event, webhook.uuid)
    await storage.transact("write", async (tx) => {
      await tx.outbox.append([event])
      await tx.deliveries.addAll([delivery])
      await tx.jobs.scheduleAll([deliveryJob(ids.uuid(), delivery, undefined)])
    })
    const workerOn = (seen: Storage) => {
      const exchange = anyExchange<Content>({
        read: (body) =>
          isContent(body)
            ? { value: { content: body.content } }
            : { errors: { content: "is required", ["x".repeat(300)]: "is not known" } },
        answered: async (tx, of, { content }) => {
          await told(tx, ids.uuid(), of, `answered ${content}`)
        },
        failed: async (tx, of, errors) => {
          await told(tx, ids.uuid(), of, ["failed", ...Object.keys(errors ?? {})].join(" "))
        },
      })
      const kind = webhookDelivery({
        clock,
        vault,
        outgoingHttp,
        timeoutMs: 30_000,
        exchanges: new Map([[type, exchange]]),
      })
      const kinds = new Map([[deliveryKind, anyKind(kind)]])
      const runner = openJobRunner({ storage: seen, clock, kinds, logger: undefined })
      return openWorker(seen, clock, runner)
    }
    /** Runs what is due for an hour, and answers what the caller was told. */
    const runAll = async (seen: Storage = storage): Promise<readonly unknown[]> => {
      const worker = workerOn(seen)
      const end = now.getTime() + 3_600_000
      while (clock.now().getTime() < end) {
        while ((await worker.runDue()) > 0) continue
        clock.set(new Date(clock.now().getTime() + 60_000))
      }
      return answersTo(delivery.uuid)
    }
    const answersTo = (uuid: string) =>
      storage.transact("read", async (tx) =>
        (await tx.outbox.list(undefined, 100))
          .filter(({ data }) => data["told"] === uuid)
          .map(({ data }) => data["text"]),
      )
    const find = () => storage.transact("read", (tx) => tx.deliveries.find(delivery.uuid))
    return { storage, symbolon, clock, club, webhook, delivery, sent, runAll, workerOn, find }
  }

  describe(`a request whose answer is content, on ${name}`, () => {
    it("goes to the webhook named for it and hands the answer over once", async () => {
      const { runAll, sent, find, webhook } = await openExchange(() => good)
      expect(await runAll()).toEqual(["answered a poem"])
      expect(sent.map(({ url, maxBodyBytes }) => [url, maxBodyBytes])).toEqual([
        [webhook.url, exchangeAnswerMaxBytes],
      ])
      expect(await find()).toMatchObject({ state: "success", attemptCount: 1 })
    })

    it("waits for the answer over retries", async () => {
      let count = 0
      const { runAll, find } = await openExchange(() => ((count += 1) < 4 ? answer(503) : good))
      expect(await runAll()).toEqual(["answered a poem"])
      expect(await find()).toMatchObject({ state: "success", attemptCount: 4 })
    })

    it.each([
      ["another body", answer(200, "{}"), 1, "bad_answer", `failed content ${"x".repeat(200)}`],
      ["no JSON", answer(204), 1, "bad_answer", "failed _root"],
      ["a refusal", answer(404, '{"content":"a poem"}'), 1, "refused", "failed"],
      ["no end", { ...good, isCut: true }, 1, "bad_answer", "failed _root"],
      ["an error each time", answer(500), 7, "server_error", "failed"],
      ["no connection", failure("connect_failed"), 7, "connect_failed", "failed"],
    ] as const)("fails once with %s", async (_, result, attemptCount, lastErrorCode, text) => {
      const { runAll, find } = await openExchange(() => result)
      expect(await runAll()).toEqual([text])
      expect(await find()).toMatchObject({ state: "failed", attemptCount, lastErrorCode })
    })

    it("fails when its webhook is disabled", async () => {
      const { runAll, symbolon, webhook, sent } = await openExchange(() => good)
      await changeWebhook(symbolon, webhook.uuid, { isEnabled: false })
      expect(await runAll()).toEqual(["failed"])
      expect(sent).toEqual([])
    })

    it("is not handed over by a worker that lost it", async () => {
      let late: ((result: OutgoingResult) => void) | undefined
      const exchange = await openExchange(() =>
        late === undefined
          ? new Promise<OutgoingResult>((resolve) => {
              late = resolve
            })
          : answer(200, '{"content":"the second"}'),
      )
      const lost = exchange.workerOn(exchange.storage).runDue()
      while (late === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
      exchange.clock.set(new Date(exchange.clock.now().getTime() + 90_000))
      expect(await exchange.runAll()).toEqual(["answered the second"])
      late(good)
      await lost
      expect(await exchange.runAll()).toEqual(["answered the second"])
      expect(await exchange.find()).toMatchObject({ state: "success", attemptCount: 1 })
    })

    it("is not repeated by hand, alone or in a range", async () => {
      const { runAll, symbolon, club, delivery, webhook } = await openExchange(() => answer(404))
      await runAll()
      const organization = club.slug
      await expect(
        symbolon.webhooks.redeliver({ organization, deliveryUuid: delivery.uuid }),
      ).rejects.toMatchObject({ _tag: "Conflict", reason: "answer_not_awaited" })
      const range = { from: new Date(0), to: new Date("2030-01-01") }
      const named = { organization, webhookUuid: webhook.uuid }
      expect(await symbolon.webhooks.redeliverRange({ ...named, ...range })).toEqual({
        scheduled: 0,
      })
    })

    it.each(["before", "undone", "answerless", "again", "dies before", "dies after"] as const)(
      "is handed over once, whatever transaction fails: %s",
      async (fault: Fault) => {
        let isReached = true
        let failAt = 0
        for (; isReached; failAt += 1) {
          const exchange = await openExchange(() => good)
          let calls = 0
          const failing = failingStorage(exchange.storage, () =>
            calls++ === failAt ? fault : "none",
          )
          await exchange
            .workerOn(failing)
            .runDue()
            .catch(() => undefined)
          isReached = calls > failAt
          expect(await exchange.runAll()).toEqual(["answered a poem"])
          expect(await exchange.find()).toMatchObject({ state: "success" })
        }
        expect(failAt).toBeGreaterThan(3)
      },
    )
  })
}
