import { expect, it } from "vitest"
import { portsOf } from "../src/effect.ts"
import type { IdentifierRef, Storage } from "../src/index.ts"
import { verifyLedger } from "../src/ledger/index.ts"
import { readPayload } from "./fixtures/rosters.ts"
import {
  createStaffedOrganization,
  dayMs,
  page,
  userCaller,
} from "./fixtures/staffed-organization.ts"
import { createTestCard, createTestSession } from "./fixtures/world.ts"

const noCard = { _tag: "NotFound", what: "card" }
const named = (username: string): IdentifierRef => ({ type: "username", value: username })

/** A club with a tier that its card model grants, and cards of that model. */
const openClub = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club } = world
  const gold = await symbolon.tiers.create({
    organization: club,
    name: "Gold",
    visibility: "private",
    paymentInterval: "monthly",
    priceCents: 500,
  })
  const model = await symbolon.cardModels.create({
    organization: club,
    name: "Golden card",
    membershipTierUuid: gold.uuid,
  })
  const cardOf = async (identifier: string, claimCode?: string) => {
    await symbolon.cards.manufacture({ cards: [{ identifier, cardType: "nfc", claimCode }] })
    const { accepted } = await symbolon.cards.addToInventory({
      organization: club,
      cards: [{ identifier, cardModelUuid: model.uuid }],
    })
    const [card] = accepted
    if (card === undefined) throw new Error("The card was refused.")
    return card
  }
  const person = async (username: string) => {
    const { user } = await symbolon.users.create({ username, firstName: username })
    return { user, as: symbolon.as(userCaller(user.uuid)) }
  }
  return { ...world, gold, model, cardOf, person }
}

