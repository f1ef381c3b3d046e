import { expect, it } from "vitest"
import type { Caller, IdentifierRef, Storage } from "../src/index.ts"
import { page, userCaller, tokenClaims } from "./fixtures/staffed-organization.ts"
import {
  claimCard,
  setCardHolder,
  createTestCard,
  createTestOrganization,
  createTestSession,
  openTestSymbolon,
} from "./fixtures/world.ts"
import { readPayload } from "./fixtures/rosters.ts"
import { portsOf } from "../src/effect.ts"

/**
 * A club with a member, and a stranger's fresh organization, whose founder can take cards and do
 * with them what an owner can.
 */
const openAttack = async (storage: Storage) => {
  const world = await openTestSymbolon(storage)
  const { symbolon } = world
  const { club, tier, people } = await createTestOrganization(symbolon, 2)
  const [victim, other] = people as [(typeof people)[number], (typeof people)[number]]
  const { user: founder } = await symbolon.users.create({
    username: "founder",
    firstName: "Eve",
  })
  const fresh = await symbolon.organizations.create({ name: "Fresh", ownerUuid: founder.uuid })
  const freshTier = await symbolon.tiers.create({ organization: fresh.slug, name: "Friend" })
  const asFounder = symbolon.as(userCaller(founder.uuid))
  const inFresh = symbolon.as({
    kind: "organization",
    ...tokenClaims,
    userUuid: founder.uuid,
    organizationUuid: fresh.uuid,
    isServiceStaff: false,
  })
  const card = await createTestCard(symbolon, { organization: fresh.slug, identifier: "EVIL" })
  let taps = 0
  /** A tap at a new session of an organization. */
  const tapAt = async (organization: string, identifier: IdentifierRef, settings = {}) => {
    const { session } = await createTestSession(symbolon, organization, settings)
    const request = { identifier, idempotencyKey: `tap ${(taps += 1)}` }
    return symbolon.sessions
      .admit({ session: session.slug, request })
      .catch((reason: unknown) => reason)
  }
  const primary = (
    await symbolon.wallets.list({ of: { userUuid: victim.user.uuid }, page })
  ).items.find(({ isPrimary }) => isPrimary)
  return {
    ...world,
    club,
    tier,
    victim,
    other,
    founder,
    fresh,
    freshTier,
    asFounder,
    inFresh,
    card,
    tapAt,
    primary: primary?.address ?? "",
  }
}

const evil = { type: "card", value: "evil" } as const
const unresolved = { _tag: "IdentifierUnresolved" }

