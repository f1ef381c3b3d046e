import type { Repositories } from "../../foundation/storage/storage.ts"
import type { TicketHolding } from "./ticket-holding.ts"
import { isForSession } from "./door-terms.ts"
import type { TicketUse } from "./ticket-use.ts"

/**
 * Reads what the holders of some tickets did with them. Read behind the ledger's lock, so that no
 * other batch moves tickets meanwhile.
 */
export const ticketUses = async (
  tx: Repositories,
  tickets: Iterable<TicketHolding>,
): Promise<ReadonlyMap<string, TicketUse>> => {
  const uses = new Map<string, TicketUse>()
  for (const ticket of tickets) uses.set(ticket.uid, await useOf(tx, ticket))
  return uses
}

const useOf = async (tx: Repositories, ticket: TicketHolding): Promise<TicketUse> => {
  const { rewardTemplateUuid: template, organizationUuid, walletAddress } = ticket
  const holderUuid = ticket.userUuid ?? (await claimerOf(tx, walletAddress))
  const known =
    holderUuid === undefined
      ? walletAddress
      : (await tx.wallets.ofUser(holderUuid, organizationUuid))?.address
  const held = await tx.tickets.heldIn(
    template,
    holderUuid === undefined ? [walletAddress] : await walletsOf(tx, holderUuid),
  )
  const others = held.filter(({ uid }) => uid !== ticket.uid)
  // Who has no wallet here was never admitted here.
  const sessions = known === undefined ? [] : await tx.presences.onTicket(template, known)
  return {
    holderUuid,
    sessions: sessions
      .filter(({ sessionUuid }) => isForSession(ticket, sessionUuid))
      .map(({ sessionUuid, endTime, isInside }) => ({
        endTime,
        isInside,
        others: new Map(
          others
            .filter((other) => isForSession(other, sessionUuid))
            .map(({ uid, transactionId }) => [uid, transactionId]),
        ),
      })),
  }
}

const claimerOf = async (tx: Repositories, walletAddress: string): Promise<string | undefined> => {
  const card = await tx.cards.ofWallet(walletAddress)
  return card?.claimedAt === undefined ? undefined : card.holderUserUuid
}

const walletsOf = async (tx: Repositories, userUuid: string): Promise<readonly string[]> => [
  ...(await tx.wallets.ofUsers([userUuid], undefined)).map(({ address }) => address),
  ...(await tx.cards.heldBy([userUuid])).flatMap(({ claimedAt, walletAddress }) =>
    claimedAt === undefined ? [] : [walletAddress],
  ),
]
