import { describe, expect, it } from "vitest"
import { portsOf } from "../../src/effect.ts"
import { limits, type Storage, type WebhookDelivery } from "../../src/index.ts"
import { createStaffedOrganization, page } from "../fixtures/staffed-organization.ts"
import { recordingHttp } from "../fixtures/recording-http.ts"

const hourMs = 3_600_000

/** A storage whose process can be killed: it writes so often, and from then on all is lost. */
const mortal = (storage: Storage) => {
  let writesLeft = Number.POSITIVE_INFINITY
  const through: Storage = {
    ...storage,
    transact: (mode, work) =>
      storage.transact(mode, async (tx) => {
        const result = await work(tx)
        if (mode === "write" && (writesLeft -= 1) < 0) throw new Error("killed")
        return result
      }),
  }
  return {
    storage: through,
    dieAfter: (writes: number) => {
      writesLeft = writes
    },
  }
}

/** A club with one webhook for everything. */
const openClub = async (inner: Storage) => {
  const receivers = recordingHttp()
  const { storage, dieAfter } = mortal(inner)
  const world = await createStaffedOrganization({ storage, outgoingHttp: receivers })
  const { symbolon, club: organization, clubUuid, clock } = world
  const { webhooks } = symbolon
  const { webhook } = await webhooks.create({
    organization,
    url: "https://club.example/hooks",
    events: ["*"],
  })
  const named = { organization, webhookUuid: webhook.uuid }
  const ports = portsOf(symbolon)
  const all = async (): Promise<readonly WebhookDelivery[]> => {
    const items: WebhookDelivery[] = []
    for (let n = 1; ; n += 1) {
      const found = await webhooks.listDeliveries({ ...named, page: { ...page, page: n } })
      items.push(...found.items)
      if (found.items.length < page.pageSize) return items
    }
  }
  return {
    ...world,
    webhooks,
    organization,
    named,
    receivers,
    dieAfter,
    all,
    drain: async () => {
      while ((await symbolon.work.runDue()) > 0);
    },
    /** Deliveries of one event that have failed, a second apart, the last one now. */
    fail: async (count: number) => {
      const now = clock.now().getTime()
      const event = { uuid: ports.ids.uuid(), type: "membership.renewed" } as const
      const failed = Array.from({ length: count }, (_, n): WebhookDelivery => {
        const createdAt = new Date(now - (count - 1 - n) * 1000)
        return {
          uuid: ports.ids.uuid(),
          organizationUuid: clubUuid,
          webhookUuid: webhook.uuid,
          eventUuid: event.uuid,
          event: event.type,
          state: "failed",
          attemptCount: 0,
          nextAttemptAt: undefined,
          lastStatus: undefined,
          lastErrorCode: "webhook_disabled",
          createdAt,
          finishedAt: createdAt,
          redeliveryOf: undefined,
        }
      })
      await inner.transact("write", async (tx) => {
        const data = { origin: "user_app", schema_version: 1 }
        await tx.outbox.append([
          {
            ...event,
            organizationUuid: clubUuid,
            data,
            namedUserUuid: undefined,
            createdAt: clock.now(),
          },
        ])
        await tx.deliveries.addAll(failed)
      })
      return failed
    },
  }
}

const uuids = (all: readonly WebhookDelivery[]) => all.map(({ uuid }) => uuid).toSorted()

