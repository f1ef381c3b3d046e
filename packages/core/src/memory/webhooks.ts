import type { OutboxRepository } from "../webhooks/outbox-repository.ts"
import type {
  DeliveryFilter,
  DeliveryRepository,
  RedeliveryRange,
} from "../webhooks/delivery-repository.ts"
import type { WebhookDelivery } from "../webhooks/delivery.ts"
import type { WebhookRepository } from "../webhooks/webhook-repository.ts"
import type { Webhook } from "../webhooks/webhook.ts"
import { compare, pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const outbox = (tables: Tables): OutboxRepository => ({
  append: async (events) => {
    for (const event of events) addNew(tables.outbox, event, "event")
    const organizations = new Set(events.map(({ organizationUuid }) => organizationUuid))
    return tables.webhooks
      .rows()
      .filter(
        (webhook) =>
          isThere(webhook) && webhook.isEnabled && organizations.has(webhook.organizationUuid),
      )
      .toSorted((a, b) => compare(a.uuid, b.uuid))
  },
  list: async (after, limit) => sliceOf(tables.outbox.rows(), ({ uuid }) => uuid, after, limit),
  findAll: async (uuids) => rowsOf(tables.outbox.get, uuids),
  naming: async (userUuid, limit) =>
    sliceOf(
      tables.outbox.rows().filter(({ namedUserUuid }) => namedUserUuid === userUuid),
      ({ uuid }) => uuid,
      undefined,
      limit,
    ),
  changeAll: async (events) => {
    for (const { uuid, data, namedUserUuid } of events) {
      const event = tables.outbox.get(uuid)
      if (event !== undefined) tables.outbox.put({ ...event, data, namedUserUuid })
    }
  },
  sweep: async (before, limit) => {
    const needed = new Set(tables.deliveries.rows().map(({ eventUuid }) => eventUuid))
    const old = tables.outbox
      .rows()
      .filter(({ uuid, createdAt }) => createdAt < before && !needed.has(uuid))
      .toSorted((a, b) => compare(a.createdAt, b.createdAt))
      .slice(0, limit)
    for (const { uuid } of old) tables.outbox.delete(uuid)
    return old.length
  },
})

export const webhooks = (tables: Tables): WebhookRepository => {
  const find = async (uuid: string): Promise<Webhook | undefined> => {
    const webhook = tables.webhooks.get(uuid)
    return webhook !== undefined && isThere(webhook) ? webhook : undefined
  }
  const ofOrganization = (organizationUuid: string) =>
    tables.webhooks
      .rows()
      .filter((webhook) => isThere(webhook) && webhook.organizationUuid === organizationUuid)
  return {
    add: async (webhook) => addNew(tables.webhooks, webhook, "webhook"),
    find,
    findAll: async (uuids) => rowsOf(tables.webhooks.get, uuids),
    list: async (organizationUuid, page) =>
      pageOf(
        ofOrganization(organizationUuid),
        page,
        ({ createdAt }) => createdAt,
        ({ uuid }) => uuid,
      ),
    count: async (organizationUuid) => ofOrganization(organizationUuid).length,
    lock: find,
    change: async (webhook) => {
      if ((await find(webhook.uuid)) === undefined) return false
      tables.webhooks.put(webhook)
      return true
    },
  }
}

const isThere = ({ deletedAt }: Webhook): boolean => deletedAt === undefined

export const deliveries = (tables: Tables): DeliveryRepository => {
  const inRange = (range: RedeliveryRange) =>
    tables.deliveries.rows().filter((delivery) => isInRange(delivery, range))
  return {
    addAll: async (all) => {
      for (const delivery of all) addNew(tables.deliveries, delivery, "delivery")
    },
    find: async (uuid) => tables.deliveries.get(uuid),
    findAll: async (uuids) => rowsOf(tables.deliveries.get, uuids),
    list: async (filter, page) =>
      pageOf(
        tables.deliveries.rows().filter((delivery) => isMeant(delivery, filter)),
        page,
        ({ createdAt }) => createdAt,
        ({ uuid }) => uuid,
      ),
    inRange: async (range, after, limit) =>
      sliceOf(inRange(range), ({ uuid }) => uuid, after, limit),
    countInRange: async (range) => inRange(range).length,
    record: async (changes) => {
      for (const { delivery, attempt } of changes) {
        if (tables.deliveries.get(delivery.uuid) === undefined)
          throw new Error(`There is no delivery ${delivery.uuid}.`)
        tables.deliveries.put(delivery)
        if (attempt !== undefined) addNew(tables.attempts, attempt, "attempt")
      }
    },
    attempts: async (deliveryUuid) => attemptsOf(tables, deliveryUuid),
    sweep: async (before, limit) => {
      const old = tables.deliveries
        .rows()
        .filter(({ finishedAt }) => finishedAt !== undefined && finishedAt < before)
        .toSorted((a, b) => compare(a.finishedAt, b.finishedAt))
        .slice(0, limit)
      for (const { uuid } of old) {
        for (const { number } of attemptsOf(tables, uuid))
          tables.attempts.delete(place(uuid, number))
        tables.deliveries.delete(uuid)
      }
      return old.length
    },
  }
}

const isMeant = ({ webhookUuid, state, event }: WebhookDelivery, filter: DeliveryFilter): boolean =>
  webhookUuid === filter.webhookUuid &&
  (filter.state ?? state) === state &&
  (filter.event ?? event) === event

const isInRange = (
  { webhookUuid, state, event, createdAt, redeliveryOf }: WebhookDelivery,
  range: RedeliveryRange,
): boolean =>
  webhookUuid === range.webhookUuid &&
  redeliveryOf === undefined &&
  state === range.state &&
  createdAt >= range.from &&
  createdAt < range.to &&
  !range.exceptEvents.includes(event)

const attemptsOf = (tables: Tables, wanted: string) =>
  tables.attempts
    .rows()
    .filter(({ deliveryUuid }) => deliveryUuid === wanted)
    .toSorted((a, b) => a.number - b.number)