/** Claims, offers, freezes and withdrawals of cards, on any storage; called from the tests of each. */
export const cardClaimsSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`a claim on ${name} makes a member once per card, and renews who lapsed (T42)`, async () => {
    const { club, cardOf, person, as, advance, gold } = await openClub(await open())
    const card = await cardOf("A1", "4711")
    const [ada, ben] = [await person("ada"), await person("ben")]
    for (const claimCode of [undefined, "4712"])
      await expect(ada.as.cards.claim({ identifier: "A1", claimCode })).rejects.toMatchObject(
        noCard,
      )
    const claimed = await ada.as.cards.claim({ identifier: " a1\r", claimCode: "4711" })
    expect(claimed).toMatchObject({
      uuid: card.uuid,
      holderUserUuid: ada.user.uuid,
      membershipEffect: "joined",
      tier: { uuid: gold.uuid },
    })
    const membership = async (of: typeof ada) =>
      (await of.as.memberships.get({ organization: club })).membership
    const first = await membership(ada)
    expect(first).toMatchObject({ tierUuid: gold.uuid })
    expect(await ada.as.cards.claim({ identifier: "A1" })).toMatchObject({
      membershipEffect: "none",
    })

    // Handed on, it grants nothing more.
    await ada.as.cards.update({ card: card.uuid, offeredTo: named("ben") })
    expect(await ben.as.cards.claim({ identifier: "A1", claimCode: "4711" })).toMatchObject({
      holderUserUuid: ben.user.uuid,
      membershipEffect: "none",
    })
    await expect(membership(ben)).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(ada.as.cards.get({ card: card.uuid })).rejects.toMatchObject(noCard)
    expect((await ben.as.cards.list({ page })).items).toMatchObject([{ uuid: card.uuid }])

    // Another card renews a member who lapsed, and leaves one who has not as they are.
    await cardOf("A2")
    await cardOf("A3")
    expect(await ada.as.cards.claim({ identifier: "A2" })).toMatchObject({
      membershipEffect: "none",
    })
    expect(await membership(ada)).toEqual(first)
    await advance(33 * dayMs)
    expect(await ada.as.cards.claim({ identifier: "A3" })).toMatchObject({
      membershipEffect: "renewed",
    })
    expect(await membership(ada)).toMatchObject({ uuid: first.uuid, tierUuid: gold.uuid })
    const { items } = await as("staff").memberships.listMembers({ organization: club, page })
    expect(items).toHaveLength(1)
  })

  it(`50 claims of one card on ${name}: one person gets it`, async () => {
    const { cardOf, person, as, club } = await openClub(await open())
    await cardOf("A1")
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => person(`racer-${n}`)))
    const races = await Promise.allSettled(
      Array.from({ length: 5 }).flatMap(() =>
        people.map((racer) => racer.as.cards.claim({ identifier: "A1" })),
      ),
    )
    const won = races.flatMap((race) => (race.status === "fulfilled" ? [race.value] : []))
    expect(new Set(won.map((card) => card.holderUserUuid)).size).toBe(1)
    expect(won.filter((card) => card.membershipEffect === "joined")).toHaveLength(1)
    const refusals = races.flatMap((race): unknown[] =>
      race.status === "rejected" ? [race.reason] : [],
    )
    expect(refusals).toMatchObject(refusals.map(() => noCard))
    // The winner's other claims are of their own card.
    expect(won).toHaveLength(5)
    const { items } = await as("staff").memberships.listMembers({ organization: club, page })
    expect(items.map(({ user }) => user?.uuid)).toEqual([won[0]?.holderUserUuid])
  })

  it(`an offer against a freeze against a claim on ${name}: whatever comes first, they agree`, async () => {
    const { cardOf, person, forClub, symbolon, club } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    for (let round = 0; round < 12; round += 1) {
      const { uuid: card, identifier } = await cardOf(`R${round}`)
      await ada.as.cards.claim({ identifier })
      if (round % 2 === 0) await ada.as.cards.update({ card, offeredTo: named("ben") })
      const [freeze, claim] = await Promise.allSettled(
        [
          () => forClub("staff").cards.updateState({ card, isFrozen: true }),
          () => ben.as.cards.claim({ identifier }),
          () => ada.as.cards.update({ card, offeredTo: named("ben") }),
        ].map((call) => call()),
      )
      const [after] = (await symbolon.cards.listInventory({ organization: club, identifier, page }))
        .items
      expect(freeze?.status).toBe("fulfilled")
      expect(after).toMatchObject({ isFrozen: true, offeredToUserUuid: undefined })
      expect(after?.holderUserUuid).toBe(
        claim?.status === "fulfilled" ? ben.user.uuid : ada.user.uuid,
      )
    }
  })

  it(`an offer on ${name} lapses with its time, a freeze and a withdrawal; only who froze a card unfreezes it`, async () => {
    const { cardOf, person, forClub, advance } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    const { uuid: card, identifier } = await cardOf("A1")
    await ada.as.cards.claim({ identifier })
    const offer = () => ada.as.cards.update({ card, offeredTo: named("ben") })
    const claim = () => ben.as.cards.claim({ identifier })
    await expect(ada.as.cards.update({ card, offeredTo: named("ada") })).rejects.toMatchObject({
      _tag: "BadRequest",
      field: "offered_to",
    })
    await expect(ada.as.cards.update({ card, offeredTo: named("nobody") })).rejects.toMatchObject({
      _tag: "IdentifierUnresolved",
      field: "offered_to",
    })
    await offer()
    await advance(7 * dayMs)
    await expect(claim()).rejects.toMatchObject(noCard)
    await offer()
    await ada.as.cards.update({ card, isFrozen: true })
    await expect(claim()).rejects.toMatchObject(noCard)
    await expect(
      forClub("staff").cards.updateState({ card, isFrozen: false }),
    ).rejects.toMatchObject({
      _tag: "Forbidden",
    })
    await ada.as.cards.update({ card, isFrozen: false })
    await expect(claim()).rejects.toMatchObject(noCard)
    await forClub("staff").cards.updateState({ card, isFrozen: true })
    await expect(ada.as.cards.update({ card, isFrozen: false })).rejects.toMatchObject({
      _tag: "Forbidden",
    })
    await forClub("staff").cards.updateState({ card, isFrozen: false })
    await offer()
    await forClub("staff").cards.updateState({ card, isWithdrawn: true })
    for (const one of [ada, ben])
      await expect(one.as.cards.claim({ identifier })).rejects.toMatchObject(noCard)
    await forClub("staff").cards.updateState({ card, isWithdrawn: false })
    expect(await claim()).toMatchObject({ holderUserUuid: ben.user.uuid, membershipEffect: "none" })
  })

  it(`one primary card a person on ${name}, also when two are made primary at once`, async () => {
    const { cardOf, person } = await openClub(await open())
    const ada = await person("ada")
    const cards = []
    for (const identifier of ["A1", "A2", "A3"]) {
      cards.push(await cardOf(identifier))
      await ada.as.cards.claim({ identifier })
    }
    await Promise.all(cards.map(({ uuid }) => ada.as.cards.update({ card: uuid, isPrimary: true })))
    const { items } = await ada.as.cards.list({ page })
    expect(items.filter(({ primarySince }) => primarySince !== undefined)).toHaveLength(1)
  })

  it(`a door on ${name} sees a claim, a transfer and a withdrawal in its next manifest`, async () => {
    const { cardOf, person, forClub, symbolon, club } = await openClub(await open())
    const { session } = await createTestSession(symbolon, club, { requiredEntitlement: "member" })
    const [ada, ben] = [await person("ada"), await person("ben")]
    await cardOf("A0")
    await ben.as.cards.claim({ identifier: "A0" })
    const { uuid: card, identifier } = await cardOf("A1")
    const holders = async () =>
      Object.values(
        readPayload(await symbolon.sessions.checkinManifest({ session: session.slug })).roster,
      )
        .map(({ card_identifiers }) => card_identifiers.join())
        .toSorted()
    expect(await holders()).toEqual(["A0"])
    await ada.as.cards.claim({ identifier })
    expect(await holders()).toEqual(["A0", "A1"])
    await ada.as.cards.update({ card, offeredTo: named("ben") })
    await ben.as.cards.claim({ identifier })
    expect(await holders()).toEqual(["", "A0,A1"])
    await forClub("staff").cards.updateState({ card, isWithdrawn: true })
    expect(await holders()).toEqual(["", "A0"])
  })

  it(`what the wallet of a card on ${name} holds goes to whom it was for, before another has the card`, async () => {
    const { cardOf, person, as, forClub, symbolon, club, clubUuid } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    const { uuid: card, identifier, walletAddress } = await cardOf("A1")
    await symbolon.points.mint({ organization: club, amount: 1000, idempotencyKey: "mint" })
    const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items
    const give = (to: IdentifierRef, amount: number) =>
      symbolon.wallets.transfer({
        wallet: treasury?.address ?? "",
        to,
        amount,
        idempotencyKey: `gift ${amount}`,
      })
    const own: IdentifierRef = { type: "wallet", value: walletAddress }
    const holdings = async (of: typeof ada) => {
      const { items } = await symbolon.wallets.list({ of: { userUuid: of.user.uuid }, page })
      return items.find(({ organizationUuid }) => organizationUuid === clubUuid)
    }
    const inCard = () => symbolon.wallets.balance({ wallet: walletAddress })
    await give({ type: "card", value: identifier }, 30)
    const ticket = await as("manager").tickets.issue({
      organization: club,
      of: { name: "Regatta" },
      to: { type: "card", value: identifier },
      idempotencyKey: "t",
    })
    await ada.as.cards.claim({ identifier })
    expect([await inCard(), (await holdings(ada))?.balance]).toEqual([0, 30])
    const ticketNow = () =>
      portsOf(symbolon).storage.transact("read", (tx) =>
        tx.tickets.find(ticket.transaction.body.id),
      )
    expect(await ticketNow()).toMatchObject({
      userUuid: ada.user.uuid,
      walletAddress: (await holdings(ada))?.address,
    })
    // What is sent to the wallet of a claimed card is its holder's, and not the next one's.
    await give(own, 5)
    await ada.as.cards.update({ card, offeredTo: named("ben") })
    await ben.as.cards.claim({ identifier })
    expect([await inCard(), (await holdings(ada))?.balance]).toEqual([0, 35])
    await give(own, 7)
    await forClub("staff").cards.updateState({ card, isWithdrawn: true })
    expect([await inCard(), (await holdings(ada))?.balance]).toEqual([0, 35])
    expect((await holdings(ben))?.balance).toBe(7)
    expect((await verifyLedger(symbolon.exportLedger())).firstError).toBeUndefined()
  })

  it(`the next holder of a card on ${name} does not pay for what the one before received`, async () => {
    const { cardOf, person, symbolon, club, clubUuid } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    const { uuid: card, identifier, walletAddress: wallet } = await cardOf("A1")
    await symbolon.points.mint({ organization: club, amount: 1000, idempotencyKey: "mint" })
    const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items
    const give = async (amount: number) => {
      const { transaction } = await symbolon.wallets.transfer({
        wallet: treasury?.address ?? "",
        to: { type: "wallet", value: wallet },
        amount,
        idempotencyKey: `gift ${amount}`,
      })
      return transaction.body.id
    }
    const held = async () => (await symbolon.wallets.get({ wallet })).balance
    const reverse = (transaction: string, onInsufficient: "refuse" | "partial") =>
      symbolon.transactions.reverse({
        transaction,
        onInsufficient,
        idempotencyKey: `${transaction} ${onInsufficient}`,
      })
    await ada.as.cards.claim({ identifier })
    const hers = await give(2)
    const another = await give(4)
    await ada.as.cards.update({ card, offeredTo: named("ben") })
    await ben.as.cards.claim({ identifier })
    const his = await give(3)
    await expect(reverse(hers, "refuse")).rejects.toMatchObject({
      _tag: "InsufficientBalance",
      available: 0,
    })
    expect((await reverse(another, "partial")).transaction.body.amount).toBe(0)
    expect(await held()).toBe(3)
    expect((await reverse(his, "refuse")).transaction.body.amount).toBe(3)
    expect(await held()).toBe(0)
  })

  it(`the next holder of a card on ${name} learns nothing of the one before`, async () => {
    const { cardOf, person, symbolon, club, clubUuid, advance } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    const { uuid: card, identifier, walletAddress: wallet } = await cardOf("A1")
    await symbolon.points.mint({ organization: club, amount: 1000, idempotencyKey: "mint" })
    const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items
    const give = async (amount: number) => {
      await advance(1000)
      const { transaction } = await symbolon.wallets.transfer({
        wallet: treasury?.address ?? "",
        to: { type: "wallet", value: wallet },
        amount,
        idempotencyKey: `gift ${amount}`,
      })
      await advance(1000)
      return transaction.body.id
    }
    const seenBy = async ({ as }: typeof ada) => {
      const lists = [
        await as.wallets.listTransactions({ wallet, page }),
        await as.wallets.listRecentTransactions({ wallet, page }),
      ]
      expect(lists[0]?.totalItems).toBe(lists[1]?.totalItems)
      return lists[0]?.totalItems
    }
    const before = await give(1)
    await ada.as.cards.claim({ identifier })
    await ada.as.cards.update({ card, name: "Diary" })
    // Nobody held it before her: she sees the gift, and how the claim moved it to her.
    expect(await seenBy(ada)).toBe(2)
    const hers = await give(2)
    expect(await seenBy(ada)).toBe(3)
    await ada.as.cards.update({ card, offeredTo: named("ben") })
    await ben.as.cards.claim({ identifier })
    const his = await give(3)
    expect(await seenBy(ben)).toBe(1)
    // Nor does taking back what she received show him anything.
    const { transaction: back } = await symbolon.transactions.reverse({
      transaction: hers,
      onInsufficient: "partial",
      idempotencyKey: "back",
    })
    expect(await seenBy(ben)).toBe(1)
    const told = []
    for await (const one of symbolon.exportPerson({ userUuid: ben.user.uuid })) told.push(one)
    expect(told.join("\n")).toContain(his)
    for (const id of [hers, back.body.id]) expect(told.join("\n")).not.toContain(id)
    for (const transaction of [before, hers, back.body.id])
      for (const call of [ben.as.transactions.get, ben.as.transactions.proof])
        await expect(call({ transaction })).rejects.toMatchObject({ _tag: "NotFound" })
    expect((await ben.as.transactions.get({ transaction: his })).body.id).toBe(his)
    const decrypt = (transaction: string) => ben.as.transactions.decrypt({ transaction, wallet })
    await expect(decrypt(hers)).rejects.toMatchObject({ _tag: "NotFound", what: "transaction" })
    // Seen, and without content.
    await expect(decrypt(his)).rejects.toMatchObject({ _tag: "NotFound", what: "content" })
    expect((await ben.as.cards.get({ card })).name).toBeUndefined()
    await ben.as.cards.update({ card, name: "Mine", offeredTo: named("ada") })
    await symbolon.users.delete({ userUuid: ben.user.uuid })
    const [left] = (await symbolon.cards.listInventory({ organization: club, page })).items
    expect(left).toMatchObject({ name: undefined, offeredToUserUuid: undefined })
    await expect(ada.as.cards.claim({ identifier })).rejects.toMatchObject(noCard)
  })

  it(`a key to a content on ${name} ends when the card goes to another holder`, async () => {
    const { cardOf, person, symbolon, club, advance } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    const { uuid: card, identifier, walletAddress: wallet } = await cardOf("A1")
    await ada.as.cards.claim({ identifier })
    const { transaction: issued } = await symbolon.transactions.issueContent({
      organization: club,
      to: { type: "wallet", value: wallet },
      content: { name: "Photo", data: {} },
      idempotencyKey: "photo",
    })
    const transaction = issued.body.id
    const { accessKey = "" } = await ada.as.transactions.decrypt({
      transaction,
      wallet: issued.body.to_address,
    })
    const opened = () => symbolon.transactions.readContent({ transaction, accessKey })
    expect(await opened()).toMatchObject({ name: "Photo" })
    await advance(1000)
    await ada.as.cards.update({ card, offeredTo: named("ben") })
    expect(await opened()).toMatchObject({ name: "Photo" })
    await ben.as.cards.claim({ identifier })
    await expect(opened()).rejects.toMatchObject({ _tag: "InvalidCredentials" })
  })

  it(`a tier on ${name} is not deleted while a card grants it; its models are unlinked with it`, async () => {
    const { cardOf, as, forClub, club, gold, model } = await openClub(await open())
    const { uuid: card } = await cardOf("A1")
    const remove = () => forClub("owner").tiers.delete({ organization: club, tierUuid: gold.uuid })
    await expect(remove()).rejects.toMatchObject({
      _tag: "Conflict",
      details: { memberships: 0, cards: 1, card_models: 1 },
    })
    await expect(
      forClub("owner").cardModels.delete({ organization: club, cardModelUuid: model.uuid }),
    ).rejects.toMatchObject({ _tag: "Conflict", details: { cards: 1 } })
    await forClub("staff").cards.updateState({ card, isWithdrawn: true })
    await remove()
    const named = { organization: club, cardModelUuid: model.uuid }
    expect(await as("staff").cardModels.get(named)).toMatchObject({ membershipTierUuid: undefined })
    await expect(
      forClub("staff").cards.updateState({ card, membershipTierUuid: gold.uuid }),
    ).rejects.toMatchObject({ _tag: "BadRequest", field: "membership_tier_uuid" })
    await forClub("staff").cards.updateState({ card, cardModelUuid: null })
    await forClub("manager").cardModels.delete(named)
    await expect(as("staff").cardModels.get(named)).rejects.toMatchObject({ _tag: "NotFound" })
  })

  it(`an inventory on ${name} is searched by any part of an identifier, in its own organization`, async () => {
    const { cardOf, as, symbolon, club, team } = await openClub(await open())
    for (const identifier of ["04:A2-77", "04:B2-77", "Z9"]) await cardOf(identifier)
    const other = await symbolon.organizations.create({
      name: "Other",
      ownerUuid: team.outsider.uuid,
    })
    await createTestCard(symbolon, { organization: other.slug, identifier: "A2-OTHER" })
    const find = async (filter: { readonly identifier?: string; readonly search?: string }) =>
      (await as("staff").cards.listInventory({ organization: club, page, ...filter })).items.map(
        ({ identifier }) => identifier,
      )
    expect(await find({ search: "a2" })).toEqual(["04:A2-77"])
    expect(await find({ search: "-77" })).toEqual(["04:A2-77", "04:B2-77"])
    for (const search of ["", " ", "_", "😀"]) expect(await find({ search })).toEqual([])
    expect(await find({ identifier: " z9\n" })).toEqual(["Z9"])
    expect(await find({ identifier: "Z" })).toEqual([])
    await expect(
      as("door").cards.listInventory({ organization: club, page }),
    ).rejects.toMatchObject({ _tag: "Forbidden" })
  })
}
