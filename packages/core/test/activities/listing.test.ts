import { describe, expect, it } from "vitest"
import { page, person, refused, token } from "../fixtures/staffed-organization.ts"
import { openVenue } from "../fixtures/activity.ts"

const byName = { ...page, sortBy: "name" } as const

/**
 * Two organizations with activities at different times, and somebody with something to do with some
 * of them.
 */
const openTown = async () => {
  const venue = await openVenue()
  const { symbolon, club, make, in_ } = venue
  const owner = await make("an-owner")
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: owner.uuid,
  })
  const create = (organization: string, name: string, from?: number, to?: number) =>
    symbolon.activities.create({
      organization,
      name,
      ...(from === undefined ? {} : { startTime: in_(from) }),
      ...(to === undefined ? {} : { endTime: in_(to) }),
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
    const { as, namesOf, elsewhere, clubUuid, in_ } = await openTown()
    const stranger = as("stranger").activities
    expect(await namesOf(stranger)).toEqual(["Gala", "Market", "Sailing week"])
    expect(await namesOf(stranger, { organizationUuid: elsewhere.uuid })).toEqual(["Gala"])
    expect(await namesOf(stranger, { organizationUuid: clubUuid })).toEqual([
      "Market",
      "Sailing week",
    ])
    expect(await namesOf(stranger, { organizationUuid: unknownUuid })).toEqual([])
    await expect(namesOf(stranger, { organizationUuid: elsewhere.slug })).rejects.toMatchObject({
      errors: { organization_uuid: "is not a uuid" },
    })
    expect(await namesOf(stranger, { from: in_(2) })).toEqual(["Market"])
    expect(await namesOf(stranger, { from: in_(1.5), to: in_(11) })).toEqual(["Gala", "Market"])
    expect(await namesOf(stranger, { to: in_(10) })).toEqual(["Gala"])
    const second = await stranger.list({
      page: { page: 2, pageSize: 2, sortBy: "created_at", sortOrder: "desc" },
    })
    expect(second).toMatchObject({ totalItems: 3, items: [{ name: "Sailing week" }] })
  })

  it("shows a token that acts for an organization that one's alone", async () => {
    const { symbolon, forClub, namesOf, elsewhere, clubUuid } = await openTown()
    const app = symbolon.as({
      kind: "client",
      ...token,
      organizationUuid: clubUuid,
      serviceRole: undefined,
    })
    for (const by of [forClub("stranger").activities, app.activities]) {
      expect(await namesOf(by)).toEqual(["Market", "Sailing week"])
      expect(await namesOf(by, { organizationUuid: clubUuid })).toEqual(["Market", "Sailing week"])
      await expect(namesOf(by, { organizationUuid: elsewhere.uuid })).rejects.toMatchObject(refused)
    }
    const unbound = symbolon.as({
      kind: "client",
      ...token,
      organizationUuid: undefined,
      serviceRole: undefined,
    })
    expect(await namesOf(unbound.activities)).toEqual([])
    const scopeless = symbolon.as({ ...person("somebody"), scopes: new Set() } as ReturnType<
      typeof person
    >)
    await expect(namesOf(scopeless.activities)).rejects.toMatchObject(refused)
  })

  it("knows whose are whose: where they were let in, and to what they hold a ticket", async () => {
    const { symbolon, as, forClub, namesOf, team, sessions, market, issue, clubUuid } =
      await openTown()
    const mine = (name: "stranger" | "staff") => namesOf(as(name).activities, { mine: true })
    expect(await mine("stranger")).toEqual([])
    await symbolon.sessions.admit({
      session: sessions.on.slug,
      request: { identifier: { type: "username", value: "a-stranger" }, idempotencyKey: "in" },
    })
    expect(await mine("stranger")).toEqual(["Sailing week"])
    const ticket = await issue("Stall", { activityUuid: market.uuid })
    expect(await mine("stranger")).toEqual(["Market", "Sailing week"])
    expect(await mine("staff")).toEqual([])
    expect(
      await namesOf(symbolon.activities, { mine: true, userUuid: team.stranger.uuid }),
    ).toEqual(["Market", "Sailing week"])
    expect(await namesOf(forClub("stranger").activities, { mine: true })).toEqual([
      "Market",
      "Sailing week",
    ])
    await symbolon.transactions.reverse({ transaction: ticket.transaction, idempotencyKey: "back" })
    expect(await mine("stranger")).toEqual(["Sailing week"])
    await expect(namesOf(symbolon.activities, { mine: true })).rejects.toMatchObject({
      _tag: "Invalid",
    })
    const app = symbolon.as({
      kind: "client",
      ...token,
      organizationUuid: clubUuid,
      serviceRole: "owner",
    })
    await expect(namesOf(app.activities, { mine: true })).rejects.toMatchObject(refused)
  })
})
