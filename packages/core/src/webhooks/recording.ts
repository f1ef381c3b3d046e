import type { JobRepository } from "../foundation/jobs/job-repository.ts"
import type { Job } from "../foundation/jobs/job.ts"
import type { UserRepository } from "../accounts/user-repository.ts"
import { type OutboxEvent, withoutNames } from "../foundation/outbox/event.ts"
import type { Ids } from "../foundation/ports/ids.ts"
import type { DeliveryRepository } from "./delivery-repository.ts"
import type { OutboxRepository } from "./outbox-repository.ts"
import type { WebhookDelivery } from "./delivery.ts"
import { isSubscribed, type Webhook } from "./webhook.ts"

/** The kind of job that makes one attempt of a delivery. */
export const deliveryKind = "webhook-delivery"

/** The key of the job of a delivery that is sent by itself: while it has one, it may be answered. */
export const deliveryJobKey = (deliveryUuid: string): string => `${deliveryKind} ${deliveryUuid}`

/** Deliveries, and the jobs that make their first attempts. */
export interface NewDeliveries {
  readonly deliveries: readonly WebhookDelivery[]
  readonly jobs: readonly Job[]
}

/** The id of the request that made an event happen; undefined when none did. */
export type RequestOf = (event: Pick<OutboxEvent, "uuid">) => string | undefined

/** The deliveries of events to those webhooks that are subscribed to them. */
export const deliveriesOf = (
  events: readonly OutboxEvent[],
  webhooks: readonly Webhook[],
  ids: Pick<Ids, "uuid">,
  requestOf: RequestOf,
): NewDeliveries => {
  const deliveries = events.flatMap((event) =>
    webhooks
      .filter(
        (webhook) =>
          webhook.organizationUuid === event.organizationUuid && isSubscribed(webhook, event.type),
      )
      .map((webhook) => newDelivery(ids.uuid(), event, webhook.uuid)),
  )
  const jobs = deliveries.map((delivery) =>
    deliveryJob(ids.uuid(), delivery, requestOf({ uuid: delivery.eventUuid })),
  )
  return { deliveries, jobs }
}

/**
 * Writes events, with a delivery to each webhook that is subscribed to them and the job that makes
 * it; answers whether there are such jobs. For who has a bare transaction, as `recordEvents` is for
 * operations.
 *
 * The events may have been made before the transaction: they do not name whose account was deleted
 * meanwhile. The deletion takes the names out of those that were written, so one of the two has to
 * wait for the other: here the ledger's row is locked already, and there it is before it looks.
 */
export const recordAll = async (
  tx: {
    readonly outbox: Pick<OutboxRepository, "append">
    readonly deliveries: Pick<DeliveryRepository, "addAll">
    readonly jobs: Pick<JobRepository, "scheduleAll">
    readonly users: Pick<UserRepository, "findAll">
  },
  events: readonly OutboxEvent[],
  ids: Pick<Ids, "uuid">,
  requestOf: RequestOf = () => undefined,
): Promise<boolean> => {
  if (events.length === 0) return false
  const written = await withoutDeleted(tx, events)
  const webhooks = await tx.outbox.append(written)
  const { deliveries, jobs } = deliveriesOf(written, webhooks, ids, requestOf)
  if (jobs.length === 0) return false
  await tx.deliveries.addAll(deliveries)
  await tx.jobs.scheduleAll(jobs)
  return true
}

const withoutDeleted = async (
  tx: { readonly users: Pick<UserRepository, "findAll"> },
  events: readonly OutboxEvent[],
): Promise<readonly OutboxEvent[]> => {
  const named = [...new Set(events.flatMap(({ namedUserUuid }) => namedUserUuid ?? []))].sort()
  if (named.length === 0) return events
  const deleted = new Set(
    (await tx.users.findAll(named)).flatMap(({ uuid, deletedAt }) =>
      deletedAt === undefined ? [] : [uuid],
    ),
  )
  return events.map((event) =>
    deleted.has(event.namedUserUuid ?? "") ? withoutNames(event) : event,
  )
}

/** A delivery that has not been attempted. */
export const newDelivery = (
  uuid: string,
  event: Pick<OutboxEvent, "uuid" | "type" | "organizationUuid" | "createdAt">,
  webhookUuid: string,
): WebhookDelivery => ({
  uuid,
  organizationUuid: event.organizationUuid,
  webhookUuid,
  eventUuid: event.uuid,
  event: event.type,
  state: "pending",
  attemptCount: 0,
  nextAttemptAt: event.createdAt,
  lastStatus: undefined,
  lastErrorCode: undefined,
  createdAt: event.createdAt,
  finishedAt: undefined,
  redeliveryOf: undefined,
})

/** The job that makes the first attempt. Attempts at one webhook share a cap. */
export const deliveryJob = (
  uuid: string,
  { uuid: deliveryUuid, organizationUuid, webhookUuid, createdAt }: WebhookDelivery,
  requestId: string | undefined,
): Job => ({
  uuid,
  queue: "webhooks",
  groupKey: webhookUuid,
  organizationUuid,
  kind: deliveryKind,
  key: undefined,
  payload: { delivery: deliveryUuid },
  dueAt: createdAt,
  attempts: 0,
  requestId,
  createdAt,
})
