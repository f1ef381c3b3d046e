import { describe, expect, it } from "vitest"
import type { IdentifierRef } from "../../src/index.ts"
import { openMemory } from "../../src/memory/index.ts"
import { createStaffedOrganization, dayMs, userCaller } from "../fixtures/staffed-organization.ts"
import { claimCard, createTestCard } from "../fixtures/world.ts"

const named = (value: string): IdentifierRef => ({ type: "username", value })

const open = async () => {
  const storage = openMemory({ strict: true })
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club, clubUuid } = world
  const tier = await symbolon.tiers.create({
    organization: club,
    name: "Gold",
    paymentInterval: "monthly",
  })
  const create = async (username: string) => {
    const { user, walletAddress } = await symbolon.users.create({ username, firstName: "A" })
    return { user, walletAddress, as: symbolon.as(userCaller(user.uuid)) }
  }
  const [ada, ben] = [await create("ada"), await create("ben")]
  const card = await createTestCard(symbolon, { organization: club, identifier: "B1" })
  await claimCard(symbolon, card.uuid, ben.user.uuid)
  const adasCard = await createTestCard(symbolon, { organization: club, identifier: "A1" })
  await claimCard(symbolon, adasCard.uuid, ada.user.uuid)
  const page = await ben.as.profilePages.create({})
  const link = await ben.as.links.create({ profilePageUuid: page.uuid })
  await symbolon.points.mint({ organization: club, amount: 100, idempotencyKey: "mint" })
  const treasury = await storage.transact("read", (tx) =>
    tx.wallets.ofOrganization(clubUuid, "treasury"),
  )
  const give = (to: IdentifierRef, idempotencyKey: string) =>
    symbolon.wallets.transfer({ wallet: treasury?.address ?? "", to, amount: 1, idempotencyKey })
  const hold = (to: IdentifierRef, idempotencyKey: string) =>
    symbolon.holds.create({
      wallet: treasury?.address ?? "",
      to,
      amount: 1,
      expiresAt: new Date(symbolon.clock.now().getTime() + dayMs),
      idempotencyKey,
    })
  const issue = (to: IdentifierRef, idempotencyKey: string) =>
    symbolon.tickets.issue({ organization: club, to, of: { name: "Ticket" }, idempotencyKey })
  const offer = (offeredTo: IdentifierRef) =>
    symbolon.cards.update({ card: adasCard.uuid, userUuid: ada.user.uuid, offeredTo })
  const add = (member: IdentifierRef) =>
    symbolon.memberships.add({ organization: club, member, tierSlug: tier.slug })
  const people: readonly IdentifierRef[] = [
    named("ben"),
    { type: "user_id", value: ben.user.uuid },
    { type: "card", value: "B1" },
    { type: "link", value: link.url },
  ]
  const ofWallet = await ben.as.links.create({ walletAddress: ben.walletAddress })
  const wallets: readonly IdentifierRef[] = [
    { type: "wallet", value: ben.walletAddress },
    { type: "link", value: ofWallet.url },
  ]
  return { ...world, ada, ben, people, wallets, give, hold, issue, offer, add }
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (reason: unknown) => JSON.stringify(reason),
  )

describe("a disabled account", () => {
  it("reads as an unknown one to who transfers, holds, issues, offers and adds", async () => {
    const { symbolon, ben, people, wallets, give, hold, issue, offer, add } = await open()
    await symbolon.users.disable({ userUuid: ben.user.uuid })
    const ways = { give, hold, issue, offer, add }
    for (const [way, attempt] of Object.entries(ways)) {
      const unknown = await refusalOf(attempt(named("nobody-here"), `unknown ${way}`))
      expect(unknown).toContain("IdentifierUnresolved")
      for (const [n, one] of people.entries())
        expect([way, one.type, await refusalOf(attempt(one, `${way} ${n}`))]).toEqual([
          way,
          one.type,
          unknown,
        ])
    }
    // A wallet names no person where a wallet is meant, and is unknown where a person is.
    for (const attempt of [offer, add])
      for (const one of wallets)
        expect(await refusalOf(attempt(one))).toContain("IdentifierUnresolved")
    await symbolon.users.enable({ userUuid: ben.user.uuid })
    for (const [way, attempt] of Object.entries(ways))
      expect([way, await refusalOf(attempt(named("ben"), `after ${way}`))]).toEqual([way, "done"])
  })

  it("keeps a wallet that receives by its address and its link", async () => {
    const { symbolon, ben, wallets, give, hold, issue } = await open()
    await symbolon.users.disable({ userUuid: ben.user.uuid })
    for (const attempt of [give, hold, issue])
      for (const one of wallets)
        expect(await refusalOf(attempt(one, `${one.type} ${attempt.name}`))).toBe("done")
  })

  it("keeps a wallet that receives a member's ticket", async () => {
    const { symbolon, ada, ben, wallets, add, club, clubUuid } = await open()
    for (const one of ["ada", "ben"]) await add(named(one))
    const gala = await symbolon.rewards.create({
      organization: club,
      organizationUuid: clubUuid,
      name: "Gala",
      requiredEntitlement: "member",
      contentConfig: {
        storageType: "internal",
        contentTemplate: {
          data: {},
          items: [{ type: "ticket", title: "Gala", ticket_number: "1" }],
          content_version: "1",
        },
      },
    })
    await symbolon.users.disable({ userUuid: ben.user.uuid })
    for (const to of wallets) {
      const { transactionId = "", walletAddress } = await symbolon.rewards.redeem({
        reward: gala.uuid,
        identifier: named("ada"),
      })
      const hand = ada.as.tickets.transfer({
        wallet: walletAddress,
        transaction: transactionId,
        to,
        idempotencyKey: to.type,
      })
      expect(await refusalOf(hand)).toBe("done")
    }
  })

  it("is answered as before where the transfer was made before", async () => {
    const { symbolon, ben, give } = await open()
    const first = await give(named("ben"), "k")
    await symbolon.users.disable({ userUuid: ben.user.uuid })
    expect(await give(named("ben"), "k")).toEqual({ ...first, replayed: true })
    await symbolon.users.delete({ userUuid: ben.user.uuid })
    expect(await refusalOf(give(named("ben"), "other"))).toContain("IdentifierUnresolved")
  })
})
