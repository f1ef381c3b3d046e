import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { portsOf } from "../../src/effect.ts"
import { unseal } from "../../src/foundation/sealing/sealed-box.ts"
import { type Facade, limits, type Storage, type Webhook } from "../../src/index.ts"
import { createStaffedOrganization, forbidden, page } from "../fixtures/staffed-organization.ts"
import { expectedSignature, recordingHttp } from "../fixtures/recording-http.ts"

const url = "https://club.example/hooks"
const absent = { _tag: "NotFound", what: "webhook" }

/** A staffed club and another one, and requests that go nowhere. */
const openClubs = async (storage: Storage) => {
  const receivers = recordingHttp()
  const world = await createStaffedOrganization({ storage, outgoingHttp: receivers })
  const { symbolon, club, team } = world
  const of = { organization: club }
  const other = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: team.outsider.uuid,
  })
  const { webhooks } = symbolon
  return {
    ...world,
    webhooks,
    of,
    receivers,
    elsewhere: { organization: other.slug },
    create: async (more: { readonly events?: readonly string[]; readonly url?: string } = {}) =>
      webhooks.create({ ...of, url, events: ["*"], ...more }),
    stored: async (uuid: string) =>
      (await portsOf(symbolon).storage.transact("read", (tx) => tx.webhooks.findAll([uuid])))[0],
    drain: async () => {
      while ((await symbolon.work.runDue()) > 0);
    },
  }
}
type Clubs = Awaited<ReturnType<typeof openClubs>>

/** Every call about one webhook. */
const calls: Readonly<
  Record<
    string,
    (webhooks: Facade["webhooks"], of: { organization: string; webhookUuid: string }) => unknown
  >
> = {
  get: (webhooks, of) => webhooks.get(of),
  listDeliveries: (webhooks, of) => webhooks.listDeliveries({ ...of, page }),
  update: (webhooks, of) => webhooks.update({ ...of, isEnabled: true }),
  rotateSecret: (webhooks, of) => webhooks.rotateSecret(of),
  test: (webhooks, of) => webhooks.test(of),
  redeliverRange: (webhooks, of) =>
    webhooks.redeliverRange({ ...of, from: new Date(0), to: new Date(1) }),
  delete: (webhooks, of) => webhooks.delete(of),
}
const writes = Object.entries(calls).filter(([name]) => name !== "get" && name !== "listDeliveries")

