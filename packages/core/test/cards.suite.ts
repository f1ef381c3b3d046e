import { expect, it } from "vitest"
import type { IdentifierRef, Storage } from "../src/index.ts"
import { verifyLedger } from "../src/ledger/index.ts"
import { createStaffedOrganization, page } from "./fixtures/staffed-organization.ts"
import { claimCard, createTestCard } from "./fixtures/world.ts"

/** A club with 1,000 points, and two people with primary wallets. */
const furnish = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club, clubUuid } = world
  await symbolon.points.mint({ organization: club, amount: 1000, idempotencyKey: "mint" })
  const { items } = await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })
  const treasury = items[0]?.address ?? ""
  const walletOf = async (userUuid: string, organizationUuid: string | undefined) =>
    (await symbolon.wallets.list({ of: { userUuid }, page })).items.find(
      (wallet) => wallet.organizationUuid === organizationUuid,
    )?.address
  const ticketsOf = (uuid: string) =>
    storage.transact("read", (tx) =>
      tx.tickets.listValid({ rewardTemplateUuid: uuid }, undefined, 100),
    )
  return { ...world, treasury, walletOf, ticketsOf }
}

const named = (username: string): IdentifierRef => ({ type: "username", value: username })
const tapped = (identifier: string): IdentifierRef => ({ type: "card", value: identifier })

