import { Result } from "effect"
import { Conflict } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import { beginFold } from "../../ledger/commit/fold.ts"
import { noWrites } from "../../ledger/entries/change.ts"
import { type Posting, post, type Signing } from "../../ledger/entries/post.ts"
import { type TicketHolding, ticketMoved } from "../../ledger/tickets/ticket-holding.ts"
import { availableOf } from "../../ledger-proof/chain.ts"
import { noteRosterChanges } from "../../manifest/rosters/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { Card } from "../card.ts"
import type { PreparedSweep } from "../prepare-sweep.ts"

/** As many tickets as one transaction moves; a card with more keeps the others for its holder. */
const ticketsMax = 100

/**
 * Moves what a card's own wallet holds into a wallet of the person whose it is, in the transaction
 * that gives the card another holder: who has the card later finds nothing of theirs in it. Points
 * that are held stay until they are settled.
 */
export const sweepCard = step(function* (
  card: Card,
  userUuid: string,
  prepared: PreparedSweep,
  now: Date,
) {
  if (prepared === undefined) return
  const tx = yield* Tx
  const to =
    (yield* tx.wallets.ofUser(userUuid, card.organizationUuid)) ??
    (yield* tx.wallets.ofUser(userUuid, undefined))
  if (to === undefined || to.closedAt !== undefined) return
  const tickets = yield* tx.tickets.listValid(
    { walletAddress: card.walletAddress },
    undefined,
    ticketsMax,
  )
  yield* sweepInto(to, { card, prepared, tickets }, now)
})

/** What is moved out of the wallet of a card: all points that are not held, and these tickets. */
interface Sweep {
  readonly card: Pick<Card, "walletAddress">
  readonly prepared: PreparedSweep
  readonly tickets: readonly Pick<TicketHolding, "transactionId">[]
}

/** Moves what a card's own wallet holds into another wallet. */
export const sweepInto = step(function* (
  to: Wallet,
  { card: { walletAddress: from }, prepared, tickets }: Sweep,
  now: Date,
) {
  if (prepared === undefined) return
  const tx = yield* Tx
  const { ids } = yield* Ports
  const loaded = yield* tx.ledger.load({
    keys: [],
    transactions: [],
    wallets: [from, to.address].toSorted(),
    tickets: tickets.map(({ transactionId }) => transactionId).toSorted(),
  })
  const fold = beginFold(loaded)
  const signing: Signing = { ...prepared, now }
  const send = (posting: Pick<Posting, "transactionType" | "amount" | "originalTransactionId">) =>
    post(fold.view, { ...plain, ...posting, id: ids.cuid(), from, to: to.address }, signing)
  const wallet = loaded.wallets.get(from)
  const points = wallet === undefined ? 0 : availableOf(wallet)
  if (points > 0) {
    const posted = send({ transactionType: "transfer", amount: points, originalTransactionId: "" })
    if (Result.isFailure(posted)) return yield* keyRotated()
    const { transaction, wallets, ledger } = posted.success
    fold.take({ ...noWrites, transactions: [transaction], wallets, ledger })
  }
  for (const ticket of loaded.tickets.values()) {
    if (ticket.state !== "valid" || ticket.walletAddress !== from) continue
    const posted = send({
      transactionType: "ticket_transfer",
      amount: 0,
      originalTransactionId: ticket.transactionId,
    })
    if (Result.isFailure(posted)) return yield* keyRotated()
    const { transaction, wallets, ledger } = posted.success
    const movedTickets = [ticketMoved(ticket, transaction, to, false)]
    fold.take({ ...noWrites, transactions: [transaction], wallets, ledger, movedTickets })
  }
  const { events: _, ...writes } = fold.writes()
  if (writes.transactions.length === 0) return
  yield* tx.ledger.write(writes)
  yield* noteRosterChanges(
    writes.movedTickets.flatMap((ticket) =>
      [from, to.address].map((subject) => ({ organizationUuid: ticket.organizationUuid, subject })),
    ),
  )
})

const plain = {
  effect: "posted",
  referenceId: "",
  meta: undefined,
  dataHash: "",
  encryptedData: "",
  data: "",
  expiresAt: undefined,
  reason: undefined,
} as const

/** The card's wallet got another key since it was opened. */
const keyRotated = () =>
  new Conflict({
    reason: "key_rotated",
    message: "The key of the card's wallet was rotated at the same time. Try again.",
  })
