import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestClub, envelopes, createTestClub, type Send } from "../fixtures/club.ts"

let club: TestClub
beforeEach(async () => {
  club = await createTestClub()
})
afterEach(() => club.close())

const twins = ["memberships", "members"] as const
/** Both twins must say the same of a key. */
const check = async (key: string, send: Send = club.asClub) => {
  const said: unknown[] = []
  for (const twin of twins) {
    const { granted, reason, ...about } = await send(
      "GET",
      `${club.at}/${twin}/${club.ada.uuid}/entitlements/${key}`,
      200,
    )
    expect(about).toEqual({
      user_uuid: club.ada.uuid,
      organization_uuid: club.world.club.uuid,
      key,
    })
    said.push(granted === true ? "granted" : reason)
    expect(granted === true).toBe(reason === null)
  }
  expect(said[0]).toEqual(said[1])
  return said[0]
}
const checkAll = async (...keys: readonly string[]) => {
  const said: unknown[] = []
  for (const key of keys) said.push(await check(key))
  return said
}
/** What both twins tell of everything. */
const readBoth = async (send: Send = club.asClub) => {
  const [one, other] = [
    await send("GET", `${club.at}/memberships/${club.ada.uuid}/entitlements`, 200),
    await send("GET", `${club.at}/members/${club.ada.uuid}/entitlements`, 200),
  ]
  const { has_membership, ...rest } = one
  expect(other).toEqual({ ...rest, is_member: has_membership })
  expect(rest).toMatchObject({ user_uuid: club.ada.uuid, organization_uuid: club.world.club.uuid })
  return [has_membership, rest["tier_slug"], rest["entitlements"]]
}
const nothing = [false, null, {}]
const changeCrew = (body: object) =>
  club.asClub("PATCH", `${club.at}/membership-tiers/${club.tier("crew").uuid}`, 200, body)

describe("what a membership grants", () => {
  it("over a life: none, active, under notice, lapsed, renewed, ended", async () => {
    const crew = [true, "crew", { member: true, lounge: true, guests: 2, locker: false }]
    expect([await readBoth(), await check("member"), await check("lounge")]).toEqual([
      nothing,
      "no_membership",
      "no_membership",
    ])
    await club.asAda("POST", club.own, 201, { membership_tier_slug: "crew" })
    expect(await readBoth()).toEqual(crew)
    expect(await checkAll("member", "lounge", "guests", "locker", "sauna", "Lounge")).toEqual([
      "granted",
      "granted",
      "granted",
      "not_granted",
      "not_granted",
      "not_granted",
    ])
    await club.asAda("DELETE", club.own, 200)
    expect([await readBoth(), await check("lounge")]).toEqual([crew, "granted"])
    await club.asAda("POST", `${club.own}/resume`, 200)
    await club.to("2026-12-21T09:59:59.999Z")
    expect(await check("lounge")).toBe("granted")
    await club.to("2026-12-21T10:00:00.000Z")
    expect([await readBoth(), await checkAll("member", "lounge", "sauna")]).toEqual([
      [false, "crew", {}],
      ["lapsed", "lapsed", "lapsed"],
    ])
    await club.asAda("POST", `${club.own}/renew`, 200)
    expect([await readBoth(), await check("lounge")]).toEqual([crew, "granted"])
    await club.asAda("DELETE", club.own, 200)
    await club.to("2027-01-21T10:00:00.000Z")
    expect([await readBoth(), await checkAll("member", "lounge")]).toEqual([
      nothing,
      ["no_membership", "no_membership"],
    ])
  })

  it("ends at once when the organization ends it", async () => {
    await club.admit("crew")
    await club.asClub("DELETE", `${club.at}/memberships/${club.ada.uuid}`, 200)
    expect([await readBoth(), await check("lounge")]).toEqual([nothing, "no_membership"])
  })

  it("follows the tier: another one, and other keys, at once", async () => {
    await club.admit("crew")
    await changeCrew({ entitlements: { sauna: "mornings", lounge: 0, guests: "" } })
    expect(await checkAll("member", "sauna", "lounge", "guests")).toEqual([
      "granted",
      "granted",
      "not_granted",
      "not_granted",
    ])
    expect(await readBoth()).toEqual([
      true,
      "crew",
      { member: true, sauna: "mornings", lounge: 0, guests: "" },
    ])
    await changeCrew({ entitlements: {} })
    expect(await checkAll("member", "sauna")).toEqual(["granted", "not_granted"])
    await changeCrew({ entitlements: { sauna: true } })
    await club.asAda("PATCH", club.own, 200, { membership_tier_slug: "friend" })
    expect([await readBoth(), await checkAll("member", "sauna")]).toEqual([
      [true, "friend", { member: true }],
      ["granted", "not_granted"],
    ])
  })

  it("is told to the holder and to the team, and to nobody else", async () => {
    await club.admit("crew")
    expect([await check("lounge", club.asAda), await readBoth(club.asAda)]).toMatchObject([
      "granted",
      [true, "crew", {}],
    ])
    for (const twin of twins)
      for (const path of [
        `${club.at}/${twin}/${club.ada.uuid}/entitlements`,
        `${club.at}/${twin}/${club.ada.uuid}/entitlements/lounge`,
      ])
        expect(await club.asBo("GET", path, 404)).toEqual(envelopes.noMembership)
  })

  it("is asked by a uuid; a username is refused", async () => {
    await club.admit("crew")
    const refusal = { code: "validation_error", errors: { user_uuid: "is not a uuid" } }
    for (const twin of twins)
      for (const path of [
        `${club.at}/${twin}/ada/entitlements`,
        `${club.at}/${twin}/ada/entitlements/lounge`,
      ])
        expect(await club.asClub("GET", path, 422)).toMatchObject(refusal)
  })

  it("does not come with a place on the team", async () => {
    const { owner } = club.world
    for (const [twin, name] of [
      ["memberships", "has_membership"],
      ["members", "is_member"],
    ] as const) {
      expect(
        await club.as(owner.uuid)("GET", `${club.at}/${twin}/${owner.uuid}/entitlements`, 200),
      ).toMatchObject({
        [name]: false,
        entitlements: {},
      })
    }
  })
})
