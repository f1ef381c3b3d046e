import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import { BadRequest, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read, Tx } from "../../foundation/unit-of-work.ts"
import { visibleEnd } from "../../wallets/steps.ts"
import { consistencyPlan, inclusionPlan, type ProofPlan } from "../log/proof-from-tiles.ts"
import type { Transaction } from "../entries/transaction.ts"
import type { ProveTransactionInput } from "../inputs.ts"

/** That a transaction stands in the log, and what became of the log since an earlier checkpoint. */
export interface TransactionProof {
  readonly transaction: Transaction
  /** The signed note that the paths lead to. */
  readonly checkpoint: string
  /** Leaves in the log of that checkpoint. */
  readonly size: number
  /** From the leaf to the root, nearest first, lower-case hex (RFC 9162 section 2.1.3). */
  readonly inclusion: readonly string[]
  /**
   * That the log begins with the one of the size that was asked about (RFC 9162 section 2.1.4);
   * undefined when none was.
   */
  readonly consistency: readonly string[] | undefined
}

/**
 * Returns a proof that a transaction is in the public log. With `fromSize`, also a proof that this
 * log extends the one of an earlier checkpoint. For callers who may see the transaction.
 */
export const proof = step(function* (caller: Caller, input: ProveTransactionInput) {
  const access = accessOf(endpoints.proof)
  yield* Effect.fromResult(permitToken(access, caller))
  const { checkpoints, ledgerOrigin } = yield* Ports
  const origin = yield* prepare(ledgerOrigin.fixed)
  const { transaction, head, inclusion, consistency } = yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(input.transaction)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    if ((yield* visibleEnd(caller, access, transaction)) === undefined)
      return yield* new NotFound({ what: "transaction" })
    const head = yield* tx.transactions.head()
    const { fromSize } = input
    if (fromSize !== undefined && fromSize > head.size)
      return yield* new BadRequest({
        field: "from_size",
        reason: `The log has ${head.size} leaves.`,
      })
    return {
      transaction,
      head,
      inclusion: yield* pathOf(inclusionPlan(transaction.logIndex, head.size)),
      consistency: fromSize === undefined ? undefined : yield* growthFrom(fromSize, head.size),
    }
  })
  const note = checkpoints.of(origin, head)
  const proof: TransactionProof = {
    transaction,
    checkpoint: note,
    size: head.size,
    inclusion,
    consistency,
  }
  return proof
})

/** Every log begins with the empty one, which takes no proof. */
const growthFrom = step(function* (earlierSize: number, size: number) {
  return earlierSize === 0 ? [] : yield* pathOf(consistencyPlan(earlierSize, size))
})

const pathOf = step(function* (plan: ProofPlan) {
  const tx = yield* Tx
  return plan.path(yield* tx.transactions.hashes(plan.ranges))
})
