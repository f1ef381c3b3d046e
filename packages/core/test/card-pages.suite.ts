import { expect, it } from "vitest"
import type { IdentifierRef, Storage } from "../src/index.ts"
import { newObjectStore, uploadFile } from "./fixtures/files.ts"
import {
  createStaffedOrganization,
  dayMs,
  page,
  userCaller,
} from "./fixtures/staffed-organization.ts"

const named = (username: string): IdentifierRef => ({ type: "username", value: username })
const start = {
  shortDescription: "Captain of the club",
  links: [{ label: "Site", url: "https://club.test/" }],
  customBackground: { background: "#000" },
}

/** A club whose cards grant a tier and a page, and people. */
const openClub = async (storage: Storage) => {
  const objectStore = await newObjectStore()
  const world = await createStaffedOrganization({ storage, objectStore })
  const { symbolon, club: organization, clubUuid } = world
  const tier = await symbolon.tiers.create({
    organization,
    name: "Gold",
    paymentInterval: "monthly",
  })
  const upload = (ownerType: "user" | "organization", ownerUuid: string) =>
    uploadFile(symbolon, objectStore, { ownerType, ownerUuid })
  const image = await upload("organization", clubUuid)
  const template = await symbolon.profileTemplates.create({
    organization,
    name: "Captain",
    ...start,
    imageFileUuid: image.uuid,
  })
  const model = await symbolon.cardModels.create({
    organization,
    name: "Blue",
    membershipTierUuid: tier.uuid,
    profileTemplateUuid: template.uuid,
    frontImageFileUuid: image.uuid,
  })
  const cardOf = async (identifier: string) => {
    await symbolon.cards.manufacture({ cards: [{ identifier, cardType: "nfc" }] })
    const { accepted } = await symbolon.cards.addToInventory({
      organization,
      cards: [{ identifier, cardModelUuid: model.uuid }],
    })
    const [card] = accepted
    if (card === undefined) throw new Error("The card was refused.")
    return card
  }
  const person = async (username: string) => {
    const { user } = await symbolon.users.create({ username, firstName: username })
    const as = symbolon.as(userCaller(user.uuid))
    const pages = async () => (await as.profilePages.list({ page })).items
    return { user, as, pages }
  }
  return { ...world, organization, tier, image, template, model, cardOf, person, upload }
}

