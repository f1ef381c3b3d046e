import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import type { TransactionInput } from "../../foundation/kernel/inputs.ts"

/**
 * Erases what people wrote on a transaction (description, tags, why it was reversed) and the
 * content that it carries, for good, as when a person asks to be forgotten. The entry stays: what
 * was signed holds only salted hashes of it, so every signature, chain and proof stays good
 * (docs/ledger-format.md#erasable-texts). For the host alone.
 */
export const erase = Effect.fnUntraced(function* (caller: Caller, input: TransactionInput) {
  yield* Effect.fromResult(permitHost(caller))
  yield* transact(function* (tx) {
    if (!(yield* tx.ledger.erase(input.transaction)))
      return yield* new NotFound({ what: "transaction" })
  })
})
