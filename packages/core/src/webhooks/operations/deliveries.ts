import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/console-webhooks.ts"
import { Conflict } from "../../foundation/errors/refusals.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, RequestId, transact } from "../../foundation/unit-of-work.ts"
import type { DeliveryInput, ListDeliveriesInput, RedeliverRangeInput } from "../inputs.ts"
import { permitRange, permitRepeating, redeliveryJob, redeliveryOf } from "../redelivery.ts"
import type { DeliveryDetails, ScheduledRedelivery } from "../results.ts"
import { deliveryOf, startDelivery, webhookOf } from "../steps.ts"
import { permitSending } from "../webhook.ts"

/** Lists the deliveries of a webhook. */
export const listDeliveries = listing(function* (caller: Caller, input: ListDeliveriesInput) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listDeliveries.access,
      input.organization,
    )
    const { uuid: webhookUuid } = yield* webhookOf(organization, input.webhookUuid)
    const { state, event, page } = input
    return yield* tx.deliveries.list({ webhookUuid, state, event }, page)
  })
})

/** Returns a delivery with its attempts. That of a webhook deleted since is still there. */
export const getDelivery = step(function* (caller: Caller, input: DeliveryInput) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.getDelivery.access,
      input.organization,
    )
    const delivery = yield* deliveryOf(organization, input.deliveryUuid)
    // The delivery of a reward has the uuid of the delivery that asks for its content.
    const reward = yield* tx.rewardDeliveries.find(delivery.uuid)
    const details: DeliveryDetails = {
      delivery,
      attempts: yield* tx.deliveries.attempts(delivery.uuid),
      answerErrors: reward?.answerErrors,
    }
    return details
  })
})

/**
 * Sends the event of a delivery again to the same webhook. Returns the new delivery: the receiver
 * sees another id. `Conflict` for a webhook that is disabled or deleted, and for a request whose
 * answer was waited for.
 */
export const redeliver = step(function* (caller: Caller, input: DeliveryInput) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.redeliver.access,
      input.organization,
    )
    const before = yield* deliveryOf(organization, input.deliveryUuid)
    const webhook = yield* tx.webhooks.lock(before.webhookUuid)
    if (webhook === undefined)
      return yield* new Conflict({
        reason: "webhook_deleted",
        message: "The webhook of this delivery was deleted.",
      })
    yield* Effect.fromResult(permitSending(webhook))
    yield* Effect.fromResult(permitRepeating(before))
    return yield* startDelivery(redeliveryOf(ids.uuid(), before, now))
  })
})

/**
 * Sends the events of all deliveries of a time range again, in the background, but for those that
 * were themselves sent again. Returns how many
 * there are. `Conflict` for a disabled webhook, and while another range of it is being sent again.
 */
export const redeliverRange = step(function* (caller: Caller, input: RedeliverRangeInput) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.redeliverRange.access,
      input.organization,
    )
    const { uuid: webhookUuid, ...webhook } = yield* webhookOf(organization, input.webhookUuid)
    const { from, to, state = "failed" } = input
    const range = yield* Effect.fromResult(permitRange({ webhookUuid, from, to, state }, now))
    yield* Effect.fromResult(permitSending(webhook))
    const answer: ScheduledRedelivery = { scheduled: yield* tx.deliveries.countInRange(range) }
    if (answer.scheduled === 0) return answer
    const until = ids.uuid()
    const job = redeliveryJob(ids.uuid(), { range, after: undefined, until }, now)
    if (!(yield* tx.jobs.schedule({ ...job, requestId: yield* RequestId })))
      return yield* new Conflict({
        reason: "redelivery_running",
        message:
          "Deliveries of this webhook are being sent again already. Wait until that is done.",
      })
    return answer
  })
})
