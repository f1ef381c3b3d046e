import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import {
  type TestClub,
  firstMonth,
  membership,
  createTestClub,
  type Send,
} from "../fixtures/club.ts"

let club: TestClub
let asOwner: Send
beforeEach(async () => {
  club = await createTestClub()
  asOwner = club.as(club.world.owner.uuid, club.world.club.slug)
})
afterEach(() => club.close())

const hers = () => `${club.at}/memberships/${club.ada.uuid}`
const historyOf = async (send: Send) =>
  (await send("GET", `${hers()}?include=history`, 200))["history"] as readonly object[]

/** A row as the history shows it. */
const state = (slug: "gold" | "platinum", more: object = {}) => ({
  tier_uuid: club.tier(slug).uuid,
  tier_slug: slug,
  custom_tier_price_cents: null,
  custom_tier_payment_interval: null,
  ...firstMonth,
  cancelled_at: null,
  ended_at: null,
  ended_by: null,
  ...more,
})

const at = (second: number) => `2026-11-21T10:00:0${second}.000Z`

describe("the history of a membership", () => {
  it("tells each change with who made it, and what was before and after, the newest first", async () => {
    const holder = { kind: "holder", uuid: club.ada.uuid }
    const owner = { kind: "organization", uuid: club.world.owner.uuid }
    const app = { kind: "organization", uuid: club.world.client.clientId }
    await asOwner("POST", `${club.at}/memberships`, 201, {
      user_uuid: club.ada.uuid,
      membership_tier_slug: "gold",
    })
    await club.to(at(1))
    await club.asAda("DELETE", club.own, 200)
    await club.to(at(2))
    await club.asAda("POST", `${club.own}/resume`, 200)
    await club.to(at(3))
    await club.asAda("PATCH", club.own, 200, { membership_tier_slug: "platinum" })
    await club.to(at(4))
    await asOwner("PATCH", hers(), 200, { custom_tier_price_cents: 5 })
    await club.to(at(5))
    await club.asClub("POST", `${hers()}/renew`, 200, { note: "cash" })
    await club.to(at(6))
    await club.asClub("DELETE", hers(), 200)

    const noticed = { renewable_until: firstMonth.valid_until, cancelled_at: at(1) }
    // Half of what was left, three seconds in.
    const halved = {
      valid_until: "2026-12-06T10:00:01.500Z",
      renewable_until: "2026-12-13T10:00:01.500Z",
    }
    const renewed = {
      valid_until: "2027-01-06T10:00:01.500Z",
      renewable_until: "2027-01-13T10:00:01.500Z",
    }
    const ended = {
      valid_until: at(6),
      renewable_until: at(6),
      cancelled_at: at(6),
      ended_at: at(6),
      ended_by: "removed",
    }
    const agreed = { custom_tier_price_cents: 5 }
    const plain = { uuid: expect.any(String), payment_ref: null, note: null, converted_at: null }
    const converted = { price_cents: 100_000, currency: "PHP", payment_interval: "monthly" }
    const expected = [
      { cause: "join", at: at(0), actor: owner, before: null, after: state("gold") },
      {
        cause: "notice",
        at: at(1),
        actor: holder,
        before: state("gold"),
        after: state("gold", noticed),
      },
      {
        cause: "resume",
        at: at(2),
        actor: holder,
        before: state("gold", noticed),
        after: state("gold"),
      },
      {
        cause: "tier_change",
        at: at(3),
        actor: holder,
        converted_at: converted,
        before: state("gold"),
        after: state("platinum", halved),
      },
      {
        cause: "org_change",
        at: at(4),
        actor: owner,
        before: state("platinum", halved),
        after: state("platinum", { ...halved, ...agreed }),
      },
      {
        cause: "renew",
        at: at(5),
        actor: app,
        note: "cash",
        before: state("platinum", { ...halved, ...agreed }),
        after: state("platinum", { ...renewed, ...agreed }),
      },
      {
        cause: "end",
        at: at(6),
        actor: app,
        before: state("platinum", { ...renewed, ...agreed }),
        after: state("platinum", { ...agreed, ...ended }),
      },
    ]
    const history = await historyOf(club.asClub)
    expect(history).toEqual(expected.toReversed().map((entry) => ({ ...plain, ...entry })))
    expect(new Set(history.map((entry) => Object(entry).uuid)).size).toBe(7)
  })

  it("is told to the holder too, while it is live, and only when it is asked for", async () => {
    await club.admit("gold")
    expect(await club.asAda("GET", hers(), 200)).toEqual({
      ...membership(club, "gold", firstMonth),
      status: "active",
      ended_at: null,
      ended_by: null,
      user: {
        uuid: club.ada.uuid,
        username: "ada",
        first_name: "Ada",
        last_name: null,
        avatar_image_file_url: null,
      },
    })
    expect(await historyOf(club.asAda)).toEqual(await historyOf(club.asClub))
    await club.asClub("DELETE", hers(), 200)
    await club.asAda("GET", `${hers()}?include=history`, 404)
    expect(await historyOf(club.asClub)).toMatchObject([{ cause: "end" }, { cause: "join" }])
  })

  it("says what the service's own staff did as theirs, in the events too", async () => {
    const { symbolon, club: organization } = club.world
    const { user } = await symbolon.users.create({
      username: "platform",
      firstName: "Pat",
      accountType: "service",
    })
    const asStaff = club.as(user.uuid, organization.slug)
    await asStaff("POST", `${club.at}/memberships`, 201, {
      user_uuid: club.ada.uuid,
      membership_tier_slug: "gold",
    })
    expect(await historyOf(club.asClub)).toMatchObject([
      { cause: "join", actor: { kind: "service", uuid: user.uuid } },
    ])
    const events = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.outbox.list(undefined, 10),
    )
    expect(events.map(({ data }) => data)).toEqual([
      {
        origin: "admin",
        schema_version: 1,
        user_uuid: club.ada.uuid,
        organization_uuid: organization.uuid,
        tier_slug: "gold",
      },
    ])
  })

  it("names a tier that was deleted since", async () => {
    await club.admit("gold")
    await club.asClub("PATCH", hers(), 200, { membership_tier_slug: "platinum" })
    await club.asClub("DELETE", `${club.at}/membership-tiers/${club.tier("gold").uuid}`, 200)
    expect(await historyOf(club.asClub)).toMatchObject([
      { before: { tier_slug: "gold" }, after: { tier_slug: "platinum" } },
      { after: { tier_slug: "gold" } },
    ])
  })

  it("shows the newest hundred", async () => {
    await club.admit("gold")
    const { symbolon, club: organization } = club.world
    for (let price = 1; price <= 101; price += 1)
      await symbolon.memberships.updateMember({
        organization: organization.slug,
        userUuid: club.ada.uuid,
        customPriceCents: price,
      })
    const history = await historyOf(club.asClub)
    expect(history.map((entry) => Object(entry).after.custom_tier_price_cents)).toEqual(
      Array.from({ length: 100 }, (_, n) => 101 - n),
    )
  })

  it("is the newest membership's alone", async () => {
    await club.admit("gold")
    await club.asClub("DELETE", hers(), 200)
    await club.to(at(1))
    await club.admit("platinum")
    expect(await historyOf(club.asClub)).toMatchObject([{ cause: "join", at: at(1) }])
  })
})