/** The deliveries of an organization: the test, those that are looked at, those sent again. */
export const redeliveringSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
): void => {
  const club = async () => openClub(await open())

  describe(`a test delivery on ${storage}`, () => {
    it("goes to its webhook alone, though others take everything and it takes something else", async () => {
      const { webhooks, organization, receivers, drain, clock, clubUuid } = await club()
      const { webhook } = await webhooks.create({
        organization,
        url: "https://club.example/other",
        events: ["activity.deleted"],
      })
      const at = clock.now().toISOString()
      const delivery = await webhooks.test({ organization, webhookUuid: webhook.uuid })
      expect(delivery).toMatchObject({ event: "webhook.test", state: "pending", attemptCount: 0 })
      await drain()
      expect(receivers.requests.map(({ url }) => url)).toEqual(["https://club.example/other"])
      const [request] = receivers.requests
      expect(JSON.parse(Buffer.from(request?.body ?? []).toString())).toEqual({
        event: "webhook.test",
        timestamp: at,
        organization_uuid: clubUuid,
        user_uuid: null,
        data: { test: true, message: "This is a test delivery. Nothing happened.", timestamp: at },
      })
      expect(request?.headers).toMatchObject({
        "x-webhook-event": "webhook.test",
        "x-webhook-delivery": delivery.uuid,
      })
      expect(
        await webhooks.getDelivery({ organization, deliveryUuid: delivery.uuid }),
      ).toMatchObject({
        delivery: { state: "success", attemptCount: 1, lastStatus: 204, finishedAt: clock.now() },
        attempts: [{ number: 1, status: 204, durationMs: 2, responseSnippet: "thank you" }],
      })
    })

    it("is refused by a disabled webhook", async () => {
      const { webhooks, named, all } = await club()
      await webhooks.update({ ...named, isEnabled: false })
      const disabled = { _tag: "Conflict", reason: "webhook_disabled" }
      await expect(webhooks.test(named)).rejects.toMatchObject(disabled)
      expect(await all()).toEqual([])
    })
  })

  describe(`deliveries on ${storage}`, () => {
    it("are listed by state and event", async () => {
      const { webhooks, named, fail } = await club()
      await webhooks.test(named)
      await fail(2)
      const count = async (filter: object) =>
        (await webhooks.listDeliveries({ ...named, ...filter, page })).totalItems
      expect(await count({})).toBe(3)
      expect(await count({ state: "failed" })).toBe(2)
      expect(await count({ state: "pending", event: "webhook.test" })).toBe(1)
      expect(await count({ state: "failed", event: "webhook.test" })).toBe(0)
      for (const [filter, field] of [
        [{ state: "lost" }, "state"],
        [{ event: "membership.lost" }, "event"],
      ] as const)
        await expect(count(filter)).rejects.toMatchObject({
          _tag: "Invalid",
          errors: { [field]: expect.any(String) },
        })
    })

    it("are sent again under a new id, with the same event", async () => {
      const { webhooks, organization, named, receivers, drain, clock } = await club()
      receivers.answerWith(400)
      const { uuid: deliveryUuid } = await webhooks.test(named)
      await drain()
      receivers.answerWith(200)
      clock.set(new Date(clock.now().getTime() + hourMs))
      const again = await webhooks.redeliver({ organization, deliveryUuid })
      expect(again).toMatchObject({
        event: "webhook.test",
        state: "pending",
        attemptCount: 0,
        createdAt: clock.now(),
        redeliveryOf: deliveryUuid,
      })
      expect(again.uuid).not.toBe(deliveryUuid)
      await drain()
      const [first, second] = receivers.requests.map(({ body }) =>
        JSON.parse(Buffer.from(body ?? []).toString()),
      )
      expect(second.data).toEqual(first.data)
      expect(second.timestamp).toBe(clock.now().toISOString())
      const states = (await webhooks.listDeliveries({ ...named, page })).items
      expect(states.map(({ state }) => state)).toEqual(["failed", "success"])
    })

    it("are not sent again to a webhook that is disabled or deleted, and are still to be seen", async () => {
      const { webhooks, organization, named } = await club()
      const of = { organization, deliveryUuid: (await webhooks.test(named)).uuid }
      await webhooks.update({ ...named, isEnabled: false })
      await expect(webhooks.redeliver(of)).rejects.toMatchObject({ reason: "webhook_disabled" })
      await webhooks.delete(named)
      await expect(webhooks.redeliver(of)).rejects.toMatchObject({ reason: "webhook_deleted" })
      expect((await webhooks.getDelivery(of)).delivery.uuid).toBe(of.deliveryUuid)
    })
  })

  describe(`a range of deliveries on ${storage}`, () => {
    it("is sent again: those of its time and state, up to now, each once", async () => {
      const { webhooks, named, receivers, fail, drain, all, clock } = await club()
      await webhooks.test(named)
      await drain()
      const failed = await fail(10)
      receivers.requests.length = 0
      const at = (n: number) => failed[n]?.createdAt ?? new Date(Number.NaN)
      expect(await webhooks.redeliverRange({ ...named, from: at(2), to: at(5) })).toEqual({
        scheduled: 3,
      })
      await drain()
      const again = (await all()).flatMap(({ redeliveryOf }) => redeliveryOf ?? [])
      expect(again.toSorted()).toEqual(uuids(failed.slice(2, 5)))
      expect(receivers.requests.length).toBe(3)
      const to = new Date(clock.now().getTime() + hourMs)
      expect(await webhooks.redeliverRange({ ...named, from: at(8), to })).toEqual({ scheduled: 2 })
      await drain()
      expect(receivers.requests.length).toBe(5)
      const from = new Date(clock.now().getTime() + 1)
      expect(await webhooks.redeliverRange({ ...named, from, to })).toEqual({ scheduled: 0 })
      const ended = { ...named, from: at(9), to, state: "success" } as const
      expect(await webhooks.redeliverRange(ended)).toEqual({ scheduled: 1 })
      await drain()
      expect(receivers.requests.length).toBe(6)
    })

    it("asked for again and again sends each event as often, and never what it made itself", async () => {
      const { webhooks, named, receivers, fail, drain, advance } = await club()
      await fail(3)
      const range = { ...named, from: new Date(0), to: new Date("2030-01-01") }
      for (let times = 1; times <= 4; times += 1) {
        receivers.requests.length = 0
        expect(await webhooks.redeliverRange(range)).toEqual({ scheduled: 3 })
        await drain()
        expect(receivers.requests.length).toBe(3)
        await advance(hourMs)
      }
    })

    it("is refused while another range of the webhook is being sent again", async () => {
      const { webhooks, organization, named, fail, clock } = await club()
      const url = "https://club.example/others"
      const other = await webhooks.create({ organization, url, events: ["*"] })
      await fail(3)
      const range = (from: number) => ({
        ...named,
        from: new Date(from),
        to: new Date("2030-01-01"),
      })
      expect(await webhooks.redeliverRange(range(0))).toEqual({ scheduled: 3 })
      clock.set(new Date(clock.now().getTime() + 1))
      for (const from of [0, 1])
        await expect(webhooks.redeliverRange(range(from))).rejects.toMatchObject({
          reason: "redelivery_running",
        })
      const { uuid } = other.webhook
      await webhooks.test({ organization, webhookUuid: uuid })
      const ofOther = { ...range(0), webhookUuid: uuid, state: "success" } as const
      expect(await webhooks.redeliverRange(ofOther)).toEqual({ scheduled: expect.any(Number) })
    })

    it("does not send its own deliveries again when they fail at once", async () => {
      const { webhooks, named, receivers, fail, drain, clock } = await club()
      await fail(limits.redeliveriesPerBatchMax)
      receivers.answerWith(400)
      const [from, to] = [new Date(0), new Date(clock.now().getTime() + hourMs)]
      const { scheduled } = await webhooks.redeliverRange({ ...named, from, to })
      await drain()
      expect(scheduled).toBe(limits.redeliveriesPerBatchMax)
      expect(receivers.requests.length).toBe(scheduled)
    })

    it("is sent again slice by slice, each delivery once, whenever the process dies", async () => {
      const { webhooks, named, fail, drain, all, advance, dieAfter, clock } = await club()
      const failed = await fail(2 * limits.redeliveriesPerBatchMax + 7)
      const [from, to] = [new Date(0), new Date("2030-01-01")]
      expect(await webhooks.redeliverRange({ ...named, from, to })).toEqual({
        scheduled: failed.length,
      })
      await expect(webhooks.redeliverRange({ ...named, from, to })).rejects.toMatchObject({
        _tag: "Conflict",
        reason: "redelivery_running",
      })
      const sentAgain = async () =>
        (await all()).flatMap(({ redeliveryOf }) => redeliveryOf ?? []).toSorted()
      const reached = new Set<number>()
      for (let writes = 0; writes < 8; writes += 1) {
        dieAfter(writes)
        await drain().catch(() => undefined)
        reached.add((await sentAgain()).length)
        // Its leases run out.
        clock.set(new Date(clock.now().getTime() + 120_000))
      }
      dieAfter(Number.POSITIVE_INFINITY)
      const slice = limits.redeliveriesPerBatchMax
      expect([...reached]).toEqual([0, slice, 2 * slice, failed.length])
      await advance(48 * hourMs)
      expect(await sentAgain()).toEqual(uuids(failed))
    })

    it("is not sent on once the webhook was disabled", async () => {
      const { webhooks, named, fail, drain, all } = await club()
      await fail(3)
      const range = { ...named, from: new Date(0), to: new Date("2030-01-01") }
      await webhooks.redeliverRange(range)
      await webhooks.update({ ...named, isEnabled: false })
      await drain()
      expect((await all()).length).toBe(3)
      const disabled = { reason: "webhook_disabled" }
      await expect(webhooks.redeliverRange(range)).rejects.toMatchObject(disabled)
    })

    it.each<readonly [string, object, string]>([
      ["no beginning", { from: undefined }, "from"],
      ["no end", { to: undefined }, "to"],
      ["an end before the beginning", { to: new Date(0) }, "to"],
      ["no time between", { from: new Date(0), to: new Date(0) }, "to"],
      ["no date", { from: new Date(Number.NaN) }, "from"],
      ["a state that has not ended", { state: "retrying" }, "state"],
    ])("names what is wrong: %s", async (_, wrong, field) => {
      const { webhooks, named } = await club()
      const range = { ...named, from: new Date(1), to: new Date(2), ...wrong }
      await expect(webhooks.redeliverRange(range)).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { [field]: expect.any(String) },
      })
    })
  })
}