/** The story of a card and of a ticket on any storage; called from the tests of each. */
export const cardsSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`cards on ${name} are made once each, however many calls make the same ones at once`, async () => {
    const storage = await open()
    const { symbolon } = await createStaffedOrganization({ storage })
    const lists = [0, 1, 2, 3].map((turn) => {
      const cards = Array.from({ length: 300 }, (_, n) => `C${turn * 100 + n}`)
      return turn % 2 === 0 ? cards : cards.toReversed()
    })
    const outcomes = await Promise.all(
      lists.map((list) =>
        symbolon.cards.manufacture({
          cards: list.map((identifier) => ({ identifier, cardType: "nfc" })),
        }),
      ),
    )
    const all = outcomes.flatMap(({ made }) => made)
    expect(all.length).toBe(600)
    expect(new Set(all.map(({ identifier }) => identifier)).size).toBe(600)
    for (const [turn, { made, refused }] of outcomes.entries()) {
      const names = new Set(made.map(({ identifier }) => identifier))
      const wanted = lists[turn] ?? []
      expect(made.map(({ identifier }) => identifier)).toEqual(
        wanted.filter((one) => names.has(one)),
      )
      expect(refused).toMatchObject(
        wanted
          .filter((one) => !names.has(one))
          .map((identifier) => ({ identifier, code: "taken" })),
      )
    }
    // Each card has a wallet with both of its keys.
    await storage.transact("read", async (tx) => {
      const card = await tx.cards.findByIdentifier("C450")
      const address = card?.walletAddress ?? ""
      expect(await tx.wallets.find(address)).toMatchObject({ kind: "card", balance: 0 })
      expect(await tx.wallets.sealedKey(address)).toBeDefined()
      expect(await tx.decryptionKeys.findAll([`${address}#1`])).toHaveLength(1)
    })
  })

  it(`cards on ${name} that were made for an organization are taken by it alone`, async () => {
    const { symbolon, club, forClub, team } = await createStaffedOrganization({
      storage: await open(),
    })
    const owner = team.outsider
    const { slug: other } = await symbolon.organizations.create({
      name: "Grab Club",
      ownerUuid: owner.uuid,
    })
    const make = (identifier: string, organization?: string) =>
      symbolon.cards.manufacture({ cards: [{ identifier, cardType: "nfc" }], organization })
    await make("FOR-CLUB", club)
    await make("FOR-ANY")
    await expect(make("FOR-NONE", "no-such-club")).rejects.toMatchObject({ _tag: "NotFound" })
    const take = (organization: string) =>
      symbolon.cards.addToInventory({
        organization,
        cards: ["FOR-CLUB", "FOR-ANY", "FOR-NONE"].map((identifier) => ({ identifier })),
      })
    expect(await take(other)).toMatchObject({
      accepted: [{ identifier: "FOR-ANY" }],
      refused: [
        { identifier: "FOR-CLUB", code: "unknown" },
        { identifier: "FOR-NONE", code: "unknown" },
      ],
    })
    expect(
      await forClub("manager").cards.addToInventory({
        organization: club,
        cards: [{ identifier: "FOR-CLUB" }],
      }),
    ).toMatchObject({ accepted: [{ identifier: "FOR-CLUB" }], refused: [] })
  })

  it(`a card on ${name} gets points and a ticket, is frozen, is assigned, and pays once its holder has claimed it`, async () => {
    const { symbolon, as, forClub, club, clubUuid, team, treasury, walletOf } = await furnish(
      await open(),
    )
    const tier = await symbolon.tiers.create({ organization: club, name: "Friend" })
    await symbolon.memberships.add({
      organization: club,
      member: named("a-stranger"),
      tierSlug: tier.slug,
    })
    const card = await createTestCard(symbolon, { organization: club, identifier: " card-7\r" })
    expect(card).toMatchObject({
      identifier: "CARD-7",
      holderUserUuid: undefined,
      isFrozen: false,
      organizationUuid: clubUuid,
    })
    const give = (amount: number, key: string) =>
      symbolon.wallets.transfer({
        wallet: treasury,
        to: tapped("card-7"),
        amount,
        idempotencyKey: key,
      })
    expect((await give(30, "a")).transaction.body.to_address).toBe(card.walletAddress)
    const ticket = await as("manager").tickets.issue({
      organization: club,
      of: { name: "Regatta" },
      to: tapped("CARD-7"),
      idempotencyKey: "t",
    })
    expect(ticket.transaction.body).toMatchObject({
      transaction_type: "reward",
      amount: 0,
      from_address: treasury,
      to_address: card.walletAddress,
    })

    // Nobody holds it: nobody sees its wallet.
    await expect(as("outsider").wallets.get({ wallet: card.walletAddress })).rejects.toMatchObject({
      _tag: "NotFound",
    })

    await forClub("manager").cards.updateState({ card: card.uuid, isFrozen: true })
    await forClub("manager").cards.updateState({
      card: card.uuid,
      holderUserUuid: team.outsider.uuid,
    })
    const spend = (key: string, amount = 10) =>
      as("outsider").wallets.transfer({
        wallet: card.walletAddress,
        to: named("the-owner"),
        amount,
        idempotencyKey: key,
      })
    // Assigned, it is still nobody's: it shows and pays nothing.
    await expect(as("outsider").wallets.get({ wallet: card.walletAddress })).rejects.toMatchObject({
      _tag: "NotFound",
    })
    await expect(spend("early")).rejects.toMatchObject({ _tag: "NotFound" })
    expect((await give(5, "d")).transaction.body.to_address).toBe(card.walletAddress)
    await claimCard(symbolon, card.uuid, team.outsider.uuid)
    await expect(spend("b")).rejects.toMatchObject({ _tag: "Conflict", reason: "card_frozen" })
    const handOn = (key: string) =>
      as("outsider").tickets.transfer({
        wallet: card.walletAddress,
        to: named("the-owner"),
        transaction: ticket.transaction.body.id,
        idempotencyKey: key,
      })
    await expect(handOn("c")).rejects.toMatchObject({ _tag: "Conflict", reason: "card_frozen" })
    // What is sent to a frozen card arrives: with its holder, now that they claimed it.
    expect((await give(5, "e")).transaction.body.to_address).toBe(
      await walletOf(team.outsider.uuid, clubUuid),
    )

    await forClub("manager").cards.updateState({ card: card.uuid, isFrozen: false })
    expect(await as("outsider").wallets.balance({ wallet: card.walletAddress })).toBe(35)
    await spend("b")
    const moved = await handOn("c")
    expect(moved.transaction.body).toMatchObject({
      transaction_type: "ticket_transfer",
      original_transaction_id: ticket.transaction.body.id,
      to_address: await walletOf(team.owner.uuid, clubUuid),
    })
    // What was done before the card froze again is answered again.
    await forClub("manager").cards.updateState({ card: card.uuid, isFrozen: true })
    expect(await spend("b")).toMatchObject({ replayed: true })
    expect(await handOn("c")).toMatchObject({
      replayed: true,
      transaction: { body: { id: moved.transaction.body.id } },
    })
    await expect(as("door").wallets.get({ wallet: card.walletAddress })).rejects.toMatchObject({
      _tag: "NotFound",
    })
  })

  it(`a ticket on ${name} has one holder, whoever hands it on or takes it back`, async () => {
    const storage = await open()
    const { as, symbolon, club, clubUuid, team, walletOf, ticketsOf } = await furnish(storage)
    const activity = await symbolon.activities.create({ organization: club, name: "Regatta" })
    const issue = (key: string, to = named("a-stranger")) =>
      as("owner").tickets.issue({
        organization: club,
        of: { name: "Day one" },
        activityUuid: activity.uuid,
        to,
        idempotencyKey: key,
      })
    const [one, again] = [await issue("1"), await issue("1")]
    expect(again).toMatchObject({
      replayed: true,
      transaction: { body: { id: one.transaction.body.id } },
    })
    const template = one.transaction.body.reference_id
    expect(one.transaction.meta).toMatchObject({
      description: "Day one",
      tags: ["ticket", `activity:${activity.uuid}`],
    })
    // The person's wallet in the organization was made for it.
    const purse = (await walletOf(team.outsider.uuid, clubUuid)) ?? ""
    expect(one.transaction.body.to_address).toBe(purse)
    expect(await ticketsOf(template)).toMatchObject([
      { uid: one.transaction.body.id, walletAddress: purse, activityUuid: activity.uuid },
    ])
    await expect(issue("1", named("the-owner"))).rejects.toMatchObject({
      _tag: "IdempotencyConflict",
    })

    const two = await as("owner").tickets.issue({
      organization: club,
      of: { rewardTemplateUuid: template },
      to: named("the-door"),
      idempotencyKey: "2",
    })
    expect(two.transaction.body.reference_id).toBe(template)

    const heldNow = async () =>
      (await ticketsOf(template)).find(({ uid }) => uid === one.transaction.body.id)
    const hand = (transaction: string, to: string, key: string) =>
      as("outsider").tickets.transfer({
        wallet: purse,
        to: named(to),
        transaction,
        idempotencyKey: key,
      })
    const races = await Promise.allSettled(
      ["the-owner", "the-staff", "the-manager"].map((to) => hand(one.transaction.body.id, to, to)),
    )
    expect(races.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ])
    const refusals = races.flatMap((race): unknown[] =>
      race.status === "rejected" ? [race.reason] : [],
    )
    expect(refusals).toMatchObject(
      refusals.map(() => ({ _tag: "Conflict", reason: "ticket_moved" })),
    )
    const move = races.flatMap((race) =>
      race.status === "fulfilled" ? [race.value.transaction] : [],
    )[0]
    const held = await heldNow()
    expect(held).toMatchObject({
      uid: one.transaction.body.id,
      walletAddress: move?.body.to_address,
      transactionId: move?.body.id,
    })

    // The move is taken back: the ticket is where it was, and can be handed on again.
    await symbolon.transactions.reverse({ transaction: move?.body.id ?? "", idempotencyKey: "r1" })
    expect(await heldNow()).toMatchObject({
      walletAddress: purse,
      transactionId: one.transaction.body.id,
    })
    const second = await hand(one.transaction.body.id, "the-staff", "again")
    await expect(hand(second.transaction.body.id, "the-owner", "not mine")).rejects.toMatchObject({
      _tag: "NotFound",
    })
    // The issue is taken back: it is nobody's, wherever it went.
    await as("owner").transactions.reverse({
      transaction: one.transaction.body.id,
      idempotencyKey: "r2",
    })
    expect((await ticketsOf(template)).map(({ uid }) => uid)).toEqual([two.transaction.body.id])
    const staffPurse = second.transaction.body.to_address
    const late = {
      wallet: staffPurse,
      to: named("the-owner"),
      transaction: second.transaction.body.id,
      idempotencyKey: "late",
    }
    await expect(as("staff").tickets.transfer(late)).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "ticket_void",
    })
    expect((await verifyLedger(symbolon.exportLedger())).firstError).toBeUndefined()
  })
}
