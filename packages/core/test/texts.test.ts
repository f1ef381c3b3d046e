import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type StaffedOrganization,
  createStaffedOrganization,
  page,
} from "./fixtures/staffed-organization.ts"

let house: StaffedOrganization
let activity: string
let session: string
beforeAll(async () => {
  house = await createStaffedOrganization()
  const { symbolon, club, clock } = house
  activity = (await symbolon.activities.create({ organization: club, name: "Sailing" })).slug
  const now = clock.now().getTime()
  session = (
    await symbolon.sessions.create({
      activity,
      name: "Evening",
      startTime: new Date(now),
      endTime: new Date(now + 3_600_000),
    })
  ).slug
})
afterAll(() => house.symbolon.close())

const refusedFor = (field: string) => ({ _tag: "Invalid", errors: { [field]: expect.any(String) } })
const times = () => ({
  startTime: house.clock.now(),
  endTime: new Date(house.clock.now().getTime() + 3_600_000),
})

describe("whatever the caller is, a name can be seen, holds no control character and none that turns the direction of text", () => {
  const bad = [
    "a\u202egnp.exe",
    "a\u2066b",
    "a\u202ab",
    "a\u2069",
    "bell\u0007",
    "two\nlines",
    "\u0085",
    "a\u2028b",
    "a\u200eb",
    "a\u200fb",
    "a\u061cb",
    "\u200b",
    "\u2060\ufeff",
  ]
  const names: Readonly<
    Record<string, readonly [field: string, (text: string) => Promise<unknown>]>
  > = {
    "of an organization": [
      "name",
      (name) => house.symbolon.organizations.create({ name, ownerUuid: house.team.owner.uuid }),
    ],
    "of an organization that changes": [
      "name",
      (name) => house.symbolon.organizations.update({ organization: house.club, name }),
    ],
    "of a user": [
      "first_name",
      (firstName) => house.symbolon.users.create({ username: "ann-other", firstName }),
    ],
    "of an activity": [
      "name",
      (name) => house.symbolon.activities.create({ organization: house.club, name }),
    ],
    "of an activity that changes": [
      "name",
      (name) => house.symbolon.activities.update({ activity, name }),
    ],
    "of a session": [
      "name",
      (name) => house.symbolon.sessions.create({ activity, name, ...times() }),
    ],
    "of a session that changes": [
      "name",
      (name) => house.symbolon.sessions.update({ session, name }),
    ],
    "of a series": [
      "series_name",
      (seriesName) =>
        house.symbolon.sessions.createBatch({
          activity,
          name: "Run",
          seriesName,
          dates: [times()],
        }),
    ],
    "of a tier": [
      "name",
      (name) =>
        house.symbolon.tiers.create({ organization: house.club, name, paymentInterval: "monthly" }),
    ],
    "of a tier that changes": [
      "name",
      async (name) => {
        const { items } = await house.symbolon.tiers.list({ organization: house.club, page })
        return house.symbolon.tiers.update({
          organization: house.club,
          tierUuid: items[0]?.uuid ?? "",
          name,
        })
      },
    ],
    "of a user's family": [
      "last_name",
      (lastName) =>
        house.symbolon.users.create({ username: "ann-other", firstName: "Ann", lastName }),
    ],
    "of a user who registers": [
      "first_name",
      (firstName) =>
        house.symbolon.users.register({
          username: "ann-other",
          firstName,
          password: "a boat in the harbour",
        }),
    ],
    "of a card in the inventory": [
      "cards.0.name",
      (name) =>
        house.symbolon.cards.addToInventory({
          organization: house.club,
          cards: [{ identifier: "X1", name }],
        }),
    ],
    "of what a tier includes": [
      "inclusions.0",
      (text) =>
        house.symbolon.tiers.create({
          organization: house.club,
          name: "Gold",
          paymentInterval: "monthly",
          inclusions: [text],
        }),
    ],
    "of a device": [
      "device_name",
      (name) => house.symbolon.sessions.createDeviceToken({ session, name }),
    ],
    "of an app": [
      "name",
      (name) =>
        house.symbolon.apps.create({
          organization: house.club,
          name,
          clientType: "public",
          grantTypes: ["authorization_code"],
          redirectUris: ["https://app.test/"],
          scopes: [],
        }),
    ],
  }
  it.each(Object.entries(names))("%s", async (_, [field, call]) => {
    for (const text of bad)
      await expect(call(text), JSON.stringify(text)).rejects.toMatchObject(refusedFor(field))
  })
})

describe("a name that needs characters nobody sees", () => {
  it.each(["می\u200cخواهم", "क्\u200dष", "👩\u200d👩\u200d👧", "שלום", "Ada"])(
    "may be %j",
    async (name) => {
      expect(
        await house.symbolon.organizations.update({ organization: house.club, name }),
      ).toMatchObject({ name })
    },
  )
})

describe("a text of several lines", () => {
  it("has line breaks, and no other control character", async () => {
    const { symbolon, club } = house
    const change = (description: string) =>
      symbolon.organizations.update({ organization: club, description })
    expect(await change("First.\r\nSecond,\twith a tab. שלום \u200f")).toMatchObject({
      description: "First.\r\nSecond,\twith a tab. שלום \u200f",
    })
    for (const bad of ["\u0007", "\u001b[31m", "\u202e", "\u2067"])
      await expect(change(`text ${bad}`)).rejects.toMatchObject(refusedFor("description"))
    await expect(symbolon.sessions.cancel({ session, reason: "a\u0000b" })).rejects.toMatchObject(
      refusedFor("reason"),
    )
  })
})

describe("a link for others to follow", () => {
  const bad = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.test",
    "x",
    "",
    "https://a b.test",
    "https://bank.example@evil.example/",
    "https://x.example/\u202egpj.exe",
    "https://x.example/\u200b",
  ]
  it("goes to a web page", async () => {
    const { symbolon, club } = house
    for (const text of bad) {
      await expect(
        symbolon.organizations.update({ organization: club, website: text }),
      ).rejects.toMatchObject(refusedFor("website"))
      await expect(
        symbolon.activities.update({ activity, websiteUrl: text }),
      ).rejects.toMatchObject(refusedFor("website_url"))
      await expect(
        symbolon.activities.create({ organization: club, name: "A", websiteUrl: text }),
      ).rejects.toMatchObject(refusedFor("website_url"))
      await expect(
        symbolon.memberships.checkout({
          organization: club,
          userUuid: house.team.outsider.uuid,
          purpose: "join",
          tierSlug: "x",
          returnUrl: text,
        }),
      ).rejects.toMatchObject(refusedFor("return_url"))
    }
    for (const good of ["https://club.test", "http://club.test:8080/a?b#c", "https://клуб.рф/"])
      expect(
        await symbolon.organizations.update({ organization: club, website: good }),
      ).toMatchObject({ website: good })
    expect(
      await symbolon.organizations.update({ organization: club, website: null }),
    ).toMatchObject({ website: undefined })
  })
})
