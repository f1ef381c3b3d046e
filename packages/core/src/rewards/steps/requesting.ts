import { Effect } from "effect"
import { Conflict, IdempotencyConflict } from "../../foundation/errors/refusals.ts"
import type { OutboxEvent } from "../../foundation/outbox/event.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import { receiverGone } from "../../ledger/commit/posting-change.ts"
import { remainingOf, setAside } from "../../ledger/supplies/supply.ts"
import { isActive } from "../../memberships/membership.ts"
import { sendToWebhook } from "../../webhooks/steps.ts"
import type { RewardDelivery } from "../deliveries/reward-delivery.ts"
import { type IssuedRewardView, multipliedPoints, multiplierOf } from "../issued-reward.ts"
import type { Issue } from "../prepare-issue.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { requested } from "./requested.ts"

/**
 * Asks the webhook of an external reward for its content: sets aside one of the supply and writes
 * the delivery with its event. Nothing is issued before the answer has come.
 *
 * Refuses with `Conflict`: `archived`, `supply_exhausted`, the refusal of `once`, and
 * `webhook_disabled` where there is nobody to ask; with `IdentifierUnresolved` a user whose account
 * was deleted since they were found.
 */
export const requestReward = step(function* (
  issue: Issue,
  { uuid, sealed }: Pick<RewardDelivery, "uuid" | "sealed">,
  now: Date,
) {
  const { ids } = yield* Ports
  const tx = yield* Tx
  // The event names them: whoever deletes the account takes the name out, and waits or was first.
  const user = issue.user && (yield* tx.users.lock(issue.user.uuid))
  if (user?.deletedAt !== undefined) return yield* receiverGone
  const template = yield* tx.rewardTemplates.lock(issue.template.uuid)
  if (template === undefined) return yield* removed
  const before = yield* requested(issue.key, template)
  if (before !== undefined) return before
  yield* permitOnce(issue)
  const supply = yield* Effect.fromResult(setAside(template))
  const webhook = yield* webhookFor(template)
  yield* tx.rewardTemplates.change({ ...template, ...supply })
  const row = deliveryOf(issue, { uuid, sealed, createdAt: now })
  if (!(yield* tx.rewardDeliveries.add(row)))
    return yield* new IdempotencyConflict({ key: issue.key.idempotencyKey })
  yield* sendToWebhook(eventOf(issue, { uuid: ids.uuid(), now }), webhook, uuid)
  const view: IssuedRewardView = {
    transactionId: undefined,
    status: "pending",
    deliveryUuid: uuid,
    walletAddress: row.walletAddress,
    rewardTemplateUuid: template.uuid,
    points: multipliedPoints(template.points, multiplierOf(issue, now)),
    supplyRemaining: remainingOf(supply),
    replayed: false,
  }
  return view
})

const removed = new Conflict({ reason: "archived", message: "The reward is not issued any more." })

/** Refuses a second claim, also while the first waits for its content. */
const permitOnce = step(function* ({ once, template, user, issuedBy }: Issue) {
  if (once === undefined) return
  const tx = yield* Tx
  const happened = yield* tx.ledger.outcome(once.key)
  const isOpen =
    issuedBy === "claim" &&
    user !== undefined &&
    (yield* tx.rewardDeliveries.hasOpenClaim(template.uuid, user.uuid))
  if (happened !== undefined || isOpen) return yield* once.refusal
  return
})

/** The webhook of an external reward; `Conflict` (`webhook_disabled`) where there is none to ask. */
export const webhookFor = step(function* ({ content, organizationUuid }: RewardTemplate) {
  const tx = yield* Tx
  const webhook = yield* tx.webhooks.find(content?.externalWebhookUuid ?? "")
  const isThere =
    webhook?.organizationUuid === organizationUuid &&
    webhook.deletedAt === undefined &&
    webhook.isEnabled
  if (!isThere)
    return yield* new Conflict({
      reason: "webhook_disabled",
      message: "The webhook of this reward is not enabled. Ask the organization.",
    })
  return webhook
})

const deliveryOf = (
  { template, to, user, issuedBy, origin, key, once, referenceId }: Issue,
  made: Pick<RewardDelivery, "uuid" | "sealed" | "createdAt">,
): RewardDelivery => ({
  ...made,
  organizationUuid: template.organizationUuid,
  rewardTemplateUuid: template.uuid,
  walletAddress: to.address,
  userUuid: user?.uuid,
  issuedBy,
  origin,
  referenceId,
  outcomeKey: key.outcomeKey,
  requestDigest: key.digest,
  onceKey: once?.key,
  status: "pending",
  failureReason: undefined,
  answerErrors: undefined,
  transactionId: undefined,
  attempts: 0,
  completedAt: undefined,
})

const eventOf = (
  { template, organization, user, membership, issuedBy, to }: Issue,
  { uuid, now }: { readonly uuid: string; readonly now: Date },
): OutboxEvent => {
  const isKnown = issuedBy === "claim" || (membership !== undefined && isActive(membership, now))
  return {
    uuid,
    type: "reward.generate",
    organizationUuid: organization.uuid,
    data: {
      reward_template_id: template.uuid,
      reward_template_name: template.name,
      external_id: template.content?.externalId ?? null,
      user_id: user?.uuid ?? null,
      username: isKnown ? (user?.username ?? null) : null,
      wallet_address: to.address,
      transaction_id: "",
    },
    namedUserUuid: isKnown ? user?.uuid : undefined,
    createdAt: now,
  }
}
