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

const now = "2026-11-22T10:00:00.000Z"
const atOnce = { valid_until: now, renewable_until: now, cancelled_at: now, updated_at: now }
const left = () => ["membership.left", { user_uuid: club.ada.uuid, ended_by: "left" }]
const leave = (status: number) => club.asAda("DELETE", club.own, status)
const resume = (status: number) => club.asAda("POST", `${club.own}/resume`, status)
const seenByClub = () => club.asClub("GET", `${club.at}/memberships/${club.ada.uuid}`, 200)
/** A day after she joined, and with what was sent until then read. */
const settle = async () => {
  await club.to(now)
  await club.events()
}

describe("the holder leaves", () => {
  it("T1: gives notice, keeps what they have until the term ends, and no event is sent", async () => {
    await club.admit("gold")
    await settle()
    const noticed = {
      ...firstMonth,
      renewable_until: firstMonth.valid_until,
      cancelled_at: now,
      updated_at: now,
    }
    expect(await leave(200)).toEqual(membership(club, "gold", noticed))
    expect(await club.events()).toEqual([])
    expect(await seenByClub()).toEqual(
      member(club, "gold", { ...noticed, status: "active_with_notice" }),
    )
    expect((await club.asAda("GET", "/api/v1/memberships", 200)).items).toEqual([
      membership(club, "gold", noticed),
    ])
  })

  it("T2: what is paid once ends at once", async () => {
    await club.admit("life", { valid_until: "2027-11-21T10:00:00.000Z" })
    await settle()
    expect(await leave(200)).toEqual(membership(club, "life", { ...atOnce, status: "ended" }))
    expect(await club.events()).toEqual([left()])
    expect(await seenByClub()).toEqual(
      member(club, "life", { ...atOnce, status: "ended", ended_at: now, ended_by: "left" }),
    )
    expect(await club.asAda("GET", club.own, 404)).toEqual(envelopes.noMembership)
    expect(await leave(404)).toEqual(envelopes.noMembership)
  })

  it("T2: what never ends ends at once", async () => {
    await club.admit("gold", { valid_until: null })
    await settle()
    expect(await leave(200)).toEqual(membership(club, "gold", { ...atOnce, status: "ended" }))
    expect(await club.events()).toEqual([left()])
  })

  it("T3: what has lapsed ends at once, so that they may join again", async () => {
    const { uuid } = await club.asAda("POST", club.own, 201, { membership_tier_slug: "crew" })
    await club.events()
    const lapsed = "2026-12-22T10:00:00.000Z"
    await club.to(lapsed)
    expect(await leave(200)).toEqual(
      membership(club, "crew", {
        valid_until: lapsed,
        renewable_until: lapsed,
        cancelled_at: lapsed,
        updated_at: lapsed,
        status: "ended",
      }),
    )
    expect(await club.events()).toEqual([left()])
    expect(
      (await club.asAda("POST", club.own, 201, { membership_tier_slug: "crew" })).uuid,
    ).not.toBe(uuid)
  })

  it("T4: not twice", async () => {
    await club.admit("crew")
    await leave(200)
    const before = await club.stored()
    const replyBody = "Notice was already given. The membership ends with its term."
    expect(await leave(409)).toEqual(
      refused("conflict", replyBody, {
        reason: "already_cancelled",
        status: "active_with_notice",
        tier_slug: "crew",
      }),
    )
    expect(await club.stored()).toEqual(before)
  })

  it("not what they do not have", async () => {
    expect(await leave(404)).toEqual(envelopes.noMembership)
    expect(await resume(404)).toEqual(envelopes.noMembership)
    expect(await club.asAda("DELETE", "/api/v1/memberships/none", 404)).toEqual(
      envelopes.noOrganization,
    )
  })
})

describe("the holder withdraws their notice", () => {
  it("T5: while it runs, and no event is sent", async () => {
    await club.admit("gold")
    await leave(200)
    await settle()
    expect(await resume(200)).toEqual(membership(club, "gold", { ...firstMonth, updated_at: now }))
    expect(await club.events()).toEqual([])
  })

  it("T5: to the last millisecond, and no longer", async () => {
    await club.admit("gold")
    await leave(200)
    await club.to("2026-12-21T09:59:59.999Z")
    await resume(200)
    await leave(200)
    await club.to("2026-12-21T10:00:00.000Z")
    expect(await resume(404)).toEqual(envelopes.noMembership)
  })

  it("not when none was given: 409", async () => {
    await club.admit("gold")
    const none = (status: string) =>
      refused("conflict", "No notice was given.", {
        reason: "no_notice",
        status,
        tier_slug: "gold",
      })
    expect(await resume(409)).toEqual(none("active"))
    await club.to("2026-12-21T10:00:00.000Z")
    expect(await resume(409)).toEqual(none("lapsed"))
  })
})

describe("time alone", () => {
  it("T6, T9: makes a membership lapse, then ends it, and sends nothing", async () => {
    await club.admit("gold")
    await club.events()
    const seen: unknown[] = []
    for (const at of [
      "2026-12-21T09:59:59.999Z",
      "2026-12-21T10:00:00.000Z",
      "2026-12-28T09:59:59.999Z",
      "2026-12-28T10:00:00.000Z",
    ]) {
      await club.to(at)
      const own = await club.asAda("GET", club.own, at < "2026-12-28T10" ? 200 : 404)
      const active = await club.asAda("GET", "/api/v1/memberships", 200)
      seen.push([
        (await seenByClub())["status"],
        own["code"] ?? own["valid_until"],
        active.total_items,
      ])
    }
    expect(seen).toEqual([
      ["active", firstMonth.valid_until, 1],
      ["lapsed", firstMonth.valid_until, 0],
      ["lapsed", firstMonth.valid_until, 0],
      ["ended", "not_found", 0],
    ])
    expect(await seenByClub()).toMatchObject({
      ended_at: firstMonth.renewable_until,
      ended_by: "lapsed",
      updated_at: null,
    })
    expect(await club.events()).toEqual([])
  })

  it("T7: ends a membership under notice without letting it lapse", async () => {
    await club.admit("gold")
    await leave(200)
    await club.events()
    await club.to("2026-12-21T10:00:00.000Z")
    expect(await seenByClub()).toMatchObject({
      status: "ended",
      ended_at: "2026-12-21T10:00:00.000Z",
      ended_by: "lapsed",
    })
    expect(await club.asAda("GET", club.own, 404)).toEqual(envelopes.noMembership)
    expect((await club.asClub("GET", `${club.at}/memberships?status=lapsed`, 200)).items).toEqual(
      [],
    )
    expect(await club.events()).toEqual([])
  })

  it("is told by the console's clock", async () => {
    await club.admit("gold")
    expect(
      await club.asClub("POST", "/console/v1/test/clock", 200, { now: "2026-12-21T10:00:00.000Z" }),
    ).toEqual({
      now: "2026-12-21T10:00:00.000Z",
    })
    expect(await seenByClub()).toMatchObject({ status: "lapsed" })
  })
})
