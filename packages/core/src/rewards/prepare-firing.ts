import { Effect, Result } from "effect"
import { NotFound } from "../foundation/errors/refusals.ts"
import { asResult, read, transact } from "../foundation/unit-of-work.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import { resolve } from "../identifiers/steps.ts"
import { replayed, type RequestKey } from "../ledger/commit/posting-change.ts"
import { requestDigest } from "../ledger/commit/submit-posting.ts"
import { organizationOf } from "../organizations/steps.ts"
import { prepareKey } from "../wallets/prepare.ts"
import { issueReward } from "./prepare-issue.ts"
import { openTicketWallet, ticketWallet } from "./steps.ts"
import { issuingOf, permittedStanding } from "./steps/issuing.ts"
import { settleFiring } from "./steps/firings.ts"
import { ended, isPassing } from "./triggers/firing.ts"
import type { TriggerFiring } from "./triggers/reward-trigger.ts"

/**
 * Issues the reward of a firing, once however often it is called, and answers its transaction. It
 * refuses as a redemption does.
 */
export const issueFiring = Effect.fnUntraced(function* (firing: TriggerFiring) {
  const identifier = receiverOf(firing)
  const key: RequestKey = {
    outcomeKey: firing.key,
    idempotencyKey: firing.key,
    digest: requestDigest("reward_trigger", { firing: firing.uuid }),
  }
  const found = yield* read(function* (tx, now) {
    const before = yield* tx.ledger.outcome(key.outcomeKey)
    if (before !== undefined) return { before: yield* Effect.fromResult(replayed(before, key)) }
    const template = yield* tx.rewardTemplates.find(firing.rewardTemplateUuid)
    if (template === undefined) return yield* new NotFound({ what: "reward" })
    const organization = yield* organizationOf(template.organizationUuid)
    const issuing = yield* issuingOf({ template, organization })
    const receiver = yield* resolve(identifier, "identifier")
    const userUuid = receiver.kind === "user" ? receiver.userUuid : undefined
    const standing = yield* permittedStanding(issuing, userUuid, now)
    const to = yield* ticketWallet(identifier, organization.uuid, "identifier")
    return { issuing, standing, to }
  })
  if (found.before !== undefined) return found.before.transactionId
  const { issuing, standing } = found
  const to = found.to ?? (yield* openWallet(identifier, issuing.organization.uuid))
  const issued = yield* issueReward({
    ...issuing,
    ...standing,
    to,
    isNamed: firing.userUuid !== undefined,
    issuedBy: "trigger",
    origin: "user_app",
    key,
    metadata: { trigger_uuid: firing.triggerUuid, scope: firing.scope },
    isCounted: true,
  })
  return issued.transactionId ?? (yield* new NotFound({ what: "transaction" }))
})

const receiverOf = ({ userUuid, walletAddress = "" }: TriggerFiring): IdentifierRef =>
  userUuid === undefined
    ? { type: "wallet", value: walletAddress }
    : { type: "user_id", value: userUuid }

const openWallet = Effect.fnUntraced(function* (
  identifier: IdentifierRef,
  organizationUuid: string,
) {
  const key = yield* prepareKey()
  return yield* transact(function* (_tx, now) {
    return yield* openTicketWallet(identifier, organizationUuid, key, now, "identifier")
  })
})

/**
 * Issues the reward of a firing that is pending, and writes how it ended. A refusal that passes is
 * not its end: that one is refused here too.
 */
export const concludeFiring = Effect.fnUntraced(function* (firing: TriggerFiring) {
  const result = yield* asResult(issueFiring(firing))
  if (Result.isFailure(result) && isPassing(result.failure)) return yield* result.failure
  return yield* transact(function* (_tx, now) {
    const conclusion = ended(
      firing,
      Result.isSuccess(result) ? { transactionId: result.success } : { refusal: result.failure },
      now,
    )
    yield* settleFiring(conclusion)
    return conclusion
  })
})
