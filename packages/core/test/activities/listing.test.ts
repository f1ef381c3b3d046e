import { describe, expect, it } from "vitest"
import { page, userCaller, forbidden, tokenClaims } from "../fixtures/staffed-organization.ts"
import { createTestActivity } from "../fixtures/activity.ts"

const byName = { ...page, sortBy: "name" } as const

/**
 * Two organizations with activities at different times, and somebody with something to do with some
 * of them.
 */
const createTwoClubs = async () => {
  const venue = await createTestActivity()
  const { symbolon, club, make, hoursFromNow } = venue
  const owner = await make("an-owner")
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: owner.uuid,
  })
  const create = (organization: string, name: string, from?: number, to?: number) =>
    symbolon.activities.create({
      organization,
      name,
      ...(from === undefined ? {} : { startTime: hoursFromNow(from) }),
      ...(to === undefined ? {} : { endTime: hoursFromNow(to) }),
    })
  const gala = await create(elsewhere.slug, "Gala", 1, 2)
  const market = await create(club, "Market", 10)
  const namesOf = async (
    by: typeof symbolon.activities,
    input: Omit<Parameters<typeof by.list>[0], "page"> = {},
  ) => (await by.list({ ...input, page: byName })).items.map(({ name }) => name)
  return { ...venue, elsewhere, gala, market, namesOf }
}

const unknownUuid = "019a0000-0000-7000-8000-0000000000ff"

describe("the list of activities", () => {
  it("is of all organizations, or of one, or of those at a time", async () => {
    const { as, namesOf, elsewhere, clubUuid, hoursFromNow } = await createTwoClubs()
    const outsider = as("outsider").activities
    expect(await namesOf(outsider)).toEqual(["Gala", "Market", "Sailing week"])
    expect(await namesOf(outsider, { organizationUuid: elsewhere.uuid })).toEqual(["Gala"])
    expect(await namesOf(outsider, { organizationUuid: clubUuid })).toEqual([
      "Market",
      "Sailing week",
    ])
    expect(await namesOf(outsider, { organizationUuid: unknownUuid })).toEqual([])
    await expect(namesOf(outsider, { organizationUuid: elsewhere.slug })).rejects.toMatchObject({
      errors: { organization_uuid: "is not a uuid" },
    })
    expect(await namesOf(outsider, { from: hoursFromNow(2) })).toEqual(["Market"])
    expect(await namesOf(outsider, { from: hoursFromNow(1.5), to: hoursFromNow(11) })).toEqual([
      "Gala",
      "Market",
    ])
    expect(await namesOf(outsider, { to: hoursFromNow(10) })).toEqual(["Gala"])
    const second = await outsider.list({
      page: { page: 2, pageSize: 2, sortBy: "created_at", sortOrder: "desc" },
    })
    expect(second).toMatchObject({ totalItems: 3, items: [{ name: "Sailing week" }] })
  })

  it("shows a token that acts for an organization that one's alone", async () => {
    const { symbolon, forClub, namesOf, elsewhere, clubUuid } = await createTwoClubs()
    const app = symbolon.as({
      kind: "client",
      ...tokenClaims,
      organizationUuid: clubUuid,
      serviceRole: undefined,
    })
    for (const by of [forClub("outsider").activities, app.activities]) {
      expect(await namesOf(by)).toEqual(["Market", "Sailing week"])
      expect(await namesOf(by, { organizationUuid: clubUuid })).toEqual(["Market", "Sailing week"])
      await expect(namesOf(by, { organizationUuid: elsewhere.uuid })).rejects.toMatchObject(
        forbidden,
      )
    }
    const unbound = symbolon.as({
      kind: "client",
      ...tokenClaims,
      organizationUuid: undefined,
      serviceRole: undefined,
    })
    expect(await namesOf(unbound.activities)).toEqual([])
    const scopeless = symbolon.as({ ...userCaller("somebody"), scopes: new Set() } as ReturnType<
      typeof userCaller
    >)
    await expect(namesOf(scopeless.activities)).rejects.toMatchObject(forbidden)
  })

  it("knows whose are whose: where they were let in, and to what they hold a ticket", async () => {
    const { symbolon, as, forClub, namesOf, team, sessions, market, issue, clubUuid } =
      await createTwoClubs()
    const mine = (name: "outsider" | "staff") => namesOf(as(name).activities, { mine: true })
    expect(await mine("outsider")).toEqual([])
    await symbolon.sessions.admit({
      session: sessions.on.slug,
      request: { identifier: { type: "username", value: "a-stranger" }, idempotencyKey: "in" },
    })
    expect(await mine("outsider")).toEqual(["Sailing week"])
    const ticket = await issue("Stall", { activityUuid: market.uuid })
    expect(await mine("outsider")).toEqual(["Market", "Sailing week"])
    expect(await mine("staff")).toEqual([])
    expect(
      await namesOf(symbolon.activities, { mine: true, userUuid: team.outsider.uuid }),
    ).toEqual(["Market", "Sailing week"])
    expect(await namesOf(forClub("outsider").activities, { mine: true })).toEqual([
      "Market",
      "Sailing week",
    ])
    await symbolon.transactions.reverse({ transaction: ticket.transaction, idempotencyKey: "back" })
    expect(await mine("outsider")).toEqual(["Sailing week"])
    await expect(namesOf(symbolon.activities, { mine: true })).rejects.toMatchObject({
      _tag: "Invalid",
    })
    const app = symbolon.as({
      kind: "client",
      ...tokenClaims,
      organizationUuid: clubUuid,
      serviceRole: "owner",
    })
    await expect(namesOf(app.activities, { mine: true })).rejects.toMatchObject(forbidden)
  })
})
