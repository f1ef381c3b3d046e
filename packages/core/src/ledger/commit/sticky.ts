import { Conflict, InsufficientBalance } from "../../foundation/errors/refusals.ts"

/** A refusal as it is kept under an idempotency key: plain JSON. */
export type StoredRefusal =
  | { readonly kind: "insufficient_balance"; readonly available: number }
  | {
      readonly kind: "conflict"
      readonly reason: string
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
    }

/**
 * A refusal as it is kept, if it is one that sticks: what the ledger itself refused. Bad input, a
 * missing right, a full queue and a rotated key burn no idempotency key: the same call may be right
 * later.
 */
export const storedRefusal = (refusal: unknown): StoredRefusal | undefined => {
  if (refusal instanceof InsufficientBalance)
    return { kind: "insufficient_balance", available: refusal.available }
  if (refusal instanceof Conflict)
    return {
      kind: "conflict",
      reason: refusal.reason,
      message: refusal.message,
      details: refusal.details ?? {},
    }
  return undefined
}

/** The refusal again. */
export const refusalOf = (stored: StoredRefusal): InsufficientBalance | Conflict => {
  switch (stored.kind) {
    case "insufficient_balance":
      return new InsufficientBalance({ available: stored.available })
    case "conflict":
      return new Conflict({
        reason: stored.reason,
        message: stored.message,
        details: stored.details,
      })
  }
}