/** How an organization manages its webhooks. */
export const managingWebhooksSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
): void => {
  const clubs = async (): Promise<Clubs> => openClubs(await open())

  describe(`webhooks on ${storage}`, () => {
    it("tells the secret once and keeps nothing of it but its digest, sealed", async () => {
      const { symbolon, clubUuid, clock, create, stored, webhooks, of } = await clubs()
      const { webhook, secret } = await create()
      expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/)
      const digest = createHash("sha256").update(secret).digest("hex")
      expect(webhook).toEqual({
        uuid: expect.any(String),
        organizationUuid: clubUuid,
        url,
        description: undefined,
        events: ["*"],
        isEnabled: true,
        keyId: createHash("sha256").update(digest).digest("hex").slice(0, 8),
        createdAt: clock.now(),
        updatedAt: clock.now(),
        rotatedAt: undefined,
      })
      const row = (await stored(webhook.uuid)) as Webhook
      expect(JSON.stringify(row)).not.toContain(secret)
      expect(JSON.stringify(row)).not.toContain(digest)
      const { vault } = portsOf(symbolon)
      const opened = await unseal(vault, row.sealed, `webhook|${webhook.uuid}`)
      expect(Buffer.from(opened).toString("ascii")).toBe(digest)
      await expect(unseal(vault, row.sealed, "webhook|another")).rejects.toBeInstanceOf(Error)
      expect(await webhooks.get({ ...of, webhookUuid: webhook.uuid })).toEqual(webhook)
      expect(await webhooks.list({ ...of, page })).toEqual({ items: [webhook], totalItems: 1 })
      expect((await create()).secret).not.toBe(secret)
    })

    it.each<readonly [string, object, string]>([
      ["no URL", { url: "" }, "url"],
      ["another scheme", { url: "ftp://club.example/" }, "url"],
      ["a password in the URL", { url: "https://a:b@club.example/" }, "url"],
      ["loopback", { url: "http://127.0.0.1/hooks" }, "url"],
      ["loopback in other words", { url: "http://0x7f.1/hooks" }, "url"],
      ["loopback by IPv6", { url: "http://[::1]/hooks" }, "url"],
      ["link-local", { url: "http://169.254.169.254/latest" }, "url"],
      ["a private network", { url: "https://10.1.2.3/" }, "url"],
      ["a local name", { url: "http://printer.local/" }, "url"],
      ["a long URL", { url: `https://club.example/${"x".repeat(2048)}` }, "url"],
      ["a long description", { description: "x".repeat(501) }, "description"],
      ["an unknown event", { events: ["membership.joined", "membership.lost"] }, "events.1"],
      ["the test", { events: ["webhook.test"] }, "events.0"],
      ["an event twice", { events: ["membership.left", "membership.left"] }, "events"],
      ["all and one", { events: ["*", "membership.left"] }, "events"],
      ["no yes and no no", { isEnabled: "yes" }, "enabled"],
      ["a field it does not have", { secret: "mine" }, "secret"],
    ])("refuses %s, at creation and in a change, and writes nothing", async (_, wrong, field) => {
      const { webhooks, of, create, stored } = await clubs()
      const { uuid: webhookUuid } = (await create({ events: ["membership.left"] })).webhook
      const before = await stored(webhookUuid)
      const refused = { _tag: "Invalid", errors: { [field]: expect.any(String) } }
      const sent = { ...of, url, events: ["*"], ...wrong }
      await expect(webhooks.create(sent)).rejects.toMatchObject(refused)
      await expect(webhooks.update({ ...of, webhookUuid, ...wrong })).rejects.toMatchObject(refused)
      expect(await stored(webhookUuid)).toEqual(before)
      expect((await webhooks.list({ ...of, page })).totalItems).toBe(1)
    })

    it("changes what is sent, and null clears", async () => {
      const { webhooks, of, clock, create } = await clubs()
      const { webhook } = await create()
      const named = { ...of, webhookUuid: webhook.uuid }
      clock.set(new Date(clock.now().getTime() + 1000))
      const changed = await webhooks.update({
        ...named,
        url: "http://club.example:8080/other?a=b",
        description: "Bookkeeping",
        events: ["membership.joined", "membership.left"],
        isEnabled: false,
      })
      expect(changed).toEqual({
        ...webhook,
        url: "http://club.example:8080/other?a=b",
        description: "Bookkeeping",
        events: ["membership.joined", "membership.left"],
        isEnabled: false,
        updatedAt: clock.now(),
      })
      clock.set(new Date(clock.now().getTime() + 1000))
      expect(await webhooks.update(named)).toEqual(changed)
      clock.set(changed.updatedAt)
      const cleared = { ...changed, description: undefined }
      expect(await webhooks.update({ ...named, description: null })).toEqual(cleared)
      expect(await webhooks.get(named)).toEqual(cleared)
    })

    it("is gone when it was deleted, and leaves its place to another", async () => {
      const { webhooks, of, create, stored, clock } = await clubs()
      const { webhook } = await create()
      const named = { ...of, webhookUuid: webhook.uuid }
      expect(await webhooks.delete(named)).toEqual(webhook)
      for (const call of Object.values(calls))
        await expect(call(webhooks, named)).rejects.toMatchObject(absent)
      expect(await webhooks.list({ ...of, page })).toEqual({ items: [], totalItems: 0 })
      expect((await stored(webhook.uuid))?.deletedAt).toEqual(clock.now())
    })

    it("is absent below another organization, and for its owner", async () => {
      const { webhooks, of, elsewhere, create, as, stored, receivers } = await clubs()
      const { uuid: webhookUuid } = (await create()).webhook
      const { uuid: deliveryUuid } = await webhooks.test({ ...of, webhookUuid })
      const before = await stored(webhookUuid)
      const judged = receivers.judged.length
      for (const [name, call] of Object.entries(calls)) {
        const mixed = { ...elsewhere, webhookUuid }
        for (const facade of [webhooks, as("outsider").webhooks])
          await expect(call(facade, mixed), name).rejects.toMatchObject(absent)
        await expect(
          call(as("outsider").webhooks, { ...of, webhookUuid }),
          name,
        ).rejects.toMatchObject(forbidden)
      }
      for (const facade of [webhooks, as("outsider").webhooks])
        for (const call of [facade.getDelivery, facade.redeliver])
          await expect(call({ ...elsewhere, deliveryUuid })).rejects.toMatchObject({
            _tag: "NotFound",
            what: "delivery",
          })
      expect(receivers.judged.length).toBe(judged)
      expect(await stored(webhookUuid)).toEqual(before)
    })

    it("is changed by owners and managers, read by staff, and nobody else's affair", async () => {
      const { webhooks, of, create, as, forClub, receivers } = await clubs()
      const { uuid: webhookUuid } = (await create()).webhook
      const { uuid: deliveryUuid } = await webhooks.test({ ...of, webhookUuid })
      const judged = receivers.judged.length
      const weak = [as("staff"), as("door"), as("outsider"), forClub("staff"), forClub("door")]
      for (const facade of weak) {
        const input = { ...of, url: "http://10.0.0.1/", events: ["*"] }
        await expect(facade.webhooks.create(input)).rejects.toMatchObject(forbidden)
        const change = { ...of, webhookUuid, url: "http://10.0.0.1/" }
        await expect(facade.webhooks.update(change)).rejects.toMatchObject(forbidden)
        await expect(facade.webhooks.redeliver({ ...of, deliveryUuid })).rejects.toMatchObject(
          forbidden,
        )
        for (const [name, call] of writes)
          await expect(call(facade.webhooks, { ...of, webhookUuid }), name).rejects.toMatchObject(
            forbidden,
          )
      }
      // The address of those who may not is not looked up.
      expect(receivers.judged.length).toBe(judged)
      for (const facade of [as("staff"), forClub("staff")]) {
        expect((await facade.webhooks.list({ ...of, page })).totalItems).toBe(1)
        expect((await facade.webhooks.get({ ...of, webhookUuid })).uuid).toBe(webhookUuid)
        expect((await facade.webhooks.getDelivery({ ...of, deliveryUuid })).delivery.uuid).toBe(
          deliveryUuid,
        )
      }
      await expect(as("door").webhooks.list({ ...of, page })).rejects.toMatchObject(forbidden)
      for (const facade of [as("manager"), forClub("owner")])
        for (const [name, call] of Object.entries(calls))
          if (name !== "delete") await call(facade.webhooks, { ...of, webhookUuid })
      await as("manager").webhooks.delete({ ...of, webhookUuid })
    })

    it("has a limit for an organization, which two at once do not pass", async () => {
      const { webhooks, of, elsewhere, create } = await clubs()
      for (let n = 1; n < limits.webhooksPerOrganizationMax; n += 1) await create()
      const both = await Promise.allSettled([create(), create()])
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
      const full = { _tag: "Conflict", reason: "too_many_webhooks" }
      await expect(create()).rejects.toMatchObject(full)
      await webhooks.create({ ...elsewhere, url, events: ["*"] })
      const [webhook] = (await webhooks.list({ ...of, page })).items
      await webhooks.delete({ ...of, webhookUuid: webhook?.uuid ?? "" })
      await create()
    })

    it("signs with the new secret once it was rotated, what waits too", async () => {
      const { webhooks, of, create, receivers, drain, advance, clock } = await clubs()
      const { webhook, secret: former } = await create()
      const named = { ...of, webhookUuid: webhook.uuid }
      receivers.answerWith(500)
      const { uuid: deliveryUuid } = await webhooks.test(named)
      await drain()
      const before = receivers.requests.at(-1)
      expect(before?.headers["x-webhook-signature"]).toBe(
        expectedSignature(former, before?.body ?? new Uint8Array()),
      )
      const { webhook: rotated, secret } = await webhooks.rotateSecret(named)
      expect(secret).toMatch(/^whsec_/)
      expect(secret).not.toBe(former)
      expect(rotated).toEqual({
        ...webhook,
        keyId: expect.stringMatching(/^[0-9a-f]{8}$/),
        rotatedAt: clock.now(),
        updatedAt: clock.now(),
      })
      expect(rotated.keyId).not.toBe(webhook.keyId)
      receivers.answerWith(204)
      await advance(60_000)
      const after = receivers.requests.at(-1)
      expect(after?.headers["x-webhook-delivery"]).toBe(deliveryUuid)
      expect(after?.headers["x-webhook-signature"]).toBe(
        expectedSignature(secret, after?.body ?? new Uint8Array()),
      )
      const { attempts } = await webhooks.getDelivery({ ...of, deliveryUuid })
      expect(attempts[0]?.keyId).toBe(webhook.keyId)
      expect(attempts.at(-1)?.keyId).toBe(rotated.keyId)
    })
  })
}
