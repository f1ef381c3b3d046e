import { Effect } from "effect"
import type { Card } from "../../cards/card.ts"
import { LedgerUnavailable } from "../../errors/refusals.ts"
import type { Membership } from "../../memberships/membership.ts"
import { countingWallets } from "../../rewards/counting-wallets.ts"
import type { RosterLine } from "../../rosters/roster.ts"
import type { Session } from "../../sessions/session.ts"
import { orRefuse, Tx } from "../../unit-of-work.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { Listing } from "../listing.ts"
import type { Standing } from "../line-changes.ts"

/**
 * Canonical wallets of some subjects: those of people in the session's organization, and those of cards. A person's other wallets, and those
 * of cards they claimed, lead to the person; `homeless` are users who have such a wallet and none in the organization yet.
 */
export const canonicalWallets = Effect.fnUntraced(function* (session: Session, subjects: readonly string[]) {
  const tx = yield* Tx
  const users = subjects.filter(isUuid)
  const addresses = subjects.filter((subject) => !isUuid(subject))
  const named = addresses.length === 0 ? [] : yield* tx.wallets.findAll(addresses)
  const isHere = ({ kind, organizationUuid }: Wallet) => kind === "user" && organizationUuid === session.organizationUuid
  const elsewhere = named.flatMap((wallet) => (isHere(wallet) || wallet.closedAt !== undefined ? [] : (wallet.userUuid ?? [])))
  const cardWallets = named.flatMap(({ kind, address }) => (kind === "card" ? [address] : []))
  const cards = cardWallets.length === 0 ? [] : yield* tx.cards.ofWallets(cardWallets)
  const claimers = cards.flatMap(({ claimedAt, holderUserUuid }) => (claimedAt === undefined ? [] : (holderUserUuid ?? [])))
  const people = [...new Set([...users, ...elsewhere, ...claimers])]
  const ofPeople = people.length === 0 ? [] : yield* tx.wallets.ofUsers(people, session.organizationUuid)
  const wallets = [...ofPeople, ...named.filter((wallet) => wallet.kind === "card" || isHere(wallet))]
  const housed = new Set(ofPeople.map(({ userUuid }) => userUuid))
  return {
    wallets: [...new Map(wallets.map((wallet) => [wallet.address, wallet])).values()],
    homeless: [...new Set([...elsewhere, ...claimers])].filter((userUuid) => !housed.has(userUuid)).sort(),
  }
})

const isUuid = (subject: string): boolean => subject.includes("-")

/** How the people behind some canonical wallets stand with a session at `now`. One question for all of them to each table. */
export const standingsOf = Effect.fnUntraced(function* (session: Session, listing: Listing, wallets: readonly Wallet[], now: Date) {
  const tx = yield* Tx
  const addresses = wallets.map(({ address }) => address)
  const users = wallets.flatMap(({ userUuid }) => userUuid ?? [])
  const cardWallets = wallets.flatMap(({ kind, address }) => (kind === "card" ? [address] : []))
  const { ticketTemplateUuid: template, requiredPriorSessionUuid: prior } = listing
  const ofWallets = cardWallets.length === 0 ? [] : yield* tx.cards.ofWallets(cardWallets)
  const loose = ofWallets.filter(({ holderUserUuid }) => holderUserUuid === undefined)
  const cards = [...(users.length === 0 ? [] : yield* tx.cards.heldBy(users)), ...loose]
  const known: Known = {
    loose: new Set(loose.map(({ walletAddress }) => walletAddress)),
    cards: Map.groupBy(cards, (card) => card.holderUserUuid ?? card.walletAddress),
    holders: template === undefined ? new Set() : yield* ticketHoldersAmong(template, wallets),
    present: new Set((yield* tx.presences.findAll(session.uuid, addresses)).map(({ walletAddress }) => walletAddress)),
    wasThere: new Set(prior === undefined ? [] : (yield* tx.presences.findAll(prior, addresses)).map(({ walletAddress }) => walletAddress)),
    active: new Map(
      listing.requiredEntitlement === undefined || users.length === 0
        ? []
        : (yield* tx.memberships.activeOf(session.organizationUuid, users, now)).map((row) => [row.userUuid, row]),
    ),
  }
  return wallets.map((wallet) => standingOf(wallet, listing, known))
})

/** Which of these people hold a ticket, by canonical wallet. */
const ticketHoldersAmong = Effect.fnUntraced(function* (template: string, wallets: readonly Wallet[]) {
  const tx = yield* Tx
  const counting = yield* countingWallets(wallets.map(({ address: walletAddress, userUuid }) => ({ walletAddress, userUuid })))
  const held = yield* orRefuse(tx.tickets.holdersAmong(template, [...counting.keys()]), noLedger)
  return new Set(held.flatMap((address) => counting.get(address) ?? []))
})

/** The wallets that hold a ticket of a template, in slices; the ledger's own answer (specification, 502). */
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
  /** Wallets of cards that nobody holds: these come in by themselves. */
  readonly loose: ReadonlySet<string>
  /** By holder, or by the card's wallet while nobody holds it. */
  readonly cards: ReadonlyMap<string, readonly Card[]>
  readonly holders: ReadonlySet<string>
  readonly present: ReadonlySet<string>
  readonly wasThere: ReadonlySet<string>
  readonly active: ReadonlyMap<string, Membership>
}

const standingOf = (wallet: Wallet, listing: Listing, known: Known): Standing => {
  const { address: walletAddress, userUuid } = wallet
  // A deleted account is nobody, on no list.
  if (wallet.closedAt !== undefined) return { walletAddress, roster: undefined, admitted: undefined }
  const cards = known.cards.get(userUuid ?? walletAddress) ?? []
  const opens = listing.admitsFrozenCards ? cards : cards.filter(({ isFrozen }) => !isFrozen)
  const membership = userUuid === undefined ? undefined : known.active.get(userUuid)
  const line: RosterLine = {
    cardIdentifiers: identifiersOf(opens),
    frozenCardIdentifiers: listing.admitsFrozenCards ? [] : identifiersOf(cards.filter(({ isFrozen }) => isFrozen)),
    hasTicket: known.holders.has(walletAddress),
    endsAt: undefined,
  }
  const isSomebody = wallet.kind === "user" || known.loose.has(walletAddress)
  const isListed = isSomebody && isOnRoster(walletAddress, line.hasTicket, membership, listing, known)
  return {
    walletAddress,
    roster: isListed ? { ...line, endsAt: listing.requiredEntitlement === undefined ? undefined : endOf(membership) } : undefined,
    admitted: known.present.has(walletAddress) ? line : undefined,
  }
}

/** Those who pass every gate of the session; at a walk-in door, those whose seat a ticket reserves. */
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
  return membership !== undefined && (tierUuids === undefined || tierUuids.includes(membership.tierUuid))
}

const identifiersOf = (cards: readonly Card[]): readonly string[] => cards.map(({ identifier }) => identifier).sort()

/** When an active membership ends, as far as is known now. */
const endOf = (membership: Membership | undefined): Date | undefined => {
  const { validUntil, endedAt } = membership ?? {}
  if (validUntil === undefined || endedAt === undefined) return validUntil ?? endedAt
  return validUntil < endedAt ? validUntil : endedAt
}
