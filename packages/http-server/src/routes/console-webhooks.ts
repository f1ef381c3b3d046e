import type { WebhookDelivery } from "@symbolon/core"
import { consoleWebhooks as endpoints } from "@symbolon/core/contract"
import { mapAnswer, webhooks } from "@symbolon/core/effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import {
  encodeCreatedWebhook,
  encodeDelivery,
  encodeDeliveryDetails,
  encodeWebhook,
} from "../encode/webhook.ts"
import { route, type Route, withMeta } from "../route.ts"

/** An answer with a secret must not be cached. */
const once = { headers: { "cache-control": "no-store" } } as const

export const consoleWebhookRoutes: readonly Route[] = [
  route(endpoints.createWebhook, (input, caller) =>
    mapAnswer(
      webhooks.create(caller, {
        organization: input.organization_slug,
        url: input.url,
        description: input.description ?? undefined,
        events: input.events,
        isEnabled: input.enabled,
      }),
      (created) => withMeta(encodeCreatedWebhook(created), once),
    ),
  ),
  route(endpoints.listWebhooks, (input, caller) =>
    mapAnswer(
      webhooks.list(caller, { organization: input.organization_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeWebhook),
    ),
  ),
  route(endpoints.getWebhook, (input, caller) =>
    mapAnswer(webhooks.get(caller, named(input)), encodeWebhook),
  ),
  route(endpoints.updateWebhook, (input, caller) =>
    mapAnswer(
      webhooks.update(caller, {
        ...named(input),
        url: input.url,
        description: input.description,
        events: input.events,
        isEnabled: input.enabled,
      }),
      encodeWebhook,
    ),
  ),
  route(endpoints.deleteWebhook, (input, caller) =>
    mapAnswer(webhooks.delete(caller, named(input)), encodeWebhook),
  ),
  route(endpoints.rotateSecret, (input, caller) =>
    mapAnswer(webhooks.rotateSecret(caller, named(input)), ({ secret }) =>
      withMeta({ secret }, once),
    ),
  ),
  route(endpoints.test, (input, caller) =>
    mapAnswer(webhooks.test(caller, named(input)), encodeStarted),
  ),
  route(endpoints.listDeliveries, (input, caller) =>
    mapAnswer(
      webhooks.listDeliveries(caller, {
        ...named(input),
        state: input.state,
        event: input.event,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeDelivery),
    ),
  ),
  route(endpoints.getDelivery, (input, caller) =>
    mapAnswer(webhooks.getDelivery(caller, namedDelivery(input)), encodeDeliveryDetails),
  ),
  route(endpoints.redeliver, (input, caller) =>
    mapAnswer(webhooks.redeliver(caller, namedDelivery(input)), encodeStarted),
  ),
  route(endpoints.redeliverRange, (input, caller) =>
    webhooks.redeliverRange(caller, {
      ...named(input),
      from: new Date(input.from),
      to: new Date(input.to),
      state: input.state,
    }),
  ),
]

const named = (input: { readonly organization_slug: string; readonly webhook_uuid: string }) => ({
  organization: input.organization_slug,
  webhookUuid: input.webhook_uuid,
})

const namedDelivery = (input: {
  readonly organization_slug: string
  readonly delivery_uuid: string
}) => ({ organization: input.organization_slug, deliveryUuid: input.delivery_uuid })

const encodeStarted = ({ uuid }: WebhookDelivery) => ({ delivery_uuid: uuid })
