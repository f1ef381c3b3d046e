import { afterAll, beforeAll, describe, it } from "vitest"
import { type TestClub, createTestClub } from "../fixtures/club.ts"
import { type Bad, type Call, dates, refuse as refuseIn } from "./refuse.ts"

let club: TestClub
beforeAll(async () => {
  club = await createTestClub()
  await club.admit("gold")
})
afterAll(() => club.close())

const refuse = (how: Call, sent: unknown, fields: readonly string[]) =>
  refuseIn(club, how, sent, fields)

/** What is a moment, but none that a membership can end at. */
const wrongEnds: readonly Bad[] = [
  ["the past", "2026-11-21T09:59:59.999Z", []],
  ["long ago", "0001-01-01T00:00:00Z", []],
  ["the year 10000 by its zone", "9999-12-31T23:59:59-12:00", []],
]
const prices: readonly Bad[] = [
  ["a negative price", -1, []],
  ["half a cent", 0.5, []],
  ["a price of 1e11", 1e11, []],
  ["a price of 1e300", 1e300, []],
  ["a price in words", "50000", []],
  ["a price that is true", true, []],
]
const intervals: readonly Bad[] = [
  ["an unknown interval", "daily", []],
  ["an interval in capitals", "Monthly", []],
  ["an interval that is a number", 30, []],
  ["an interval of the other kind", "one_time", []],
]
const slugs: readonly Bad[] = [
  ["a slug that is a number", 5, []],
  ["a slug that is null", null, []],
  ["a slug of 10,000 characters", "x".repeat(10_000), []],
  ["a slug with a NUL", "go\u0000ld", []],
  ["half a surrogate pair", "\ud800", []],
]
const noSlug: Bad = ["an empty slug", "", []]

/** The cases of one field, beside what else the body needs. */
const of = (field: string, cases: readonly Bad[], rest: object = {}): readonly Bad[] =>
  cases.map(([what, value]) => [`${field}: ${what}`, { ...rest, [field]: value }, [field]])

const strange: readonly Bad[] = [
  ["a field that it does not have", { colour: "red" }, ["colour"]],
  [
    "what only reads have",
    { status: "active", joined_at: "2020-01-01T00:00:00Z" },
    ["joined_at", "status"],
  ],
  ["a list", [], ["_root"]],
  ["null", null, ["_root"]],
  ["a word", '"gold"', ["_root"]],
]
/** The same beside what the body needs. */
const with_ = (rest: object, cases: readonly Bad[]): readonly Bad[] =>
  cases.map(([what, sent, fields]) =>
    fields.includes("_root") ? [what, sent, fields] : [what, { ...rest, ...Object(sent) }, fields],
  )

const crew = { membership_tier_slug: "crew" }
const bo = () => ({ user_uuid: club.bo.uuid, ...crew })
const hers = () => `${club.at}/memberships/${club.ada.uuid}`

describe("POST and PATCH /memberships/{organization_slug}", () => {
  const own: readonly Bad[] = [
    ["nothing said", {}, ["membership_tier_slug"]],
    ...of("membership_tier_slug", [...slugs, noSlug]),
    ...with_(crew, strange),
  ]
  it.each(own)("%s", async (_, sent, fields) => {
    for (const method of ["POST", "PATCH"])
      await refuse({ method, path: club.own, isHolder: true }, sent, fields)
  })
  it.each([["yes"], [1], [null]])("PATCH with dry_run %s", (dry_run) =>
    refuse({ method: "PATCH", path: club.own, isHolder: true }, { ...crew, dry_run }, ["dry_run"]),
  )
  it("POST does not know dry_run", () =>
    refuse({ method: "POST", path: club.own, isHolder: true }, { ...crew, dry_run: true }, [
      "dry_run",
    ]))
})

describe("POST /organizations/{organization_slug}/memberships", () => {
  const fields = [
    ...of("valid_until", [...dates, ...wrongEnds]),
    ...of("custom_tier_price_cents", prices),
    ...of("custom_tier_payment_interval", intervals),
    ...of("membership_tier_slug", slugs),
    ...with_({}, strange),
  ]
  it.each(fields)("%s", (_, sent, names) => {
    const body =
      Array.isArray(sent) || sent === null || typeof sent === "string"
        ? sent
        : { ...bo(), ...Object(sent) }
    return refuse({ method: "POST", path: `${club.at}/memberships` }, body, names)
  })
  it.each<Bad>([
    ["nobody", {}, ["user_uuid"]],
    [
      "two people",
      { user_uuid: "x", identifier: { type: "username", value: "boris" } },
      ["user_uuid"],
    ],
    ["a person who is a number", { user_uuid: 5 }, ["user_uuid"]],
    ["an identifier of no kind", { identifier: { type: "face", value: "x" } }, ["identifier.type"]],
    ["an identifier without a value", { identifier: { type: "card" } }, ["identifier.value"]],
  ])("%s", (_, sent, names) =>
    refuse({ method: "POST", path: `${club.at}/memberships` }, { ...crew, ...Object(sent) }, names),
  )
  it("everything at once, each by its name", () =>
    refuse(
      { method: "POST", path: `${club.at}/memberships` },
      {
        ...bo(),
        valid_until: "x",
        custom_tier_price_cents: -1,
        custom_tier_payment_interval: "daily",
      },
      ["custom_tier_payment_interval", "custom_tier_price_cents", "valid_until"],
    ))
  it("what only the rules can see, all at once too", () =>
    refuse(
      { method: "POST", path: `${club.at}/memberships` },
      { ...bo(), valid_until: "2020-01-01T00:00:00Z", custom_tier_payment_interval: "one_time" },
      ["custom_tier_payment_interval", "valid_until"],
    ))
})

describe("PATCH /organizations/{organization_slug}/memberships/{user_uuid}", () => {
  it.each([
    ...of("valid_until", [...dates, ...wrongEnds]),
    ...of("custom_tier_price_cents", prices),
    ...of("custom_tier_payment_interval", intervals),
    ...of("membership_tier_slug", [...slugs, noSlug]),
    ...of("term", [
      ["an unknown word", "refund", []],
      ["null", null, []],
    ]),
    ...of("dry_run", [["a word", "yes", []]]),
    ...strange,
    [
      "a date and a conversion",
      { membership_tier_slug: "platinum", term: "convert", valid_until: "2027-01-01T00:00:00Z" },
      ["valid_until"],
    ] as const,
  ])("%s", (_, sent, names) => refuse({ method: "PATCH", path: hers() }, sent, names))
})

describe("POST /organizations/{organization_slug}/memberships/{user_uuid}/renew", () => {
  it.each([
    ...of(
      "terms",
      [0, 13, 1.5, -1, 1e9, "1", null].map((value) => [String(value), value, []]),
    ),
    ...of("note", [
      ["501 characters", "x".repeat(501), []],
      ["a NUL", "a\u0000", []],
      ["a number", 5, []],
    ]),
    ...strange,
  ])("%s", (_, sent, names) => refuse({ method: "POST", path: `${hers()}/renew` }, sent, names))
})
