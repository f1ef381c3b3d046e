import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import type { TransactionInput } from "../../foundation/kernel/inputs.ts"

/**
 * Erases the texts of a transaction (description, tags, reason of a reversal) and its content
 * permanently, as when a person asks for it. The entry stays: its signed body has only salted
 * hashes of the texts, so every signature, chain and proof stays valid
 * (docs/ledger-format.md#erasable-texts). For the host alone.
 */
export const erase = step(function* (caller: Caller, input: TransactionInput) {
  yield* Effect.fromResult(permitHost(caller))
  yield* transact(function* (tx) {
    if (!(yield* tx.ledger.erase(input.transaction)))
      return yield* new NotFound({ what: "transaction" })
    yield* tx.cachedContents.forget(input.transaction)
  })
})
