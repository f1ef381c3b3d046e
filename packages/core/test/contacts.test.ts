import { describe, expect, it } from "vitest"
import type { Caller, ProfilePage } from "../src/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { contactDropsSuite } from "./contact-drops.suite.ts"
import { contactPrivacySuite } from "./contact-privacy.suite.ts"
import { contactSearchSuite } from "./contact-search.suite.ts"
import { contactsSuite } from "./contacts.suite.ts"
import { forbidden, page, userCaller } from "./fixtures/staffed-organization.ts"
import { openTestSymbolon } from "./fixtures/world.ts"

contactsSuite("memory", async () => openMemory({ strict: true }))
contactDropsSuite("memory", async () => openMemory({ strict: true }))
contactPrivacySuite("memory", async () => openMemory({ strict: true }))
contactSearchSuite("memory", async () => openMemory({ strict: true }), 30)

const kim = { name: "Kim", email: "kim@mail.test" }

const emptyPage = (userUuid: string, now: Date): ProfilePage => ({
  uuid: "01900000-0000-7000-8000-0000000000a1",
  userUuid,
  name: undefined,
  firstName: undefined,
  lastName: undefined,
  shortDescription: "",
  longDescription: "",
  callToAction: undefined,
  currentRole: undefined,
  customBackground: undefined,
  avatarFrame: undefined,
  socialLinks: [],
  links: [],
  longDescriptionContent: [],
  stickers: [],
  imageFileUuid: undefined,
  showsPrimaryCard: false,
  primarySince: now,
  organizationUuid: undefined,
  cardUuid: undefined,
  createdAt: now,
  updatedAt: undefined,
})

describe("contacts", () => {
  it("take the scope that the call names, and a user's token", async () => {
    const { symbolon } = await openTestSymbolon()
    const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
    const withScopes = (...scopes: readonly string[]) =>
      symbolon.as({ ...userCaller(user.uuid), scopes: new Set(scopes) } as Caller).contacts
    const { uuid: contact } = await withScopes("contact:write").save(kim)
    const to = { identifier: { type: "username", value: "ada" } } as const
    for (const refused of [
      withScopes("contact:write").list({ page }),
      withScopes("contact:write").get({ contact }),
      withScopes("contact:read", "contact:drop").save(kim),
      withScopes("contact:read").update({ contact, notes: "x" }),
      withScopes("contact:read").delete({ contact }),
      withScopes("contact:read").updateVisit({ contact, visit: contact }),
      withScopes("contact:read").deleteVisit({ contact, visit: contact }),
      withScopes("contact:read", "contact:write").drop(to),
    ])
      await expect(refused).rejects.toMatchObject(forbidden)
    expect((await withScopes("contact:read").list({ page })).totalItems).toBe(1)
  })

  it("are an identifier, or a name with an address, and not a part of each", async () => {
    const { symbolon } = await openTestSymbolon()
    const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
    const { contacts } = symbolon.as(userCaller(user.uuid))
    const identifier = { type: "username", value: "ada" } as const
    for (const [input, field] of [
      [{}, "identifier"],
      [{ identifier, name: "Kim" }, "identifier"],
      [{ name: "Kim" }, "email"],
      [{ email: "kim@mail.test" }, "name"],
      [{ name: "Kim", email: "kim" }, "email"],
      [{ name: "\u202EKim", email: "kim@mail.test" }, "name"],
      [{ ...kim, notes: "a\u0000b" }, "notes"],
      [{ ...kim, notes: "x".repeat(1001) }, "notes"],
    ] as const)
      await expect(contacts.save(input)).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { [field]: expect.any(String) },
      })
    // Each way to say who is meant.
    await expect(contacts.save({})).rejects.toMatchObject({
      errors: { identifier: expect.stringContaining("profile_page_uuid") },
    })
  })

  it("show a user's public profile, and are saved by a page of it", async () => {
    const storage = openMemory({ strict: true })
    const { symbolon, clock } = await openTestSymbolon(storage)
    const make = async (username: string) =>
      (await symbolon.users.create({ username, firstName: username, lastName: "Account" })).user
    const [ada, ben, cleo] = [await make("ada"), await make("ben"), await make("cleo")]
    const page = { ...emptyPage(ben.uuid, clock.now()), firstName: "Benny", lastName: "Page" }
    await storage.transact("write", (tx) => tx.profilePages.add(page))
    const { contacts } = symbolon.as(userCaller(ada.uuid))
    const named = (value: string) => ({ type: "username", value }) as const
    const refused = { _tag: "IdentifierUnresolved" }
    await expect(
      contacts.save({ identifier: named("cleo"), profilePageUuid: page.uuid }),
    ).rejects.toMatchObject({ ...refused, field: "identifier" })
    await expect(contacts.save({ profilePageUuid: cleo.uuid })).rejects.toMatchObject({
      ...refused,
      field: "profile_page_uuid",
    })
    const saved = await contacts.save({ profilePageUuid: page.uuid })
    expect(saved.person).toMatchObject({
      username: "ben",
      profile: { name: "Benny Page", profilePageUuid: page.uuid },
    })
    const again = await contacts.save({ identifier: named("ben"), profilePageUuid: page.uuid })
    expect(again).toMatchObject({ uuid: saved.uuid, visitCount: 1 })
    await storage.transact("write", (tx) => tx.profilePages.remove(page.uuid))
    expect((await contacts.get({ contact: saved.uuid })).person).toMatchObject({
      profile: { name: "ben Account", profilePageUuid: undefined },
    })
    await symbolon.users.disable({ userUuid: ben.uuid })
    expect((await contacts.get({ contact: saved.uuid })).person).toBe(undefined)
  })

  it("have at most 1,000 encounters", async () => {
    const { symbolon } = await openTestSymbolon()
    const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
    const { contacts } = symbolon.as(userCaller(user.uuid))
    const at = (n: number) => new Date(symbolon.clock.now().getTime() - n * 60_000)
    for (let n = 0; n < 1_000; n += 1) await contacts.save({ ...kim, visitedAt: at(n) })
    await expect(contacts.save({ ...kim, visitedAt: at(1_001) })).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "too_many_visits",
    })
  })
})
