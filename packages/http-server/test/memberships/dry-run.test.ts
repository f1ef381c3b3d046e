import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestClub, createTestClub, type TierSlug } from "../fixtures/club.ts"

let club: TestClub
beforeEach(async () => {
  club = await createTestClub()
})
afterEach(() => club.close())

/**
 * Asks what would happen, which must change nothing, and then does it: the answers must be the
 * same.
 */
const askThenDo = async (send: (body: object) => Promise<Response>, body: object) => {
  const before = await club.stored()
  const dryRun = await send({ ...body, dry_run: true })
  expect(await club.stored()).toEqual(before)
  const done = await send(body)
  const replyBody = [await dryRun.json(), await done.json()] as const
  expect([dryRun.status, replyBody[0]]).toEqual([done.status, replyBody[1]])
  return {
    status: done.status,
    isWritten: JSON.stringify(await club.stored()) !== JSON.stringify(before),
    body: replyBody[1] as unknown,
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const asAda = (body: object) =>
  club.world.call("PATCH", club.own, body, bearer(club.world.userToken))
const asClub = (body: object) =>
  club.world.call("PATCH", `${club.at}/memberships/${club.ada.uuid}`, body)

describe("dry_run of the holder's PATCH", () => {
  it.each<readonly [TierSlug, string, number]>([
    ["gold", "platinum", 200],
    ["gold", "year", 200],
    ["gold", "friend", 200],
    ["gold", "crew", 200],
    ["friend", "crew", 200],
    ["crew", "gold", 402],
    ["gold", "life", 402],
    ["gold", "euro", 409],
    ["gold", "board", 404],
    ["gold", "none", 404],
  ])("from %s to %s answers as the change itself does", async (from, to, status) => {
    await club.admit(from)
    const outcome = await askThenDo(asAda, { membership_tier_slug: to })
    expect([outcome.status, outcome.isWritten]).toEqual([status, status === 200])
  })

  it("to the tier they are on: unchanged, asked and done", async () => {
    await club.admit("gold")
    expect(await askThenDo(asAda, { membership_tier_slug: "gold" })).toMatchObject({
      status: 200,
      isWritten: false,
    })
  })

  it("without a membership: 404, asked and done", async () =>
    expect(await askThenDo(asAda, { membership_tier_slug: "gold" })).toMatchObject({
      status: 404,
      isWritten: false,
    }))
})

describe("dry_run of the organization's PATCH", () => {
  const agreed = { custom_tier_price_cents: 40_000, custom_tier_payment_interval: "quarterly" }

  it.each<readonly [TierSlug, object, number]>([
    ["gold", { membership_tier_slug: "platinum" }, 200],
    ["gold", { membership_tier_slug: "platinum", term: "convert" }, 200],
    ["gold", { membership_tier_slug: "board", term: "convert", ...agreed }, 200],
    ["gold", { valid_until: "2027-08-01T00:00:00.000Z" }, 200],
    ["gold", { valid_until: null }, 200],
    ["gold", agreed, 200],
    [
      "gold",
      { membership_tier_slug: "platinum", valid_until: "2027-08-01T00:00:00.000Z", ...agreed },
      200,
    ],
    ["gold", { membership_tier_slug: "life" }, 409],
    ["gold", { membership_tier_slug: "euro", term: "convert" }, 409],
    ["gold", { membership_tier_slug: "none" }, 404],
    ["gold", { valid_until: "2020-01-01T00:00:00.000Z" }, 422],
    ["gold", { custom_tier_payment_interval: "one_time" }, 422],
  ])("on %s with %j answers as the change itself does", async (slug, body, status) => {
    await club.admit(slug)
    const outcome = await askThenDo(asClub, body)
    expect([outcome.status, outcome.isWritten]).toEqual([status, status === 200])
  })

  it("of what has lapsed, which a date would renew", async () => {
    await club.admit("gold", { valid_until: "2026-11-21T10:00:01.000Z" })
    await club.to("2026-11-21T10:00:02.000Z")
    expect(await askThenDo(asClub, { valid_until: "2027-01-01T00:00:00.000Z" })).toMatchObject({
      status: 200,
      isWritten: true,
      body: { status: "active", valid_until: "2027-01-01T00:00:00.000Z" },
    })
    const events = await club.events()
    expect(events.at(-1)).toEqual(["membership.renewed", { user_uuid: club.ada.uuid }])
    expect(events).toHaveLength(2)
  })
})
