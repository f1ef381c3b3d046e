import { Effect } from "effect"
import type { Card } from "../../cards/card.ts"
import { assigneeOf, cardAtDoors } from "../../cards/consent.ts"
import { LedgerUnavailable } from "../../foundation/errors/refusals.ts"
import { earlier } from "../../foundation/kernel/earlier.ts"
import { isActive, liveUntil, type Membership } from "../../memberships/membership.ts"
import { countingWallets } from "../../rewards/steps/counting-wallets.ts"
import type { RosterLine } from "../rosters/roster.ts"
import type { Session } from "../../sessions/session.ts"
import { orRefuse, Tx } from "../../foundation/unit-of-work.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { Listing } from "../listing.ts"
import type { RosterFacts } from "../line-changes.ts"

/**
 * Canonical wallets of some subjects: those of people in the session's organization, and those of
 * cards. A person's other wallets, and those of cards they claimed, lead to the person; `homeless`
 * are users who have such a wallet and none in the organization yet.
 */
export const canonicalWallets = Effect.fnUntraced(function* (
  session: Session,
  subjects: readonly string[],
) {
  const tx = yield* Tx
  const users = subjects.filter(isUuid)
  const addresses = subjects.filter((subject) => !isUuid(subject))
  const named = addresses.length === 0 ? [] : yield* tx.wallets.findAll(addresses)
  const isHere = ({ kind, organizationUuid }: Wallet) =>
    kind === "user" && organizationUuid === session.organizationUuid
  const elsewhere = named.flatMap((wallet) =>
    isHere(wallet) || wallet.closedAt !== undefined ? [] : (wallet.userUuid ?? []),
  )
  const cardWallets = named.flatMap(({ kind, address }) => (kind === "card" ? [address] : []))
  const cards = cardWallets.length === 0 ? [] : yield* tx.cards.ofWallets(cardWallets)
  const claimers = cards.flatMap(({ claimedAt, holderUserUuid }) =>
    claimedAt === undefined ? [] : (holderUserUuid ?? []),
  )
  const people = [...new Set([...users, ...elsewhere, ...claimers])]
  const ofPeople =
    people.length === 0 ? [] : yield* tx.wallets.ofUsers(people, session.organizationUuid)
  const wallets = [
    ...ofPeople,
    ...named.filter((wallet) => wallet.kind === "card" || isHere(wallet)),
  ]
  const housed = new Set(ofPeople.map(({ userUuid }) => userUuid))
  return {
    wallets: [...new Map(wallets.map((wallet) => [wallet.address, wallet])).values()],
    homeless: [...new Set([...elsewhere, ...claimers])]
      .filter((userUuid) => !housed.has(userUuid))
      .sort(),
  }
})

const isUuid = (subject: string): boolean => subject.includes("-")

/**
 * How the people behind some canonical wallets stand with a session at `now`. One question for all
 * of them to each table.
 */
export const rosterFactsOf = Effect.fnUntraced(function* (
  session: Session,
  listing: Listing,
  wallets: readonly Wallet[],
  now: Date,
) {
  const tx = yield* Tx
  const addresses = wallets.map(({ address }) => address)
  const users = wallets.flatMap(({ userUuid }) => userUuid ?? [])
  const { organizationUuid } = session
  const cardWallets = wallets.flatMap(({ kind, address }) => (kind === "card" ? [address] : []))
  const { ticketTemplateUuid: template, requiredPriorSessionUuid: prior } = listing
  const held = users.length === 0 ? [] : yield* tx.cards.heldBy(users)
  const ofWallets = cardWallets.length === 0 ? [] : yield* tx.cards.ofWallets(cardWallets)
  // What no gate asks for and no card depends on is not read.
  const neededUsers =
    listing.requiredEntitlement === undefined
      ? held.flatMap((card) =>
          card.organizationUuid === organizationUuid ? (assigneeOf(card) ?? []) : [],
        )
      : users
  const live =
    neededUsers.length === 0
      ? []
      : yield* tx.memberships.liveOf(organizationUuid, [...new Set(neededUsers)], now)
  const memberships = new Map(live.map((row) => [row.userUuid, row]))
  const counts = (card: Card) =>
    cardAtDoors(card, organizationUuid, (userUuid) => memberships.has(userUuid))
  const known: Known = {
    cards: Map.groupBy(
      held.filter((card) => counts(card)?.kind === "holder"),
      ({ holderUserUuid = "" }) => holderUserUuid,
    ),
    ownCards: new Map(
      ofWallets.flatMap((card) =>
        counts(card)?.kind === "card" ? [[card.walletAddress, card]] : [],
      ),
    ),
    now,
    holders: template === undefined ? new Set() : yield* ticketHoldersAmong(template, wallets),
    present: new Set(
      (yield* tx.presences.findAll(session.uuid, addresses)).map(
        ({ walletAddress }) => walletAddress,
      ),
    ),
    wasThere: new Set(
      prior === undefined
        ? []
        : (yield* tx.presences.findAll(prior, addresses)).map(({ walletAddress }) => walletAddress),
    ),
    memberships,
  }
  return wallets.map((wallet) => factsOfWallet(wallet, listing, known))
})

