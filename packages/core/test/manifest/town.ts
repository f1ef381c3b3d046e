import { expect } from "vitest"
import type { CheckinHolder, CheckinManifest } from "../../src/door/index.ts"
import { isActive } from "../../src/memberships/membership.ts"
import type { Card, SignedPayload, Storage } from "../../src/index.ts"
import type { Session } from "../../src/foundation/storage/index.ts"
import type { SentSettings } from "../../src/sessions/settings.ts"
import { tierGrants } from "../../src/entitlements/entitlements.ts"
import { makeCard, makeClub, openWorld } from "../world.ts"

/** A manifest or delta as a door reads it. */
export const read = <T = CheckinManifest>({ bytes }: SignedPayload): T =>
  JSON.parse(Buffer.from(bytes).toString()) as T

/** What a delta says. */
export interface Delta {
  readonly base_manifest_version: number
  readonly manifest_version: number
  readonly reserved: number
  readonly frozen_card_identifiers: readonly string[]
  readonly added: Readonly<Record<string, CheckinHolder>>
  readonly changed: Readonly<Record<string, CheckinHolder>>
  readonly removed: readonly string[]
  readonly admitted_added: Readonly<Record<string, CheckinHolder>>
  readonly admitted_removed: readonly string[]
}

/** The two lists and the figures: what a delta changes. */
export type Lists = Pick<
  CheckinManifest,
  "roster" | "admitted" | "reserved" | "frozen_card_identifiers"
>

export const listsOf = ({
  roster,
  admitted,
  reserved,
  frozen_card_identifiers,
}: CheckinManifest): Lists => ({
  roster,
  admitted,
  reserved,
  frozen_card_identifiers,
})

/** What the lists are after a delta; fails where it does not fit them. */
export const applied = (lists: Lists, delta: Delta): Lists => {
  const roster = { ...lists.roster }
  const admitted = { ...lists.admitted }
  for (const [address, holder] of Object.entries(delta.added)) {
    expect(roster).not.toHaveProperty([address])
    roster[address] = holder
  }
  for (const [address, holder] of Object.entries(delta.changed)) {
    expect(roster).toHaveProperty([address])
    roster[address] = holder
  }
  for (const address of delta.removed) {
    expect(roster).toHaveProperty([address])
    delete roster[address]
  }
  Object.assign(admitted, delta.admitted_added)
  for (const address of delta.admitted_removed) {
    expect(admitted).toHaveProperty([address])
    delete admitted[address]
  }
  return {
    roster,
    admitted,
    reserved: delta.reserved,
    frozen_card_identifiers: delta.frozen_card_identifiers,
  }
}

/** The lists of a session, worked out from the rows themselves by asking for everybody. */
export const listsFromRows = async (
  storage: Storage,
  session: Session,
  now: Date,
): Promise<Lists> =>
  storage.transact("read", async (tx) => {
    const org = session.organizationUuid
    const page = { page: 1, pageSize: 10_000, sortBy: "created_at", sortOrder: "asc" } as const
    const members = await tx.memberships.list(
      { organizationUuid: org, standing: "current", at: now },
      page,
    )
    const tiers = await tx.tiers.all(org)
    const present = await tx.presences.list(session.uuid, undefined, 1000)
    const holders =
      session.ticketTemplateUuid === undefined
        ? []
        : await tx.tickets.listValid(
            { rewardTemplateUuid: session.ticketTemplateUuid },
            undefined,
            1000,
          )
    const prior =
      session.requiredPriorSessionUuid === undefined
        ? []
        : await tx.presences.list(session.requiredPriorSessionUuid, undefined, 1000)
    const live = new Set(members.items.map(({ userUuid }) => userUuid))
    /**
     * Whether a card counts for its holder here: they claimed it, or it is assigned to a live
     * member.
     */
    const counts = (card: Card) =>
      card.claimedAt !== undefined ||
      (card.organizationUuid === org &&
        card.holderUserUuid !== undefined &&
        live.has(card.holderUserUuid))
    const tickets = new Set(holders.map(({ walletAddress }) => walletAddress))
    const wasThere = new Set(prior.map(({ walletAddress }) => walletAddress))
    const frozen = new Set<string>()
    const lineOf = async (address: string): Promise<CheckinHolder> => {
      const wallet = await tx.wallets.find(address)
      const own = await tx.cards.ofWallet(address)
      const held = wallet?.userUuid === undefined ? [] : await tx.cards.heldBy([wallet.userUuid])
      const isOwn =
        own !== undefined && own.holderUserUuid === undefined && own.organizationUuid === org
      const cards = wallet?.kind === "card" ? (isOwn ? [own] : []) : held.filter(counts)
      if (!session.admitsFrozenCards)
        for (const card of cards) if (card.isFrozen) frozen.add(card.identifier)
      const open = cards.filter(({ isFrozen }) => session.admitsFrozenCards || !isFrozen)
      return {
        card_identifiers: open.map(({ identifier }) => identifier).sort(),
        has_ticket: tickets.has(address),
      }
    }
    const key = session.requiredEntitlement
    const memberWallets: string[] = []
    for (const row of members.items) {
      const tier = tiers.find(({ uuid }) => uuid === row.tierUuid)
      const wallet = await tx.wallets.ofUser(row.userUuid, org)
      if (
        key !== undefined &&
        tier !== undefined &&
        wallet !== undefined &&
        isActive(row, now) &&
        tierGrants(tier, key)
      )
        memberWallets.push(wallet.address)
    }
    const mayEnter = (address: string) =>
      (!session.requiresTicket || tickets.has(address)) &&
      (session.requiredPriorSessionUuid === undefined || wasThere.has(address)) &&
      (key === undefined || memberWallets.includes(address))
    const isGated =
      session.requiresTicket || session.requiredPriorSessionUuid !== undefined || key !== undefined
    const everybody = new Set([...tickets, ...wasThere, ...memberWallets])
    const listed = [...everybody].filter((address) =>
      isGated ? mayEnter(address) : tickets.has(address),
    )
    const linesOf = async (addresses: readonly string[]) => {
      const lines: Record<string, CheckinHolder> = {}
      for (const address of addresses) lines[address] = await lineOf(address)
      return lines
    }
    const roster = await linesOf(listed)
    const admitted = await linesOf(present.map(({ walletAddress }) => walletAddress))
    if (!isGated && !session.admitsFrozenCards) {
      frozen.clear()
      for (const card of await tx.cards.frozenIn(org, undefined, 1000))
        if (card.holderUserUuid === undefined || counts(card)) frozen.add(card.identifier)
    }
    return { roster, admitted, reserved: tickets.size, frozen_card_identifiers: [...frozen].sort() }
  })

