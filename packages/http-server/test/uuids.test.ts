import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scopesFor } from "@symbolon/core/contract"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world.close())

const upper = (uuid: string): string => uuid.toUpperCase()

describe("what is no uuid", () => {
  it("is refused by a filter, which would find nothing", async () => {
    const { club, call, symbolon } = world
    const { slug } = await symbolon.activities.create({ organization: club.slug, name: "Filtered" })
    for (const [path, field] of [
      [`/api/v1/activities?organization_uuid=${club.slug}`, "organization_uuid"],
      [`/api/v1/activities/${slug}/sessions?series_uuid=first`, "series_uuid"],
    ] as const)
      expect(await readBody(await call("GET", path), 422)).toMatchObject({
        errors: { [field]: "is not a uuid" },
      })
  })
})

describe("a uuid in upper case", () => {
  it("names the same resource in a path", async () => {
    const { club, call, symbolon } = world
    const activity = await symbolon.activities.create({ organization: club.slug, name: "Regatta" })
    expect(
      await readBody(await call("GET", `/api/v1/organizations/${upper(club.uuid)}`), 200),
    ).toMatchObject({ uuid: club.uuid })
    expect(
      await readBody(await call("GET", `/api/v1/activities/${upper(activity.uuid)}`), 200),
    ).toMatchObject({ uuid: activity.uuid })
    expect(upper(club.uuid)).not.toBe(club.uuid)
  })

  it("names the same resource in a query, and in a body, and is kept in lower case", async () => {
    const { club, call, symbolon, ada, userToken } = world
    await symbolon.activities.create({ organization: club.slug, name: "Gala" })
    const found = await world.send(`/api/v1/activities?organization_uuid=${upper(club.uuid)}`, {
      headers: { authorization: `Bearer ${userToken}` },
    })
    expect((await readBody(found, 200)).total_items).toBeGreaterThan(0)
    const tier = await symbolon.tiers.create({
      organization: club.slug,
      name: "Crew",
      paymentInterval: "monthly",
    })
    const members = `/api/v1/organizations/${club.slug}/memberships`
    const sent = { user_uuid: upper(ada.uuid), membership_tier_slug: tier.slug }
    expect(await readBody(await call("POST", members, sent), 201)).toMatchObject({
      user: { uuid: ada.uuid },
    })
    expect(await readBody(await call("GET", `${members}/${upper(ada.uuid)}`), 200)).toMatchObject({
      user: { uuid: ada.uuid },
    })
  })

  it("names the same person and the same organization elsewhere", async () => {
    const { club, client, symbolon, owner, ada } = world
    const again = { type: "user_id", value: upper(ada.uuid) } as const
    const activity = await symbolon.activities.create({
      organization: club.slug,
      name: "Open door",
    })
    const now = symbolon.clock.now().getTime()
    const times = { startTime: new Date(now - 60_000), endTime: new Date(now + 3_600_000) }
    const session = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Evening",
      ...times,
    })
    const admitted = await symbolon.sessions.admit({
      session: session.slug,
      request: { identifier: again, idempotencyKey: "one" },
    })
    expect(admitted.attendanceUuid).toBeDefined()
    const subject = await world.tokenFor(scopesFor("user"), { userUuid: owner.uuid })
    const reply = await world.send("/oauth2/token", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`,
      },
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: subject,
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
        organization_uuid: upper(club.uuid),
      }).toString(),
    })
    expect(await readBody(reply, 200)).toMatchObject({ access_token: expect.any(String) })
  })
})
