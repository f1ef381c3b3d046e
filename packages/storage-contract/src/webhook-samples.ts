import type { DeliveryAttempt, Storage, Webhook, WebhookDelivery } from "@symbolon/core/storage"
import { club, found } from "./club.ts"
import { at, event, sealedKey, uuid } from "./samples.ts"
import { write } from "./storage-case.ts"

// What sending events leaves, made from a number: of the club at home, to its first webhook, unless
// a case says otherwise.

export const webhook = (n: number, change: Partial<Webhook> = {}): Webhook => ({
  uuid: uuid(n),
  organizationUuid: club.home.uuid,
  url: `https://receiver-${n}.example/hook`,
  description: undefined,
  events: ["*"],
  isEnabled: true,
  sealed: sealedKey(n),
  keyId: n.toString(16).padStart(8, "0"),
  createdAt: at(n),
  updatedAt: at(n),
  rotatedAt: undefined,
  deletedAt: undefined,
  ...change,
})

export const hook = webhook(94)
export const otherHook = webhook(95)
export const awayHook = webhook(96, { organizationUuid: club.away.uuid })

/** The events that deliveries send, here and elsewhere. */
export const told = event(97, { organizationUuid: club.home.uuid })
export const toldAway = event(98, { organizationUuid: club.away.uuid })

export const delivery = (n: number, change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  uuid: uuid(n),
  organizationUuid: club.home.uuid,
  webhookUuid: hook.uuid,
  eventUuid: told.uuid,
  event: "membership.joined",
  state: "pending",
  attemptCount: 0,
  nextAttemptAt: at(n),
  lastStatus: undefined,
  lastErrorCode: undefined,
  createdAt: at(n),
  finishedAt: undefined,
  redeliveryOf: undefined,
  ...change,
})

export const attempt = (
  deliveryNumber: number,
  number: number,
  change: Partial<DeliveryAttempt> = {},
): DeliveryAttempt => ({
  deliveryUuid: uuid(deliveryNumber),
  number,
  startedAt: at(number),
  durationMs: 7,
  status: undefined,
  errorCode: undefined,
  responseSnippet: undefined,
  keyId: "00000001",
  ...change,
})

/** Writes the club into an empty store, with two webhooks and an event at home, and one away. */
export const foundWithWebhooks = async (storage: Storage): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const one of [hook, otherHook, awayHook]) await tx.webhooks.add(one)
    await tx.outbox.append([told, toldAway])
  })
}
