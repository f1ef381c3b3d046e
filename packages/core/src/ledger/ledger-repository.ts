import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Leaf, LedgerWrites, Needs, Outcome, View } from "./entries/change.ts"
import type { LedgerHead } from "./log/merkle.ts"
import type { HashRange } from "./log/proof-from-tiles.ts"
import type { Transaction } from "./entries/transaction.ts"
import type { TransactionStatus } from "../ledger-proof/status.ts"
import type { TransactionType } from "../ledger-proof/body.ts"

/**
 * The ledger as its committer writes it: two verbs, each a few set-shaped statements whatever the
 * size of the batch.
 */
export interface LedgerRepository {
  /**
   * Reads and locks what `needs` names, and the ledger's one row last. Unknown keys and wallets are
   * absent from the view. Tickets are those that one of the transactions issued, or was the last to
   * move. Reservations are deliveries of rewards, held while these are `pending` or `processing`; they
   * are read under the locks of `supplies`.
   */
  readonly load: (needs: Needs) => Promise<View>
  /**
   * Writes a batch: each table once. `writes` is the fold of the batch: every transaction, status
   * leaf in order, each settled transaction, wallet and the head once, in their last form
   * (its key may have been rotated). Of a settled transaction only what may change is written:
   * `status`, `movedAmount`, `refundedAmount`, the two reasons, `failedAt`, `confirmedAt`; of a
   * moved ticket `walletAddress`, `userUuid`, `transactionId`, `state`, `updatedAt`, `transfers`. A
   * consumed reservation completes its delivery at `consumedAt`, with the transaction and without what
   * was sealed; it rejects where that is not there, or not held. Constraints
   * are the last word, and a broken one rejects: a transaction's id, a log index, the sender's and
   * the receiver's sequence, an outcome's key, the place of a tile hash are each used once, a wallet
   * moves on along its chain (a batch that was judged on an older view of it is rejected), a
   * ticket is issued once and has a transaction to itself, a transaction is reversed once, and no
   * balance but that of an `issuance` wallet is below zero, or below what is held of it; what was
   * issued and set aside of a supply is each not below zero, and both together not above its total.
   */
  readonly write: (writes: LedgerWrites) => Promise<void>
  /**
   * Takes away for good what people wrote on a transaction and what it carries: `meta`,
   * `encryptedData`, `reversalReason`, and the reason of each of its status leaves. `false` when
   * there is no such transaction. What was signed and hashed stays as it is.
   */
  readonly erase: (transactionId: string) => Promise<boolean>
  /** The ledger's name in its checkpoints; undefined while it has none. */
  readonly origin: () => Promise<string | undefined>
  /**
   * Gives the ledger its name unless it has one, and answers the name that it has from now on. Of
   * several at once one is taken.
   */
  readonly fixOrigin: (origin: string) => Promise<string>
  /** The outcome of a request, without waiting for a lock. */
  readonly outcome: (key: string) => Promise<Outcome | undefined>
  /** As {@link outcome}, for many, in no order. */
  readonly outcomes: (keys: readonly string[]) => Promise<readonly Outcome[]>
}

/** Which transactions to list; a member that is left out restricts nothing. */
export interface TransactionsOf {
  readonly addresses: readonly string[]
  /** Any of these. */
  readonly statuses?: readonly TransactionStatus[]
  readonly type?: TransactionType
  /** Those at this index of the log or behind it, but for what undoes something before it. */
  readonly fromLogIndex?: number | undefined
}

/** A wallet, and from where on its receipts are asked for. */
export interface ReceivingWallet {
  readonly address: string
  /** Only what is at this index of the log or behind it. */
  readonly fromLogIndex?: number | undefined
}

/** The ledger as it is read. */
export interface TransactionRepository {
  readonly find: (id: string) => Promise<Transaction | undefined>
  /** Many at once, in no order; unknown ids are left out. */
  readonly findAll: (ids: readonly string[]) => Promise<readonly Transaction[]>
  /**
   * What brought rewards into these wallets: the transactions of type `reward` and
   * `ticket_transfer` that each received, whatever their status, by `createdAt`, ties by log index.
   * However long the ledger is, and whatever else the wallets received, it costs what the page
   * reaches and one count.
   */
  readonly listRewards: (
    wallets: readonly ReceivingWallet[],
    page: PageRequest<"created_at">,
  ) => Promise<Page<Transaction>>
  /**
   * Holds of which nothing became and that ended at `at` or before, the longest ended first (ties
   * by id), at most `limit`.
   */
  readonly expiredHolds: (at: Date, limit: number) => Promise<readonly Transaction[]>
  /**
   * Everything that touched the wallet, in the order of the log, whatever moments `createdAt` has: a
   * clock may be set back. How many there are its chain says.
   */
  readonly listOf: (address: string, page: PageRequest<"created_at">) => Promise<Page<Transaction>>
  /**
   * What stands on the wallet's chain behind its entry `afterSequence`, in the order of the chain,
   * at most `limit`; 0 is before the first. However long the chain is, it costs what was asked for.
   */
  readonly chainOf: (
    address: string,
    afterSequence: number,
    limit: number,
  ) => Promise<readonly Transaction[]>
  /**
   * The same for all of `addresses` together, each transaction once, also one between two of them;
   * filtered before it is paged.
   */
  readonly listOfAll: (
    of: TransactionsOf,
    page: PageRequest<"created_at">,
  ) => Promise<Page<Transaction>>
  /**
   * Leaves from `from` (inclusive) in log order, transactions and status leaves, at most `limit`.
   */
  readonly leaves: (from: number, limit: number) => Promise<readonly Leaf[]>
  /**
   * Hashes of the log's tiles, one list for each of `ranges` and in that order: of level 0 the leaf
   * hashes by log index, above that what `write` was given as `tileHashes`. A list ends early where
   * the log does. However long the log is, it costs what was asked for.
   */
  readonly hashes: (ranges: readonly HashRange[]) => Promise<readonly (readonly string[])[]>
  /** Of an empty log: size 0, no frontier. */
  readonly head: () => Promise<LedgerHead>
}
