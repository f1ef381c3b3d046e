import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestClub, createTestClub, refused } from "../fixtures/club.ts"
import { type Bad, refuse } from "./refuse.ts"

let club: TestClub
beforeAll(async () => {
  club = await createTestClub()
  await club.admit("gold")
})
afterAll(() => club.close())

const file = "01900000-0000-7000-8000-000000000001"
const tiers = () => `${club.at}/membership-tiers`
const gold = () => `${tiers()}/${club.tier("gold").uuid}`

/** What neither making nor changing a tier takes; the limits of each field are in tiers.test.ts. */
const bad: readonly Bad[] = [
  ["a name that is a number", { name: 5 }, ["name"]],
  ["a name of 10,000 characters", { name: "x".repeat(10_000) }, ["name"]],
  ["a name with a control character", { name: "Go\u009bld" }, ["name"]],
  ["a name with half a surrogate pair", { name: "\ud800" }, ["name"]],
  ["a description that is a list", { description: [] }, ["description"]],
  ["a price in words", { price_cents: "50000" }, ["price_cents"]],
  ["a price of 1e11", { price_cents: 1e11 }, ["price_cents"]],
  ["a price of 1e300", { price_cents: 1e300 }, ["price_cents"]],
  ["a fraction of a cent", { price_cents: 0.1 }, ["price_cents"]],
  ["a price below nothing", { price_cents: -1 }, ["price_cents"]],
  ["a currency that was", { currency: "DEM" }, ["currency"]],
  ["a currency in words", { currency: "pesos" }, ["currency"]],
  ["a currency by its number", { currency: 608 }, ["currency"]],
  ["an unknown interval", { payment_interval: "fortnightly" }, ["payment_interval"]],
  ["an interval that is a number", { payment_interval: 30 }, ["payment_interval"]],
  ["a file", { image_file_uuid: file }, ["image_file_uuid"]],
  ["a file that is no uuid", { image_file_uuid: "picture.png" }, ["image_file_uuid"]],
  ["a file that is empty", { image_file_uuid: "" }, ["image_file_uuid"]],
  ["a file that is a number", { image_file_uuid: 1 }, ["image_file_uuid"]],
  ["inclusions in one text", { inclusions: "a locker" }, ["inclusions"]],
  ["entitlements in a list", { entitlements: ["lounge"] }, ["entitlements"]],
  ["an entitlement with parts", { entitlements: { lounge: { days: 3 } } }, ["entitlements.lounge"]],
  ["half a day of grace", { grace_period_days: 0.5 }, ["grace_period_days"]],
  ["a position that is no number", { position: "first" }, ["position"]],
  ["a picture by its address", { image_url: "https://a.example/x.png" }, ["image_url"]],
  [
    "everything at once",
    { price_cents: -1, currency: "X", image_file_uuid: "x" },
    ["currency", "image_file_uuid", "price_cents"],
  ],
]

describe.each(bad)("%s", (_, sent, fields) => {
  it("makes no tier", () =>
    refuse(club, { method: "POST", path: tiers() }, { name: "Silver", ...Object(sent) }, fields))
  it("changes none", () => refuse(club, { method: "PATCH", path: gold() }, sent, fields))
})

describe("what is no object", () => {
  it.each([[[]], [null], ["gold"]].map(([body]) => [JSON.stringify(body)]))(
    "%s: 422 for the whole",
    async (body) => {
      for (const [method, path] of [
        ["POST", tiers()],
        ["PATCH", gold()],
      ] as const)
        await refuse(club, { method, path }, body, ["_root"])
    },
  )
})

describe("the list of tiers", () => {
  it.each([
    ["page=0", "page"],
    ["page_size=0", "page_size"],
    ["page_size=101", "page_size"],
    ["sort_by=currency", "sort_by"],
    ["sort_order=random", "sort_order"],
    ["visibility=secret", "visibility"],
  ])("%s", (query, field) =>
    refuse(club, { method: "GET", path: `${tiers()}?${query}` }, undefined, [field]),
  )
})

describe("a tier that is not there", () => {
  it.each(["not-a-uuid", file, "gold"])("%s: 404, and nothing is written", async (uuid) => {
    const before = await club.stored()
    for (const [method, body] of [["GET"], ["PATCH", { name: "X" }], ["DELETE"]] as const)
      expect(await club.asClub(method, `${tiers()}/${uuid}`, 404, body)).toEqual(
        refused("not_found", "There is no such membership tier, or you do not have access to it."),
      )
    expect(await club.stored()).toEqual(before)
  })
})

describe("a tier named like a uuid", () => {
  it("does not get a slug that looks like one", async () => {
    const { slug } = await club.asClub("POST", tiers(), 201, { name: file })
    expect(slug).toMatch(new RegExp(`^${file}-[a-z0-9]{6}$`))
  })
})
