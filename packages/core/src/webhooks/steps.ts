import { NotFound } from "../foundation/errors/refusals.ts"
import { type OutboxEvent, withoutNames } from "../foundation/outbox/event.ts"
import { step } from "../foundation/step.ts"
import { Ports, RequestId, Tx } from "../foundation/unit-of-work.ts"
import { noNeeds } from "../ledger/entries/change.ts"
import type { Organization } from "../organizations/organization.ts"
import type { WebhookDelivery } from "./delivery.ts"
import { deliveriesOf, deliveryJob, deliveryJobKey, newDelivery } from "./recording.ts"
import type { Webhook } from "./webhook.ts"

/**
 * Writes events, with a delivery to each webhook that is subscribed to them and the job that makes
 * it.
 */
export const recordEvents = step(function* (events: readonly OutboxEvent[]) {
  if (events.length === 0) return
  const { ids } = yield* Ports
  const requestId = yield* RequestId
  const tx = yield* Tx
  const webhooks = yield* tx.outbox.append(events)
  const { deliveries, jobs } = deliveriesOf(events, webhooks, ids, () => requestId)
  if (jobs.length === 0) return
  yield* tx.deliveries.addAll(deliveries)
  yield* tx.jobs.scheduleAll(jobs)
})

const redactedAtOnce = 500

/**
 * Takes the names of a user out of every event that has them: what is still to be sent does not
 * tell them either. The user is locked. The ledger's row is locked with it, so that what the ledger
 * tells is either there to be found, or is told without the names.
 */
export const forgetNamed = step(function* (userUuid: string) {
  const tx = yield* Tx
  yield* tx.ledger.load(noNeeds)
  let found: readonly OutboxEvent[]
  do {
    found = yield* tx.outbox.naming(userUuid, redactedAtOnce)
    yield* tx.outbox.changeAll(found.map(withoutNames))
  } while (found.length === redactedAtOnce)
})

/** Writes a delivery that has no attempts yet, with the job that makes the first. */
export const startDelivery = step(function* (delivery: WebhookDelivery) {
  const { ids } = yield* Ports
  const tx = yield* Tx
  yield* tx.deliveries.addAll([delivery])
  const job = deliveryJob(ids.uuid(), delivery, yield* RequestId)
  yield* tx.jobs.schedule({ ...job, key: deliveryJobKey(delivery.uuid) })
  return delivery
})

/**
 * Writes an event for one webhook alone, whatever that is subscribed to; answers its delivery, of
 * the uuid that was given for it, or of a new one.
 */
export const sendToWebhook = step(function* (
  event: OutboxEvent,
  { uuid }: Pick<Webhook, "uuid">,
  deliveryUuid?: string,
) {
  const { ids } = yield* Ports
  const tx = yield* Tx
  yield* tx.outbox.append([event])
  return yield* startDelivery(newDelivery(deliveryUuid ?? ids.uuid(), event, uuid))
})

/** A webhook of the organization, locked where something is to be written; or `NotFound`. */
export const webhookOf = step(function* (organization: Pick<Organization, "uuid">, uuid: string) {
  const tx = yield* Tx
  const webhook = yield* tx.webhooks.lock(uuid)
  return webhook?.organizationUuid === organization.uuid
    ? webhook
    : yield* new NotFound({ what: "webhook" })
})

/** A delivery to a webhook of the organization, to a deleted one too; or `NotFound`. */
export const deliveryOf = step(function* (organization: Pick<Organization, "uuid">, uuid: string) {
  const tx = yield* Tx
  const delivery = yield* tx.deliveries.find(uuid)
  return delivery?.organizationUuid === organization.uuid
    ? delivery
    : yield* new NotFound({ what: "delivery" })
})
