import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { openOutgoingHttp } from "../../src/foundation/system/outgoing-http.ts"
import { systemClock } from "../../src/foundation/system/clock.ts"
import type { Storage } from "../../src/index.ts"
import { contentHost, json } from "../fixtures/content-host.ts"
import { createRewardWorld, hosted, type HostedData } from "../fixtures/held-rewards.ts"

const secret = "KX-99-PIN"
const film = {
  content_version: "3",
  data: { code: secret },
  items: [{ type: "coupon", code: "FILM-1", uid: "of the host" }],
  generated_at: "2026-11-20T00:00:00.000Z",
}
const unavailable = (reason: string) => ({
  _tag: "Unavailable",
  reason: expect.stringContaining(`(${reason})`),
})

/** Rewards whose content another host has, on any storage. */
export const hostedRewardsSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`a reward whose content another host has, on ${engine}`, () => {
    let host: Awaited<ReturnType<typeof contentHost>>
    beforeAll(async () => {
      host = await contentHost()
    })
    afterAll(() => host.close())
    beforeEach(() => {
      host.requests.length = 0
      host.serves(json(film))
    })

    const issued = async (
      data: Partial<HostedData> = {},
      options: Parameters<typeof createRewardWorld>[1] = {},
    ) => {
      const world = await createRewardWorld(await open(), options)
      const id = await world.issue(hosted({ manifestUrl: host.url, accessKey: "sesame", ...data }))
      const get = () => world.ada.as.rewards.getByTransaction({ transaction: id })
      const copy = async () =>
        (await world.storage.transact("read", (tx) => tx.cachedContents.findAll([id])))[0]
      return { ...world, id, get, copy }
    }

    it("is fetched when it is opened, with its key, and kept sealed for its time", async () => {
      const { get, id, advance, copy, held, ada, clock } = await issued({
        cache: { ttlSeconds: 600 },
      })
      const [listed] = (await held(ada)).items
      expect(listed).toMatchObject({
        content: { name: "Regatta film", data: {}, items: [] },
        isOmitted: true,
        sourceType: "hosted",
      })
      expect(host.requests).toEqual([])
      const opened = await get()
      expect(opened).toMatchObject({
        content: {
          name: "Regatta film",
          content_version: "3",
          data: { code: secret },
          items: [{ type: "coupon", code: "FILM-1", uid: `${id}-0` }],
          generated_at: film.generated_at,
          issuer: { name: "Harbour Club" },
        },
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        cachedAt: clock.now(),
        cacheExpiresAt: new Date(clock.now().getTime() + 600_000),
        sourceType: "hosted",
        sourceUrl: host.url,
        fetchLatencyMs: expect.any(Number),
        isOmitted: false,
      })
      expect(host.requests).toEqual([{ url: "/film", authorization: "Bearer sesame" }])
      expect(JSON.stringify(await copy())).not.toContain(secret)
      await advance(599_999)
      expect((await get()).content).toEqual(opened.content)
      expect(host.requests.length).toBe(1)
      expect((await ada.as.rewards.getItem({ item: `${id}-0` })).item["code"]).toBe("FILM-1")
      expect((await held(ada)).items[0]).toMatchObject({
        content: opened.content,
        isOmitted: false,
      })
      await advance(1)
      await get()
      expect(host.requests.length).toBe(2)
    })

    it("is fetched once by many who open it at once", async () => {
      const { get } = await issued()
      host.serves(
        (request, response) => void setTimeout(50).then(() => json(film)(request, response)),
      )
      const all = await Promise.all(Array.from({ length: 20 }, get))
      expect([
        host.requests.length,
        new Set(all.map(({ contentHash }) => contentHash)).size,
      ]).toEqual([1, 1])
    })

    it("is served from the copy while its host fails, and asked for again after a minute", async () => {
      const { get, advance } = await issued({ cache: { ttlSeconds: 10 } })
      const { content } = await get()
      host.serves((_request, response) => response.writeHead(503).end())
      await advance(10_000)
      expect((await get()).content).toEqual(content)
      expect((await get()).content).toEqual(content)
      expect(host.requests.length).toBe(2)
      await advance(60_000)
      host.serves(json(film))
      await get()
      expect(host.requests.length).toBe(3)
    })

    it("stays the first one that was fetched, and others are counted", async () => {
      const { get, advance, copy } = await issued({ cache: { ttlSeconds: 10 } })
      const first = await get()
      host.serves(json({ ...film, data: { code: "OTHER" } }))
      for (const times of [1, 2]) {
        await advance(10_000)
        const again = await get()
        expect([again.content, again.contentHash]).toEqual([first.content, first.contentHash])
        expect((await copy())?.driftCount).toBe(times)
      }
      host.serves(json(film))
      await advance(10_000)
      await get()
      expect((await copy())?.driftCount).toBe(2)
    })

    it("without a copy is fetched each time, and is the first one that was fetched or none", async () => {
      const { get, advance, copy, clock, held, ada } = await issued({ cache: { strategy: "none" } })
      const begun = clock.now()
      const first = await get()
      expect(first).toMatchObject({ content: { data: { code: secret } }, cachedAt: begun })
      host.serves(json({ ...film, data: { code: "NEW" } }))
      await advance(999)
      // Within a second the answer of before is given again, with its time.
      expect(await get()).toMatchObject({
        content: first.content,
        cachedAt: begun,
        cacheExpiresAt: begun,
      })
      expect(host.requests.length).toBe(1)
      await advance(1)
      await expect(get()).rejects.toMatchObject(unavailable("content_changed"))
      expect((await copy())?.driftCount).toBe(1)
      host.serves((_request, response) => response.writeHead(503).end())
      await advance(1000)
      await expect(get()).rejects.toMatchObject(unavailable("status_503"))
      host.serves(json(film))
      await advance(1000)
      expect(await get()).toMatchObject({
        content: first.content,
        contentHash: first.contentHash,
        cachedAt: clock.now(),
      })
      expect(host.requests.length).toBe(4)
      expect((await held(ada)).items[0]).toMatchObject({
        content: { data: {}, items: [] },
        contentHash: first.contentHash,
        isOmitted: true,
      })
    })

    it("follows its strategy: a copy for a while, or for good", async () => {
      const permanent = await issued({ cache: { strategy: "permanent", ttlSeconds: 1 } })
      expect((await permanent.get()).cacheExpiresAt).toBeUndefined()
      await permanent.advance(400 * 86_400_000)
      await permanent.get()
      expect(host.requests.length).toBe(1)
      for (const [strategy, seconds] of [
        ["on_demand", 3600],
        ["prefetch", 86_400],
      ] as const) {
        const { get, clock } = await issued({ cache: { strategy } })
        const { cacheExpiresAt } = await get()
        expect(cacheExpiresAt?.getTime()).toBe(clock.now().getTime() + seconds * 1000)
      }
    })

    it("is erased with its transaction", async () => {
      const { get, copy, symbolon, id } = await issued()
      await get()
      await symbolon.transactions.erase({ transaction: id })
      expect(await copy()).toBeUndefined()
      await expect(get()).rejects.toMatchObject({ _tag: "NotFound" })
    })

    it("is not there while its host answers anything else", async () => {
      const large = { ...film, data: { text: "x".repeat(300_000) } }
      const bad: readonly (readonly [string, Parameters<typeof host.serves>[0]])[] = [
        ["status_404", (_request, response) => response.writeHead(404).end("{}")],
        [
          "status_302",
          (_request, response) => response.writeHead(302, { location: host.url }).end(),
        ],
        ["too_large", json(large)],
        ["not_json", (_request, response) => response.end("<html>")],
        ["not_json", (_request, response) => response.end(Buffer.from([0xff, 0xfe]))],
        ["content_invalid", json({ ...film, content_version: undefined })],
        ["content_invalid", json({ ...film, items: [{ type: "ticket" }] })],
        ["content_invalid", json([film])],
        [
          "content_invalid",
          (_request, response) =>
            response.end(JSON.stringify(film).replace("{", '{"content_version":"0",')),
        ],
        ["connection_reset", (request) => request.socket.destroy()],
      ]
      for (const [reason, serve] of bad) {
        const { get, copy } = await issued()
        host.requests.length = 0
        host.serves(serve)
        await expect(get()).rejects.toMatchObject(unavailable(reason))
        // Not asked again at once.
        await expect(get()).rejects.toMatchObject(unavailable(reason))
        expect([host.requests.length, await copy()]).toEqual([1, undefined])
      }
    })

    it("is not fetched from inside the network, whatever its name says", async () => {
      const direct = await issued({}, { webhooks: { allowedNetworks: [] } })
      await expect(direct.get()).rejects.toMatchObject(unavailable("blocked_address"))
      // A name that was public when it was first looked up, and is this machine now.
      let lookups = 0
      const outgoingHttp = openOutgoingHttp({
        httpsOnly: false,
        allowedNetworks: [],
        wall: systemClock,
        lookUp: () =>
          Promise.resolve([(lookups += 1) > 1 ? "127.0.0.1" : "192.0.2.1", "127.0.0.1"]),
      })
      const rebound = await issued(
        { manifestUrl: `http://rebinding.example:${host.port}/film` },
        { outgoingHttp },
      )
      for (const _ of [1, 2])
        await expect(rebound.get()).rejects.toMatchObject(unavailable("blocked_address"))
      expect(host.requests).toEqual([])
    })
  })
}

/** What takes ten seconds, and needs no storage of its own. */
export const slowHostTest = (open: () => Promise<Storage>): void => {
  it("a host that does not end its answer is given up after ten seconds", async () => {
    const host = await contentHost()
    host.serves((_request, response) => void response.writeHead(200).write("{"))
    const { ada, issue } = await createRewardWorld(await open())
    const id = await issue(hosted({ manifestUrl: host.url }))
    const begun = Date.now()
    await expect(ada.as.rewards.getByTransaction({ transaction: id })).rejects.toMatchObject(
      unavailable("timeout"),
    )
    expect(Date.now() - begun).toBeGreaterThan(9_000)
    expect(Date.now() - begun).toBeLessThan(14_000)
    expect(host.requests[0]?.authorization).toBeUndefined()
    await host.close()
  }, 20_000)
}
