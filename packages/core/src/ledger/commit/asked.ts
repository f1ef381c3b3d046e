import { Result } from "effect"
import { BadRequest } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { referenceIdMax } from "../../ledger-proof/body.ts"

/** What a caller asks the ledger for, as far as it can be wrong by itself. */
export interface Asked {
  readonly amount: number
  readonly referenceId?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/**
 * Refuses what no ledger entry could say: an amount that is no whole number from `least` (1 unless
 * said) to 2^53-1, a reference that is too long, texts with lone surrogates, which have no UTF-8.
 * Asked first, so that the caller hears of it and no idempotency key is burnt.
 */
export const sayable = (
  { amount, referenceId = "", description = "", tags = [] }: Asked,
  least: 0 | 1 = 1,
): Result.Result<void, BadRequest> => {
  const isWhole = Number.isSafeInteger(amount) && amount >= least
  if (!isWhole)
    return Result.fail(
      new BadRequest({
        field: "amount",
        reason: `A whole number from ${least} to ${limits.amountMax}.`,
      }),
    )
  if (referenceId.length > referenceIdMax || !referenceId.isWellFormed())
    return Result.fail(
      new BadRequest({
        field: "reference_id",
        reason: `At most ${referenceIdMax} characters, and no lone surrogates.`,
      }),
    )
  if (!description.isWellFormed())
    return Result.fail(new BadRequest({ field: "description", reason: "No lone surrogates." }))
  if (!tags.every((tag) => tag.isWellFormed()))
    return Result.fail(new BadRequest({ field: "tags", reason: "No lone surrogates." }))
  return Result.succeed(undefined)
}
