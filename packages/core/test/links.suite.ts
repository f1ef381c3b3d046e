import { beforeAll, describe, expect, it } from "vitest"
import { type IdentifierRef, limits, type Storage } from "../src/index.ts"
import { createStaffedOrganization, page, userCaller } from "./fixtures/staffed-organization.ts"
import { claimCard, createTestCard, createTestSession, setCardHolder } from "./fixtures/world.ts"

const noLink = { _tag: "NotFound", what: "link" }
const unresolved = { _tag: "IdentifierUnresolved" }
const noToken = "x".repeat(43)
const rounds = 4

const openClub = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club } = world
  const tier = await symbolon.tiers.create({
    organization: club,
    name: "Friend",
    paymentInterval: "monthly",
  })
  await symbolon.points.mint({ organization: club, amount: 1_000, idempotencyKey: "mint" })
  const person = async (username: string) => {
    const { user, walletAddress } = await symbolon.users.create({ username, firstName: username })
    const as = symbolon.as(userCaller(user.uuid))
    const { uuid: profilePageUuid } = await as.profilePages.create({ name: `Page of ${username}` })
    return { user, walletAddress, as, profilePageUuid }
  }
  const join = (username: string) =>
    symbolon.memberships.add({
      organization: club,
      member: { type: "username", value: username },
      tierSlug: tier.slug,
    })
  let keys = 0
  const treasury = async () =>
    (await symbolon.wallets.list({ of: { treasuryOf: world.clubUuid }, page })).items[0]?.address ??
    ""
  /** Sends a point out of the club's treasury. */
  const pay = async (to: IdentifierRef) =>
    symbolon.wallets.transfer({
      wallet: await treasury(),
      to,
      amount: 1,
      idempotencyKey: `pay ${(keys += 1)}`,
    })
  /**
   * Whether a link opens; and that identifiers and the link's own page agree on it, but for a wallet
   * `whileDisabled`, which receives all the same.
   */
  const opens = async (token: string, whileDisabled = false): Promise<boolean> => {
    const shown = await symbolon.links.open({ token }).catch((reason: unknown) => reason)
    const paid = await pay({ type: "link", value: token }).catch((reason: unknown) => reason)
    const isOpen = typeof shown === "object" && shown !== null && "kind" in shown
    if (!isOpen) expect(shown).toMatchObject(noLink)
    if (isOpen || whileDisabled) expect(paid).toMatchObject({ transaction: {} })
    else expect(paid).toMatchObject(unresolved)
    return isOpen
  }
  return { ...world, storage, tier, person, join, pay, opens }
}

