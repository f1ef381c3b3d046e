import type { Presence } from "../../admission/presence.ts"
import type { DoorCard } from "../../cards/card.ts"
import { assigneeOf, cardAtDoors } from "../../cards/consent.ts"
import { LedgerUnavailable } from "../../foundation/errors/refusals.ts"
import { earlier } from "../../foundation/kernel/earlier.ts"
import type { HeldMembership } from "../../memberships/membership-repository.ts"
import { isActive, liveUntil } from "../../memberships/membership.ts"
import { countingWallets } from "../../rewards/steps/counting-wallets.ts"
import {
  admissionsAllowed,
  listedBy,
  reservesSeat,
  type TicketDoor,
} from "../../ledger/tickets/door-terms.ts"
import type { TicketHolding } from "../../ledger/tickets/ticket-holding.ts"
import type { RosterLine } from "../rosters/roster.ts"
import type { Session } from "../../sessions/session.ts"
import { step } from "../../foundation/step.ts"
import { orRefuse, Tx } from "../../foundation/unit-of-work.ts"
import type { DoorWallet } from "../../wallets/wallet-repository.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { Listing } from "../listing.ts"
import type { RosterFacts } from "../line-changes.ts"

/** What is to be known of the wallet by which a roster knows a person, or a card. */
export type CanonicalWallet = Pick<
  DoorWallet,
  "address" | "kind" | "userUuid" | "closedAt" | "userDisabledAt"
>

/**
 * Canonical wallets of some subjects: those of people in the session's organization, and those of
 * cards. A person's other wallets, and those of cards they claimed, lead to the person; `homeless`
 * are users who have such a wallet and none in the organization yet.
 */