/** Pages that are issued with cards, and what holders make of cards, on any storage. */
export const cardPagesSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`a claim on ${name} issues one page, however often and by how many at once`, async () => {
    const { cardOf, person, clubUuid, image, symbolon, organization, template } = await openClub(
      await open(),
    )
    const card = await cardOf("A1")
    const ada = await person("ada")
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => ada.as.cards.claim({ identifier: "A1" })),
    )
    const [issued, ...others] = await ada.pages()
    expect(others).toEqual([])
    expect(issued).toMatchObject({
      ...start,
      name: undefined,
      imageFileUuid: image.uuid,
      organizationUuid: clubUuid,
      cardUuid: card.uuid,
      primarySince: undefined,
      isLocked: false,
    })
    expect(new Set(claims.map(({ profilePageUuid }) => profilePageUuid))).toEqual(
      new Set([issued?.uuid]),
    )
    // It does not count against the subscription, and does not become public by itself.
    const own = await ada.as.profilePages.create({ name: "Countess" })
    expect(own.primarySince).toBeDefined()
    // A later change of the template is for later pages.
    await symbolon.profileTemplates.update({
      organization,
      profileTemplateUuid: template.uuid,
      shortDescription: "Mate",
    })
    expect((await ada.pages())[0]).toEqual(issued)
    await ada.as.cards.claim({ identifier: "A1" })
    expect(await ada.pages()).toHaveLength(2)
  })

  it(`many people who claim many cards at once on ${name} have one page for each card`, async () => {
    const { cardOf, person } = await openClub(await open())
    const identifiers = ["A1", "A2", "A3"]
    for (const identifier of identifiers) await cardOf(identifier)
    const people = [await person("ada"), await person("ben"), await person("cid")]
    const claims = await Promise.allSettled(
      people.flatMap(({ as }) => identifiers.map((identifier) => as.cards.claim({ identifier }))),
    )
    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
    const cards = (await Promise.all(people.map(({ pages }) => pages()))).flat()
    expect(new Set(cards.map(({ cardUuid }) => cardUuid)).size).toBe(3)
    expect(cards).toHaveLength(3)
  })

  it(`an issued page on ${name} is locked while the membership is inactive`, async () => {
    const { cardOf, person, advance } = await openClub(await open())
    await cardOf("A1")
    const ada = await person("ada")
    await ada.as.cards.claim({ identifier: "A1" })
    const isLocked = async () => (await ada.pages()).map((one) => one.isLocked)
    expect(await isLocked()).toEqual([false])
    await advance(32 * dayMs)
    expect(await isLocked()).toEqual([true])
  })

  it(`an assignment on ${name} issues no page: the holder has not consented yet`, async () => {
    const { cardOf, person, organization, symbolon, tier } = await openClub(await open())
    const { uuid: card } = await cardOf("A1")
    const ada = await person("ada")
    await symbolon.memberships.add({ organization, member: named("ada"), tierSlug: tier.slug })
    await symbolon.cards.updateState({ card, holderUserUuid: ada.user.uuid })
    expect(await ada.pages()).toEqual([])
    await ada.as.cards.claim({ identifier: "A1" })
    expect(await ada.pages()).toHaveLength(1)
  })

  it(`the next holder of a card on ${name} has a page of their own, and sees nothing of the one before`, async () => {
    const { cardOf, person, upload, symbolon, organization } = await openClub(await open())
    const { uuid: card } = await cardOf("A1")
    const [ada, ben] = [await person("ada"), await person("ben")]
    const claimed = await ada.as.cards.claim({ identifier: "A1" })
    const front = await upload("user", ada.user.uuid)
    const own = await ada.as.profilePages.create({ name: "Countess" })
    const mine = { profilePageUuid: own.uuid, customFrontImageFileUuid: front.uuid }
    expect(await ada.as.cards.update({ card, ...mine })).toMatchObject(mine)
    const nothing = { profilePageUuid: undefined, customFrontImageFileUuid: undefined }
    const inventory = async () =>
      (await symbolon.cards.listInventory({ organization, page })).items[0]
    // It is for the holder alone.
    expect(await inventory()).toMatchObject(nothing)
    await ada.as.cards.update({ card, offeredTo: named("ben") })
    const next = await ben.as.cards.claim({ identifier: "A1" })
    expect(next.customFrontImageFileUuid).toBeUndefined()
    expect(await ben.pages()).toMatchObject([{ uuid: next.profilePageUuid, ...start }])
    expect(next.profilePageUuid).not.toBe(claimed.profilePageUuid)
    // The page that was issued went with the card; the one that the holder made stayed.
    expect(await ada.pages()).toMatchObject([{ uuid: own.uuid }])
    await symbolon.users.deleteFile({ userUuid: ada.user.uuid, fileUuid: front.uuid })
    await ben.as.cards.update({ card, offeredTo: named("ada") })
    const back = await ada.as.cards.claim({ identifier: "A1" })
    expect(back).toMatchObject({ customFrontImageFileUuid: undefined })
    expect([claimed.profilePageUuid, own.uuid]).not.toContain(back.profilePageUuid)
    await symbolon.cards.updateState({ card, isWithdrawn: true })
    expect([await ben.pages(), await ada.pages()]).toMatchObject([[], [{ uuid: own.uuid }]])
    await symbolon.cards.updateState({ card, isWithdrawn: false })
    expect((await ben.as.cards.claim({ identifier: "A1" })).profilePageUuid).toBeDefined()
    await symbolon.users.delete({ userUuid: ben.user.uuid })
    expect(await inventory()).toMatchObject(nothing)
  })

  it(`a card on ${name} names a page and shows an image of its holder alone`, async () => {
    const { cardOf, person, upload, symbolon, clubUuid } = await openClub(await open())
    const { uuid: card } = await cardOf("A1")
    const [ada, ben] = [await person("ada"), await person("ben")]
    const issued = (await ada.as.cards.claim({ identifier: "A1" })).profilePageUuid
    const bens = await ben.as.profilePages.create({})
    for (const profilePageUuid of [bens.uuid, "01900000-0000-7000-8000-0000000000ff"])
      await expect(ada.as.cards.update({ card, profilePageUuid })).rejects.toMatchObject({
        _tag: "BadRequest",
        field: "profile_page_uuid",
      })
    for (const [ownerType, ownerUuid] of [
      ["user", ben.user.uuid],
      ["organization", clubUuid],
    ] as const) {
      const { uuid: customFrontImageFileUuid } = await upload(ownerType, ownerUuid)
      await expect(ada.as.cards.update({ card, customFrontImageFileUuid })).rejects.toMatchObject({
        errors: { custom_front_image_file_uuid: expect.any(String) },
      })
    }
    const front = await upload("user", ada.user.uuid)
    await ada.as.cards.update({ card, customFrontImageFileUuid: front.uuid })
    const remove = () =>
      symbolon.users.deleteFile({ userUuid: ada.user.uuid, fileUuid: front.uuid })
    await expect(remove()).rejects.toMatchObject({
      details: { used_by: [{ type: "card", uuid: card }] },
    })
    await ada.as.cards.update({ card, customFrontImageFileUuid: null })
    await remove()
    const own = await ada.as.profilePages.create({})
    expect(await ada.as.cards.update({ card, profilePageUuid: own.uuid })).toMatchObject({
      profilePageUuid: own.uuid,
    })
    await ada.as.cards.update({ card, profilePageUuid: null })
    expect((await ada.as.cards.get({ card })).profilePageUuid).toBeUndefined()
    await ada.as.cards.update({ card, profilePageUuid: issued ?? "" })
    await ada.as.profilePages.delete({ profilePageUuid: issued ?? "" })
    expect((await ada.as.cards.get({ card })).profilePageUuid).toBeUndefined()
  })

  it(`a card on ${name} of a deleted organization shows the holder's own image alone`, async () => {
    const { cardOf, person, upload, symbolon, organization, tier, image, model } = await openClub(
      await open(),
    )
    await symbolon.cardModels.update({
      organization,
      cardModelUuid: model.uuid,
      backImageFileUuid: image.uuid,
    })
    await symbolon.tiers.update({ organization, tierUuid: tier.uuid, imageFileUuid: image.uuid })
    const [ada, ben] = [await person("ada"), await person("ben")]
    const { uuid: card } = await cardOf("A1")
    await cardOf("B1")
    await ada.as.cards.claim({ identifier: "A1" })
    await ben.as.cards.claim({ identifier: "B1" })
    const front = await upload("user", ada.user.uuid)
    await ada.as.cards.update({ card, customFrontImageFileUuid: front.uuid })
    const shown = async (as: typeof ada.as) => {
      const [one] = (await as.cards.list({ page })).items
      return [
        one?.customFrontImageFileUuid,
        one?.model?.frontImageFileUuid,
        one?.model?.backImageFileUuid,
        one?.tier?.imageFileUuid,
      ]
    }
    const its = [image.uuid, image.uuid, image.uuid]
    expect(await shown(ada.as)).toEqual([front.uuid, ...its])
    expect(await shown(ben.as)).toEqual([undefined, ...its])
    await symbolon.organizations.delete({ organization, confirm: organization })
    const none = [undefined, undefined, undefined]
    expect(await shown(ada.as)).toEqual([front.uuid, ...none])
    expect(await shown(ben.as)).toEqual([undefined, ...none])
    expect(await ben.as.cards.list({ page })).toMatchObject({
      items: [{ model: { name: "Blue" } }],
    })
  })

  it(`a contact by a card on ${name} shows the page that the card names, while that is open`, async () => {
    const { cardOf, person, advance } = await openClub(await open())
    await cardOf("A1")
    const [ada, ben] = [await person("ada"), await person("ben")]
    const issued = (await ada.as.cards.claim({ identifier: "A1" })).profilePageUuid
    const own = await ada.as.profilePages.create({ name: "Countess" })
    const saved = await ben.as.contacts.save({ identifier: { type: "card", value: "A1" } })
    expect(saved.person?.profile).toMatchObject({ ...start, profilePageUuid: issued })
    const shown = async () =>
      (await ben.as.contacts.get({ contact: saved.uuid })).person?.profile.profilePageUuid
    await advance(32 * dayMs)
    expect(await shown()).toBe(own.uuid)
    await ada.as.memberships.renew({ organization: "harbour-club" })
    expect(await shown()).toBe(issued)
    await ada.as.profilePages.delete({ profilePageUuid: issued ?? "" })
    expect(await shown()).toBe(own.uuid)
    await ada.as.profilePages.delete({ profilePageUuid: own.uuid })
    expect(await shown()).toBeUndefined()
  })

  it(`a drop on ${name} shows the page of the sender that it names, and no other person's`, async () => {
    const { cardOf, person } = await openClub(await open())
    await cardOf("A1")
    const [ada, ben] = [await person("ada"), await person("ben")]
    const issued = (await ada.as.cards.claim({ identifier: "A1" })).profilePageUuid
    const own = await ada.as.profilePages.create({ name: "Countess" })
    const drop = (profilePageUuid: string | undefined, how: object = {}) =>
      ada.as.contacts.drop({ identifier: named("ben"), profilePageUuid, ...how })
    const bens = await ben.as.profilePages.create({})
    await expect(drop(bens.uuid)).rejects.toMatchObject({
      _tag: "BadRequest",
      field: "profile_page_uuid",
    })
    await expect(drop(issued, { name: "A", email: "a@b.test" })).rejects.toMatchObject({
      errors: { profile_page_uuid: expect.any(String) },
    })
    const shown = async () =>
      (await ben.as.contacts.list({ page })).items.map((one) => one.person?.profile.profilePageUuid)
    await drop(issued)
    expect(await shown()).toEqual([issued])
    await drop(undefined)
    expect(await shown()).toEqual([own.uuid])
    await drop(issued)
    await ada.as.profilePages.delete({ profilePageUuid: issued ?? "" })
    expect(await shown()).toEqual([own.uuid])
  })
}
