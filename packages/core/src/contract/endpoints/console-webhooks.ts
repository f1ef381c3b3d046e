import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { DeliveryState } from "../../webhooks/delivery.ts"
import type { SubscribableEvent } from "../../webhooks/webhook.ts"
import { manages } from "../access.ts"
import { dateTime, endpoint, listQuery, page, prose, webAddress } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { webhookEvents } from "../resources/webhook-events.ts"
import {
  CreatedWebhook,
  StartedDelivery,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryState,
  WebhookSecret,
} from "../resources/webhook.ts"

const subscribable = [
  "*",
  "activity.deleted",
  "membership.joined",
  "membership.left",
  "membership.renewed",
  "membership.tier_changed",
  "reward.redeemed",
  "reward.generate",
] as const satisfies readonly ("*" | SubscribableEvent)[]

const eventNames = webhookEvents.map(({ name }) => name)

const fields = {
  url: webAddress(limits.outgoingUrlMax, 1)
    .describe(
      "where events are sent by POST: http or https, with a host on the public internet, without user name and fragment",
    )
    .meta({ example: "https://club.example/hooks" }),
  description: prose(limits.noteMax).nullable(),
  events: z
    .array(z.enum(subscribable))
    .max(subscribable.length)
    .refine((events) => new Set(events).size === events.length, "must not name an event twice")
    .refine(
      (events) => events.length === 1 || !events.some((event) => event === "*"),
      'must be ["*"] alone, or names of events',
    )
    .describe(
      'names of events, or `["*"]` for all of them, later ones too; empty for a webhook that is only asked for the contents of rewards',
    )
    .meta({ example: ["membership.joined"] }),
  enabled: z.boolean().describe("nothing is sent to a disabled webhook"),
}

/** Staff may look. An app without a role reads as staff does. */
const looks: Access = { ...manages("staff"), isRead: true }

const ofOrganization = z.object(parameters.organization)
const one = z.object({ ...parameters.organization, ...parameters.webhook })
const oneDelivery = z.object({ ...parameters.organization, ...parameters.delivery })

export const createWebhook = endpoint({
  name: "webhooks.create",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/webhooks",
  summary: "Creates a webhook of the organization. Its secret is shown once.",
  description: `An organization has at most ${limits.webhooksPerOrganizationMax} webhooks. The key of the signature is the SHA-256 of the secret; the secret itself is not stored.`,
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: ofOrganization,
  body: z.strictObject({
    url: fields.url,
    description: fields.description.optional(),
    events: fields.events,
    enabled: fields.enabled.default(true),
  }),
  response: CreatedWebhook,
  errors: ["NotFound", "Conflict"],
})

export const listWebhooks = endpoint({
  name: "webhooks.list",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/webhooks",
  summary: "Lists the organization's webhooks, without their secrets.",
  access: looks,
  bucket: "read",
  status: 200,
  params: ofOrganization,
  query: listQuery(["created_at"]),
  response: page(Webhook),
  errors: ["NotFound"],
})

export const getWebhook = endpoint({
  name: "webhooks.get",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/webhooks/{webhook_uuid}",
  summary: "Returns a webhook of the organization, without its secret.",
  access: looks,
  bucket: "read",
  status: 200,
  params: one,
  response: Webhook,
  errors: ["NotFound"],
})

export const updateWebhook = endpoint({
  name: "webhooks.update",
  base: "console",
  method: "PATCH",
  path: "/organizations/{organization_slug}/webhooks/{webhook_uuid}",
  summary:
    "Updates the fields of a webhook that are sent; null clears the description. Waiting deliveries go to the new address.",
  description:
    "Events that happen while a webhook is disabled are not delivered later. A delivery that is due while its webhook is disabled fails.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject(fields).partial(),
  response: Webhook,
  errors: ["NotFound"],
})

export const deleteWebhook = endpoint({
  name: "webhooks.delete",
  base: "console",
  method: "DELETE",
  path: "/organizations/{organization_slug}/webhooks/{webhook_uuid}",
  summary: "Removes a webhook. Its waiting deliveries fail. Returns the removed webhook.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: Webhook,
  errors: ["NotFound"],
})

export const rotateSecret = endpoint({
  name: "webhooks.rotateSecret",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/webhooks/{webhook_uuid}/secret",
  summary: "Replaces the secret of a webhook and shows the new one once.",
  description:
    "The new secret is valid at once, and the former one no longer. Later attempts of older deliveries are signed with the new secret too.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject({}),
  response: WebhookSecret,
  errors: ["NotFound"],
})

export const test = endpoint({
  name: "webhooks.test",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/webhooks/{webhook_uuid}/test",
  summary: "Sends `webhook.test` to this webhook alone, whatever its events are.",
  access: manages("manager"),
  bucket: "write",
  status: 202,
  params: one,
  body: z.strictObject({}),
  response: StartedDelivery,
  errors: ["NotFound", "Conflict"],
})

export const listDeliveries = endpoint({
  name: "webhooks.listDeliveries",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/webhooks/{webhook_uuid}/deliveries",
  summary: "Lists the deliveries of a webhook, the newest first.",
  access: looks,
  bucket: "read",
  status: 200,
  params: one,
  query: listQuery(["created_at"], "desc").extend({
    state: WebhookDeliveryState.optional(),
    event: z.enum(eventNames).optional(),
  }),
  response: page(WebhookDelivery),
  errors: ["NotFound"],
})

export const getDelivery = endpoint({
  name: "webhooks.getDelivery",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/deliveries/{delivery_uuid}",
  summary: "Returns a delivery with its attempts.",
  access: looks,
  bucket: "read",
  status: 200,
  params: oneDelivery,
  response: WebhookDeliveryDetails,
  errors: ["NotFound"],
})

export const redeliver = endpoint({
  name: "webhooks.redeliver",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/deliveries/{delivery_uuid}/redeliver",
  summary: "Sends the event of a delivery again, as a new delivery to the same webhook.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: oneDelivery,
  body: z.strictObject({}),
  response: StartedDelivery,
  errors: ["NotFound", "Conflict"],
})

const repeatable = ["success", "failed"] as const satisfies readonly DeliveryState[]

export const redeliverRange = endpoint({
  name: "webhooks.redeliverRange",
  base: "console",
  method: "POST",
  path: "/organizations/{organization_slug}/webhooks/{webhook_uuid}/redeliver",
  summary:
    "Sends the events of all finished deliveries of a time range again, in the background, each as a new delivery.",
  access: manages("manager"),
  bucket: "write",
  status: 202,
  params: one,
  body: z.strictObject({
    from: dateTime.describe("deliveries that were created at this time or later"),
    to: dateTime.describe(
      "deliveries that were created before this time; after `from`. Deliveries that do not exist yet are not included",
    ),
    state: z.enum(repeatable).default("failed"),
  }),
  response: z.object({
    scheduled: z.int().describe("how many deliveries are sent again"),
  }),
  errors: ["NotFound", "Conflict"],
})
