import { scopesFor } from "@symbolon/core/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { templateOf } from "../../src/route.ts"
import { recordingHttp } from "../../../core/test/fixtures/recording-http.ts"
import { startTestServer, registerClient, type TestServer } from "../fixtures/world.ts"
import { lists } from "./lists.ts"

type Place = "club" | "alster"

/**
 * An organization with one of everything that is listed, and what of it may show in no other's
 * lists.
 */
interface Furnished {
  readonly slug: string
  /** By the name of a path parameter. */
  readonly things: Readonly<Record<string, string>>
  /** Uuids, slugs, addresses and ids that belong to this organization alone. */
  readonly marks: readonly string[]
  /** Olga's token that acts for it. */
  readonly token: string
}

let world: TestServer
let places: Readonly<Record<Place, Furnished>>
let olgasToken: string

const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const

/** Olga owns both organizations, is a member of both, and has been at a session of each. */
const furnish = async ({ uuid, slug }: TestServer["club"]): Promise<Furnished> => {
  const { symbolon, owner } = world
  const organization = slug
  const member = { type: "user_id", value: owner.uuid } as const
  const tier = await symbolon.tiers.create({
    organization,
    name: `Crew ${slug}`,
    paymentInterval: "monthly",
  })
  const added = await symbolon.memberships.add({ organization, member, tierSlug: tier.slug })
  const activity = await symbolon.activities.create({ organization, name: `Sailing ${slug}` })
  const now = symbolon.clock.now().getTime()
  const session = await symbolon.sessions.create({
    activity: activity.slug,
    name: `Evening ${slug}`,
    startTime: new Date(now - 60_000),
    endTime: new Date(now + 3_600_000),
  })
  const admitted = await symbolon.sessions.admit({
    session: session.slug,
    request: { identifier: member, idempotencyKey: slug },
  })
  const { device } = await symbolon.sessions.createDeviceToken({ session: session.slug })
  const { invitation } = await symbolon.invitations.create({
    organization,
    email: `${slug}@mail.test`,
    role: "door",
  })
  const { connection } = await symbolon.paymentConnections.create({
    organization,
    backend: "manual",
  })
  const { webhook } = await symbolon.webhooks.create({
    organization,
    url: "https://club.example/hooks",
    events: ["*"],
  })
  const delivery = await symbolon.webhooks.test({ organization, webhookUuid: webhook.uuid })
  const { clientId } = await registerClient(symbolon, slug)
  const wallet = (await symbolon.wallets.list({ of: { userUuid: owner.uuid }, page })).items.find(
    (one) => one.organizationUuid === uuid,
  )
  const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: uuid }, page })).items
  const points = await symbolon.points.mint({
    organization,
    amount: 10,
    idempotencyKey: `mint ${slug}`,
  })
  const to = { type: "wallet", value: wallet?.address ?? "" } as const
  const sent = await symbolon.wallets.transfer({
    wallet: treasury?.address ?? "",
    to,
    amount: 1,
    idempotencyKey: `pay ${slug}`,
  })
  const ticket = await symbolon.tickets.issue({
    organization,
    of: { name: `Reward ${slug}` },
    to,
    idempotencyKey: `reward ${slug}`,
  })
  const paid = [points.transaction.body.id, sent.transaction.body.id]
  const trigger = await symbolon.rewardTriggers.create({
    organization: slug,
    rewardTemplateUuid: ticket.transaction.body.reference_id ?? "",
    name: "Visits",
    triggerScopes: ["session.attended:first"],
  })
  const things = {
    organization_slug: slug,
    activity_slug: activity.slug,
    session_slug: session.slug,
    tier_uuid: tier.uuid,
    user_uuid: owner.uuid,
    webhook_uuid: webhook.uuid,
    reward_slug: ticket.transaction.body.reference_id ?? "",
    trigger_uuid: trigger.uuid,
    wallet_address: wallet?.address ?? "",
  }
  const others = [
    uuid,
    added.membership.uuid,
    activity.uuid,
    session.uuid,
    device.uuid,
    invitation.uuid,
    connection.uuid,
    delivery.uuid,
    clientId,
  ]
  const { user_uuid: _, ...own } = things
  return {
    slug,
    things,
    marks: [
      ...Object.values(own),
      ...others,
      ...paid,
      admitted.attendanceUuid ?? "",
      treasury?.address ?? "",
    ].filter((mark) => mark !== ""),
    token: await world.tokenFor(scopesFor("organization"), { organization: slug }),
  }
}

beforeAll(async () => {
  world = await startTestServer({ outgoingHttp: recordingHttp() })
  const alster = await world.symbolon.organizations.create({
    name: "Alster",
    ownerUuid: world.owner.uuid,
  })
  places = { club: await furnish(world.club), alster: await furnish(alster) }
  olgasToken = await world.tokenFor(scopesFor("user"))
})
afterAll(() => world.close())

/** What a list tells of an organization: those of its marks that the answer holds. */
const replyBody = async (
  path: string,
  token: string,
  of: Place,
): Promise<{ readonly status: number; readonly marks: readonly string[] }> => {
  const reply = await world.send(path, { headers: { authorization: `Bearer ${token}` } })
  const text = await reply.text()
  return { status: reply.status, marks: places[of].marks.filter((mark) => text.includes(mark)) }
}

const pairs = [
  ["club", "alster"],
  ["alster", "club"],
] as const

describe("with a token that acts for one of the two organizations a person belongs to,", () => {
  // What is the platform's is of no organization.
  const ofOrganizations = lists.filter(
    ({ access }) => access.tokens.includes("organization") && access.isServiceStaffOnly !== true,
  )
  const everywhere = ofOrganizations.filter(({ params }) => params.length === 0)
  const below = ofOrganizations.filter(({ params }) => params.length > 0)

  it.each(everywhere)("$route shows what is of that one alone", async ({ endpoint }) => {
    for (const [here, there] of pairs) {
      const path = `${templateOf(endpoint)}?page_size=100`
      expect(await replyBody(path, places[here].token, there)).toEqual({ status: 200, marks: [] })
      expect((await replyBody(path, places[here].token, here)).marks.length).toBeGreaterThan(0)
    }
  })

  it.each(everywhere.filter(({ access }) => access.tokens.includes("user")))(
    "$route shows both with a token of the person's own",
    async ({ endpoint }) => {
      const path = `${templateOf(endpoint)}?page_size=100`
      for (const here of ["club", "alster"] as const)
        expect((await replyBody(path, olgasToken, here)).marks.length).toBeGreaterThan(0)
    },
  )

  it.each(below)(
    "$route is answered of that one, and refused of the other",
    async ({ endpoint }) => {
      const pathIn = (place: Place) =>
        templateOf(endpoint).replaceAll(
          /\{(\w+)\}/g,
          (_, name: string) => places[place].things[name] ?? `no ${name}`,
        )
      for (const [here, there] of pairs) {
        expect((await replyBody(pathIn(here), places[here].token, here)).status, "its own").toBe(
          200,
        )
        const { status, marks } = await replyBody(pathIn(there), places[here].token, there)
        expect([403, 404], "the other's").toContain(status)
        expect(marks.filter((mark) => !pathIn(there).includes(mark))).toEqual([])
      }
    },
  )

  it("is looked at for the lists of memberships, organizations, wallets, transactions, activities, and those below an organization", () => {
    const routes = [
      "GET /activities",
      "GET /memberships",
      "GET /organizations",
      "GET /transactions",
      "GET /wallets",
    ]
    expect(everywhere.map(({ route }) => route).toSorted()).toEqual(routes)
    expect(below.length).toBeGreaterThan(12)
  })
})
