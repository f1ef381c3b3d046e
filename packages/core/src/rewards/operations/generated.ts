import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read, RequestId, transact } from "../../foundation/unit-of-work.ts"
import { requestDigest } from "../../ledger/commit/submit-posting.ts"
import { organizationOf } from "../../organizations/steps.ts"
import { openDelivery } from "../deliveries/delivery-secrets.ts"
import {
  type DeliveryFailure,
  deliveryOutcomeKey,
  type RewardDelivery,
} from "../deliveries/reward-delivery.ts"
import { issueReward } from "../prepare-issue.ts"
import { claimed } from "../issuing.ts"
import { prefetchJob } from "../prefetching/prefetching.ts"
import { ticketTermsIn } from "../reward-content.ts"
import { failDelivery } from "../steps/failing.ts"
import { settleFiringOf } from "../steps/firings.ts"
import { strayFiles, strayTicket } from "../steps/references.ts"
import { issuingParts, standingOf } from "../steps/issuing.ts"

/**
 * Issues what a webhook answered, once, also when the template was archived meanwhile; answers why
 * the delivery fails where no answer came. What is settled already stays as it is.
 */
export const issueGenerated = step(function* (
  caller: Caller,
  { deliveryUuid }: { readonly deliveryUuid: string },
) {
  yield* Effect.fromResult(permitHost(caller))
  const { vault } = yield* Ports
  const row = yield* read(function* (tx) {
    return yield* tx.rewardDeliveries.find(deliveryUuid)
  })
  if (row?.status === "completed") yield* followUp(row, row.transactionId)
  if (row?.status !== "processing") return undefined
  if (row.failureReason !== undefined) return { failureReason: row.failureReason }
  const { metadata, cardHistoryFrom, answer } = yield* prepare(() => openDelivery(vault, row))
  if (answer === undefined) return { failureReason: "not_delivered" }
  const terms = answer.kind === "inline" ? ticketTermsIn(answer.content) : null
  const found = yield* read(function* (tx, now) {
    const template = yield* tx.rewardTemplates.find(row.rewardTemplateUuid)
    const to = yield* tx.wallets.find(row.walletAddress)
    if (template === undefined || to === undefined) return yield* new NotFound({ what: "reward" })
    const answerErrors =
      answer.kind === "inline"
        ? ((yield* strayFiles(template, answer.content)) ??
          (yield* strayTicket(template, answer.content)))
        : undefined
    if (answerErrors !== undefined)
      return { failure: { failureReason: "bad_answer", answerErrors } satisfies DeliveryFailure }
    const organization = yield* organizationOf(row.organizationUuid)
    const issuing = yield* issuingParts({ template, organization }, terms)
    const standing = yield* standingOf(organization, row.userUuid, now)
    return { to, issuing, standing }
  })
  if (found.failure !== undefined) return found.failure
  const { issuing, standing, to } = found
  const { transactionId, replayed } = yield* issueReward({
    ...issuing,
    ...standing,
    to,
    issuedBy: row.issuedBy,
    origin: row.origin,
    key: {
      outcomeKey: deliveryOutcomeKey(row.uuid),
      idempotencyKey: row.uuid,
      digest: requestDigest("reward_delivery", { delivery: row.uuid }),
    },
    once: row.onceKey === undefined ? undefined : { key: row.onceKey, refusal: claimed },
    metadata,
    referenceId: row.referenceId,
    generated: answer,
    reservation: row.uuid,
    forHolderSince: to.kind === "card" ? { cardHistoryFrom } : undefined,
    isCounted: false,
  })
  if (replayed) yield* complete(row, transactionId)
  yield* followUp(row, transactionId)
  return undefined
})

/**
 * Ends the firing that asked for a reward, and has the content of the reward fetched at once, if its
 * template says so; once, also where a job that issued it broke off before.
 */
const followUp = step(function* (row: RewardDelivery, transactionId: string | undefined) {
  const { ids } = yield* Ports
  const { rewardTemplateUuid, organizationUuid } = row
  yield* transact(function* (tx, now) {
    yield* settleFiringOf(row, now)
    const template = yield* tx.rewardTemplates.find(rewardTemplateUuid)
    if (template?.content?.cacheStrategy !== "prefetch" || transactionId === undefined) return
    const of = { transactionId, organizationUuid }
    yield* tx.jobs.schedule(prefetchJob(ids.uuid(), of, now, yield* RequestId))
  })
})

/** A version before this one issued a reward in one commit and completed its delivery in the next. */
const complete = step(function* (row: RewardDelivery, transactionId: string | undefined) {
  yield* transact(function* (tx, now) {
    const done = { ...row, status: "completed", sealed: undefined, transactionId } as const
    yield* tx.rewardDeliveries.change({ ...done, completedAt: now }, "processing")
  })
})

/**
 * Ends a delivery as failed and returns what was set aside, once; one that the ledger has issued is
 * completed instead.
 */
export const failGenerated = step(function* (
  caller: Caller,
  { deliveryUuid, ...failure }: DeliveryFailure & { readonly deliveryUuid: string },
) {
  yield* Effect.fromResult(permitHost(caller))
  yield* transact(function* (_tx, now) {
    yield* failDelivery(deliveryUuid, failure, now)
  })
})
