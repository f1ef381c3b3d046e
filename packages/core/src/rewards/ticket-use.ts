import type { Repositories } from "../storage/storage.ts"
import type { TicketHolding } from "./ticket-holding.ts"

/** What a ticket's holder has done with it. */
export interface TicketUse {
  /** The user who holds it; undefined for a card that nobody claimed. */
  readonly holderUuid: string | undefined
  /** The sessions that name its template: when each ends, and whether the holder is inside on a ticket. */
  readonly sessions: readonly { readonly endTime: Date; readonly isInside: boolean }[]
  /** Other valid tickets of the template that the holder has, by uid, each with the last transaction of its line. */
  readonly others: ReadonlyMap<string, string>
}

/**
 * Whether a ticket is used at `now`: its holder was admitted with it to a session that has not ended, or to its only session, and has no
 * other ticket that stands for that. `tickets` is how tickets stand now.
 */
export const isUsed = ({ sessions, others }: TicketUse, tickets: ReadonlyMap<string, TicketHolding>, now: Date): boolean => {
  const isInside = sessions.some(({ isInside, endTime }) => isInside && (now < endTime || sessions.length === 1))
  const isStillThere = ([uid, transactionId]: readonly [string, string]): boolean => {
    const now = tickets.get(uid)
    return now === undefined || (now.state === "valid" && now.transactionId === transactionId)
  }
  return isInside && ![...others].some(isStillThere)
}

/** Reads what the holders of some tickets did with them. Read behind the ledger's lock, so that no other batch moves tickets meanwhile. */
export const ticketUses = async (tx: Repositories, tickets: Iterable<TicketHolding>): Promise<ReadonlyMap<string, TicketUse>> => {
  const uses = new Map<string, TicketUse>()
  for (const ticket of tickets) uses.set(ticket.uid, await useOf(tx, ticket))
  return uses
}

const useOf = async (tx: Repositories, ticket: TicketHolding): Promise<TicketUse> => {
  const { rewardTemplateUuid: template, organizationUuid, walletAddress } = ticket
  const holderUuid = ticket.userUuid ?? (await claimerOf(tx, walletAddress))
  const known = holderUuid === undefined ? walletAddress : (await tx.wallets.ofUser(holderUuid, organizationUuid))?.address
  const held = await tx.tickets.heldIn(template, holderUuid === undefined ? [walletAddress] : await walletsOf(tx, holderUuid))
  return {
    holderUuid,
    // Who has no wallet here was never admitted here.
    sessions: known === undefined ? [] : await tx.presences.onTicket(template, known),
    others: new Map(held.flatMap(({ uid, transactionId }) => (uid === ticket.uid ? [] : [[uid, transactionId]]))),
  }
}

const claimerOf = async (tx: Repositories, walletAddress: string): Promise<string | undefined> => {
  const card = await tx.cards.ofWallet(walletAddress)
  return card?.claimedAt === undefined ? undefined : card.holderUserUuid
}

const walletsOf = async (tx: Repositories, userUuid: string): Promise<readonly string[]> => [
  ...(await tx.wallets.ofUsers([userUuid], undefined)).map(({ address }) => address),
  ...(await tx.cards.heldBy([userUuid])).flatMap(({ claimedAt, walletAddress }) => (claimedAt === undefined ? [] : [walletAddress])),
]