/**
 * A club with two tiers, an activity with a session of every kind of roster, and some people with
 * cards.
 */
export const openTown = async (storage: Storage, size = 6) => {
  const world = await openWorld(storage)
  const { symbolon } = world
  const { club, tier, people, owner } = await makeClub(symbolon, size)
  const gold = await symbolon.tiers.create({
    organization: club.slug,
    name: "Gold",
    paymentInterval: "monthly",
    entitlements: { vip: true },
  })
  const activity = await symbolon.activities.create({
    organization: club.slug,
    name: "Sailing week",
  })
  const { transaction } = await symbolon.rewards.issueTicket({
    organization: club.slug,
    of: { name: "Regatta" },
    to: { type: "user_id", value: people[0]?.user.uuid ?? "" },
    idempotencyKey: "first-ticket",
  })
  const ticketTemplateUuid = transaction.body.reference_id
  const now = symbolon.clock.now().getTime()
  const make = (name: string, settings: SentSettings, prior?: string) =>
    symbolon.sessions.create({
      activity: activity.slug,
      name,
      settings,
      ...(prior === undefined ? {} : { requiredPriorSessionUuid: prior }),
      startTime: new Date(now - (prior === undefined ? 120_000 : 60_000)),
      endTime: new Date(now + 300 * 86_400_000),
    })
  const walkIn = await make("Walk in", {})
  const members = await make("Members", { requiredEntitlement: "member", ticketTemplateUuid })
  const sessions = {
    walkIn,
    members,
    walkInTickets: await make("Walk in with tickets", {
      ticketTemplateUuid,
      maxAttendees: 4,
      allowReentry: true,
    }),
    frozenToo: await make("Frozen too", { requiredEntitlement: "member", admitsFrozenCards: true }),
    vip: await make("Vip", { requiredEntitlement: "vip" }),
    ticket: await make("Ticket", { requiresTicket: true, ticketTemplateUuid }),
    ticketed: await make("Ticketed members", {
      requiresTicket: true,
      ticketTemplateUuid,
      requiredEntitlement: "member",
    }),
    after: await make("Afterwards", {}, walkIn.uuid),
    afterMembers: await make("Afterwards, members", { requiredEntitlement: "member" }, walkIn.uuid),
  }
  // Cards of another organization: they count here once somebody has claimed them.
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: owner.uuid,
  })
  const visitors = [1, 2].map((n) =>
    makeCard(symbolon, { organization: elsewhere.slug, identifier: `visitor ${n}` }),
  )
  return {
    ...world,
    storage,
    visitors: await Promise.all(visitors),
    club,
    owner,
    tiers: [tier, gold],
    people,
    activity,
    sessions,
    ticketTemplateUuid,
  }
}

export type Town = Awaited<ReturnType<typeof openTown>>
