import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  type TestClub,
  envelopes,
  firstMonth,
  member,
  membership,
  createTestClub,
  refused,
} from "../fixtures/club.ts"

let club: TestClub
beforeEach(async () => {
  club = await createTestClub()
})
afterEach(() => club.close())

const now = "2026-11-21T10:00:00.000Z"
const secondMonth = {
  valid_until: "2027-01-21T10:00:00.000Z",
  renewable_until: "2027-01-28T10:00:00.000Z",
}
const renew = (status: number) => club.asAda("POST", `${club.own}/renew`, status)
const renewed = () => ["membership.renewed", { user_uuid: club.ada.uuid }]
const renewHers = (body: object, status: number) =>
  club.asClub("POST", `${club.at}/memberships/${club.ada.uuid}/renew`, status, body)
const conflict = (reason: string, message: string, tier_slug: string, status = "active") =>
  refused("conflict", message, { reason, status, tier_slug })
const never = "The membership does not expire."
const once = "The membership is paid once and is not renewed."

describe("the holder renews", () => {
  it("T22: one term more at the end of the one that runs, and nothing is lost by being early", async () => {
    await club.admit("crew")
    await club.events()
    expect(await renew(200)).toEqual(membership(club, "crew", { ...secondMonth, updated_at: now }))
    expect(await club.events()).toEqual([renewed()])
  })

  it("T22: withdraws a notice", async () => {
    await club.admit("crew")
    await club.asAda("DELETE", club.own, 200)
    expect(await renew(200)).toEqual(membership(club, "crew", { ...secondMonth, updated_at: now }))
  })

  it("T22: at an agreed price of 0, though the tier costs", async () => {
    await club.admit("gold", { custom_tier_price_cents: 0 })
    expect(await renew(200)).toMatchObject({ ...secondMonth, custom_tier_price_cents: 0 })
  })

  it("T8: what has lapsed goes on as itself, from now on", async () => {
    const { uuid } = await club.admit("crew")
    await club.events()
    const lapsed = "2026-12-28T09:59:59.999Z"
    await club.to(lapsed)
    const again = {
      valid_until: "2027-01-28T09:59:59.999Z",
      renewable_until: "2027-02-04T09:59:59.999Z",
      updated_at: lapsed,
    }
    expect(await renew(200)).toEqual(membership(club, "crew", { ...again, uuid }))
    expect(await club.events()).toEqual([renewed()])
  })

  it("T9: what is over is not there any more", async () => {
    await club.admit("crew")
    await club.to(firstMonth.renewable_until)
    expect(await renew(404)).toEqual(envelopes.noMembership)
  })

  it("T23: not what costs: 402 with what is owed, and nothing is written", async () => {
    await club.admit("gold")
    const before = await club.stored()
    expect(await renew(402)).toEqual(envelopes.owed("renew", 50_000, "gold"))
    await club.asAda("DELETE", club.own, 200)
    expect(await renew(402)).toEqual(envelopes.owed("renew", 50_000, "gold"))
    await club.asAda("POST", `${club.own}/resume`, 200)
    await club.asClub("PATCH", `${club.at}/memberships/${club.ada.uuid}`, 200, {
      custom_tier_price_cents: 42,
    })
    await club.to("2026-12-21T10:00:00.000Z")
    expect(await renew(402)).toEqual(envelopes.owed("renew", 42, "gold"))
    expect(before).toMatchObject({ rows: [{ revision: 1 }] })
    expect(await club.stored()).toMatchObject({ rows: [{ revision: 4 }] })
  })

  it("T25: not what never ends, nor what is paid once", async () => {
    await club.admit("crew", { valid_until: null })
    expect(await renew(409)).toEqual(conflict("never_expires", never, "crew"))
    await club.asAda("DELETE", club.own, 200)
    await club.admit("friend")
    expect(await renew(409)).toEqual(conflict("one_time", once, "friend"))
  })

  it("not beyond twelve terms ahead", async () => {
    await club.admit("crew")
    for (const month of ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"])
      expect((await renew(200))["valid_until"]).toBe(`2027-${month}-21T10:00:00.000Z`)
    const before = await club.stored()
    expect(await renew(409)).toEqual(
      conflict(
        "too_far_ahead",
        "The membership is renewed for 12 terms ahead, which is the maximum.",
        "crew",
      ),
    )
    expect(await club.stored()).toEqual(before)
  })

  it("on the 31st of every month that has one", async () => {
    await club.to("2027-01-31T12:00:00.000Z")
    await club.admit("crew")
    const ends: unknown[] = [(await club.asAda("GET", club.own, 200))["valid_until"]]
    for (const _ of [1, 2, 3]) ends.push((await renew(200))["valid_until"])
    expect(ends).toEqual([
      "2027-02-28T12:00:00.000Z",
      "2027-03-31T12:00:00.000Z",
      "2027-04-30T12:00:00.000Z",
      "2027-05-31T12:00:00.000Z",
    ])
  })

  it("by the clock of the organization's zone", async () => {
    await club.asClub("PATCH", club.at, 200, { timezone: "Asia/Manila" })
    await club.to("2027-01-30T23:00:00.000Z")
    await club.admit("crew")
    // The 31st at 7 in the morning there: the 28th, not the 1st of March.
    expect(await club.asAda("GET", club.own, 200)).toMatchObject({
      valid_until: "2027-02-27T23:00:00.000Z",
    })
    expect(await renew(200)).toMatchObject({ valid_until: "2027-03-30T23:00:00.000Z" })
  })
})

describe("the organization renews", () => {
  it("T33: one term unless more are said, whatever it costs, and a notice is withdrawn", async () => {
    await club.admit("gold")
    await club.asAda("DELETE", club.own, 200)
    await club.events()
    expect(await renewHers({}, 200)).toEqual(
      member(club, "gold", { ...secondMonth, updated_at: now }),
    )
    expect(await club.events()).toEqual([renewed()])
  })

  it("T33: up to twelve at once, with one event, and the note is kept", async () => {
    await club.admit("gold")
    await club.events()
    expect(await renewHers({ terms: 12, note: "paid at the desk" }, 200)).toMatchObject({
      valid_until: "2027-12-21T10:00:00.000Z",
    })
    expect(await club.events()).toEqual([renewed()])
    const { history } = await club.asClub(
      "GET",
      `${club.at}/memberships/${club.ada.uuid}?include=history`,
      200,
    )
    expect(history).toMatchObject([{ cause: "renew", note: "paid at the desk" }, { cause: "join" }])
    expect(await renewHers({}, 409)).toEqual(
      conflict(
        "too_far_ahead",
        "The membership is renewed for 12 terms ahead, which is the maximum.",
        "gold",
      ),
    )
  })

  it("T33: what has lapsed, from now on", async () => {
    await club.admit("gold")
    await club.to("2026-12-22T10:00:00.000Z")
    expect(await renewHers({ terms: 2 }, 200)).toMatchObject({
      status: "active",
      valid_until: "2027-02-22T10:00:00.000Z",
      renewable_until: "2027-03-01T10:00:00.000Z",
    })
  })

  it("T25: not what never ends, nor what is paid once", async () => {
    await club.admit("gold", { valid_until: null })
    expect(await renewHers({}, 409)).toEqual(conflict("never_expires", never, "gold"))
    await club.asAda("DELETE", club.own, 200)
    await club.admit("life", { valid_until: "2027-01-01T00:00:00.000Z" })
    expect(await renewHers({}, 409)).toEqual(conflict("one_time", once, "life"))
  })

  it("T35: not what is not there", async () => {
    expect(await renewHers({}, 404)).toEqual(envelopes.noMembership)
    await club.admit("gold")
    await club.to(firstMonth.renewable_until)
    expect(await renewHers({}, 404)).toEqual(envelopes.noMembership)
  })
})
