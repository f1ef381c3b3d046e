import type { TransactionBody } from "../../ledger-proof/body.ts"
import type { TransactionStatus } from "../../ledger-proof/status.ts"

/**
 * What became of a transaction, as far as later ones depend on it: a stored transaction says it,
 * and a verifier keeps it.
 */
export interface EntryState {
  readonly body: Pick<
    TransactionBody,
    "id" | "effect" | "transaction_type" | "from_address" | "to_address" | "amount"
  >
  readonly transactionHash: string
  readonly status: TransactionStatus
  /** Points that it moved in the end: its amount, or for a hold what was posted of it. */
  readonly movedAmount: number
  /** Points of these that were given back by refunds. */
  readonly refundedAmount: number
}

/** Why an entry cannot settle or undo the original that it names. */
export type OriginalFault =
  /** It names none, or one that is not there, or that cannot be settled or undone this way. */
  | "bad_original"
  /** What it names was settled or reversed before: that happens once. */
  | "double_resolution"
  /** It posts more than was held, or gives back more than is left. */
  | "reversal_exceeds"

/** What an entry makes of the one it names. */
export interface Settlement {
  readonly original: EntryState
  /** Where its status changes, the one it had: then a status leaf follows the entry. */
  readonly from: TransactionStatus | undefined
}

/** Whether an entry references an original, and must name it. */
export const referencesOriginal = ({
  effect,
  transaction_type: type,
}: Pick<TransactionBody, "effect" | "transaction_type">): boolean =>
  effect === "post" || effect === "void" || type === "reversal" || type === "refund"

/**
 * What may be undone: entries that moved points. Undoing is not undone: send the
 * points again.
 */
const undoable: ReadonlySet<TransactionBody["transaction_type"]> = new Set([
  "mint",
  "burn",
  "transfer",
  "reward",
  "ticket_transfer",
  "spend",
  "adjustment",
  "expiration",
])

type ReferencingEntry = Pick<
  TransactionBody,
  "effect" | "transaction_type" | "from_address" | "to_address" | "amount"
>

/**
 * What `entry` makes of the transaction it names (docs/ledger-format.md#reversals-and-refunds): a
 * `post` or `void` settles a hold, a reversal takes back what is left, once, and refunds give back
 * parts of it. A void ends as cancelled; the status leaf may say failed instead.
 */
export const settle = (
  entry: ReferencingEntry,
  original: EntryState | undefined,
): Settlement | OriginalFault => {
  if (original === undefined) return "bad_original"
  return entry.effect === "post" || entry.effect === "void"
    ? settleHold(entry, original)
    : undo(entry, original)
}

const settleHold = (entry: ReferencingEntry, original: EntryState): Settlement | OriginalFault => {
  const { body, status } = original
  const isItsOwn =
    body.effect === "pending" &&
    body.transaction_type === entry.transaction_type &&
    body.from_address === entry.from_address &&
    body.to_address === entry.to_address
  if (!isItsOwn) return "bad_original"
  if (status !== "pending") return "double_resolution"
  if (entry.effect === "void")
    return entry.amount === 0
      ? { original: { ...original, status: "cancelled" }, from: "pending" }
      : "reversal_exceeds"
  if (entry.amount > body.amount) return "reversal_exceeds"
  return {
    original: { ...original, status: "confirmed", movedAmount: entry.amount },
    from: "pending",
  }
}

const undo = (entry: ReferencingEntry, original: EntryState): Settlement | OriginalFault => {
  const { body, status, movedAmount, refundedAmount } = original
  const isItsOwn =
    entry.effect === "posted" &&
    (body.effect === "posted" || body.effect === "pending") &&
    undoable.has(body.transaction_type) &&
    body.from_address === entry.to_address &&
    body.to_address === entry.from_address
  if (!isItsOwn) return "bad_original"
  if (status === "reversed") return "double_resolution"
  if (status !== "confirmed") return "bad_original"
  if (entry.amount > movedAmount - refundedAmount) return "reversal_exceeds"
  if (entry.transaction_type === "reversal")
    return { original: { ...original, status: "reversed" }, from: "confirmed" }
  if (entry.amount === 0) return "reversal_exceeds"
  return {
    original: { ...original, refundedAmount: refundedAmount + entry.amount },
    from: undefined,
  }
}

/** What a transaction stands for when it is entered: one that holds waits, every other is done. */
export const initialState = (body: TransactionBody, transactionHash: string): EntryState => ({
  body,
  transactionHash,
  status: body.effect === "pending" ? "pending" : "confirmed",
  movedAmount: body.effect === "posted" || body.effect === "post" ? body.amount : 0,
  refundedAmount: 0,
})
