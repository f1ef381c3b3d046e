import { portsOf } from "../src/effect.ts"
import {
  type Card,
  createSymbolon,
  type Storage,
  type Symbolon,
  type SymbolonOptions,
} from "../src/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { memoryKeyVault, testClock } from "../src/testing/index.ts"

/** Where every test of the facade begins. */
export const start = "2026-11-21T10:00:00.000Z"

/** A Symbolon on a storage (memory, strict, by default) with a clock that stands still. */
export const openWorld = async (
  storage: Storage = openMemory({ strict: true }),
  options: Partial<SymbolonOptions> = {},
) => {
  const clock = testClock(start)
  const symbolon = await createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: clock,
    migrate: true,
    ...options,
  })
  return { symbolon, clock }
}

/** A club with an owner, a free tier, and `members` people on it. */
export const makeClub = async (symbolon: Symbolon, members = 3) => {
  const { user: owner } = await symbolon.accounts.createUser({
    username: "olga-owner",
    firstName: "Olga",
  })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
  const tier = await symbolon.tiers.create({
    organization: club.slug,
    name: "Friend",
    paymentInterval: "monthly",
    entitlements: { lounge: true },
  })
  const people = []
  for (let n = 1; n <= members; n += 1)
    people.push(await addPerson(symbolon, club.slug, tier.slug, `member-${n}`))
  return { owner, club, tier, people }
}

/** Somebody new on a tier, with their wallet in the organization. */
export const addPerson = async (
  symbolon: Symbolon,
  organization: string,
  tierSlug: string,
  username: string,
) => {
  const { user } = await symbolon.accounts.createUser({ username, firstName: username })
  const { membership } = await symbolon.memberships.add({
    organization,
    member: { type: "username", value: username },
    tierSlug,
  })
  const wallets = await symbolon.wallets.list({
    of: { userUuid: user.uuid },
    page: { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" },
  })
  const wallet = wallets.items.find(
    ({ organizationUuid }) => organizationUuid === membership.organizationUuid,
  )
  if (wallet === undefined) throw new Error("A member has a wallet.")
  return { user, membership, wallet: wallet.address }
}

/** A session of the club's activity that is open now. */
export const makeSession = async (
  symbolon: Symbolon,
  organization: string,
  settings: Parameters<Symbolon["sessions"]["create"]>[0]["settings"] = {},
) => {
  const activity = await symbolon.activities.create({ organization, name: "Sailing week" })
  const now = symbolon.clock.now().getTime()
  const session = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Members evening",
    settings,
    startTime: new Date(now - 60_000),
    endTime: new Date(now + 6 * 3_600_000),
  })
  return { activity, session }
}

/**
 * A card of the organization, made by the host and taken into the inventory; assigned where a
 * holder is named, who must be a member.
 */
export const makeCard = async (
  symbolon: Symbolon,
  of: {
    readonly organization: string
    readonly identifier: string
    readonly cardType?: Card["cardType"]
    readonly holderUserUuid?: string | undefined
  },
): Promise<Card> => {
  const { organization, identifier, cardType = "nfc", holderUserUuid } = of
  await symbolon.cards.manufacture({ cards: [{ identifier, cardType }] })
  const { accepted, refused } = await symbolon.cards.addToInventory({
    organization,
    cards: [{ identifier }],
  })
  const [card] = accepted
  if (card === undefined) throw new Error(`The card was refused: ${refused[0]?.code}.`)
  return holderUserUuid === undefined
    ? card
    : symbolon.cards.change({ card: card.uuid, holderUserUuid })
}

/**
 * A card as it is once a person has claimed it. Nothing claims cards yet, so this writes to the
 * store, with the notes for the rosters.
 */
export const claimCard = (
  symbolon: Symbolon,
  cardUuid: string,
  holderUserUuid: string,
): Promise<Card> =>
  holdCard(symbolon, cardUuid, { holderUserUuid, claimedAt: symbolon.clock.now() })

/** A card with another holder, or with none, whoever holds it now. */
export const holdCard = async (
  symbolon: Symbolon,
  cardUuid: string,
  holder: Pick<Card, "holderUserUuid" | "claimedAt">,
): Promise<Card> =>
  portsOf(symbolon).storage.transact("write", async (tx) => {
    const card = await tx.cards.lock(cardUuid)
    if (card === undefined) throw new Error("The card is there.")
    const held: Card = { ...card, ...holder, updatedAt: symbolon.clock.now() }
    await tx.cards.change(held)
    const wallets = await tx.wallets.ofUsers(
      [card.holderUserUuid ?? "", held.holderUserUuid ?? ""],
      undefined,
    )
    const changed = [
      ...wallets,
      { organizationUuid: card.organizationUuid, address: card.walletAddress },
    ]
    for (const { organizationUuid, address } of changed)
      if (organizationUuid !== undefined) await tx.rosters.note(organizationUuid, [address])
    return held
  })
