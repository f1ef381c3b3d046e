import { describe, expect, it } from "vitest"
import { portsOf } from "../../src/effect.ts"
import { host } from "../../src/index.ts"
import { openMemory } from "../../src/memory/index.ts"
import { addWebhook, answer, runDue, testReceivers } from "../fixtures/webhooks.ts"
import { addTestMember, createTestOrganization, openTestSymbolon } from "../fixtures/world.ts"

/** A club whose receiver refuses everything, and the log lines of its background work. */
const openClub = async () => {
  const { outgoingHttp } = testReceivers(() => answer(400))
  const lines: Readonly<Record<string, unknown>>[] = []
  const log = (fields: object) => void lines.push({ ...fields })
  const logger = { info: log, warn: log, error: log }
  const storage = openMemory({ strict: true })
  const { symbolon } = await openTestSymbolon(storage, { outgoingHttp, logger })
  const { club, tier, people } = await createTestOrganization(symbolon, 2)
  const webhook = await addWebhook(symbolon, club.uuid)
  const logged = async () => {
    lines.length = 0
    await runDue(symbolon)
    return lines.map(({ request_id, organization, error_code }) => [
      request_id,
      organization,
      error_code,
    ])
  }
  return { symbolon, club, tier, people, webhook, logged }
}

describe("log lines of background work", () => {
  it("carry the id of the request that made an event happen, and its organization", async () => {
    const { symbolon, club, tier, logged } = await openClub()
    const { user } = await symbolon.users.create({ username: "joining", firstName: "Jo" })
    await symbolon.as(host, { requestId: "joins" }).memberships.add({
      organization: club.slug,
      member: { type: "user_id", value: user.uuid },
      tierSlug: tier.slug,
    })
    expect(await logged()).toEqual([["joins", club.uuid, "refused"]])
  })

  it("carry no id where no request led to it", async () => {
    const { symbolon, club, tier, logged } = await openClub()
    await addTestMember(symbolon, club.slug, tier.slug, "joining")
    expect(await logged()).toEqual([[undefined, club.uuid, "refused"]])
  })

  it("carry the id of the request that began the work of many steps", async () => {
    const { symbolon, club, tier, logged } = await openClub()
    const other = await symbolon.tiers.create({
      organization: club.slug,
      name: "Other",
      paymentInterval: "monthly",
    })
    await symbolon.as(host, { requestId: "moves" }).tiers.moveMemberships({
      organization: club.slug,
      tierUuid: tier.uuid,
      toTierSlug: other.slug,
    })
    const moved = ["moves", club.uuid, "refused"]
    expect(await logged()).toEqual([moved, moved])
    await symbolon.as(host, { requestId: "closes" }).organizations.delete({
      organization: club.slug,
      confirm: club.slug,
    })
    const closed = ["closes", club.uuid, "refused"]
    const ended = await logged()
    expect(ended.length).toBeGreaterThan(0)
    for (const line of ended) expect(line).toEqual(closed)
  })

  it("carry the id of the request that sends again, not of the one before", async () => {
    const { symbolon, club, tier, webhook, logged } = await openClub()
    await addTestMember(symbolon, club.slug, tier.slug, "joining")
    await logged()
    const { storage } = portsOf(symbolon)
    const [delivery] = await storage.transact("read", async (tx) => {
      const page = { page: 1, pageSize: 9, sortBy: "created_at", sortOrder: "asc" } as const
      return (await tx.deliveries.list({ webhookUuid: webhook.uuid }, page)).items
    })
    const again = symbolon.as(host, { requestId: "again" }).webhooks
    await again.redeliver({ organization: club.slug, deliveryUuid: delivery?.uuid ?? "" })
    expect(await logged()).toEqual([["again", club.uuid, "refused"]])
    await again.redeliverRange({
      organization: club.slug,
      webhookUuid: webhook.uuid,
      from: new Date(0),
      to: new Date(symbolon.clock.now().getTime() + 1),
      state: "failed",
    })
    expect(await logged()).toEqual([["again", club.uuid, "refused"]])
  })
})
