import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestClub, envelopes, createTestClub } from "../fixtures/club.ts"
import { dates, refuse as refuseIn } from "./refuse.ts"

let club: TestClub
beforeAll(async () => {
  club = await createTestClub()
  await club.admit("gold")
})
afterAll(() => club.close())

const refuse = (path: string, field: string, isHolder = false) =>
  refuseIn(club, { method: "GET", path, isHolder }, undefined, [field])
const crew = { membership_tier_slug: "crew" }
const hers = () => `${club.at}/memberships/${club.ada.uuid}`

describe("the lists", () => {
  const everyList: readonly (readonly [string, string])[] = [
    ["page=0", "page"],
    ["page=x", "page"],
    ["page_size=0", "page_size"],
    ["page_size=101", "page_size"],
    ["sort_by=price", "sort_by"],
    ["sort_by=status", "sort_by"],
    ["sort_order=up", "sort_order"],
  ]
  const ofMembers: readonly (readonly [string, string])[] = [
    ...everyList,
    [`search=${"x".repeat(256)}`, "search"],
    ["status=retired", "status"],
    ["tier=none", "tier"],
    ["tier=01900000-0000-7000-8000-000000000001", "tier"],
    ...dates
      .filter(([, date]) => typeof date === "string" && date !== "")
      .map(
        ([, date]) => [`ends_before=${encodeURIComponent(String(date))}`, "ends_before"] as const,
      ),
    ["ends_before=2027-01-01T00:00:00+01:00", "ends_before"],
  ]
  it.each(ofMembers)("members: %s", (query, field) =>
    refuse(`${club.at}/memberships?${query}`, field),
  )

  it.each(everyList)("one's own: %s", (query, field) =>
    refuse(`/api/v1/memberships?${query}`, field, true),
  )
  it.each(["include=everything", "include=History"])("one member: %s", (query) =>
    refuse(`${hers()}?${query}`, "include"),
  )
})

describe("a path that leads nowhere", () => {
  const nobody = [
    "not-a-uuid",
    "01900000-0000-7000-8000-000000000001",
    "00000000-0000-0000-0000-000000000000",
    "%F0%9F%8E%9F",
  ]
  it.each(nobody)("a member called %s: 404", async (user) => {
    const before = await club.stored()
    const path = `${club.at}/memberships/${user}`
    for (const [method, at, body] of [
      ["GET", path],
      ["PATCH", path, {}],
      ["DELETE", path],
      ["POST", `${path}/renew`, {}],
    ] as const)
      expect(await club.asClub(method, at, 404, body)).toEqual(envelopes.noMembership)
    expect(await club.stored()).toEqual(before)
  })
  it.each(nobody)("an organization called %s: 404", async (slug) => {
    for (const [method, path, body] of [
      ["GET", `/api/v1/memberships/${slug}`],
      ["POST", `/api/v1/memberships/${slug}`, crew],
      ["PATCH", `/api/v1/memberships/${slug}`, crew],
      ["DELETE", `/api/v1/memberships/${slug}`],
      ["POST", `/api/v1/memberships/${slug}/resume`],
      ["POST", `/api/v1/memberships/${slug}/renew`],
    ] as const)
      expect(await club.asAda(method, path, 404, body)).toEqual(envelopes.noOrganization)
    expect(await club.asClub("GET", `/api/v1/organizations/${slug}/memberships`, 404)).toEqual(
      envelopes.noOrganization,
    )
  })
  it("a name longer than any: 422 with the parameter's name", async () => {
    expect(
      (await club.asClub("GET", `${club.at}/memberships/${"x".repeat(65)}`, 422)).errors,
    ).toEqual({
      user_uuid: "must have at most 64 characters",
    })
    expect((await club.asAda("GET", `/api/v1/memberships/${"x".repeat(81)}`, 422)).errors).toEqual({
      organization_slug: "must have at most 80 characters",
    })
  })
})
