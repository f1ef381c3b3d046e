import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { describe, expect, it, vi } from "vitest"
import { verifyWebhook } from "../../../client-sdk/src/webhooks.ts"
import type { OutgoingResult } from "../../src/foundation/ports/outgoing-http.ts"
import { limits } from "../../src/foundation/kernel/limits.ts"
import { createSymbolon, type Storage } from "../../src/index.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { httpReceiver } from "../fixtures/receivers.ts"
import { addWebhook, answer, deliveriesTo, failure, testReceivers } from "../fixtures/webhooks.ts"
import { addTestMember, createTestOrganization, openTestSymbolon } from "../fixtures/world.ts"

/** Deliveries while the work runs by itself, in real time. */
export const webhookLoopSuite = (name: string, open: () => Promise<Storage> | Storage): void => {
  describe(`deliveries that the running work makes on ${name}`, () => {
    it("reach one organization while all endpoints of another are dead", async () => {
      const { outgoingHttp, received } = testReceivers((request, signal) =>
        request.url === "https://well.example/"
          ? answer(200)
          : new Promise<OutgoingResult>((resolve) => {
              signal?.addEventListener("abort", () => resolve(failure("aborted")))
            }),
      )
      const storage = await open()
      const { symbolon } = await openTestSymbolon(storage, { outgoingHttp })
      const { club, tier, owner } = await createTestOrganization(symbolon, 0)
      for (let n = 0; n < limits.webhooksPerOrganizationMax; n += 1)
        await addWebhook(symbolon, club.uuid)
      for (let n = 0; n < 6; n += 1)
        await addTestMember(symbolon, club.slug, tier.slug, `dead-${n}`)
      const other = await symbolon.organizations.create({ name: "Other", ownerUuid: owner.uuid })
      await addWebhook(symbolon, other.uuid, { url: "https://well.example/" })
      const work = symbolon.runWork()
      // Half of what it leaves free, of 256: 85 beside 171.
      const dead = () => received.filter(({ url }) => url !== "https://well.example/").length
      await vi.waitFor(() => expect(dead()).toBe(85), { timeout: 10_000 })
      const friend = await symbolon.tiers.create({ organization: other.slug, name: "Friend" })
      await addTestMember(symbolon, other.slug, friend.slug, "alive")
      await vi.waitFor(() => expect(received.at(-1)?.url).toBe("https://well.example/"), {
        timeout: 5_000,
      })
      expect(dead()).toBe(85)
      await work.stop({ signal: AbortSignal.abort() })
    }, 30_000)

    it("reach a healthy endpoint while a slow one and a dead one have more than their places", async () => {
      const ended: (() => void)[] = []
      const urls = { slow: "https://slow.example/", dead: "https://dead.example/" }
      const waiting = new Map<string, number>()
      const most = new Map<string, number>()
      const { outgoingHttp, received } = testReceivers((request, signal) => {
        if (request.url === "https://well.example/") return answer(200)
        const count = (waiting.get(request.url) ?? 0) + 1
        waiting.set(request.url, count)
        most.set(request.url, Math.max(most.get(request.url) ?? 0, count))
        return new Promise<OutgoingResult>((resolve) => {
          const end = (result: OutgoingResult) => {
            waiting.set(request.url, (waiting.get(request.url) ?? 0) - 1)
            resolve(result)
          }
          if (request.url === urls.slow) setTimeout(() => end(answer(200)), 100)
          signal?.addEventListener("abort", () => end(failure("aborted")))
          ended.push(() => end(failure("timeout")))
        })
      })
      const storage = await open()
      const { symbolon } = await openTestSymbolon(storage, { outgoingHttp })
      const { club, tier } = await createTestOrganization(symbolon, 0)
      const [, , well] = [
        await addWebhook(symbolon, club.uuid, { url: urls.dead }),
        await addWebhook(symbolon, club.uuid, { url: urls.slow }),
        await addWebhook(symbolon, club.uuid, { url: "https://well.example/" }),
      ]
      const work = symbolon.runWork()
      for (let n = 0; n < 20; n += 1)
        await addTestMember(symbolon, club.slug, tier.slug, `member-${n}`)
      const sentTo = (url: string) => received.filter((request) => request.url === url).length
      await vi.waitFor(
        async () => {
          expect(sentTo("https://well.example/")).toBe(20)
          const states = (await deliveriesTo(storage, well.uuid)).map(({ state }) => state)
          expect(states).toEqual(Array.from({ length: 20 }, () => "success"))
          expect(sentTo(urls.slow)).toBe(20)
        },
        { timeout: 5_000 },
      )
      expect(sentTo(urls.dead)).toBe(4)
      expect(most.get(urls.dead)).toBe(4)
      expect(most.get(urls.slow)).toBeLessThanOrEqual(4)
      for (const end of ended) end()
      const stopped = work.stop()
      const timer = setInterval(() => {
        for (const end of ended) end()
      }, 10)
      await stopped
      clearInterval(timer)
    })

    it("are given back at once where the process ends before the answer, and count as no attempt", async () => {
      await using receiver = await httpReceiver(() => undefined)
      const storage = await open()
      const { symbolon } = await openTestSymbolon(storage, {
        webhooks: { allowedNetworks: ["127.0.0.0/8"] },
      })
      const { club, tier } = await createTestOrganization(symbolon, 0)
      const url = `http://127.0.0.1:${receiver.port}/hook`
      const { uuid } = await addWebhook(symbolon, club.uuid, { url })
      const work = symbolon.runWork()
      await addTestMember(symbolon, club.slug, tier.slug, "ada")
      await vi.waitFor(() => expect(receiver.received()).toContain("/hook"), { timeout: 5_000 })
      await work.stop({ signal: AbortSignal.timeout(50) })
      expect(await deliveriesTo(storage, uuid)).toMatchObject([
        { state: "pending", attemptCount: 0, finishedAt: undefined },
      ])
      const due = await storage.transact("read", (tx) => tx.jobs.nextDue("webhooks"))
      expect(due?.getTime()).toBeLessThanOrEqual(symbolon.clock.now().getTime())
    })

    it("are what a receiver on this machine verifies", async () => {
      const seen: { readonly event: string; readonly deliveryId: string }[] = []
      await using receiver = await httpReceiver((request, response) => {
        void bodyOf(request)
          .then((rawBody) =>
            verifyWebhook({ headers: request.headers, rawBody }, { secret: "whsec_example" }),
          )
          .then((webhook) => {
            seen.push(webhook)
            response.writeHead(204).end()
          })
      })
      const storage = await open()
      const symbolon = await createSymbolon({
        storage,
        vault: memoryKeyVault(new Uint8Array(32).fill(7)),
        webhooks: { allowedNetworks: ["127.0.0.0/8", "::1/128"] },
      })
      const { club, tier } = await createTestOrganization(symbolon, 0)
      const { uuid } = await addWebhook(symbolon, club.uuid, {
        url: `http://127.0.0.1:${receiver.port}/hook`,
      })
      const work = symbolon.runWork()
      await addTestMember(symbolon, club.slug, tier.slug, "ada")
      await vi.waitFor(
        async () => {
          const [delivery] = await deliveriesTo(storage, uuid)
          expect(delivery).toMatchObject({ state: "success", lastStatus: 204 })
          expect(seen).toMatchObject([{ event: "membership.joined", deliveryId: delivery?.uuid }])
        },
        { timeout: 5_000 },
      )
      await work.stop()
    })
  })
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  await once(request, "end")
  return Buffer.concat(chunks)
}
