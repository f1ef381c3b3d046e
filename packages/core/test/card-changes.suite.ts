import { expect, it } from "vitest"
import { portsOf } from "../src/effect.ts"
import type { IdentifierRef, Storage } from "../src/index.ts"
import { verifyLedger } from "../src/ledger/index.ts"
import { createStaffedOrganization, page, userCaller } from "./fixtures/staffed-organization.ts"
import { createTestCard } from "./fixtures/world.ts"

const named = (username: string): IdentifierRef => ({ type: "username", value: username })

/** A club with a card, and two people. */
const openClub = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club } = world
  const cardOf = (identifier: string) =>
    createTestCard(symbolon, { organization: club, identifier })
  const person = async (username: string) => {
    const { user } = await symbolon.users.create({ username, firstName: username })
    return { user, as: symbolon.as(userCaller(user.uuid)) }
  }
  const join = async (member: IdentifierRef) => {
    const tier = await symbolon.tiers.create({ organization: club, name: "Friend" })
    await symbolon.memberships.add({ organization: club, member, tierSlug: tier.slug })
  }
  const stored = async (identifier: string) => {
    const { items } = await symbolon.cards.listInventory({ organization: club, identifier, page })
    return items[0]
  }
  return { ...world, cardOf, person, join, stored }
}

