import {
  BadRequest,
  Conflict,
  IdempotencyConflict,
  IdentifierUnresolved,
  InsufficientBalance,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { attemptsMax, type JobHandler } from "../../foundation/jobs/job-kind.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import type { DeliveryFailure } from "./reward-delivery.ts"

const pauseMs = 3_600_000

interface DeliveryEnds {
  /** Issues the answer of a delivery; answers why there is nothing to issue, if so. */
  readonly issue: (
    uuid: string,
    requestId: string | undefined,
  ) => Promise<DeliveryFailure | undefined>
  /** Ends it as failed, and returns what was set aside. */
  readonly fail: (
    uuid: string,
    failure: DeliveryFailure,
    requestId: string | undefined,
  ) => Promise<void>
}

/** Ends a delivery whose answer came, or whose webhook will not answer. */
export const rewardDelivery =
  (clock: Clock, { issue, fail }: DeliveryEnds): JobHandler =>
  async ({ payload, attempts, requestId }) => {
    const uuid = String(payload["delivery"])
    try {
      const failure = await issue(uuid, requestId).catch((refusal: unknown) => ({
        failureReason: reasonOf(refusal),
      }))
      if (failure !== undefined) await fail(uuid, failure, requestId)
      return undefined
    } catch (cause) {
      if (attempts < attemptsMax) throw cause
      // Never given up: something is set aside for it.
      return new Date(clock.now().getTime() + pauseMs)
    }
  }

/** Why a delivery cannot be issued, ever; what may pass is thrown again. */
const reasonOf = (refusal: unknown): string => {
  if (refusal instanceof Conflict) return refusal.reason
  if (refusal instanceof IdentifierUnresolved) return "receiver_deleted"
  if (refusal instanceof NotFound) return "not_found"
  if (refusal instanceof BadRequest) return "content_refused"
  if (refusal instanceof InsufficientBalance) return "treasury_exhausted"
  if (refusal instanceof IdempotencyConflict) return "idempotency_conflict"
  throw refusal
}