/** What a founder tries with cards and other people's uuids, on any storage. */
export const cardConsentSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`a founder on ${name} cannot make a card, nor name as its holder a person who is not a member`, async () => {
    const { asFounder, inFresh, fresh, card, victim } = await openAttack(await open())
    for (const caller of [asFounder, inFresh]) {
      await expect(
        caller.cards.manufacture({ cards: [{ identifier: "X", cardType: "nfc" }] }),
      ).rejects.toMatchObject({ _tag: "Forbidden" })
    }
    const give = { card: card.uuid, holderUserUuid: victim.user.uuid }
    await expect(inFresh.cards.updateState(give)).rejects.toMatchObject(unresolved)
    await expect(asFounder.cards.updateState(give)).rejects.toMatchObject({ _tag: "Forbidden" })
    expect(
      (
        await inFresh.cards.addToInventory({
          organization: fresh.slug,
          cards: [{ identifier: "X" }],
        })
      ).refused,
    ).toMatchObject([{ code: "unknown" }])
  })

  it(`a card on ${name} that was assigned opens no other organization's door, shows, pays and says nothing of the person`, async () => {
    const { symbolon, club, fresh, freshTier, asFounder, inFresh, card, victim, tapAt, primary } =
      await openAttack(await open())
    // The strongest a founder can come to: the victim was made a member there, by whatever means,
    // and holds the card.
    await symbolon.memberships.add({
      organization: fresh.slug,
      member: { type: "user_id", value: victim.user.uuid },
      tierSlug: freshTier.slug,
    })
    await inFresh.cards.updateState({ card: card.uuid, holderUserUuid: victim.user.uuid })
    for (const identifier of [evil, { type: "wallet", value: card.walletAddress } as const])
      for (const settings of [{}, { requiredEntitlement: "member" }, { admitsFrozenCards: true }])
        expect(await tapAt(club.slug, identifier, settings)).toMatchObject(unresolved)
    const { session } = await createTestSession(symbolon, club.slug, {
      requiredEntitlement: "member",
    })
    const manifest = Buffer.from(
      (await symbolon.sessions.checkinManifest({ session: session.slug })).bytes,
    ).toString()
    expect(manifest).toContain(victim.wallet)
    expect(manifest).not.toContain("EVIL")

    // Nothing of the victim's is paid or seen by the card, and nothing becomes theirs or says their
    // name by it.
    const treasury =
      (await symbolon.wallets.list({ of: { treasuryOf: fresh.uuid }, page })).items[0]?.address ??
      ""
    await symbolon.points.mint({ organization: fresh.slug, amount: 100, idempotencyKey: "mint" })
    const sent = await inFresh.wallets.transfer({
      wallet: treasury,
      to: evil,
      amount: 10,
      idempotencyKey: "give",
    })
    expect(sent.transaction.body.to_address).toBe(card.walletAddress)
    expect(JSON.stringify(sent)).not.toContain(victim.user.uuid)
    for (const wallet of [card.walletAddress, primary, victim.wallet])
      for (const caller of [asFounder, inFresh]) {
        await expect(caller.wallets.get({ wallet })).rejects.toMatchObject({ _tag: "NotFound" })
        const steal = caller.wallets.transfer({
          wallet,
          to: { type: "username", value: "founder" },
          amount: 1,
          idempotencyKey: `s ${wallet}`,
        })
        await expect(steal).rejects.toMatchObject({ _tag: "NotFound" })
      }
    const { user: newcomer } = await symbolon.users.create({
      username: "newcomer",
      firstName: "N",
    })
    const loose = await createTestCard(symbolon, { organization: fresh.slug, identifier: "LOOSE" })
    await setCardHolder(symbolon, loose.uuid, {
      holderUserUuid: newcomer.uuid,
      claimedAt: undefined,
    })
    const add = inFresh.memberships.add({
      organization: fresh.slug,
      member: { type: "card", value: "loose" },
      tierSlug: freshTier.slug,
    })
    await expect(add).rejects.toMatchObject({ ...unresolved, field: "identifier" })
    const ticket = await inFresh.tickets.issue({
      organization: fresh.slug,
      of: { name: "T" },
      to: evil,
      idempotencyKey: "t",
    })
    expect(ticket.transaction.body.to_address).toBe(card.walletAddress)
    // The victim does not see or spend it either: they never agreed to it.
    const asVictim = symbolon.as(userCaller(victim.user.uuid))
    await expect(asVictim.wallets.get({ wallet: card.walletAddress })).rejects.toMatchObject({
      _tag: "NotFound",
    })
    expect(
      (await asVictim.wallets.list({ page })).items.map(({ address }) => address),
    ).not.toContain(card.walletAddress)
  })

  it(`a card on ${name} that was assigned opens its organization's doors while the person is a live member, and no longer`, async () => {
    const { symbolon, clock, club, victim, other, tier, tapAt } = await openAttack(await open())
    const card = await createTestCard(symbolon, {
      organization: club.slug,
      identifier: "own",
      holderUserUuid: victim.user.uuid,
    })
    const own = { type: "card", value: "own" } as const
    const ofCard = { type: "wallet", value: card.walletAddress } as const
    const { session } = await createTestSession(symbolon, club.slug, {
      requiredEntitlement: "member",
    })
    const roster = async () => {
      const manifest = readPayload(
        await symbolon.sessions.checkinManifest({ session: session.slug }),
      )
      return Object.fromEntries(
        Object.entries(manifest.roster).map(([wallet, { card_identifiers }]) => [
          wallet,
          card_identifiers,
        ]),
      )
    }
    for (const settings of [{}, { requiredEntitlement: "member" }])
      for (const tap of [own, ofCard])
        expect(await tapAt(club.slug, tap, settings)).toMatchObject({
          decision: "admitted",
          walletAddress: victim.wallet,
        })
    expect(await roster()).toEqual({ [victim.wallet]: ["OWN"], [other.wallet]: [] })

    // Lapsed, the person is still a member, and is told so by their card.
    const { validUntil = clock.now(), renewableUntil = clock.now() } = await ofMember(
      symbolon,
      victim.user.uuid,
    )
    clock.set(validUntil)
    expect(await tapAt(club.slug, own, { requiredEntitlement: "member" })).toMatchObject({
      blockedReason: "membership_lapsed",
    })
    clock.set(renewableUntil)
    expect(await roster()).toEqual({})
    for (const settings of [{}, { requiredEntitlement: "member" }, { admitsFrozenCards: true }])
      for (const tap of [own, ofCard])
        expect(await tapAt(club.slug, tap, settings)).toMatchObject(unresolved)
    // A tap from before that is judged as then.
    const early = {
      session: session.slug,
      request: {
        identifier: own,
        idempotencyKey: "early",
        occurredAt: new Date(+renewableUntil - 1),
      },
    }
    expect(await symbolon.sessions.admit(early)).toMatchObject({
      decision: "blocked",
      walletAddress: victim.wallet,
    })
    // The person is there all the same: it is the card that counts no more.
    expect(await tapAt(club.slug, { type: "user_id", value: victim.user.uuid })).toMatchObject({
      decision: "admitted",
    })

    const member = { type: "user_id", value: victim.user.uuid } as const
    await symbolon.memberships.add({ organization: club.slug, member, tierSlug: tier.slug })
    expect(await tapAt(club.slug, own)).toMatchObject({
      decision: "admitted",
      walletAddress: victim.wallet,
    })
    await symbolon.memberships.removeMember({ organization: club.slug, userUuid: victim.user.uuid })
    expect(await tapAt(club.slug, own)).toMatchObject(unresolved)
  })

  it(`an upload on ${name} that its manifest justifies is recorded for the member whose card it lists, though they are none any more`, async () => {
    const { symbolon, clock, club, victim } = await openAttack(await open())
    await createTestCard(symbolon, {
      organization: club.slug,
      identifier: "own",
      holderUserUuid: victim.user.uuid,
    })
    const { session } = await createTestSession(symbolon, club.slug, {
      requiredEntitlement: "member",
    })
    const { session: walkIn } = await createTestSession(symbolon, club.slug)
    const cited = await symbolon.sessions.checkinManifest({ session: session.slug })
    const guests = await symbolon.sessions.checkinManifest({ session: walkIn.slug })
    clock.set(new Date(clock.now().getTime() + 60_000))
    await symbolon.memberships.removeMember({ organization: club.slug, userUuid: victim.user.uuid })
    clock.set(new Date(clock.now().getTime() + 60_000))
    const upload = (of: string, manifestVersion: number | undefined) => {
      const identifier = { type: "card", value: "own" } as const
      const request = {
        identifier,
        idempotencyKey: `${of} ${manifestVersion}`,
        isOffline: true,
        occurredAt: clock.now(),
        manifestVersion,
      }
      return symbolon.sessions.admit({ session: of, request }).catch((reason: unknown) => reason)
    }
    const recorded = {
      decision: "admitted",
      disputedReason: "entitlement_lost",
      walletAddress: victim.wallet,
    }
    expect(await upload(session.slug, cited.manifestVersion)).toMatchObject(recorded)
    // A walk-in door's manifest names nobody for the card, and without a manifest nothing does.
    expect(await upload(walkIn.slug, guests.manifestVersion)).toMatchObject(unresolved)
    expect(await upload(session.slug, undefined)).toMatchObject(unresolved)
  })

  it(`a card on ${name} that its holder claimed is theirs everywhere, and no organization's to give away`, async () => {
    const { symbolon, club, fresh, inFresh, card, victim, other, tapAt, founder } =
      await openAttack(await open())
    const { session } = await createTestSession(symbolon, club.slug, {
      requiredEntitlement: "member",
    })
    const before = await symbolon.sessions.checkinManifest({ session: session.slug })
    await claimCard(symbolon, card.uuid, victim.user.uuid)
    const after = readPayload(await symbolon.sessions.checkinManifest({ session: session.slug }))
    expect(after.manifest_version).toBeGreaterThan(before.manifestVersion)
    expect(after.roster[victim.wallet]?.card_identifiers).toEqual(["EVIL"])
    for (const settings of [{}, { requiredEntitlement: "member" }])
      expect(await tapAt(club.slug, evil, settings)).toMatchObject({
        decision: "admitted",
        walletAddress: victim.wallet,
      })
    for (const holderUserUuid of [founder.uuid, other.user.uuid, null])
      await expect(
        inFresh.cards.updateState({ card: card.uuid, holderUserUuid }),
      ).rejects.toMatchObject({ reason: "card_claimed" })
    const asVictim = symbolon.as(userCaller(victim.user.uuid))
    expect((await asVictim.wallets.get({ wallet: card.walletAddress })).address).toBe(
      card.walletAddress,
    )
    // Of an organization's token its holder sees the card there alone where it is from.
    const bound = (organizationUuid: string): Caller =>
      ({
        kind: "organization",
        ...tokenClaims,
        userUuid: victim.user.uuid,
        organizationUuid,
        isServiceStaff: false,
      }) as const
    const find = (organizationUuid: string) =>
      symbolon.as(bound(organizationUuid)).wallets.get({ wallet: card.walletAddress })
    expect((await find(fresh.uuid)).address).toBe(card.walletAddress)
    await expect(find(club.uuid)).rejects.toMatchObject({ _tag: "NotFound" })
    // What is sent to it goes to the person.
    await symbolon.points.mint({ organization: club.slug, amount: 10, idempotencyKey: "m" })
    const treasury =
      (await symbolon.wallets.list({ of: { treasuryOf: club.uuid }, page })).items[0]?.address ?? ""
    const sent = await symbolon.wallets.transfer({
      wallet: treasury,
      to: evil,
      amount: 1,
      idempotencyKey: "g",
    })
    expect(sent.transaction.body.to_address).toBe(victim.wallet)
    await inFresh.cards.updateState({ card: card.uuid, isFrozen: true })
    expect(await tapAt(club.slug, evil)).toMatchObject({ blockedReason: "card_frozen" })
  })

  it(`a card on ${name} that nobody holds opens its organization's doors alone, and before one took it none`, async () => {
    const { symbolon, club, fresh, tapAt, card } = await openAttack(await open())
    expect(await tapAt(fresh.slug, evil)).toMatchObject({
      decision: "admitted",
      walletAddress: card.walletAddress,
    })
    expect(await tapAt(club.slug, evil)).toMatchObject(unresolved)
    await symbolon.cards.manufacture({ cards: [{ identifier: "new", cardType: "nfc" }] })
    for (const organization of [club.slug, fresh.slug])
      expect(await tapAt(organization, { type: "card", value: "new" })).toMatchObject(unresolved)
  })

  it(`cards on ${name} that two make or take at once are made and taken once, and leave no wallet without a card`, async () => {
    const { symbolon, club, fresh } = await openAttack(await open())
    const names = Array.from({ length: 12 }, (_, n) => `race ${n}`)
    const cards = names.map((identifier) => ({ identifier, cardType: "nfc" as const }))
    const makers = await Promise.all(
      [cards, cards.toReversed(), cards].map((these) =>
        symbolon.cards.manufacture({ cards: these }),
      ),
    )
    const made = makers.flatMap((each) => each.made)
    expect(made.map(({ identifier }) => identifier).toSorted()).toEqual(
      names.map((each) => each.toUpperCase()).toSorted(),
    )
    expect(makers.flatMap(({ refused }) => refused.map(({ code }) => code))).toEqual(
      Array.from({ length: 24 }, () => "taken"),
    )
    const takers = await Promise.all(
      [club.slug, fresh.slug].map((organization, n) =>
        symbolon.cards.addToInventory({
          organization,
          cards: (n === 0 ? names : names.toReversed()).map((identifier) => ({ identifier })),
        }),
      ),
    )
    expect(takers.flatMap(({ accepted }) => accepted)).toHaveLength(12)
    expect(takers.flatMap(({ refused }) => refused)).toHaveLength(12)
    const stored = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.cards.ofWallets(made.map(({ walletAddress }) => walletAddress)),
    )
    const holders = new Map(
      takers.flatMap(({ accepted }) =>
        accepted.map(({ uuid, organizationUuid }) => [uuid, organizationUuid]),
      ),
    )
    for (const { uuid, organizationUuid } of stored)
      expect(organizationUuid).toBe(holders.get(uuid))
  })
}

const ofMember = async (
  symbolon: Awaited<ReturnType<typeof openTestSymbolon>>["symbolon"],
  userUuid: string,
) => {
  const rows = await portsOf(symbolon).storage.transact("read", (tx) =>
    tx.memberships.openOf(userUuid),
  )
  const [row] = rows
  if (row === undefined) throw new Error("The person is a member.")
  return row
}