/** What two sides do with one card, on any storage; called from the tests of each. */
export const cardChangesSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`a card on ${name} has a name of its organization and one of its holder, and neither overwrites the other`, async () => {
    const { symbolon, forClub, club, person, stored } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    await symbolon.cards.manufacture({ cards: [{ identifier: "A1", cardType: "nfc" }] })
    const { accepted } = await forClub("manager").cards.addToInventory({
      organization: club,
      cards: [{ identifier: "A1", name: "Blue" }],
    })
    const card = accepted[0]?.uuid ?? ""
    expect(await ada.as.cards.claim({ identifier: "A1" })).toMatchObject({
      name: "Blue",
      holderName: undefined,
    })
    const mine = { name: "Blue", holderName: "Diary" }
    expect(await ada.as.cards.update({ card, name: "Diary" })).toMatchObject(mine)
    expect(await ada.as.cards.get({ card })).toMatchObject(mine)
    expect((await ada.as.cards.list({ page })).items).toMatchObject([mine])
    // The organization does not see what the holder calls it.
    const theirs = { name: "Blue", holderName: undefined }
    expect(await stored("A1")).toMatchObject(theirs)
    for (const isFrozen of [true, true, false])
      expect(await forClub("staff").cards.updateState({ card, isFrozen })).toMatchObject(theirs)

    await ada.as.cards.update({ card, name: null })
    expect(await ada.as.cards.get({ card })).toMatchObject(theirs)
    await ada.as.cards.update({ card, name: "Diary", offeredTo: named("ben") })
    expect(await ben.as.cards.claim({ identifier: "A1" })).toMatchObject(theirs)
  })

  it(`a card on ${name} that is not the caller's is absent, whatever the change says`, async () => {
    const { cardOf, person } = await openClub(await open())
    const [ada, ben] = [await person("ada"), await person("ben")]
    const { uuid } = await cardOf("A1")
    await ben.as.cards.claim({ identifier: "A1" })
    for (const card of [uuid, "01994f3e-7c00-7000-8000-000000000001"])
      for (const offeredTo of [named("ada"), named("nobody"), null])
        await expect(ada.as.cards.update({ card, offeredTo })).rejects.toMatchObject({
          _tag: "NotFound",
          what: "card",
        })
    await expect(
      ben.as.cards.update({ card: uuid, offeredTo: named("ben") }),
    ).rejects.toMatchObject({ _tag: "BadRequest", field: "offered_to" })
  })

  it(`a card on ${name} is not withdrawn and given to a member in one change`, async () => {
    const { cardOf, forClub, team, join, stored } = await openClub(await open())
    await join(named("a-stranger"))
    const { uuid: card } = await cardOf("A1")
    const both = { card, isWithdrawn: true, holderUserUuid: team.outsider.uuid }
    await expect(forClub("staff").cards.updateState(both)).rejects.toMatchObject({
      _tag: "Invalid",
      errors: { holder_user_uuid: expect.any(String) as unknown },
    })
    expect(await stored("A1")).toMatchObject({ withdrawnAt: undefined, holderUserUuid: undefined })
    const back = { card, isWithdrawn: false, holderUserUuid: team.outsider.uuid }
    expect(await forClub("staff").cards.updateState(back)).toMatchObject({
      holderUserUuid: team.outsider.uuid,
    })
    expect(
      await forClub("staff").cards.updateState({ card, isWithdrawn: true, holderUserUuid: null }),
    ).toMatchObject({ withdrawnAt: expect.any(Date) as unknown, holderUserUuid: undefined })
  })

  it(`a deleted organization on ${name} leaves no freeze on claimed cards, and no points on its stock, which is withdrawn`, async () => {
    const world = await openClub(await open())
    const { symbolon, club, clubUuid, cardOf, person, forClub, join, team, advance, clock } = world
    const [ada, ben] = [await person("ada"), await person("ben")]
    await join(named("a-stranger"))
    const claimed = await cardOf("A1")
    const both = await cardOf("A2")
    const [loose, assigned] = [await cardOf("A3"), await cardOf("A4")]
    await ada.as.cards.claim({ identifier: "A1" })
    await ben.as.cards.claim({ identifier: "A2" })
    await ben.as.cards.update({ card: both.uuid, isFrozen: true })
    await forClub("staff").cards.updateState({
      card: assigned.uuid,
      holderUserUuid: team.outsider.uuid,
    })
    for (const { uuid: card } of [claimed, both, assigned])
      await forClub("staff").cards.updateState({ card, isFrozen: true })
    await symbolon.points.mint({ organization: club, amount: 100, idempotencyKey: "mint" })
    const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items
    const wallet = treasury?.address ?? ""
    for (const [n, { identifier }] of [loose, assigned, claimed].entries())
      await symbolon.wallets.transfer({
        wallet,
        to: { type: "card", value: identifier },
        amount: 10 + n,
        idempotencyKey: `gift ${n}`,
      })
    await symbolon.organizations.delete({ organization: club, confirm: club })
    const at = clock.now()
    await advance(1)

    expect(await ada.as.cards.get({ card: claimed.uuid })).toMatchObject({
      isFrozen: false,
      frozenBy: undefined,
    })
    // The holder's own freeze stays, and the holder can end it.
    expect(await ben.as.cards.get({ card: both.uuid })).toMatchObject({ frozenBy: "holder" })
    expect(await ben.as.cards.update({ card: both.uuid, isFrozen: false })).toMatchObject({
      isFrozen: false,
    })
    const { items } = await symbolon.as(userCaller(team.outsider.uuid)).cards.list({ page })
    expect(items).toEqual([])
    const balances = [wallet, loose.walletAddress, assigned.walletAddress].map((address) =>
      symbolon.wallets.balance({ wallet: address }),
    )
    // What was sent to the claimed card is its holder's.
    expect(await Promise.all(balances)).toEqual([88, 0, 0])
    const rows = portsOf(symbolon).storage.transact("read", async (tx) => [
      await tx.cards.find(loose.uuid),
      await tx.cards.find(assigned.uuid),
    ])
    expect(await rows).toMatchObject([
      { withdrawnAt: at, holderUserUuid: undefined },
      { withdrawnAt: at, holderUserUuid: undefined },
    ])
    expect((await verifyLedger(symbolon.exportLedger())).firstError).toBeUndefined()
  })
  it(`a deleted organization on ${name} ends each of its freezes, however many, and none of a holder`, async () => {
    const { symbolon, club, cardOf, person, advance } = await openClub(await open())
    const ada = await person("ada")
    await cardOf("A1")
    await ada.as.cards.claim({ identifier: "A1" })
    const { storage, ids } = portsOf(symbolon)
    const numbers = Array.from({ length: 250 }, (_, n) => n)
    const byHolder = (n: number) => n % 10 === 0
    await storage.transact("write", async (tx) => {
      const card = await tx.cards.findByIdentifier("A1")
      const wallet = await tx.wallets.find(card?.walletAddress ?? "")
      const key = await tx.wallets.sealedKey(wallet?.address ?? "")
      if (card === undefined || wallet === undefined || key === undefined) return
      const rows = numbers.map((n) => ({
        ...card,
        uuid: ids.uuid(),
        identifier: `F${1000 + n}`,
        walletAddress: `${wallet.address}-${n}`,
        isFrozen: true,
        frozenBy: byHolder(n) ? ("holder" as const) : ("organization" as const),
      }))
      await tx.wallets.addAll(
        rows.map(({ walletAddress: address }) => ({
          wallet: { ...wallet, address, uuid: ids.uuid() },
          key,
        })),
      )
      await tx.cards.addAll(rows)
    })
    await symbolon.organizations.delete({ organization: club, confirm: club })
    await advance(1)
    const frozen = await storage.transact("read", async (tx) =>
      (await tx.cards.heldBy([ada.user.uuid])).filter(({ isFrozen }) => isFrozen),
    )
    expect(
      frozen
        .map(({ frozenBy, identifier }) => `${frozenBy} ${identifier}`)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(numbers.filter(byHolder).map((n) => `holder F${1000 + n}`))
  })
}
