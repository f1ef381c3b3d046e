import type { Happening } from "../../rewards/triggers/happening.ts"
import type { View, Writes } from "../entries/change.ts"

/** Outcomes of rewards that a trigger issued are remembered under such keys. */
const byTrigger = "trigger:"

/**
 * What a batch of the ledger tells triggers of rewards: rewards that came to users, and tickets that
 * users gave away. `before` has the tickets as they were.
 */
export const happeningsOf = (
  writes: Pick<Writes, "events" | "outcomes" | "issuances" | "movedTickets" | "transactions">,
  before: Pick<View, "tickets" | "wallets">,
): readonly Happening[] => [...rewardsIn(writes), ...ticketsIn(writes, before)]

const rewardsIn = ({
  events,
  outcomes,
  issuances,
}: Pick<Writes, "events" | "outcomes" | "issuances">): readonly Happening[] => {
  const claims = new Set(
    issuances
      .filter(({ issuedBy }) => issuedBy === "claim")
      .map(({ transactionId }) => transactionId),
  )
  const keys = new Map(
    outcomes.flatMap(({ key, transactionId }) =>
      key.startsWith(byTrigger) ? [[transactionId, key] as const] : [],
    ),
  )
  return events.flatMap(({ type, data, organizationUuid }) => {
    if (type !== "reward.redeemed") return []
    const id = String(data["transaction_id"])
    const userUuid = data["user_id"]
    const redeemed: Happening = {
      event: type,
      organizationUuid,
      id,
      subject: {
        userUuid: typeof userUuid === "string" ? userUuid : undefined,
        walletAddress: String(data["wallet_address"]),
      },
      facts: {},
      issueKey: keys.get(id),
    }
    return claims.has(id) ? [redeemed, { ...redeemed, event: "reward.claimed" }] : [redeemed]
  })
}

const ticketsIn = (
  { movedTickets, transactions }: Pick<Writes, "movedTickets" | "transactions">,
  before: Pick<View, "tickets" | "wallets">,
): readonly Happening[] =>
  movedTickets.flatMap(({ uid, transactionId, organizationUuid }) => {
    const ticket = before.tickets.get(uid)
    const moved = transactions.find(({ body }) => body.id === transactionId)
    const giver = before.wallets.get(ticket?.walletAddress ?? "")
    if (moved?.body.transaction_type !== "ticket_transfer" || giver === undefined) return []
    return [
      {
        event: "ticket.transferred",
        organizationUuid,
        id: transactionId,
        subject: { userUuid: giver.userUuid, walletAddress: giver.address },
        facts: {},
      },
    ]
  })
