import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createSymbolon } from "@symbolon/core"
import { scopesFor } from "@symbolon/core/contract"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { createHandler } from "@symbolon/http-server"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Client, clientCredentials, isApiError } from "../src/index.ts"
import { failureOf } from "./server.ts"

const server = createServer((request, response) => handler.listener(request, response))
let handler: ReturnType<typeof createHandler>
let symbolon: Awaited<ReturnType<typeof createSymbolon>>
let baseUrl: string
/** The organization's app. */
let club: Client
let slug: string
/** Ada, who fetches a token for every call: the clock moves by months. */
let ada: Client
let adaUuid: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32)),
    testClock: testClock("2026-11-21T10:00:00.000Z"),
    baseUrl,
    passwords: {
      hash: async (password) => password,
      verify: async (hash, password) => hash === password,
      needsRehash: () => false,
    },
  })
  handler = createHandler({ symbolon, limits: "off" })
  const { user: olga } = await symbolon.users.create({ username: "olga", firstName: "Olga" })
  slug = (await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: olga.uuid })).slug
  const { client, clientSecret = "" } = await symbolon.apps.create({
    organization: slug,
    name: "Tests",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: scopesFor("client"),
    serviceRole: "owner",
    isFirstParty: true,
  })
  club = new Client({
    baseUrl,
    auth: clientCredentials({ clientId: client.clientId, clientSecret }),
  })
  adaUuid = (await club.console.test.createUser()).uuid
  ada = new Client({
    baseUrl,
    auth: async () => (await club.console.test.createToken({ user_uuid: adaUuid })).access_token,
  })
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await handler.close()
  await symbolon.close()
})

const clockTo = (now: string) => club.console.test.setClock({ now })
const lounge = async () => {
  const { granted, reason } = await ada.entitlements.check(slug, adaUuid, "lounge")
  return granted || reason
}

/** What a payment's backend would send. */
const tellPaid = async (secret: string, connection: string, paid: object): Promise<number> => {
  const body = JSON.stringify(paid)
  const headers = {
    "x-payment-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  }
  return (
    await fetch(`${baseUrl}/webhooks/in/payments/manual/${connection}`, {
      method: "POST",
      headers,
      body,
    })
  ).status
}

it("a membership's life: joined, changed, paid for, left, lapsed, renewed, ended, and begun anew", async () => {
  const { connection_uuid, secret } = await club.console.paymentConnections.create(slug, {
    backend: "manual",
  })
  await club.tiers.create(slug, { name: "Friend" })
  await club.tiers.create(slug, {
    name: "Crew",
    price_cents: 50_000,
    payment_interval: "monthly",
    entitlements: { lounge: true },
  })
  expect(
    (await ada.tiers.list(slug, { sort_by: "price_cents" }).toArray()).map((tier) => tier.slug),
  ).toEqual(["friend", "crew"])
  expect(await lounge()).toBe("no_membership")

  const joined = await ada.memberships.join(slug, { membership_tier_slug: "friend" })
  expect(joined).toMatchObject({ tier_slug: "friend", valid_until: null, organization_slug: slug })
  expect(await lounge()).toBe("not_granted")

  const owed = await failureOf(ada.memberships.changeTier(slug, { membership_tier_slug: "crew" }))
  expect(owed).toMatchObject({ code: "payment_required", status: 402, outcome: "refused" })
  expect(isApiError(owed) && owed.details).toEqual({
    amount_cents: 50_000,
    currency: "PHP",
    purpose: "change",
    membership_tier_slug: "crew",
  })

  const checkout = await ada.memberships.checkout(slug, {
    purpose: "change",
    membership_tier_slug: "crew",
  })
  if (!("uuid" in checkout)) throw new Error("A checkout was asked for, not a quote.")
  const { uuid: checkout_uuid, amount_cents, currency } = checkout
  expect(
    await tellPaid(secret ?? "", connection_uuid, {
      event_id: "e1",
      type: "paid",
      checkout_uuid,
      amount_cents,
      currency,
    }),
  ).toBe(200)
  expect(await ada.memberships.getCheckout(slug, checkout_uuid)).toMatchObject({ status: "paid" })
  const member = await ada.memberships.get(slug)
  expect(member).toMatchObject({
    uuid: joined.uuid,
    tier_slug: "crew",
    valid_until: "2026-12-21T10:00:00.000Z",
  })
  expect(await lounge()).toBe(true)

  expect(await ada.memberships.leave(slug)).toMatchObject({
    cancelled_at: "2026-11-21T10:00:00.000Z",
  })
  expect(await club.memberships.getMember(slug, adaUuid)).toMatchObject({
    status: "active_with_notice",
  })
  expect(await ada.memberships.resume(slug)).toMatchObject({
    cancelled_at: null,
    renewable_until: "2026-12-28T10:00:00.000Z",
  })
  expect(await failureOf(ada.memberships.renew(slug))).toMatchObject({
    status: 402,
    details: { purpose: "renew" },
  })

  await clockTo("2026-12-22T00:00:00.000Z")
  expect(await lounge()).toBe("lapsed")
  expect(
    (await club.memberships.listMembers(slug, { status: "lapsed" }).toArray()).map(
      ({ uuid }) => uuid,
    ),
  ).toEqual([joined.uuid])
  expect(
    await failureOf(ada.memberships.changeTier(slug, { membership_tier_slug: "friend" })),
  ).toMatchObject({
    code: "conflict",
    details: { reason: "lapsed" },
  })
  expect(
    await club.memberships.renewMember(slug, adaUuid, { terms: 2, note: "cash" }),
  ).toMatchObject({
    uuid: joined.uuid,
    status: "active",
    valid_until: "2027-02-22T00:00:00.000Z",
  })

  const change = { custom_tier_price_cents: 0 }
  const would = await club.memberships.updateMember(slug, adaUuid, { ...change, dry_run: true })
  expect(await club.memberships.getMember(slug, adaUuid)).toMatchObject({
    custom_tier_price_cents: null,
  })
  expect(await club.memberships.updateMember(slug, adaUuid, change)).toEqual(would)
  expect(await ada.memberships.renew(slug)).toMatchObject({
    valid_until: "2027-03-22T00:00:00.000Z",
  })

  const { history } = await club.memberships.getMember(slug, adaUuid, { include: "history" })
  expect(history?.map(({ cause, actor }) => `${cause} by ${actor.kind}`)).toEqual([
    "renew by holder",
    "org_change by organization",
    "renew by organization",
    "resume by holder",
    "notice by holder",
    "tier_change by payment",
    "join by holder",
  ])

  expect(await club.memberships.removeMember(slug, adaUuid)).toMatchObject({
    status: "ended",
    ended_by: "removed",
  })
  expect(await failureOf(ada.memberships.get(slug))).toMatchObject({
    code: "not_found",
    status: 404,
  })
  expect(await lounge()).toBe("no_membership")
  const again = await club.memberships.add(slug, {
    user_uuid: adaUuid,
    membership_tier_slug: "friend",
  })
  expect(again.uuid).not.toBe(joined.uuid)
  expect((await ada.memberships.list().toArray()).map(({ uuid }) => uuid)).toEqual([again.uuid])
})