/** Which of these people hold a ticket, by canonical wallet. */
const ticketHoldersAmong = Effect.fnUntraced(function* (
  template: string,
  wallets: readonly Wallet[],
) {
  const tx = yield* Tx
  const counting = yield* countingWallets(
    wallets.map(({ address: walletAddress, userUuid }) => ({ walletAddress, userUuid })),
  )
  const held = yield* orRefuse(tx.tickets.holdersAmong(template, [...counting.keys()]), noLedger)
  return new Set(held.flatMap((address) => counting.get(address) ?? []))
})

/** The wallets that hold a ticket of a template, in slices; the ledger's own answer. */
export const ticketHolders = (template: string, after: string | undefined, limit: number) =>
  Effect.gen(function* () {
    const tx = yield* Tx
    return yield* orRefuse(tx.tickets.holders(template, after, limit), noLedger)
  })

/** How many they are. */
export const countTicketHolders = (template: string) =>
  Effect.gen(function* () {
    const tx = yield* Tx
    return yield* orRefuse(tx.tickets.countHolders(template), noLedger)
  })

const noLedger = () => new LedgerUnavailable({ reason: "The holders of tickets cannot be listed." })

interface Known {
  /** The cards that count for their holder at the session's doors, by holder. */
  readonly cards: ReadonlyMap<string, readonly Card[]>
  /** The cards that count for themselves there, by their wallet. */
  readonly ownCards: ReadonlyMap<string, Card>
  readonly holders: ReadonlySet<string>
  readonly present: ReadonlySet<string>
  readonly wasThere: ReadonlySet<string>
  /** Live ones, by holder, of those who were asked for. */
  readonly memberships: ReadonlyMap<string, Membership>
  readonly now: Date
}

const nothing = { cardIdentifiers: [], frozenCardIdentifiers: [], endsAt: undefined } as const

const factsOfWallet = (wallet: Wallet, listing: Listing, known: Known): RosterFacts => {
  const { address: walletAddress, userUuid } = wallet
  const hasTicket = known.holders.has(walletAddress)
  const isPresent = known.present.has(walletAddress)
  // A door does not recognise a deleted account; but a person who was inside keeps their seat.
  if (wallet.closedAt !== undefined)
    return {
      walletAddress,
      roster: undefined,
      admitted: undefined,
      gone: isPresent ? { ...nothing, hasTicket } : undefined,
    }
  const own = known.ownCards.get(walletAddress)
  const cards =
    userUuid === undefined ? (own === undefined ? [] : [own]) : (known.cards.get(userUuid) ?? [])
  const opens = listing.admitsFrozenCards ? cards : cards.filter(({ isFrozen }) => !isFrozen)
  const membership = userUuid === undefined ? undefined : known.memberships.get(userUuid)
  const active =
    membership !== undefined && isActive(membership, known.now) ? membership : undefined
  const hasAssigned = cards.some((card) => assigneeOf(card) !== undefined)
  const line: RosterLine = {
    cardIdentifiers: identifiersOf(opens),
    frozenCardIdentifiers: listing.admitsFrozenCards
      ? []
      : identifiersOf(cards.filter(({ isFrozen }) => isFrozen)),
    hasTicket,
    // An assigned card counts for as long as the membership is live.
    endsAt: hasAssigned && membership !== undefined ? liveUntil(membership) : undefined,
  }
  // The wallet of a card stands for a person only while the card counts for itself.
  const isSomebody = wallet.kind === "user" || own !== undefined
  const isListed = isSomebody && isOnRoster(walletAddress, line.hasTicket, active, listing, known)
  return {
    walletAddress,
    roster: isListed
      ? {
          ...line,
          endsAt: listing.requiredEntitlement === undefined ? line.endsAt : activeUntil(active),
        }
      : undefined,
    admitted: isPresent ? line : undefined,
    gone: undefined,
  }
}

/**
 * Those who pass every gate of the session; at a walk-in door, those whose seat a ticket reserves.
 */
const isOnRoster = (
  walletAddress: string,
  hasTicket: boolean,
  membership: Membership | undefined,
  { kind, requiresTicket, requiredEntitlement, tierUuids, requiredPriorSessionUuid }: Listing,
  { wasThere }: Known,
): boolean => {
  if (kind === "none") return hasTicket
  if (requiresTicket && !hasTicket) return false
  if (requiredPriorSessionUuid !== undefined && !wasThere.has(walletAddress)) return false
  if (requiredEntitlement === undefined) return true
  return (
    membership !== undefined && (tierUuids === undefined || tierUuids.includes(membership.tierUuid))
  )
}

const identifiersOf = (cards: readonly Card[]): readonly string[] =>
  cards.map(({ identifier }) => identifier).sort()

/** When an active membership ends to be so, as far as is known now. */
const activeUntil = (membership: Membership | undefined): Date | undefined =>
  earlier(membership?.validUntil, membership?.endedAt)