export const canonicalWallets = step(function* (session: Session, subjects: readonly string[]) {
  const tx = yield* Tx
  const users = subjects.filter(isUuid)
  const addresses = subjects.filter((subject) => !isUuid(subject))
  const named = addresses.length === 0 ? [] : yield* tx.wallets.doorWalletsAt(addresses)
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
    people.length === 0 ? [] : yield* tx.wallets.doorWalletsOf(people, session.organizationUuid)
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

/** What is known of some people before they are looked up, and need not be asked. */
export interface KnownBefore {
  /** The membership of each of them, by user; asked for where it is undefined. */
  readonly memberships: ReadonlyMap<string, HeldMembership> | undefined
  /** That none of them is at the session. */
  readonly isNobodyPresent: boolean
}

const nothingKnown: KnownBefore = { memberships: undefined, isNobodyPresent: false }

/**
 * How the people behind some canonical wallets stand with a session at `now`. One question for all
 * of them to each table.
 */
export const rosterFactsOf = step(function* (
  session: Session,
  listing: Listing,
  wallets: readonly CanonicalWallet[],
  now: Date,
  { memberships: before, isNobodyPresent }: KnownBefore = nothingKnown,
) {
  const tx = yield* Tx
  const addresses = wallets.map(({ address }) => address)
  const users = wallets.flatMap(({ userUuid }) => userUuid ?? [])
  const { organizationUuid } = session
  const cardWallets = wallets.flatMap(({ kind, address }) => (kind === "card" ? [address] : []))
  const { ticketTemplateUuid: template, requiredPriorSessionUuid: prior } = listing
  const held = users.length === 0 ? [] : yield* tx.cards.doorCardsOf(users)
  const ofWallets = cardWallets.length === 0 ? [] : yield* tx.cards.ofWallets(cardWallets)
  // What no gate asks for and no card depends on is not read.
  const neededUsers =
    listing.requiredEntitlement === undefined
      ? held.flatMap((card) =>
          card.organizationUuid === organizationUuid ? (assigneeOf(card) ?? []) : [],
        )
      : users
  const memberships = before ?? (yield* membershipsOf(organizationUuid, neededUsers, now))
  const isLiveMember = (userUuid: string) => memberships.has(userUuid)
  const counts = (card: DoorCard) => cardAtDoors(card, organizationUuid, isLiveMember)
  const tickets = template === undefined ? noTickets : yield* ticketsOf(template, wallets)
  const present = isNobodyPresent ? [] : yield* tx.presences.findAll(session.uuid, addresses)
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
    tickets,
    present: new Set(present.map(({ walletAddress }) => walletAddress)),
    usedUp: yield* usedUp(listing, present, tickets),
    wasThere: new Set(
      prior === undefined
        ? []
        : (yield* tx.presences.findAll(prior, addresses)).map(({ walletAddress }) => walletAddress),
    ),
    memberships,
  }
  return wallets.map((wallet) => factsOfWallet(wallet, listing, known))
})

/** The live memberships of some people, by user. */
const membershipsOf = step(function* (
  organizationUuid: string,
  users: readonly string[],
  now: Date,
) {
  const tx = yield* Tx
  const live =
    users.length === 0
      ? []
      : yield* tx.memberships.liveOf(organizationUuid, [...new Set(users)], now)
  return new Map<string, HeldMembership>(live.map((row) => [row.userUuid, row]))
})

/** The valid tickets that these people hold, by canonical wallet. */
const ticketsOf = step(function* (template: string, wallets: readonly CanonicalWallet[]) {
  const tx = yield* Tx
  const counting = yield* countingWallets(
    wallets.map(({ address: walletAddress, userUuid }) => ({ walletAddress, userUuid })),
  )
  const held = yield* orRefuse(tx.tickets.amongWallets(template, [...counting.keys()]), noLedger)
  const byPerson: Known["tickets"] = Map.groupBy(
    held,
    ({ walletAddress }) => counting.get(walletAddress) ?? "",
  )
  return byPerson
})

const noTickets: ReadonlyMap<string, readonly TicketHolding[]> = new Map()

/** Those who came in as often as their tickets are good for, where people come in again. */
const usedUp = step(function* (
  { requiresTicket, tickets: listed }: Listing,
  present: readonly Presence[],
  held: Known["tickets"],
) {
  const tx = yield* Tx
  if (!requiresTicket || listed?.allowsReentry !== true) return new Set<string>()
  const allowed = new Map(
    present.flatMap(({ uuid, walletAddress }) => {
      const most = admissionsAllowed(held.get(walletAddress) ?? [], listed.door.sessionUuid)
      return most === undefined ? [] : [[uuid, most] as const]
    }),
  )
  const admissions = Map.groupBy(
    yield* tx.presences.admissionsOf([...allowed.keys()]),
    ({ presenceUuid }) => presenceUuid,
  )
  const usedUpOnes = present.filter(
    ({ uuid }) => (admissions.get(uuid)?.length ?? 0) >= (allowed.get(uuid) ?? Infinity),
  )
  return new Set(usedUpOnes.map(({ walletAddress }) => walletAddress))
})

/** The wallets that hold a ticket of a template, in slices; the ledger's own answer. */
export const ticketHolders = step(function* (
  template: string,
  after: string | undefined,
  limit: number,
) {
  const tx = yield* Tx
  return yield* orRefuse(tx.tickets.holders(template, after, limit), noLedger)
})

/** How many people they are whose ticket reserves a seat. */
export const countTicketHolders = step(function* (template: string, door: TicketDoor) {
  const tx = yield* Tx
  return yield* orRefuse(tx.tickets.countHolders(template, door), noLedger)
})

const noLedger = () => new LedgerUnavailable({ reason: "The holders of tickets cannot be listed." })

interface Known {
  /** The cards that count for their holder at the session's doors, by holder. */
  readonly cards: ReadonlyMap<string, readonly DoorCard[]>
  /** The cards that count for themselves there, by their wallet. */
  readonly ownCards: ReadonlyMap<string, DoorCard>
  /** Valid tickets, by canonical wallet. */
  readonly tickets: ReadonlyMap<string, readonly TicketHolding[]>
  readonly present: ReadonlySet<string>
  /** Those present who came in as often as their tickets are good for. */
  readonly usedUp: ReadonlySet<string>
  readonly wasThere: ReadonlySet<string>
  /** Live ones, by holder, of those who were asked for. */
  readonly memberships: ReadonlyMap<string, HeldMembership>
  readonly now: Date
}

const nothing = { cardIdentifiers: [], frozenCardIdentifiers: [], endsAt: undefined } as const

const factsOfWallet = (wallet: CanonicalWallet, listing: Listing, known: Known): RosterFacts => {
  const { address: walletAddress, userUuid } = wallet
  const ticket = ticketFacts(known.tickets.get(walletAddress) ?? [], listing, known.now)
  const { hasTicket } = ticket
  const isPresent = known.present.has(walletAddress)
  // A door recognises no account that was deleted or is disabled; but a person who was inside keeps
  // their seat.
  if (wallet.closedAt !== undefined || wallet.userDisabledAt !== undefined)
    return {
      walletAddress,
      roster: undefined,
      admitted: undefined,
      gone: isPresent ? { ...nothing, hasTicket } : undefined,
      awaited: undefined,
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
  const isListed = isSomebody && isOnRoster(walletAddress, ticket, active, listing, known)
  // A manifest cannot refuse one person who is inside: it does not know them, and the service says.
  const isUsedUp = known.usedUp.has(walletAddress)
  const endsAt = listing.requiredEntitlement === undefined ? line.endsAt : activeUntil(active)
  return {
    walletAddress,
    roster:
      isListed && !isUsedUp ? { ...line, endsAt: earlier(endsAt, ticket.changesAt) } : undefined,
    admitted: isPresent && !isUsedUp ? line : undefined,
    gone: undefined,
    awaited:
      isSomebody && !ticket.opens && ticket.changesAt !== undefined
        ? { ...nothing, hasTicket: false, endsAt: ticket.changesAt }
        : undefined,
  }
}

/** How the tickets of a person stand with a session. */
interface TicketFacts {
  /** Whether one of them reserves a seat. */
  readonly hasTicket: boolean
  /** Whether they pass the gate, where there is one. */
  readonly opens: boolean
  /** When that is to be asked again. */
  readonly changesAt: Date | undefined
}

const ticketFacts = (
  held: readonly TicketHolding[],
  { requiresTicket, tickets: judged }: Listing,
  now: Date,
): TicketFacts => {
  const hasTicket = judged !== undefined && held.some((one) => reservesSeat(one, judged.door))
  if (!requiresTicket || judged === undefined)
    return { hasTicket, opens: !requiresTicket, changesAt: undefined }
  const { isListed, changesAt } = listedBy(held, judged.door, judged.validForSeconds * 1000, now)
  return { hasTicket, opens: isListed, changesAt }
}

/**
 * Those who pass every gate of the session; at a walk-in door, those whose seat a ticket reserves.
 */
const isOnRoster = (
  walletAddress: string,
  { hasTicket, opens }: TicketFacts,
  membership: HeldMembership | undefined,
  { kind, requiredEntitlement, tierUuids, requiredPriorSessionUuid }: Listing,
  { wasThere }: Known,
): boolean => {
  if (kind === "none") return hasTicket
  if (!opens) return false
  if (requiredPriorSessionUuid !== undefined && !wasThere.has(walletAddress)) return false
  if (requiredEntitlement === undefined) return true
  return (
    membership !== undefined && (tierUuids === undefined || tierUuids.includes(membership.tierUuid))
  )
}

const identifiersOf = (cards: readonly DoorCard[]): readonly string[] =>
  cards.map(({ identifier }) => identifier).sort()

/** When an active membership ends to be so, as far as is known now. */
const activeUntil = (membership: HeldMembership | undefined): Date | undefined =>
  earlier(membership?.validUntil, membership?.endedAt)
