import type { OutboxEvent } from "../../foundation/outbox/event.ts"
import type { Refusal } from "../../foundation/errors/refusals.ts"
import type { TicketHolding } from "../tickets/ticket-holding.ts"
import type { Issuance } from "../supplies/issuance.ts"
import type { ConsumedReservation, Reservation } from "../supplies/reservation.ts"
import type { Supply } from "../supplies/supply.ts"
import type { TicketUse } from "../tickets/ticket-use.ts"
import type { SealedKey, Wallet, WalletDecryptionKey } from "../../wallets/wallet.ts"
import type { TileHash } from "../log/completed-tiles.ts"
import type { LedgerHead } from "../log/merkle.ts"
import type { KeyChanged } from "./key-changed.ts"
import type { StatusEvent } from "./status-event.ts"
import type { Transaction } from "./transaction.ts"

/** A refusal as it is stored under an idempotency key: plain JSON. */
export type StoredRefusal =
  | { readonly kind: "insufficient_balance"; readonly available: number }
  | {
      readonly kind: "conflict"
      readonly reason: string
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }

/**
 * What became of a request that carried an idempotency key; the same key answers the same again.
 */
export interface Outcome {
  /** Scope and key in one text; unique in the ledger. */
  readonly key: string
  /** Lower-case hex SHA-256 of the request: another request under the same key is a conflict. */
  readonly digest: string
  /** The transaction that was made; undefined when the request was refused. */
  readonly transactionId: string | undefined
  /**
   * Why it was refused; undefined when it was not. The refusal is stored: the same request is
   * refused again, and makes no payment later.
   */
  readonly refusal: StoredRefusal | undefined
  readonly createdAt: Date
}

/**
 * What a change reads. The store locks these rows in the one order of kinds
 * (`foundation/storage/lock-order.ts`), within a kind by key.
 */
export interface Needs {
  /** Keys of {@link Outcome}s. */
  readonly keys: readonly string[]
  /** Ids of transactions that are settled, reversed or refunded. */
  readonly transactions: readonly string[]
  /** Addresses of wallets. */
  readonly wallets: readonly string[]
  /** Ids of transactions that issued a ticket, or were the last to move one. */
  readonly tickets?: readonly string[]
  /** Uuids of reward templates of which something is issued, or taken back. */
  readonly supplies?: readonly string[]
  /** Uuids of reservations that are consumed; those of their templates are among `supplies`. */
  readonly reservations?: readonly string[]
}

/** What a change sees. Each change of a batch sees what the ones before it did. */
export interface View {
  readonly keys: ReadonlyMap<string, Outcome>
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly wallets: ReadonlyMap<string, Wallet>
  /** By uid. */
  readonly tickets: ReadonlyMap<string, TicketHolding>
  /**
   * What the holders of these tickets did with them when the batch began, by uid; undefined where
   * no change moves a ticket.
   */
  readonly ticketUses?: ReadonlyMap<string, TicketUse> | undefined
  /**
   * Where in the log the history of these cards begins, by the address of the card's wallet;
   * undefined for a card that had no holder who let it go.
   */
  readonly cardHistories?: ReadonlyMap<string, number | undefined> | undefined
  /** By the uuid of the template. */
  readonly supplies: ReadonlyMap<string, Supply>
  /** By uuid. */
  readonly reservations: ReadonlyMap<string, Reservation>
  readonly ledger: LedgerHead
}

/** A wallet's new private keys, at rest. */
export interface RotatedKey {
  readonly address: string
  /** Written over the one before. */
  readonly sealed: SealedKey
  /** Written beside those before; undefined where the decryption key stays. */
  readonly decryption?: WalletDecryptionKey | undefined
}

/** What a change does, as data: nothing has happened yet. */
export interface Writes {
  /** New ones. */
  readonly transactions: readonly Transaction[]
  /** Earlier ones as they stand afterwards: what was settled, reversed or refunded. */
  readonly settled: readonly Transaction[]
  /** Status leaves, each behind the transaction that caused it. */
  readonly statuses: readonly StatusEvent[]
  readonly outcomes: readonly Outcome[]
  /** The committer records them, with their deliveries. */
  readonly events: readonly OutboxEvent[]
  /** The wallets as they stand afterwards. */
  readonly wallets: readonly Wallet[]
  /** New keys of wallets that were rotated. */
  readonly walletKeys: readonly RotatedKey[]
  /**
   * Hashes of the tiles of the log that its new leaves fill. A change leaves them out: they are
   * found once, for the batch.
   */
  readonly tileHashes: readonly TileHash[]
  /** Tickets that were issued. */
  readonly tickets: readonly TicketHolding[]
  /** Earlier ones as they stand afterwards: what was moved, or taken back. */
  readonly movedTickets: readonly TicketHolding[]
  /** Rewards that were issued. */
  readonly issuances: readonly Issuance[]
  /** Supplies of reward templates as they stand afterwards. */
  readonly supplies: readonly Supply[]
  /** What was set aside and is issued; it was held. */
  readonly reservations: readonly ConsumedReservation[]
  readonly ledger: LedgerHead
}

/** What the storage of the ledger writes of them. */
export type LedgerWrites = Omit<Writes, "events">

/** Nothing but the head. */
export const noWrites: Omit<Writes, "ledger"> = {
  transactions: [],
  settled: [],
  statuses: [],
  outcomes: [],
  events: [],
  wallets: [],
  walletKeys: [],
  tileHashes: [],
  tickets: [],
  movedTickets: [],
  issuances: [],
  supplies: [],
  reservations: [],
}

/** Nothing but the head. */
export const noNeeds: Needs = { keys: [], transactions: [], wallets: [] }

/**
 * A change to the ledger and all that becomes true with it. `judge` is pure and synchronous: it may
 * be asked again on another view.
 */
export interface Change<Answer, Refused extends Refusal | KeyChanged = Refusal | KeyChanged> {
  readonly needs: Needs
  /** Addresses of wallets of cards whose {@link View.cardHistories} are read under the ledger's lock. */
  readonly cards?: readonly string[] | undefined
  readonly judge: (view: View, now: Date) => Judged<Answer, Refused>
}

/**
 * A refused change has written nothing, so there is nothing to undo; the refusal may be stored
 * under its idempotency key.
 */
export type Judged<Answer, Refused extends Refusal | KeyChanged = Refusal | KeyChanged> =
  | { readonly ok: true; readonly writes: Writes; readonly answer: Answer }
  | { readonly ok: false; readonly refusal: Refused; readonly outcome?: Outcome | undefined }

/** A leaf of the log in log order, as it is exported. */
export interface Leaf {
  readonly logIndex: number
  readonly kind: "transaction" | "status"
  readonly text: string
  readonly signature: string
  readonly leafHash: string
  /** What a `key_rotation` tells openly; always there for one, and for nothing else. */
  readonly data?: string | undefined
}
