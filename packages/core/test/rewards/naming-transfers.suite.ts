import { createTestSession } from "../fixtures/world.ts"
import { beforeAll, describe, expect, it } from "vitest"
import type { IdentifierRef, Storage } from "../../src/index.ts"
import { page } from "../fixtures/staffed-organization.ts"
import { type NamingWorld, openNamingWorld } from "./naming-world.ts"

/** What an organization learns of people to whom its treasury sends points, on any storage. */
export const namingTransfersSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`points out of a treasury on ${name}`, () => {
    let world: NamingWorld
    beforeAll(async () => {
      world = await openNamingWorld(await open())
    })

    let sent = 0
    /** Sends a point as the club's manager; answers where it went. */
    const send = async (to: IdentifierRef, idempotencyKey = `send ${(sent += 1)}`) => {
      const { items } = await world.symbolon.wallets.list({
        of: { treasuryOf: world.clubUuid },
        page,
      })
      const wallet = items[0]?.address ?? ""
      const request = { wallet, to, amount: 1, idempotencyKey }
      const { transaction, replayed } = await world.forClub("manager").wallets.transfer(request)
      return { address: transaction.body.to_address, replayed }
    }
    const sendAll = (...all: readonly IdentifierRef[]) =>
      Promise.all(all.map(async (to) => (await send(to)).address))

    it("tell nothing of whose a card is whose holder it does not know", async () => {
      const { by, walletAddress, cardWallet } = await world.stranger()
      expect(await sendAll(by.card, by.wallet, by.link)).toEqual([
        cardWallet,
        walletAddress,
        walletAddress,
      ])
    })

    it("go to a name's primary wallet, and make no wallet in the organization", async () => {
      const ada = await world.stranger()
      const { username, user_id, page: toPage } = ada.by
      const primary = Array(3).fill(ada.walletAddress)
      expect(await sendAll(username, user_id, toPage)).toEqual(primary)
      expect(await world.walletHere(ada)).toBeUndefined()
    })

    it("do not tell by where they go that a card is somebody's whose name is known", async () => {
      const { symbolon, club } = world
      const { session } = await createTestSession(symbolon, club, { requiredEntitlement: "member" })
      const ada = await world.stranger()
      const before = (await send(ada.by.username)).address
      const request = { identifier: ada.by.card, idempotencyKey: "tap" }
      expect(await symbolon.sessions.admit({ session: session.slug, request })).toMatchObject({
        decision: "blocked",
      })
      expect((await send(ada.by.username, "after the tap")).address).toBe(before)
      expect(before).toBe(ada.walletAddress)
      expect(await send(ada.by.username, "after the tap")).toEqual({
        address: before,
        replayed: true,
      })
    })

    it("go to a member's wallet in the organization by their card and their names", async () => {
      const ada = await world.stranger()
      await world.join(ada)
      const here = await world.walletHere(ada)
      const { card, username, user_id, page: toPage, wallet, link } = ada.by
      expect(await sendAll(card, username, user_id, toPage)).toEqual(Array(4).fill(here))
      expect(await sendAll(wallet, link)).toEqual(Array(2).fill(ada.walletAddress))
    })

    it("are answered as the first time when the person has joined since", async () => {
      const ada = await world.stranger()
      const first = await send(ada.by.card, "twice")
      await world.join(ada)
      expect(await send(ada.by.card, "twice")).toEqual({ ...first, replayed: true })
      expect(first).toEqual({ address: ada.cardWallet, replayed: false })
    })

    it("still go to another organization's treasury", async () => {
      const { symbolon, clubUuid, team } = world
      const { uuid } = await symbolon.organizations.create({
        name: "Another",
        ownerUuid: team.outsider.uuid,
      })
      expect(uuid).not.toBe(clubUuid)
      const { items } = await symbolon.wallets.list({ of: { treasuryOf: uuid }, page })
      const address = items[0]?.address ?? ""
      expect((await send({ type: "wallet", value: address })).address).toBe(address)
    })

    it("between people go to whoever claimed the card", async () => {
      const [ada, bob] = [await world.stranger(), await world.stranger()]
      await send(ada.by.wallet)
      const { transaction } = await ada.as.wallets.transfer({
        wallet: ada.walletAddress,
        to: bob.by.card,
        amount: 1,
        idempotencyKey: "to a card",
      })
      expect(transaction.body.to_address).toBe(bob.walletAddress)
    })
  })

  describe(`the address of a wallet on ${name}`, () => {
    it("adds nobody as a member, whoever holds it", async () => {
      const world = await openNamingWorld(await open())
      const { by, cardWallet } = await world.stranger()
      const add = (member: IdentifierRef) =>
        world
          .forClub("manager")
          .memberships.add({ organization: world.club, member, tierSlug: "gold" })
      const nobody = [by.wallet.value, cardWallet, "sy1unknown"]
      for (const value of nobody)
        await expect(add({ type: "wallet", value })).rejects.toMatchObject({
          _tag: "IdentifierUnresolved",
          field: "identifier",
        })
      expect(await add(by.card)).toBeDefined()
    })
  })
}
