import { describe, expect, it } from "vitest"
import type { IdentifierRef, Storage } from "../src/index.ts"
import { createStaffedOrganization, page, userCaller } from "./fixtures/staffed-organization.ts"
import { createTestCard } from "./fixtures/world.ts"

const hourMs = 3_600_000
const named = (username: string): IdentifierRef => ({ type: "username", value: username })

const openPeople = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage, limits: "on" })
  const { symbolon } = world
  const person = async (username: string) => {
    const { user, walletAddress } = await symbolon.users.create({
      username,
      firstName: `First-${username}`,
    })
    const as = symbolon.as(userCaller(user.uuid))
    const contacts = async () => {
      const { items } = await as.contacts.list({ page })
      return Promise.all(items.map(({ uuid }) => as.contacts.get({ contact: uuid })))
    }
    return { user, walletAddress, as, contacts }
  }
  return { ...world, person, ada: await person("ada"), ben: await person("ben") }
}

/** Contacts that are dropped with others, on any storage; called from the tests of each. */
export const contactDropsSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`a drop on ${name}`, () => {
    it("shows the receiver what the sender gave and nothing else, until it is saved", async () => {
      const { ada, ben } = await openPeople(await open())
      await ada.as.contacts.drop({
        identifier: named("ben"),
        jobTitle: "Skipper",
        company: "Sail",
        notes: "See you at the pier.",
      })
      const [dropped] = await ben.contacts()
      expect(dropped).toMatchObject({
        type: "dropped",
        person: { username: "ada" },
        jobTitle: "Skipper",
        company: "Sail",
        email: undefined,
        notes: undefined,
        savedAt: undefined,
        visitCount: 1,
        visits: [{ notes: "See you at the pier.", viaClientId: undefined, session: undefined }],
      })
      expect(await ada.contacts()).toEqual([])
      const saved = await ben.as.contacts.save({ identifier: named("ada") })
      expect(saved).toMatchObject({ uuid: dropped?.uuid, type: "saved", jobTitle: "Skipper" })
    })

    it("under a name with an address does not tell whose account it is", async () => {
      const { ada, ben } = await openPeople(await open())
      const card = { name: "A. Lovelace", email: "a@mail.test" }
      await ada.as.contacts.drop({ identifier: named("ben"), ...card })
      const [dropped] = await ben.contacts()
      expect(dropped).toMatchObject({ type: "dropped", person: undefined, ...card })
      // Saving the account makes another contact: the two are not said to be one person.
      const ofUser = await ben.as.contacts.save({ identifier: named("ada") })
      expect(ofUser.uuid).not.toBe(dropped?.uuid)
    })

    it("under a name shares nothing with a drop by account of the same sender", async () => {
      const { ada, ben, advance } = await openPeople(await open())
      const card = { name: "A. Lovelace", email: "a@mail.test" }
      await ada.as.contacts.drop({ identifier: named("ben"), ...card, notes: "Anonymous." })
      const [anonymous] = await ben.contacts()
      await advance(60_000)
      await ada.as.contacts.drop({ identifier: named("ben"), company: "Sail" })
      const both = await ben.contacts()
      expect(both).toHaveLength(2)
      expect(both.find(({ uuid }) => uuid === anonymous?.uuid)).toEqual(anonymous)
      expect(both.find(({ uuid }) => uuid !== anonymous?.uuid)).toMatchObject({
        person: { username: "ada" },
        name: undefined,
        email: undefined,
        visitCount: 1,
      })
      const saved = await ben.as.contacts.save({ identifier: named("ada") })
      expect(saved).toMatchObject({ company: "Sail", visitCount: 1 })
      expect((await ben.contacts()).find(({ uuid }) => uuid === anonymous?.uuid)).toEqual(anonymous)
    })

    it("does not take the place of another sender's with the same address", async () => {
      const { ada, ben, person, advance } = await openPeople(await open())
      const mallory = await person("mallory")
      const email = "ada@mail.test"
      await mallory.as.contacts.drop({ identifier: named("ben"), name: "Squatter", email })
      await advance(60_000)
      await ada.as.contacts.drop({ identifier: named("ben"), name: "Ada", email: "Ada@mail.test" })
      expect((await ben.contacts()).map((one) => one.name)).toEqual(["Squatter", "Ada"])
    })

    it("adds nothing to what its receiver types, and takes nothing from it", async () => {
      const { ben, person, symbolon, advance } = await openPeople(await open())
      const mallory = await person("mallory")
      const email = "carl@mail.test"
      const forged = { identifier: named("ben"), name: "x", email, company: "evilco" }
      await mallory.as.contacts.drop(forged)
      await advance(60_000)
      const { isReplayed: _, ...saved } = await ben.as.contacts.save({
        name: "Carl",
        email,
        notes: "At the bar.",
      })
      expect(saved).toMatchObject({ name: "Carl", company: undefined, visitCount: 1 })
      // The drop stays what it was. Once the owner has the address, further drops arrive nowhere.
      expect(await ben.contacts()).toMatchObject([
        { type: "dropped", company: "evilco", visitCount: 1 },
        { uuid: saved.uuid, type: "saved" },
      ])
      await advance(60_000)
      await mallory.as.contacts.drop({ ...forged, company: "again" })
      await symbolon.users.delete({ userUuid: mallory.user.uuid })
      const [left, ...others] = await ben.contacts()
      expect(others).toEqual([])
      expect(left).toEqual(saved)
      await advance(60_000)
      const again = await ben.as.contacts.save({ name: "Carl", email: "CARL@mail.test" })
      expect(again).toMatchObject({ uuid: saved.uuid, visitCount: 2 })
    })

    it("again takes the place of what was not saved, and leaves alone what was", async () => {
      const { ada, ben, advance } = await openPeople(await open())
      const drop = async (change: Partial<Parameters<typeof ada.as.contacts.drop>[0]>) => {
        await ada.as.contacts.drop({ identifier: named("ben"), ...change })
        await advance(60_000)
      }
      await drop({ company: "One" })
      await drop({ company: "Two" })
      await drop({ name: "A.", email: "a@mail.test", company: "Three" })
      await drop({ name: "A. L.", email: "A@mail.test" })
      const [byAccount, byName, ...others] = await ben.contacts()
      expect(others).toEqual([])
      expect(byName).toMatchObject({ name: "A. L.", company: undefined, visitCount: 2 })
      expect(byAccount).toMatchObject({ name: undefined, company: "Two", visitCount: 2 })
      await ben.as.contacts.save({ identifier: named("ada") })
      await ben.as.contacts.save({ name: "Mine", email: "a@mail.test" })
      const before = await ben.contacts()
      await drop({ company: "Forged" })
      await drop({ name: "Forged", email: "a@mail.test" })
      expect(await ben.contacts()).toEqual(before)
    })

    it("under another address is another contact, instead of the one before", async () => {
      const { ada, ben } = await openPeople(await open())
      const drop = (n: number) =>
        ada.as.contacts.drop({
          identifier: named("ben"),
          name: `Name ${n}`,
          email: `a${n}@mail.test`,
        })
      await drop(1)
      const [before] = await ben.contacts()
      await drop(2)
      const [after, ...others] = await ben.contacts()
      expect(others).toEqual([])
      expect(after).toMatchObject({ name: "Name 2", visitCount: 1 })
      expect(after?.uuid).not.toBe(before?.uuid)
    })

    it("has one answer, whoever is meant and whatever they allow", async () => {
      const { ada, ben, person, symbolon, club } = await openPeople(await open())
      const [gone, refusing] = [await person("gone"), await person("refusing")]
      await symbolon.users.delete({ userUuid: gone.user.uuid })
      await refusing.as.users.updateProfile({ acceptsContactDrops: false })
      const card = await createTestCard(symbolon, { organization: club, identifier: "C1" })
      await ben.as.contacts.save({ identifier: named("ada") })
      const before = await ben.contacts()
      const answers = []
      for (const identifier of [
        named("ben"),
        named("nobody-here"),
        named(club),
        named("gone"),
        named("refusing"),
        named("ada"),
        { type: "card", value: "C1" },
        { type: "wallet", value: card.walletAddress },
        { type: "wallet", value: "nonsense" },
        { type: "user_id", value: gone.user.uuid },
      ] as const)
        answers.push(await ada.as.contacts.drop({ identifier }))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(await refusing.contacts()).toEqual([])
      expect(await ada.contacts()).toEqual([])
      expect(await ben.contacts()).toEqual(before)
      // Allowed again, the same request arrives.
      await refusing.as.users.updateProfile({ acceptsContactDrops: true })
      await ada.as.contacts.drop({ identifier: named("refusing") })
      expect(await refusing.contacts()).toMatchObject([{ person: { username: "ada" } }])
    })

    it("of one sender leaves room for those of others, and is refused after 30 in an hour", async () => {
      const { ada, ben, person, advance } = await openPeople(await open())
      const mallory = await person("mallory")
      const refused = { _tag: "RateLimited" }
      for (let n = 0; n < 30; n += 1) {
        const email = n % 2 === 0 ? `m${n}@mail.test` : "m@mail.test"
        const name = n % 3 === 0 ? {} : { name: "M.", email }
        await mallory.as.contacts.drop({ identifier: named("ben"), ...name })
        if (n === 0) await ben.as.contacts.save({ identifier: named("mallory") })
      }
      for (const to of ["ben", "nobody-here", "ada"])
        await expect(mallory.as.contacts.drop({ identifier: named(to) })).rejects.toMatchObject(
          refused,
        )
      await ada.as.contacts.drop({ identifier: named("ben") })
      expect(await ben.contacts()).toContainEqual(
        expect.objectContaining({ contactUserUuid: ada.user.uuid }),
      )
      await advance(hourMs)
      await mallory.as.contacts.drop({ identifier: named("ben") })
    })

    it("arrives from ten senders an hour for one receiver, and the others vanish", async () => {
      const { ben, person, advance } = await openPeople(await open())
      const answers = []
      for (let n = 1; n <= 12; n += 1) {
        const sender = await person(`sender-${n}`)
        answers.push(await sender.as.contacts.drop({ identifier: named("ben") }))
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(await ben.contacts()).toHaveLength(10)
      await advance(hourMs)
      const late = await person("late")
      await late.as.contacts.drop({ identifier: named("ben") })
      expect(await ben.contacts()).toHaveLength(11)
    })
  })

  describe(`a deleted account on ${name}`, () => {
    it("takes its contacts and drops along; those who saved it keep what they noted", async () => {
      const { ada, ben, person, symbolon } = await openPeople(await open())
      const cleo = await person("cleo")
      await ada.as.contacts.save({ name: "Kim", email: "kim@mail.test" })
      await ada.as.contacts.drop({ identifier: named("cleo") })
      const saved = await ben.as.contacts.save({ identifier: named("ada"), notes: "At the pier." })
      await ben.as.contacts.update({ contact: saved.uuid, notes: "Likes boats." })
      await symbolon.users.delete({ userUuid: ada.user.uuid })
      expect(await cleo.contacts()).toEqual([])
      const [left] = await ben.contacts()
      expect(left).toMatchObject({
        uuid: saved.uuid,
        person: undefined,
        contactUserUuid: undefined,
        name: undefined,
        notes: "Likes boats.",
        visits: [{ notes: "At the pier." }],
      })
      const theirs = await symbolon.contacts.list({ userUuid: ada.user.uuid, page })
      expect(theirs.items).toEqual([])
    })
  })
}
