import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { start, startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let triggers: string
let reward: Record<string, unknown>
beforeAll(async () => {
  world = await startTestServer()
  triggers = `/api/v1/organizations/${world.club.slug}/reward-triggers`
  reward = await makeReward("Free drink")
})
afterAll(() => world.close())

const makeReward = async (name: string) =>
  readBody(
    await world.call("POST", `/api/v1/organizations/${world.club.slug}/rewards`, {
      organization_uuid: world.club.uuid,
      name,
      content_config: {
        storage_type: "internal",
        content_template: {
          data: {},
          items: [{ type: "coupon", code: "DRINK-1" }],
          content_version: "1",
        },
      },
    }),
    201,
  )

const bodyOf = (change: object = {}) => ({
  name: "Ten visits",
  reward_template_uuid: reward["uuid"],
  trigger_scopes: ["session.attended:count:10"],
  ...change,
})
const make = async (change: object = {}) =>
  readBody(await world.call("POST", triggers, bodyOf(change)), 201)
const pathOf = (trigger: Record<string, unknown>) =>
  `/api/v1/reward-triggers/${String(trigger["uuid"])}`

describe("reward triggers", () => {
  it("are answered with every field of the API", async () => {
    const made = await make({ trigger_scopes: ["session.attended:first", "custom.visit:count:3"] })
    expect(made).toEqual({
      uuid: expect.any(String),
      organization_uuid: world.club.uuid,
      name: "Ten visits",
      description: null,
      enabled: true,
      reward_template_uuid: reward["uuid"],
      trigger_scopes: ["session.attended:first", "custom.visit:count:3"],
      reward_metadata: {},
      deduplication_window_seconds: null,
      created_at: start.toISOString(),
      updated_at: null,
    })
    expect(await readBody(await world.call("GET", pathOf(made)), 200)).toEqual(made)
  })

  it("are listed, newest or by name, and changed by the fields that are sent", async () => {
    const made = await make({
      name: "A first one",
      description: "For all",
      organization_uuid: world.club.uuid,
      reward_metadata: { match: { activity_uuid: world.club.uuid }, note: [1, { a: null }] },
      enabled: false,
      deduplication_window_seconds: 31_536_000,
    })
    const listed = await readBody(await world.call("GET", `${triggers}?sort_by=name`), 200)
    expect(listed["items"]).toEqual(expect.arrayContaining([made]))
    expect((listed["items"] as readonly unknown[])[0]).toEqual(made)
    const changed = await readBody(
      await world.call("PATCH", pathOf(made), {
        description: null,
        trigger_scopes: ["membership.joined:first", "membership.joined:count:1"],
        reward_metadata: { note: "other" },
        enabled: true,
        deduplication_window_seconds: null,
      }),
      200,
    )
    expect(changed).toEqual({
      ...made,
      description: null,
      trigger_scopes: ["membership.joined:first"],
      reward_metadata: { note: "other" },
      enabled: true,
      deduplication_window_seconds: null,
      updated_at: start.toISOString(),
    })
    expect(await readBody(await world.call("PATCH", pathOf(made), { name: "B" }), 200)).toEqual({
      ...changed,
      name: "B",
    })
  })

  it("are deleted, and are then not there", async () => {
    const made = await make()
    expect(await readBody(await world.call("GET", `${pathOf(made)}/firings`), 200)).toEqual({
      total_items: 0,
      total_pages: 0,
      current_page: 1,
      items: [],
    })
    expect(await readBody(await world.call("DELETE", pathOf(made)), 200)).toEqual({
      message: 'The reward trigger "Ten visits" is deleted.',
    })
    for (const [method, path] of [
      ["GET", pathOf(made)],
      ["PATCH", pathOf(made)],
      ["DELETE", pathOf(made)],
      ["GET", `${pathOf(made)}/firings`],
    ] as const)
      await readBody(await world.call(method, path, method === "PATCH" ? {} : undefined), 404)
  })

  it("name each scope that cannot be read, with the place of its fault", async () => {
    const trigger_scopes = [
      "session.attended:first",
      "session.ended:first",
      "session.attended:every:5",
      "session.attended:count:0",
    ]
    expect(
      await readBody(await world.call("POST", triggers, bodyOf({ trigger_scopes })), 422),
    ).toMatchObject({
      code: "validation_error",
      errors: {
        "trigger_scopes.1": "has no event `session.ended` (character 1)",
        "trigger_scopes.2": "uses `every`, which is reserved for later (character 18)",
        "trigger_scopes.3": "has a number that begins with 0 (character 24)",
      },
    })
    const made = await make()
    await readBody(await world.call("PATCH", pathOf(made), { trigger_scopes }), 422)
  })

  it.each([
    ["no scope", { trigger_scopes: [] }, "trigger_scopes"],
    ["21 scopes", { trigger_scopes: Array(21).fill("membership.joined:first") }, "trigger_scopes"],
    ["a window of 0", { deduplication_window_seconds: 0 }, "deduplication_window_seconds"],
    [
      "a window of more than a year",
      { deduplication_window_seconds: 31_536_001 },
      "deduplication_window_seconds",
    ],
    [
      "metadata that are too long",
      { reward_metadata: { a: "x".repeat(8_192) } },
      "reward_metadata",
    ],
    ["a match of something else", { reward_metadata: { match: [] } }, "reward_metadata.match"],
    [
      "a match of an unknown fact",
      { reward_metadata: { match: { card: "1" } } },
      "reward_metadata.match.card",
    ],
    [
      "a match of no uuid",
      { reward_metadata: { match: { activity_uuid: "regatta" } } },
      "reward_metadata.match.activity_uuid",
    ],
    [
      "a match that the event never tells",
      { reward_metadata: { match: { tier_uuid: "00000000-0000-4000-8000-000000000000" } } },
      "reward_metadata.match.tier_uuid",
    ],
  ])("refuse %s", async (_, change, field) => {
    const refused = await readBody(await world.call("POST", triggers, bodyOf(change)), 422)
    expect(Object.keys(refused["errors"] as object)).toEqual([field])
  })

  it("are of a reward of the same organization that is not archived", async () => {
    const unknown = { reward_template_uuid: world.club.uuid }
    await readBody(await world.call("POST", triggers, bodyOf(unknown)), 400)
    await readBody(
      await world.call("POST", triggers, bodyOf({ organization_uuid: reward["uuid"] })),
      400,
    )
    const old = await makeReward("Old")
    const made = await make({ reward_template_uuid: old["uuid"], enabled: false })
    await readBody(await world.call("DELETE", `/api/v1/rewards/${old["slug"]}`), 200)
    const of = { reward_template_uuid: old["uuid"] }
    expect(await readBody(await world.call("POST", triggers, bodyOf(of)), 409)).toMatchObject({
      details: { reason: "archived" },
    })
    await readBody(await world.call("PATCH", pathOf(made), { name: "Off" }), 200)
    await readBody(await world.call("PATCH", pathOf(made), { enabled: true }), 409)
    await make({ ...of, enabled: false })
  })

  it("are at most 100 of an organization", async () => {
    const { total_items: before } = await readBody(await world.call("GET", triggers), 200)
    for (let n = Number(before); n < 100; n += 1) await make()
    const refused = await readBody(await world.call("POST", triggers, bodyOf()), 409)
    expect(refused).toMatchObject({ details: { reason: "too_many_triggers", limit: 100 } })
    const [last] = (await readBody(await world.call("GET", triggers), 200))[
      "items"
    ] as unknown as readonly [Record<string, unknown>]
    await readBody(await world.call("DELETE", pathOf(last)), 200)
    await make()
  })
})

describe("an event that an organization tells of", () => {
  it("is counted by the triggers of that reward, and issues it once", async () => {
    const drink = await makeReward("Told drink")
    const { items } = await readBody(await world.call("GET", `${triggers}?page_size=100`), 200)
    for (const old of (items as unknown as readonly Record<string, unknown>[]).slice(0, 2))
      await readBody(await world.call("DELETE", pathOf(old)), 200)
    const made = await make({
      reward_template_uuid: drink["uuid"],
      trigger_scopes: ["custom.visit:count:2"],
    })
    const other = await make({ trigger_scopes: ["custom.visit:first"] })
    const tell = async (event_id: string, change: object = {}, status = 200) =>
      readBody(
        await world.call("POST", `/api/v1/rewards/${String(drink["slug"])}/trigger`, {
          event: "custom.visit",
          identifier: { type: "user_id", value: world.owner.uuid },
          event_id,
          ...change,
        }),
        status,
      )
    const answer = (outcome: string, transaction_id: unknown) => ({
      matched: [
        { trigger_uuid: made["uuid"], scope: "custom.visit:count:2", outcome, transaction_id },
      ],
    })
    expect(await tell("one")).toEqual(answer("not_matched", null))
    expect(await tell("one", { occurred_at: "2026-01-01T00:00:00.000Z" })).toEqual(
      answer("not_matched", null),
    )
    const issued = await tell("two", { metadata: { note: "x" } })
    expect(issued).toEqual(answer("issued", expect.any(String)))
    expect(await tell("two")).toEqual(issued)
    const { user } = await world.symbolon.users.create({ username: "another", firstName: "A" })
    expect(
      await tell("two", { identifier: { type: "user_id", value: user.uuid } }, 409),
    ).toMatchObject({
      code: "idempotency_conflict",
      errors: { event_id: "was used for another request" },
      message: "This event id was used for another receiver. Use a new event_id for another event.",
    })
    expect(await tell("three", { event: "custom.other" })).toEqual({ matched: [] })
    await tell("four", { event: "session.ended" }, 422)
    await tell("five", { identifier: { type: "username", value: "nobody-at-all" } }, 404)
    const firings = await readBody(await world.call("GET", `${pathOf(made)}/firings`), 200)
    expect(firings["items"]).toEqual([
      {
        uuid: expect.any(String),
        trigger_uuid: made["uuid"],
        event: "custom.visit",
        event_id: "two",
        scope: "custom.visit:count:2",
        user_uuid: world.owner.uuid,
        wallet_address: null,
        outcome: "issued",
        reason: null,
        transaction_id: expect.any(String),
        created_at: start.toISOString(),
        ended_at: start.toISOString(),
      },
    ])
    expect(await readBody(await world.call("GET", `${pathOf(other)}/firings`), 200)).toMatchObject({
      items: [],
    })
  })
})
