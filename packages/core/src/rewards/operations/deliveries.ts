import { Effect, Result } from "effect"
import { actingUser, type Caller, isElsewhere } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/reward-issues.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { asResult, read, Tx } from "../../foundation/unit-of-work.ts"
import { authorise, organizationOf } from "../../organizations/steps.ts"
import { historyFrom, holdsWallet } from "../../wallets/steps.ts"
import type { RewardDelivery, RewardDeliveryView } from "../deliveries/reward-delivery.ts"
import type { RewardDeliveryInput } from "../inputs.ts"

/**
 * Returns how far the delivery of an external reward is, to its receiver and to staff of its
 * organization; it is `NotFound` for every other. What is wrong with an answer is for staff alone.
 */
export const getDelivery = step(function* (caller: Caller, { deliveryUuid }: RewardDeliveryInput) {
  const access = accessOf(endpoints.getDelivery)
  yield* Effect.fromResult(permitToken(access, caller))
  return yield* read(function* (tx) {
    const row = yield* tx.rewardDeliveries.find(deliveryUuid)
    const absent = () => new NotFound({ what: "delivery" })
    if (row === undefined || isElsewhere(caller, row)) return yield* absent()
    const isStaff = yield* asResult(permitStaff(caller, row))
    if (Result.isFailure(isStaff) && !(yield* isReceiver(caller, row))) return yield* absent()
    const sent = row.status === "pending" ? yield* tx.deliveries.find(row.uuid) : undefined
    const { uuid, status, rewardTemplateUuid, transactionId, failureReason } = row
    const view: RewardDeliveryView = {
      uuid,
      status,
      rewardTemplateUuid,
      transactionId,
      failureReason,
      answerErrors: Result.isSuccess(isStaff) ? row.answerErrors : undefined,
      attempts: sent?.attemptCount ?? row.attempts,
      nextAttemptAt: sent?.nextAttemptAt,
      createdAt: row.createdAt,
      completedAt: row.completedAt,
    }
    return view
  })
})

const permitStaff = step(function* (
  caller: Caller,
  { organizationUuid }: Pick<RewardDelivery, "organizationUuid">,
) {
  const organization = yield* organizationOf(organizationUuid)
  yield* authorise(caller, { ...accessOf(endpoints.getDelivery), role: "staff" }, organization)
})

/** Whether it goes to the caller: by name, or into a wallet of theirs. */
const isReceiver = step(function* (
  caller: Caller,
  { userUuid, walletAddress, transactionId }: RewardDelivery,
) {
  if (userUuid !== undefined) return actingUser(caller) === userUuid
  const tx = yield* Tx
  const wallet = yield* tx.wallets.find(walletAddress)
  if (wallet === undefined || !(yield* holdsWallet(caller, wallet))) return false
  // A card that had another holder shows the next one what came since.
  const from = yield* historyFrom(caller, wallet)
  const transaction =
    from === undefined ? undefined : yield* tx.transactions.find(transactionId ?? "")
  return from === undefined || (transaction !== undefined && transaction.logIndex >= from)
})
