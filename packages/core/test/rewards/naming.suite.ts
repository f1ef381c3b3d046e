import { beforeAll, describe, expect, it } from "vitest"
import type { IdentifierRef, Storage } from "../../src/index.ts"
import { openExternalRewards } from "../fixtures/external-rewards.ts"
import { page } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"
import { openNamingWorld, type NamingWorld, rows } from "./naming-world.ts"

const firstPage = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const
const unresolved = { _tag: "IdentifierUnresolved", field: "identifier" }

/** Whom an organization is told that a reward went to, on any storage. */
export const namingSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`a reward to somebody on ${name}`, () => {
    let world: NamingWorld
    beforeAll(async () => {
      world = await openNamingWorld(await open())
    })

    it("of whom the organization knows nothing goes to a wallet or a card, and names nobody", async () => {
      const { uuid } = await world.reward()
      const ada = await world.stranger()
      for (const by of [ada.by.wallet, ada.by.card, ada.by.link]) await world.redeem(uuid, by)
      expect(await world.received(uuid)).toEqual(
        rows([
          { userUuid: undefined, walletAddress: ada.walletAddress },
          { userUuid: undefined, walletAddress: ada.cardWallet },
          { userUuid: undefined, walletAddress: ada.walletAddress },
        ]),
      )
      // By the wallet and by its link: a wallet of a user received, and whose it is is not told.
      expect(await world.told(uuid)).toEqual([null, null])
      expect(await world.walletHere(ada)).toBeUndefined()
    })

    it("names nobody when it is taken back, either", async () => {
      const { uuid } = await world.reward()
      const { symbolon } = world
      const ada = await world.stranger()
      let wallet = ""
      for (const by of [ada.by.wallet, ada.by.card, ada.by.link]) {
        const { transactionId: transaction = "" } = await world.redeem(uuid, by)
        const of = { transaction, idempotencyKey: transaction }
        wallet = (await symbolon.transactions.reverse(of)).transaction.body.to_address
      }
      const { items } = await symbolon.wallets.listRecentTransactions({ wallet, page: firstPage })
      const backs = items.filter(
        ({ transaction }) => transaction.body.transaction_type === "reversal",
      )
      expect(backs.map(({ sender }) => sender)).toEqual(Array(3).fill(undefined))
    })

    it("goes to a user by a username, a user id and the link of a page", async () => {
      const { uuid } = await world.reward()
      const ada = await world.stranger()
      for (const by of [ada.by.username, ada.by.user_id, ada.by.page]) await world.redeem(uuid, by)
      const here = await world.walletHere(ada)
      expect(here).toBeDefined()
      expect(await world.received(uuid)).toEqual(
        rows(Array(3).fill({ userUuid: ada.user.uuid, walletAddress: here })),
      )
      expect(await world.told(uuid)).toEqual(Array(3).fill(ada.user.uuid))
    })

    it("names a member by a wallet and a card, and nobody by the link of a wallet", async () => {
      const { uuid } = await world.reward()
      const ada = await world.stranger()
      await world.join(ada)
      for (const by of [ada.by.wallet, ada.by.card, ada.by.link]) await world.redeem(uuid, by)
      expect(await world.received(uuid)).toEqual(
        rows([
          { userUuid: ada.user.uuid, walletAddress: ada.walletAddress },
          { userUuid: ada.user.uuid, walletAddress: await world.walletHere(ada) },
          { userUuid: undefined, walletAddress: ada.walletAddress },
        ]),
      )
      expect((await world.told(uuid)).filter((user) => user !== null)).toHaveLength(2)
    })

    it("tells by no points and no refusal that a link is a member's", async () => {
      const worth = await world.reward()
      await world.forClub("manager").rewards.update({ reward: worth.uuid, points: 3 })
      const closed = await world.reward({ requiredEntitlement: "member" })
      const [ada, bob] = [await world.stranger(), await world.stranger()]
      await world.join(ada)
      for (const { by } of [ada, bob]) {
        expect(await world.redeem(worth.uuid, by.link)).toMatchObject({ points: 3 })
        await expect(world.redeem(closed.uuid, by.link)).rejects.toMatchObject({
          _tag: "MembershipRequired",
        })
      }
      expect(await world.redeem(worth.uuid, ada.by.wallet)).toMatchObject({ points: 6 })
    })

    it("goes to a wallet, by its address and its link, while the account is disabled", async () => {
      const { template, uuid } = await world.trigger(["custom.visit:first"])
      const ada = await world.stranger()
      await world.join(ada)
      await world.symbolon.users.disable({ userUuid: ada.user.uuid })
      const { wallet, link, ...names } = ada.by
      const tell = (identifier: (typeof ada.by)[keyof typeof ada.by], eventId: string) =>
        world.symbolon.rewards.trigger({
          reward: template.uuid,
          event: "custom.visit",
          identifier,
          eventId,
        })
      for (const by of [wallet, link]) await world.redeem(template.uuid, by)
      expect((await tell(wallet, "1")).matched).toMatchObject([{ outcome: "issued" }])
      expect((await tell(link, "2")).matched).toMatchObject([{ outcome: "not_matched" }])
      expect(await world.received(template.uuid)).toEqual(
        rows(Array(3).fill({ userUuid: undefined, walletAddress: ada.walletAddress })),
      )
      for (const by of Object.values(names)) {
        await expect(world.redeem(template.uuid, by)).rejects.toMatchObject(unresolved)
        await expect(tell(by, "3")).rejects.toMatchObject(unresolved)
      }
      const identifiers = Object.values(ada.by)
      const batch = await world.propagate(
        template.uuid,
        { type: "identifiers", identifiers },
        { dryRun: true, skipExisting: false },
      )
      expect(batch).toMatchObject({ matchedCount: 1, scheduledCount: 1 })
      expect(await world.firings({ uuid })).toMatchObject([
        { userUuid: undefined, walletAddress: ada.walletAddress },
      ])
    })

    it("ends with the account, by every identifier", async () => {
      const { uuid } = await world.reward()
      const ada = await world.stranger()
      await world.symbolon.users.delete({ userUuid: ada.user.uuid })
      for (const by of Object.values(ada.by))
        await expect(world.redeem(uuid, by)).rejects.toMatchObject(unresolved)
    })

    it("is never into a treasury", async () => {
      const { template } = await world.trigger(["custom.visit:first"])
      const { items } = await world.symbolon.wallets.list({
        of: { treasuryOf: world.clubUuid },
        page: { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
      })
      const identifier = { type: "wallet", value: items[0]?.address ?? "" } as const
      const refused = { _tag: "BadRequest", field: "identifier" }
      await expect(world.redeem(template.uuid, identifier)).rejects.toMatchObject(refused)
      const told = { reward: template.uuid, event: "custom.visit", identifier, eventId: "1" }
      await expect(world.symbolon.rewards.trigger(told)).rejects.toMatchObject(refused)
    })

    it("in a batch is one for each of what the organization sees", async () => {
      const { uuid } = await world.reward()
      const ada = await world.stranger()
      const identifiers = Object.values(ada.by)
      const audience = { type: "identifiers", identifiers } as const
      const batch = await world.propagated(uuid, audience)
      // The user by three names, the wallet by its address and its link, and the card.
      expect(batch).toMatchObject({ matchedCount: 3, issuedCount: 3, refused: [] })
      expect(await world.received(uuid)).toEqual(
        rows([
          { userUuid: undefined, walletAddress: ada.walletAddress },
          { userUuid: undefined, walletAddress: ada.cardWallet },
          { userUuid: ada.user.uuid, walletAddress: await world.walletHere(ada) },
        ]),
      )
      expect(new Set(await world.told(uuid))).toEqual(new Set([null, ada.user.uuid]))
      const again = await world.propagate(uuid, audience, { dryRun: true })
      expect(again.skipped).toEqual([
        { reason: "already_issued", count: 3, positions: expect.any(Array) },
        { reason: "duplicate", count: 3, positions: expect.any(Array) },
      ])
    })

    it("in a batch is skipped where the wallet has it, whoever was named with it", async () => {
      const { uuid } = await world.reward()
      const ada = await world.stranger()
      await ada.as.rewards.claim({ reward: uuid, wallet: ada.walletAddress })
      const skipped = async (by: IdentifierRef) => {
        const audience = { type: "identifiers", identifiers: [by] } as const
        return (await world.propagate(uuid, audience, { dryRun: true })).skipped
      }
      const alreadyIssued = [{ reason: "already_issued", count: 1, positions: [0] }]
      expect(await skipped(ada.by.wallet)).toEqual(alreadyIssued)
      expect(await skipped(ada.by.username)).toEqual(alreadyIssued)
      // A name is not asked about by the wallet: the answer would say whose the wallet is.
      const other = await world.stranger()
      await world.redeem((await world.reward()).uuid, other.by.username)
      const here = { type: "wallet", value: (await world.walletHere(other)) ?? "" } as const
      await world.redeem(uuid, here)
      expect(await skipped(here)).toEqual(alreadyIssued)
      expect(await skipped(other.by.username)).toEqual([])
    })

    it("who holds a ticket names members alone, and goes into the wallet of everybody else", async () => {
      const gala = await world.reward({
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [{ type: "ticket", title: "Gala", ticket_number: "G-1" }],
            content_version: "1",
          },
        },
      })
      const [ada, bob, cid, dee] = [
        await world.stranger(),
        await world.stranger(),
        await world.stranger(),
        await world.stranger(),
      ]
      await world.join(bob)
      await world.redeem(gala.uuid, ada.by.username)
      await world.redeem(gala.uuid, bob.by.wallet)
      await world.redeem(gala.uuid, cid.by.card)
      await world.redeem(gala.uuid, dee.by.wallet)
      await world.symbolon.users.delete({ userUuid: dee.user.uuid })
      const { uuid } = await world.reward()
      const batch = await world.propagated(uuid, { type: "ticket_holders", rewardSlug: gala.slug })
      expect(batch).toMatchObject({
        matchedCount: 4,
        scheduledCount: 3,
        skipped: [{ reason: "account_unavailable", count: 1 }],
        issuedCount: 3,
      })
      expect(await world.received(uuid)).toEqual(
        rows([
          { userUuid: undefined, walletAddress: await world.walletHere(ada) },
          { userUuid: bob.user.uuid, walletAddress: await world.walletHere(bob) },
          { userUuid: undefined, walletAddress: cid.cardWallet },
        ]),
      )
    })

    it("as a ticket into a card's own wallet opens a door by the card and by a name", async () => {
      const { symbolon, club } = world
      const ada = await world.stranger()
      const issue = ({ by }: typeof ada, idempotencyKey: string) =>
        symbolon.tickets.issue({
          organization: club,
          of: { name: "Bare" },
          to: by.card,
          idempotencyKey,
        })
      const cid = await world.stranger()
      await world.join(cid)
      const members = await issue(cid, "a member's")
      expect(members.transaction.body.to_address).toBe(await world.walletHere(cid))
      const bare = await issue(ada, "a stranger's")
      expect(bare.transaction.body.to_address).toBe(ada.cardWallet)
      expect(await world.walletHere(ada)).toBeUndefined()
      for (const by of [ada.by.card, ada.by.username]) {
        const session = await world.make(`Gala by ${by.type}`, 0, 9, {
          settings: {
            requiresTicket: true,
            ticketTemplateUuid: bare.transaction.body.reference_id,
          },
        })
        const tap = (identifier: typeof by, idempotencyKey: string) =>
          symbolon.sessions.admit({
            session: session.uuid,
            request: { identifier, idempotencyKey },
          })
        expect(await tap(by, "ada")).toMatchObject({ decision: "admitted", seat: "ticket" })
        const bob = await world.stranger()
        expect(await tap(bob.by.card, "bob")).toMatchObject({ decision: "blocked" })
      }
    })
  })

  describe(`an external reward to somebody on ${name}`, () => {
    it("is asked for without a user where none is named, and read by who holds the wallet", async () => {
      const { symbolon, club, template, person, runAll, sent, row } = await openExternalRewards(
        await open(),
      )
      const [ada, bob] = [await person("ada"), await person("bob")]
      const card = await createTestCard(symbolon, { organization: club, identifier: "POEM-1" })
      await ada.as.cards.claim({ identifier: "POEM-1" })
      const { deliveryUuid = "", walletAddress } = await symbolon.rewards.redeem({
        reward: template.uuid,
        identifier: { type: "card", value: "POEM-1" },
      })
      expect(walletAddress).toBe(card.walletAddress)
      expect(await row(deliveryUuid)).toMatchObject({ userUuid: undefined })
      expect(await ada.as.rewards.getDelivery({ deliveryUuid })).toMatchObject({
        status: "pending",
      })
      await expect(bob.as.rewards.getDelivery({ deliveryUuid })).rejects.toMatchObject({
        _tag: "NotFound",
      })
      const skipped = await symbolon.rewards.propagate({
        reward: template.uuid,
        audience: { type: "identifiers", identifiers: [{ type: "card", value: "POEM-1" }] },
        idempotencyKey: "poem",
        dryRun: true,
      })
      expect(skipped.skipped).toMatchObject([{ reason: "already_issued", count: 1 }])
      await runAll()
      expect(sent[0]).toMatchObject({
        data: { user_id: null, username: null, wallet_address: card.walletAddress },
      })
      expect(await row(deliveryUuid)).toMatchObject({ status: "completed" })
      // The next holder of the card reads nothing of the one before.
      const offeredTo = { type: "user_id", value: bob.user.uuid } as const
      await ada.as.cards.update({ card: card.uuid, offeredTo })
      await bob.as.cards.claim({ identifier: "POEM-1" })
      for (const { as } of [ada, bob])
        await expect(as.rewards.getDelivery({ deliveryUuid })).rejects.toMatchObject({
          _tag: "NotFound",
        })
    })

    it("is not issued to the next holder of a card, who claimed it before the answer came, also within one millisecond", async () => {
      const { symbolon, club, template, person, runAll, row, supply } = await openExternalRewards(
        await open(),
      )
      const [ada, bob] = [await person("ada"), await person("bob")]
      const card = await createTestCard(symbolon, { organization: club, identifier: "POEM-2" })
      const ask = () =>
        symbolon.rewards.redeem({
          reward: template.uuid,
          identifier: { type: "card", value: "POEM-2" },
        })
      await ada.as.cards.claim({ identifier: "POEM-2" })
      const { deliveryUuid: hers = "" } = await ask()
      const offeredTo = { type: "user_id", value: bob.user.uuid } as const
      await ada.as.cards.update({ card: card.uuid, offeredTo })
      await bob.as.cards.claim({ identifier: "POEM-2" })
      const { deliveryUuid: his = "" } = await ask()
      await runAll()
      expect(await row(hers)).toMatchObject({
        status: "failed",
        failureReason: "receiver_changed",
      })
      expect(await row(his)).toMatchObject({ status: "completed" })
      expect(await supply()).toEqual([1, 0])
    })

    it("is not issued to a card that was taken from the member it was assigned to, who never claimed it", async () => {
      const { symbolon, club, template, person, runAll, row, supply } = await openExternalRewards(
        await open(),
      )
      const [ada, bob] = [await person("ada"), await person("bob")]
      await symbolon.tiers.create({ organization: club, name: "Gold" })
      const member = { type: "user_id", value: ada.user.uuid } as const
      await symbolon.memberships.add({ organization: club, member, tierSlug: "gold" })
      const card = await createTestCard(symbolon, {
        organization: club,
        identifier: "POEM-3",
        holderUserUuid: ada.user.uuid,
      })
      const ask = () =>
        symbolon.rewards.redeem({
          reward: template.uuid,
          identifier: { type: "wallet", value: card.walletAddress },
        })
      const { deliveryUuid: hers } = await ask()
      await symbolon.cards.updateState({ card: card.uuid, holderUserUuid: null })
      const { deliveryUuid: next } = await ask()
      await runAll()
      await bob.as.cards.claim({ identifier: "POEM-3" })
      expect(await row(hers)).toMatchObject({ status: "failed", failureReason: "receiver_changed" })
      expect(await row(next)).toMatchObject({ status: "completed" })
      expect(await supply()).toEqual([1, 0])
      const { items } = await bob.as.rewards.list({ page })
      expect(items).toHaveLength(1)
    })
  })
}
