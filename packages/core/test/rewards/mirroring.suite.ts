import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/foundation/kernel/json.ts"
import type { OutgoingHttp } from "../../src/foundation/ports/outgoing-http.ts"
import { systemClock } from "../../src/foundation/system/clock.ts"
import { openOutgoingHttp } from "../../src/foundation/system/outgoing-http.ts"
import type { Storage, SymbolonOptions } from "../../src/index.ts"
import { contentHost, type Serve } from "../fixtures/content-host.ts"
import { newObjectStore, png } from "../fixtures/files.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"
import { addWebhook, answer } from "../fixtures/webhooks.ts"

const mebibyte = 1024 * 1024
const hourMs = 3_600_000
const send =
  (bytes: Uint8Array | string, status = 200): Serve =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "image/png" }).end(bytes)
const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "")
const allowing = openOutgoingHttp({
  httpsOnly: false,
  allowedNetworks: ["127.0.0.0/8"],
  wall: systemClock,
})
/** A host that does not answer. */
const silent: OutgoingHttp = {
  ...allowing,
  send: async () => ({
    kind: "failure",
    code: "timeout",
    detail: undefined,
    status: undefined,
    durationMs: 10_000,
  }),
}

/** Copies of images and documents of other hosts, on any storage. */
export const mirroringSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`images and documents of other hosts, on ${engine}`, () => {
    let host: Awaited<ReturnType<typeof contentHost>>
    beforeAll(async () => {
      host = await contentHost()
    })
    afterAll(async () => {
      await host.close()
      await allowing.close()
    })
    beforeEach(() => {
      host.requests.length = 0
      host.serves(send(png(3, 2)))
    })
    const at = (path: string) => `http://127.0.0.1:${host.port}/${path}`

    const openClub = async (outgoingHttp = allowing, files: SymbolonOptions["files"] = {}) => {
      const storage = await open()
      const objectStore = await newObjectStore()
      const world = await createStaffedOrganization({
        storage,
        objectStore,
        outgoingHttp,
        files,
      })
      const { symbolon, club, clubUuid } = world
      const manager = world.forClub("manager")
      const reward = (items: readonly JsonObject[], more: { mirrorAssets?: boolean } = {}) =>
        manager.rewards.create({
          organization: club,
          organizationUuid: clubUuid,
          name: "Free drink",
          contentConfig: {
            storageType: "internal",
            contentTemplate: { data: {}, items, content_version: "1" },
            ...more,
          },
        })
      let users = 0
      const claim = async (slug: string) => {
        users += 1
        const { uuid } = await world.make(`holder-${users}`)
        const as = symbolon.as(userCaller(uuid))
        await as.rewards.claim({ reward: slug })
        const items = async () => (await as.rewards.list({ page })).items[0]?.content.items ?? []
        return { as, items }
      }
      const objects = async () => {
        let count = 0
        for await (const _ of objectStore.list(new Date("2999-01-01"))) count += 1
        return count
      }
      return { ...world, storage, objectStore, manager, reward, claim, objects }
    }
    const coupon = (url: string) => ({ type: "coupon", code: "DRINK-1", image_url: url })

    it("are copied once for all receivers, and shown with where they came from", async () => {
      const { reward, claim, advance, objects, objectStore, clock } = await openClub()
      const { slug } = await reward([
        coupon(at("a.png")),
        { type: "attachment", url: at("film"), preview_url: at("b.png#top") },
      ])
      const holders = [await claim(slug), await claim(slug), await claim(slug)]
      expect((await holders[0]?.items())?.[0]).toMatchObject({ image_url: at("a.png") })
      await advance(1000)
      holders.push(await claim(slug))
      await advance(1000)
      expect(host.requests.map(({ url }) => url).toSorted()).toEqual(["/a.png", "/b.png"])
      // The same bytes at two addresses are one object.
      expect(await objects()).toBe(1)
      for (const { items } of holders) {
        const [first, second] = await items()
        expect(first).toMatchObject({ image_source_url: at("a.png") })
        expect(second).toMatchObject({ url: at("film"), preview_source_url: at("b.png#top") })
        const { pathname, search } = new URL(textOf(first?.["image_url"]))
        expect(second?.["preview_url"]).toContain(pathname)
        const key = pathname.split("/").slice(3).join("/")
        expect(objectStore.permitsDownload(key, search.slice(1), clock.now())).toBe(true)
        expect(await objectStore.find(key)).toEqual({ key, sizeInBytes: png(3, 2).length })
      }
    })

    it("take no more bytes than the deployment gives an organization", async () => {
      const [small, large] = [png(3, 2), png(9, 9)]
      const { reward, claim, advance, objects } = await openClub(allowing, {
        mirroredBytesPerOrganization: small.length + large.length - 1,
        // Copies have room of their own.
        bytesPerOrganization: 1,
      })
      host.serves(({ url }, response) =>
        response
          .writeHead(200, { "content-type": "image/png" })
          .end(url === "/large.png" ? large : small),
      )
      const urls = [at("a.png"), at("b.png"), at("large.png")]
      const { slug } = await reward(urls.map(coupon))
      const { items } = await claim(slug)
      for (let n = 0; n < 4; n += 1) await advance(1000)
      const shown = (await items()).map(({ image_source_url: from }) => from !== undefined)
      // The same bytes at a second address take none; and one of the two sizes has no room.
      expect([
        [true, true, false],
        [false, false, true],
      ]).toContainEqual(shown)
      expect(await objects()).toBe(1)
    })

    it("stay as they were first copied, until a correction of the reward", async () => {
      const { reward, claim, advance, manager, objects } = await openClub()
      const { slug } = await reward([coupon(at("a.png"))])
      const early = await claim(slug)
      await advance(1000)
      host.serves(send(png(9, 9)))
      await claim(slug)
      await advance(1000)
      expect(host.requests.length).toBe(1)
      const shown = async (holder: typeof early) =>
        new URL(textOf((await holder.items())[0]?.["image_url"])).pathname
      const before = await shown(early)
      await manager.rewards.update({ reward: slug, description: "Corrected" })
      const late = await claim(slug)
      await advance(1000)
      expect(host.requests.length).toBe(2)
      expect(await shown(late)).not.toBe(before)
      expect(await shown(early)).toBe(before)
      expect(await objects()).toBe(2)
    })

    const hostile: readonly (readonly [string, string, Serve, number])[] = [
      ["in a private network", "http://10.0.0.1/a.png", send(png()), 0],
      [
        "behind a redirect",
        "a.png",
        (_request, response) => response.writeHead(302, { location: "/b.png" }).end(),
        1,
      ],
      ["of more than 10 MiB", "a.png", send(png(1, 1, 10 * mebibyte + 1)), 1],
      ["that are HTML and say they are an image", "a.png", send("<html><script>1</script>"), 1],
      ["that are SVG", "a.png", send(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 1],
      ["that are an archive", "a.png", send(Buffer.from("504b0304140000000000", "hex")), 1],
      ["of more pixels than an image may have", "a.png", send(png(40_000, 40_000)), 1],
      ["of no bytes", "a.png", send(""), 1],
      ["that are gone", "a.png", send("gone", 404), 1],
    ]
    it.each(hostile)("%s keep their address", async (_what, path, serve, requests) => {
      const { reward, claim, advance, objects } = await openClub()
      host.serves(serve)
      const url = path.startsWith("http") ? path : at(path)
      const { slug } = await reward([coupon(url)])
      const first = await claim(slug)
      await advance(1000)
      await claim(slug)
      await advance(2 * hourMs)
      expect(host.requests.length).toBe(requests)
      expect(await objects()).toBe(0)
      const [item] = await first.items()
      expect(item).toMatchObject({ image_url: url })
      expect(item).not.toHaveProperty("image_source_url")
    })

    it("of a host that fails are asked for again every hour, for a day", async () => {
      const { reward, claim, advance } = await openClub()
      host.serves(send("later", 503))
      const { slug } = await reward([coupon(at("a.png"))])
      const holder = await claim(slug)
      await advance(1000)
      await claim(slug)
      await advance(2.5 * hourMs)
      expect(host.requests.length).toBe(3)
      host.serves(send(png()))
      await advance(hourMs)
      expect((await holder.items())[0]).toMatchObject({ image_source_url: at("a.png") })
      const away = await openClub(silent)
      const other = await away.reward([coupon(at("a.png"))])
      await away.claim(other.slug)
      await away.advance(30 * hourMs)
      const jobs = await away.storage.transact("read", (tx) => tx.jobs.buried(undefined, 10))
      expect(jobs).toEqual([])
      host.requests.length = 0
      await away.claim(other.slug)
      await away.advance(1000)
      expect(host.requests).toEqual([])
    })

    it("of a content that a webhook made are copied too", async () => {
      const content = { data: {}, items: [coupon(at("made.png"))], content_version: "1" }
      const { symbolon, club, clubUuid, manager, claim, advance } = await openClub({
        ...allowing,
        send: async (request) =>
          request.method === "POST"
            ? answer(200, JSON.stringify({ content }))
            : allowing.send(request),
      })
      const webhook = await addWebhook(symbolon, clubUuid, { events: ["membership.left"] })
      const { slug } = await manager.rewards.create({
        organization: club,
        organizationUuid: clubUuid,
        name: "Poem",
        contentConfig: { storageType: "external", externalWebhookUuid: webhook.uuid },
      })
      const holder = await claim(slug)
      await advance(60_000)
      expect(host.requests.map(({ url }) => url)).toEqual(["/made.png"])
      expect((await holder.items())[0]).toMatchObject({ image_source_url: at("made.png") })
    })

    it("are not copied where the template says so", async () => {
      const { reward, claim, advance } = await openClub()
      const { slug } = await reward([coupon(at("a.png"))], { mirrorAssets: false })
      const holder = await claim(slug)
      await advance(1000)
      expect(host.requests).toEqual([])
      expect((await holder.items())[0]).toMatchObject({ image_url: at("a.png") })
    })

    it("are files of the reward, and show their address again when staff delete them", async () => {
      const { reward, claim, advance, manager, symbolon, club, objects } = await openClub()
      const { slug, uuid } = await reward([coupon(at("a.png"))])
      const holder = await claim(slug)
      await advance(1000)
      const listed = await manager.rewards.listFiles({ reward: slug, page })
      expect(listed.items).toMatchObject([{ ownerUuid: uuid, contentType: "image/png" }])
      await manager.rewards.deleteFile({ reward: slug, fileUuid: listed.items[0]?.uuid ?? "" })
      expect((await holder.items())[0]).toMatchObject({ image_url: at("a.png") })
      const again = await reward([coupon(at("a.png"))])
      const next = await claim(again.slug)
      await advance(1000)
      expect((await next.items())[0]).toMatchObject({ image_source_url: at("a.png") })
      await symbolon.files.sweep({ strayBefore: new Date("2999-01-01") })
      expect(await objects()).toBe(1)
      await symbolon.organizations.delete({ organization: club, confirm: club })
      await symbolon.files.sweep({})
      expect(await objects()).toBe(0)
    })
  })
}
