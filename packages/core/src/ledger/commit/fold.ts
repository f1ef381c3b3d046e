import type { OutboxEvent } from "../../foundation/outbox/event.ts"
import type { TicketHolding } from "../tickets/ticket-holding.ts"
import type { Issuance } from "../supplies/issuance.ts"
import type { ConsumedReservation } from "../supplies/reservation.ts"
import type { Supply } from "../supplies/supply.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { LedgerHead } from "../log/merkle.ts"
import type { Outcome, RotatedKey, View, Writes } from "../entries/change.ts"
import { tilesCompletedBy } from "../log/completed-tiles.ts"
import type { StatusEvent } from "../entries/status-event.ts"
import type { Transaction } from "../entries/transaction.ts"

/** A batch in the making: what the next change of it sees, and what all of them so far write. */
export interface Fold {
  /**
   * The view after everything taken so far. Live: look at it again after each {@link Fold.take},
   * and keep nothing of it.
   */
  readonly view: View
  /**
   * Takes what a change writes: from now on `view` shows it.
   *
   * @throws {Error} when the writes do not continue the log where it stands, or name a wallet
   * the batch did not load.
   */
  readonly take: (writes: Writes) => void
  /** Keeps what became of a request that was refused. */
  readonly remember: (outcome: Outcome) => void
  /**
   * Everything taken: transactions, outcomes, events and new tickets in order, each wallet, moved
   * ticket, supply and the head once, in their last form, and each consumed reservation.
   */
  readonly writes: () => Writes
}

/** Begins a batch on what was loaded for it. Copies the maps once, however many changes follow. */
export const beginFold = (loaded: View): Fold => {
  const keys = new Map(loaded.keys)
  const wallets = new Map(loaded.wallets)
  let ledger: LedgerHead = loaded.ledger
  const originals = new Map(loaded.transactions)
  const transactions: Transaction[] = []
  const settled = new Map<string, Transaction>()
  const statuses: StatusEvent[] = []
  const walletKeys = new Map<string, RotatedKey>()
  const rewards = foldRewards(loaded)
  const outcomes: Outcome[] = []
  const events: OutboxEvent[] = []
  const moved = new Map<string, Wallet>()

  return {
    view: {
      keys,
      transactions: originals,
      wallets,
      ...rewards.view,
      get ledger() {
        return ledger
      },
    },
    take: (writes) => {
      mustContinue(ledger, writes)
      if (!writes.wallets.every((wallet) => wallets.has(wallet.address)))
        throw new Error("A change writes a wallet it did not need.")
      ledger = writes.ledger
      for (const wallet of writes.wallets) {
        wallets.set(wallet.address, wallet)
        moved.set(wallet.address, wallet)
      }
      for (const outcome of writes.outcomes) keys.set(outcome.key, outcome)
      for (const transaction of writes.settled) {
        if (!originals.has(transaction.body.id))
          throw new Error("A change settles a transaction it did not need.")
        originals.set(transaction.body.id, transaction)
        settled.set(transaction.body.id, transaction)
      }
      for (const key of writes.walletKeys) walletKeys.set(key.address, key)
      rewards.take(writes)
      transactions.push(...writes.transactions)
      statuses.push(...writes.statuses)
      outcomes.push(...writes.outcomes)
      events.push(...writes.events)
    },
    remember: (outcome) => {
      keys.set(outcome.key, outcome)
      outcomes.push(outcome)
    },
    writes: () => ({
      transactions,
      settled: [...settled.values()],
      statuses,
      outcomes,
      events,
      wallets: [...moved.values()],
      walletKeys: [...walletKeys.values()],
      tileHashes: tilesCompletedBy(
        loaded.ledger,
        [...transactions, ...statuses]
          .toSorted((a, b) => a.logIndex - b.logIndex)
          .map(({ leafHash }) => leafHash),
      ),
      ...rewards.writes(),
      ledger,
    }),
  }
}

/** What the rewards of a batch come to: tickets, supplies and issuances. */
const foldRewards = (loaded: View) => {
  const { ticketUses, cardHistories } = loaded
  const tickets = foldTickets(loaded.tickets)
  const supplies = foldSupplies(loaded.supplies)
  const reservations = foldReservations(loaded.reservations)
  const issuances: Issuance[] = []
  return {
    view: {
      tickets: tickets.view,
      ticketUses,
      cardHistories,
      supplies: supplies.view,
      reservations: reservations.view,
    },
    take: (writes: Writes): void => {
      tickets.take(writes)
      supplies.take(writes.supplies)
      reservations.take(writes.reservations)
      issuances.push(...writes.issuances)
    },
    writes: () => ({
      ...tickets.writes(),
      issuances,
      supplies: supplies.writes(),
      reservations: reservations.writes(),
    }),
  }
}

/** The tickets of a batch: each that was issued, and each that was moved once, in its last form. */
const foldTickets = (loaded: View["tickets"]) => {
  const view = new Map(loaded)
  const issued: TicketHolding[] = []
  const moved = new Map<string, TicketHolding>()
  return {
    view,
    take: (writes: Pick<Writes, "tickets" | "movedTickets">): void => {
      for (const ticket of writes.movedTickets) {
        if (!view.has(ticket.uid)) throw new Error("A change moves a ticket it did not need.")
        view.set(ticket.uid, ticket)
        moved.set(ticket.uid, ticket)
      }
      for (const ticket of writes.tickets) view.set(ticket.uid, ticket)
      issued.push(...writes.tickets)
    },
    writes: () => ({ tickets: issued, movedTickets: [...moved.values()] }),
  }
}

/** The reservations that a batch consumes. */
const foldReservations = (loaded: View["reservations"]) => {
  const view = new Map(loaded)
  const consumed: ConsumedReservation[] = []
  return {
    view,
    take: (reservations: Writes["reservations"]): void => {
      for (const reservation of reservations) {
        const { uuid } = reservation
        if (view.get(uuid)?.isHeld !== true)
          throw new Error("A change consumes a reservation that is not held.")
        view.set(uuid, { uuid, isHeld: false })
        consumed.push(reservation)
      }
    },
    writes: () => consumed,
  }
}

/** The supplies of a batch: each that changed once, in its last form. */
const foldSupplies = (loaded: View["supplies"]) => {
  const view = new Map(loaded)
  const changed = new Map<string, Supply>()
  return {
    view,
    take: (supplies: Writes["supplies"]): void => {
      for (const supply of supplies) {
        if (!view.has(supply.uuid)) throw new Error("A change writes a supply it did not need.")
        view.set(supply.uuid, supply)
        changed.set(supply.uuid, supply)
      }
    },
    writes: () => [...changed.values()],
  }
}

const mustContinue = (
  ledger: LedgerHead,
  { transactions, statuses, ledger: after }: Writes,
): void => {
  const places = [...transactions, ...statuses]
    .map(({ logIndex }) => logIndex)
    .sort((a, b) => a - b)
  const isNext = places.every((place, index) => place === ledger.size + index)
  if (!isNext || after.size !== ledger.size + places.length)
    throw new Error("A change does not continue the log where it stands.")
}