/** Links that people hand out, on any storage; called from the tests of each. */
export const linksSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`links on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openClub>>
    beforeAll(async () => {
      world = await openClub(await open())
    })

    it("are created, listed and withdrawn by their owner alone", async () => {
      const [ada, ben] = [await world.person("ada"), await world.person("ben")]
      const { profilePageUuid, walletAddress } = ada
      const ofPage = await ada.as.links.create({ profilePageUuid })
      const ofWallet = await ada.as.links.create({ walletAddress: walletAddress.toUpperCase() })
      expect(ofPage).toMatchObject({ profilePageUuid, walletAddress: undefined })
      expect(ofWallet).toMatchObject({ profilePageUuid: undefined, walletAddress })
      expect(ofPage.linkToken).toMatch(/^[\w-]{43}$/)
      expect(ofPage.url).toBe(`${world.symbolon.settings.baseUrl}/l/${ofPage.linkToken}`)
      expect((await ada.as.links.list({ page })).items).toEqual([ofPage, ofWallet])
      expect((await ben.as.links.list({ page })).items).toEqual([])
      for (const token of [ofPage.linkToken, noToken])
        await expect(ben.as.links.delete({ token })).rejects.toMatchObject(noLink)
      expect(await world.opens(ofPage.linkToken)).toBe(true)
      await ada.as.links.delete({ token: ofPage.linkToken })
      expect(await world.opens(ofPage.linkToken)).toBe(false)
      await expect(ada.as.links.delete({ token: ofPage.linkToken })).rejects.toMatchObject(noLink)
      expect((await ada.as.links.list({ page })).items).toEqual([ofWallet])
    })

    it("open one page or one wallet of their owner, and nothing of another person", async () => {
      const [cyd, dan] = [await world.person("cyd"), await world.person("dan")]
      const card = await createTestCard(world.symbolon, {
        organization: world.club,
        identifier: "D1",
      })
      const { profilePageUuid, walletAddress } = dan
      await expect(cyd.as.links.create({})).rejects.toMatchObject({
        errors: { profile_page_uuid: expect.any(String) },
      })
      await expect(dan.as.links.create({ profilePageUuid, walletAddress })).rejects.toMatchObject({
        errors: { wallet_address: expect.any(String) },
      })
      await expect(cyd.as.links.create({ profilePageUuid })).rejects.toMatchObject({
        what: "profile page",
      })
      const treasury = await world.symbolon.wallets.list({
        of: { treasuryOf: world.clubUuid },
        page,
      })
      for (const address of [
        walletAddress,
        card.walletAddress,
        treasury.items[0]?.address ?? "",
        "nowhere",
      ])
        await expect(cyd.as.links.create({ walletAddress: address })).rejects.toMatchObject({
          _tag: "NotFound",
          what: "wallet",
        })
      // Not even the holder's, before they consent to the card by claiming it.
      const assigned = { holderUserUuid: cyd.user.uuid, claimedAt: undefined }
      await setCardHolder(world.symbolon, card.uuid, assigned)
      await expect(
        cyd.as.links.create({ walletAddress: card.walletAddress }),
      ).rejects.toMatchObject({ what: "wallet" })
    })

    it("show a page as the public reads a profile, and a wallet without its holder", async () => {
      const eve = await world.person("eve")
      await world.join("eve")
      const { linkToken: ofPage } = await eve.as.links.create({
        profilePageUuid: eve.profilePageUuid,
      })
      expect(await world.symbolon.links.open({ token: ofPage })).toEqual({
        kind: "profile",
        profile: await world.symbolon.users.getProfile({ username: "eve" }),
      })
      const { items } = await eve.as.wallets.list({ page })
      for (const { address, organizationUuid } of items) {
        const { linkToken } = await eve.as.links.create({ walletAddress: address })
        expect(await world.symbolon.links.open({ token: linkToken })).toEqual({
          kind: "wallet",
          walletAddress: address,
          organization:
            organizationUuid === undefined
              ? undefined
              : { uuid: world.clubUuid, name: "Harbour Club", slug: world.club },
        })
      }
      expect(items).toHaveLength(2)
      await expect(eve.as.links.open({ token: ofPage })).rejects.toMatchObject({
        _tag: "Forbidden",
      })
    })

    it("open nothing once the page is deleted or the account is disabled or deleted", async () => {
      const fay = await world.person("fay")
      const { profilePageUuid, walletAddress } = fay
      const { linkToken: ofWallet } = await fay.as.links.create({ walletAddress })
      const { linkToken: ofPage } = await fay.as.links.create({ profilePageUuid })
      expect([await world.opens(ofPage), await world.opens(ofWallet)]).toEqual([true, true])
      await world.symbolon.users.disable({ userUuid: fay.user.uuid })
      expect([await world.opens(ofPage), await world.opens(ofWallet, true)]).toEqual([false, false])
      await world.symbolon.users.enable({ userUuid: fay.user.uuid })
      expect([await world.opens(ofPage), await world.opens(ofWallet)]).toEqual([true, true])
      await fay.as.profilePages.delete({ profilePageUuid })
      expect([await world.opens(ofPage), await world.opens(ofWallet)]).toEqual([false, true])
      expect((await fay.as.links.list({ page })).totalItems).toBe(1)
      await world.symbolon.users.delete({ userUuid: fay.user.uuid })
      expect(await world.opens(ofWallet)).toBe(false)
      const left = await world.storage.transact("read", (tx) => tx.links.find(ofWallet))
      expect(left).toBeUndefined()
    })

    it("open an issued page exactly while it is not locked", async () => {
      const gus = await world.person("gus")
      const { profilePageUuid } = gus
      const { linkToken } = await gus.as.links.create({ profilePageUuid })
      const card = await createTestCard(world.symbolon, {
        organization: world.club,
        identifier: "G1",
      })
      await world.storage.transact("write", async (tx) => {
        const own = await tx.profilePages.find(profilePageUuid)
        if (own === undefined) throw new Error("The page is there.")
        const issued = { organizationUuid: world.clubUuid, cardUuid: card.uuid }
        await tx.profilePages.change({ ...own, ...issued })
      })
      expect(await world.opens(linkToken)).toBe(false)
      await world.join("gus")
      expect(await world.opens(linkToken)).toBe(true)
      const member = { organization: world.club, userUuid: gus.user.uuid }
      await world.symbolon.memberships.removeMember(member)
      expect(await world.opens(linkToken)).toBe(false)
    })

    it("open the wallet of a claimed card until the card changes hands", async () => {
      const [hal, ida] = [await world.person("hal"), await world.person("ida")]
      const card = await createTestCard(world.symbolon, {
        organization: world.club,
        identifier: "H1",
      })
      await claimCard(world.symbolon, card.uuid, hal.user.uuid)
      const { walletAddress } = card
      const { linkToken } = await hal.as.links.create({ walletAddress })
      expect(await world.opens(linkToken)).toBe(true)
      await claimCard(world.symbolon, card.uuid, ida.user.uuid)
      expect(await world.opens(linkToken)).toBe(false)
    })

    it("stand for a person wherever a username does", async () => {
      const { symbolon, club, clubUuid, storage } = world
      const [jim, kit] = [await world.person("jim"), await world.person("kit")]
      const { profilePageUuid } = jim
      const { linkToken, url } = await jim.as.links.create({ profilePageUuid })
      const [byToken, byUrl] = [
        { type: "link", value: linkToken },
        { type: "link", value: url },
      ] as const
      const saved = await kit.as.contacts.save({ identifier: byUrl })
      expect(saved).toMatchObject({ person: { username: "jim" }, profilePageUuid })
      expect(await kit.as.contacts.save({ identifier: byToken })).toMatchObject({
        uuid: saved.uuid,
      })
      await kit.as.contacts.drop({ identifier: byToken })
      expect((await jim.as.contacts.list({ page })).items).toMatchObject([
        { type: "dropped", person: { username: "kit" } },
      ])
      await symbolon.memberships.add({
        organization: club,
        member: byUrl,
        tierSlug: world.tier.slug,
      })
      const inClub = await storage.transact("read", (tx) =>
        tx.wallets.ofUser(jim.user.uuid, clubUuid),
      )
      expect((await world.pay(byUrl)).transaction.body.to_address).toBe(inClub?.address)
      const ticket = { organization: club, of: { name: "Ticket" }, idempotencyKey: "to jim" }
      const issued = await symbolon.tickets.issue({ ...ticket, to: byUrl })
      expect(issued.transaction.body.to_address).toBe(inClub?.address)
      // The token and the URL are the same receiver.
      expect((await symbolon.tickets.issue({ ...ticket, to: byToken })).transaction.body.id).toBe(
        issued.transaction.body.id,
      )
      const { session } = await createTestSession(symbolon, club)
      const request = { identifier: byToken, idempotencyKey: "tap of jim" }
      expect(await symbolon.sessions.admit({ session: session.slug, request })).toMatchObject({
        decision: "admitted",
        walletAddress: inClub?.address,
      })
      const card = await createTestCard(symbolon, { organization: club, identifier: "K1" })
      await claimCard(symbolon, card.uuid, kit.user.uuid)
      await kit.as.cards.update({ card: card.uuid, offeredTo: byUrl })
      expect(await jim.as.cards.claim({ identifier: "K1" })).toMatchObject({
        holderUserUuid: jim.user.uuid,
      })
    })

    it("to a wallet receive in that wallet", async () => {
      const { symbolon } = world
      const lea = await world.person("lea")
      await world.join("lea")
      const { walletAddress } = lea
      const { url } = await lea.as.links.create({ walletAddress })
      const paid = await world.pay({ type: "link", value: url })
      expect(paid.transaction.body.to_address).toBe(walletAddress)
      expect(await symbolon.wallets.balance({ wallet: walletAddress })).toBe(1)
    })

    it("to a wallet name nobody, to those who save, add or offer", async () => {
      const { symbolon, club, tier } = world
      const [nan, ole] = [await world.person("nan"), await world.person("ole")]
      const { url } = await nan.as.links.create({ walletAddress: nan.walletAddress })
      const to = { type: "link", value: url } as const
      const card = await createTestCard(symbolon, { organization: club, identifier: "O1" })
      await claimCard(symbolon, card.uuid, ole.user.uuid)
      for (const [field, call] of [
        ["identifier", () => ole.as.contacts.save({ identifier: to })],
        ["offered_to", () => ole.as.cards.update({ card: card.uuid, offeredTo: to })],
        [
          "member",
          () => symbolon.memberships.add({ organization: club, member: to, tierSlug: tier.slug }),
        ],
      ] as const)
        await expect(call(), field).rejects.toMatchObject({ _tag: "IdentifierUnresolved" })
    })

    it("to a wallet leave its address without a name, also when they are withdrawn", async () => {
      const [pia, quinn, rex] = [
        await world.person("pia"),
        await world.person("quinn"),
        await world.person("rex"),
      ]
      const identifier = { type: "wallet", value: pia.walletAddress } as const
      expect(await quinn.as.contacts.save({ identifier })).toMatchObject({
        person: { username: "pia" },
      })
      const { linkToken } = await pia.as.links.create({ walletAddress: pia.walletAddress })
      const again = await pia.as.links.create({ walletAddress: pia.walletAddress })
      // Nor does it show whose it is to somebody who has its holder as a contact.
      for (const { as } of [rex, quinn])
        await expect(as.contacts.save({ identifier })).rejects.toMatchObject({
          _tag: "IdentifierUnresolved",
          field: "identifier",
        })
      for (const token of [linkToken, again.linkToken]) await pia.as.links.delete({ token })
      await expect(rex.as.contacts.save({ identifier })).rejects.toMatchObject({
        _tag: "IdentifierUnresolved",
      })
      // By every other name of its holder they are found, and other wallets of theirs are as before.
      expect(
        await rex.as.contacts.save({ identifier: { type: "username", value: "pia" } }),
      ).toMatchObject({ person: { username: "pia" } })
      const mine = { type: "wallet", value: rex.walletAddress } as const
      expect(await pia.as.contacts.save({ identifier: mine })).toMatchObject({
        person: { username: "rex" },
      })
    })

    it("are bounded, also for those who create many at once", async () => {
      const max = await world.person("max")
      const { profilePageUuid } = max
      for (let n = 1; n < limits.linksPerUserMax; n += 1)
        await max.as.links.create({ profilePageUuid })
      for (let round = 0; round < rounds; round += 1) {
        const tries = await Promise.allSettled(
          [1, 2, 3, 4].map(() => max.as.links.create({ profilePageUuid })),
        )
        const made = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
        expect(made).toHaveLength(1)
        const refusals = tries.flatMap((one): unknown[] =>
          one.status === "rejected" ? [one.reason] : [],
        )
        expect(refusals).toMatchObject(
          refusals.map(() => ({
            reason: "too_many_links",
            details: { max_links: limits.linksPerUserMax },
          })),
        )
        await max.as.links.delete({ token: made[0]?.linkToken ?? "" })
      }
      expect((await max.as.links.list({ page })).totalItems).toBe(limits.linksPerUserMax - 1)
    })
  })
}
