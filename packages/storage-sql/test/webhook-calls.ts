import type { Repositories, Webhook, WebhookDelivery } from "@symbolon/core/storage"
import { at, organization, sealedKey, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

/** Numbers of webhooks and deliveries: the n-th event's is this plus n. */
const firstDelivery = 4_000_000
const [firstWebhook, webhooks] = [3_900_000, 4]
const [someone, stranger] = [77, 980_000]

const webhook = (n: number): Webhook => ({
  uuid: uuid(firstWebhook + n),
  organizationUuid: organization.uuid,
  url: "https://receiver.example/",
  description: undefined,
  events: ["*"],
  isEnabled: n % 2 === 0,
  sealed: sealedKey,
  keyId: "00000000",
  createdAt: at(n),
  updatedAt: at(n),
  rotatedAt: undefined,
  deletedAt: undefined,
})

const delivery = (n: number): WebhookDelivery => {
  const isPending = n % 20 === 0
  return {
    uuid: uuid(firstDelivery + n),
    organizationUuid: organization.uuid,
    webhookUuid: webhook(n % webhooks).uuid,
    eventUuid: uuid(n),
    event: n % 3 === 0 ? "membership.joined" : "membership.left",
    state: isPending ? "pending" : n % 5 === 1 ? "failed" : "success",
    attemptCount: isPending ? 0 : 1,
    nextAttemptAt: isPending ? at(n) : undefined,
    lastStatus: undefined,
    lastErrorCode: undefined,
    createdAt: at(n),
    finishedAt: isPending ? undefined : at(n + 1),
    redeliveryOf: undefined,
  }
}

const attempt = (n: number) => ({
  deliveryUuid: delivery(n).uuid,
  number: 1,
  startedAt: at(n),
  durationMs: 7,
  status: 200,
  errorCode: undefined,
  responseSnippet: undefined,
  keyId: "00000000",
})

/** Gives the organization its webhooks. */
export const addWebhooks = async (tx: Repositories): Promise<void> => {
  for (let n = 0; n < webhooks; n += 1) await tx.webhooks.add(webhook(n))
}

/** Delivers the events of these numbers, which are in the outbox. */
export const deliver = async (tx: Repositories, numbers: readonly number[]): Promise<void> => {
  await tx.deliveries.addAll(numbers.map(delivery))
  await tx.deliveries.record(
    numbers.map((n) => ({
      delivery: delivery(n),
      attempt: delivery(n).attemptCount === 0 ? undefined : attempt(n),
    })),
  )
}

const page = { page: 2, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const
const { uuid: webhookUuid } = webhook(0)
const range = {
  webhookUuid,
  state: "failed",
  from: at(10),
  to: at(1_000_000),
  exceptEvents: ["reward.generate"],
} as const
const one = delivery(someone)

/** Every verb about webhooks and deliveries. */
export const webhookCalls: readonly VerbCall[] = [
  {
    name: "webhooks.add",
    call: (tx) => tx.webhooks.add({ ...webhook(0), uuid: uuid(stranger) }),
  },
  { name: "webhooks.find", call: (tx) => tx.webhooks.find(webhookUuid) },
  { name: "webhooks.findAll", call: (tx) => tx.webhooks.findAll([webhookUuid, webhook(1).uuid]) },
  { name: "webhooks.list", call: (tx) => tx.webhooks.list(organization.uuid, page) },
  { name: "webhooks.count", call: (tx) => tx.webhooks.count(organization.uuid) },
  { name: "webhooks.lock", call: (tx) => tx.webhooks.lock(webhookUuid) },
  { name: "webhooks.change", call: (tx) => tx.webhooks.change(webhook(0)) },
  {
    name: "deliveries.addAll",
    call: (tx) => tx.deliveries.addAll([{ ...one, uuid: uuid(stranger) }]),
  },
  { name: "deliveries.find", call: (tx) => tx.deliveries.find(one.uuid) },
  { name: "deliveries.findAll", call: (tx) => tx.deliveries.findAll([one.uuid, delivery(1).uuid]) },
  { name: "deliveries.list", call: (tx) => tx.deliveries.list({ webhookUuid }, page) },
  {
    name: "deliveries.list of a state",
    call: (tx) => tx.deliveries.list({ webhookUuid, state: "pending" }, page),
  },
  {
    name: "deliveries.list of an event",
    call: (tx) => tx.deliveries.list({ webhookUuid, event: "membership.joined" }, page),
  },
  {
    name: "deliveries.list of a state and an event",
    call: (tx) =>
      tx.deliveries.list({ webhookUuid, state: "failed", event: "membership.joined" }, page),
  },
  { name: "deliveries.inRange", call: (tx) => tx.deliveries.inRange(range, one.uuid, 100) },
  { name: "deliveries.countInRange", call: (tx) => tx.deliveries.countInRange(range) },
  {
    name: "deliveries.record",
    call: (tx) =>
      tx.deliveries.record([{ delivery: one, attempt: { ...attempt(someone), number: 2 } }]),
  },
  { name: "deliveries.attempts", call: (tx) => tx.deliveries.attempts(one.uuid) },
  { name: "deliveries.sweep", call: (tx) => tx.deliveries.sweep(at(1_000), 100) },
]
