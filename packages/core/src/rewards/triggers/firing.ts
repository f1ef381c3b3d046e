import type { FiringOutcome, TriggerFiring } from "./reward-trigger.ts"

/** What is known of a refusal. */
export interface AnyRefusal {
  readonly _tag: string
  readonly code?: unknown
  readonly reason?: unknown
  readonly details?: unknown
}

/** Refusals that say nothing of the reward: the same may be granted in a moment. */
const passing: readonly string[] = [
  "RateLimited",
  "Unavailable",
  "LedgerUnavailable",
  "StorageFailed",
]

/** Whether issuing is to be tried again after a refusal. */
export const isPassing = ({ _tag }: Pick<AnyRefusal, "_tag">): boolean => passing.includes(_tag)

/** How a firing ended with a reward, or was refused one. */
export const ended = (
  firing: TriggerFiring,
  result: { readonly transactionId: string } | { readonly refusal: AnyRefusal },
  now: Date,
): TriggerFiring =>
  "transactionId" in result
    ? { ...firing, outcome: "issued", transactionId: result.transactionId, endedAt: now }
    : { ...firing, ...verdictOf(result.refusal), endedAt: now }

const verdictOf = (
  refusal: AnyRefusal,
): { readonly outcome: FiringOutcome; readonly reason: string } => {
  const reason = reasonOf(refusal)
  if (reason === "supply_exhausted") return { outcome: "no_supply", reason }
  if (reason === "membership_required") return { outcome: "not_entitled", reason }
  return { outcome: "failed", reason }
}

/** The narrowest code that a refusal has; sentences are for people. */
export const reasonOf = ({ _tag, code, reason, details }: AnyRefusal): string => {
  const narrower =
    typeof details === "object" && details !== null && "reason" in details
      ? details.reason
      : undefined
  if (typeof narrower === "string") return narrower
  if (_tag === "Conflict" && typeof reason === "string") return reason
  return typeof code === "string" ? code : "failed"
}
