import type { OutboxEvent } from "../outbox/event.ts"
import type { Refusal } from "../errors/refusals.ts"
import type { Wallet } from "../wallets/wallet.ts"
import type { KeyChanged } from "./key-changed.ts"
import type { Transaction } from "./transaction.ts"

/** What became of a request that carried an idempotency key; the same key answers the same again. */
export interface Outcome {
  /** Scope and key in one text; unique in the ledger. */
  readonly key: string
  /** Lower-case hex SHA-256 of the request: another request under the same key is a conflict. */
  readonly digest: string
  readonly transactionId: string
  readonly createdAt: Date
}

/** What a change reads. The store locks these rows in the one order of kinds (`storage/lock-order.ts`), within a kind by key. */
export interface Needs {
  /** Keys of {@link Outcome}s. */
  readonly keys: readonly string[]
  /** Addresses of wallets. */
  readonly wallets: readonly string[]
}

/** The ledger's one row: how long the log is, and the frontier of its Merkle tree (RFC 9162), at most 53 hashes. */
export interface LedgerHead {
  /** Leaves in the log. */
  readonly size: number
  /** Roots of the perfect subtrees, largest first, lower-case hex. */
  readonly frontier: readonly string[]
}

/** What a change sees. Each change of a batch sees what the ones before it did. */
export interface View {
  readonly keys: ReadonlyMap<string, Outcome>
  readonly wallets: ReadonlyMap<string, Wallet>
  readonly ledger: LedgerHead
}

/** What a change does, as data: nothing has happened yet. */
export interface Writes {
  readonly transactions: readonly Transaction[]
  readonly outcomes: readonly Outcome[]
  readonly events: readonly OutboxEvent[]
  /** The wallets as they stand afterwards. */
  readonly wallets: readonly Wallet[]
  readonly ledger: LedgerHead
}

/** A change to the ledger and all that becomes true with it. `judge` is pure and synchronous: it may be asked again on another view. */
export interface Change<Answer, Refused extends Refusal | KeyChanged = Refusal | KeyChanged> {
  readonly needs: Needs
  readonly judge: (view: View, now: Date) => Judged<Answer, Refused>
}

/** A refused change has written nothing, so there is nothing to undo. */
export type Judged<Answer, Refused extends Refusal | KeyChanged = Refusal | KeyChanged> =
  | { readonly ok: true; readonly writes: Writes; readonly answer: Answer }
  | { readonly ok: false; readonly refusal: Refused }

/** A leaf of the log in log order, as it is exported. */
export interface Leaf {
  readonly logIndex: number
  readonly kind: "transaction" | "status"
  readonly text: string
  readonly signature: string
  readonly leafHash: string
}
