import { type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { Result } from "effect"
import { Conflict } from "../../foundation/errors/refusals.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { View } from "../entries/change.ts"
import { judgementOf, type PostingJudgement } from "./posting-change.ts"
import { post, type Posted, type Posting, type PostRefusal, type Signing } from "../entries/post.ts"

/** How many points an organization may issue, in whole points. */
export interface PointsAllowance {
  /** What it may have issued, net. */
  readonly allowance: number
  /**
   * What it has issued, net: the balance of its issuance wallet, turned round. Below 0 when it
   * burnt more than it issued.
   */
  readonly issued: number
  /** What it may still issue; 0 when more is issued than is allowed. */
  readonly available: number
}

/** The figures of an organization's allowance, by the balance of its issuance wallet. */
export const allowanceFigures = (
  allowance: number,
  { balance }: Pick<Wallet, "balance">,
): PointsAllowance => {
  const issued = 0 - balance
  return {
    allowance,
    issued,
    available: Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, allowance - issued)),
  }
}

/**
 * Posts an entry; one that leaves an issuance wallet only within the allowance, judged by the
 * wallet as the view has it, so that of several at once none goes beyond. Without an allowance, and
 * from any other wallet, no limit applies.
 */
export const postWithinAllowance = (
  view: View,
  posting: Posting,
  signing: Signing,
  allowance: number | undefined,
): Result.Result<Posted, PostRefusal> => {
  const from = view.wallets.get(posting.from)
  if (allowance === undefined || from?.kind !== "issuance") return post(view, posting, signing)
  const allowed = withinAllowance(allowance, from, posting.amount)
  return Result.isFailure(allowed) ? Result.fail(allowed.failure) : post(view, posting, signing)
}

/** The judgement of a posting that issues points within an allowance. */
export const issuing = (
  posting: Posting,
  allowance: number | undefined,
): PostingJudgement<PostRefusal> => ({
  ...judgementOf(posting),
  decide: (view, signing) => postWithinAllowance(view, posting, signing, allowance),
})

/**
 * Refuses to issue more points than the allowance leaves with `Conflict`
 * (`points_allowance_exceeded`, with the figures).
 */
const withinAllowance = (
  allowance: number,
  issuance: Pick<Wallet, "balance">,
  amount: number,
): Result.Result<void, Conflict> => {
  const figures = allowanceFigures(allowance, issuance)
  if (amount <= figures.available) return Result.void
  return Result.fail(
    new Conflict({
      reason: "points_allowance_exceeded",
      message: `The organization may issue ${figures.available} more points. Ask service staff for a higher allowance, then send a new idempotency key.`,
      details: { ...figures },
    }),
  )
}

/** Whether the caller issues points without an allowance: service staff, and the host. */
export const mintsFreely = (caller: Caller): boolean =>
  caller.kind === "host" || isServiceStaff(caller)
