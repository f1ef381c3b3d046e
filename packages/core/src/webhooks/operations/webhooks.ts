import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/console-webhooks.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import type {
  CreateWebhookInput,
  ListWebhooksInput,
  UpdateWebhookInput,
  WebhookInput,
} from "../inputs.ts"
import { makeSecret, permitUrl } from "../prepare.ts"
import type { WebhookWithSecret } from "../results.ts"
import { sendToWebhook, webhookOf } from "../steps.ts"
import { testEvent } from "../test-event.ts"
import { permitSending, viewWebhook, type Webhook } from "../webhook.ts"

/**
 * Creates a webhook and returns its secret once. `Invalid` for an address that is not on the public
 * internet; `Conflict` when the organization has as many webhooks as it can.
 */
export const create = step(function* (caller: Caller, input: CreateWebhookInput) {
  const { ids } = yield* Ports
  yield* read(function* () {
    yield* organizationFor(caller, endpoints.createWebhook.access, input.organization)
  })
  yield* Effect.fromResult(permitTexts({ prose: { description: input.description } }))
  yield* permitUrl(input.url)
  const uuid = ids.uuid()
  const { secret, key } = yield* makeSecret(uuid)
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.createWebhook.access,
      input.organization,
    )
    // Two who create at once are counted one after the other.
    if ((yield* tx.organizations.lock(organization.uuid)) === undefined)
      return yield* new NotFound({ what: "organization" })
    if ((yield* tx.webhooks.count(organization.uuid)) >= limits.webhooksPerOrganizationMax)
      return yield* tooMany()
    const webhook: Webhook = {
      ...key,
      uuid,
      organizationUuid: organization.uuid,
      url: input.url,
      description: input.description,
      events: input.events,
      isEnabled: input.isEnabled ?? true,
      createdAt: now,
      updatedAt: now,
      rotatedAt: undefined,
      deletedAt: undefined,
    }
    yield* tx.webhooks.add(webhook)
    const created: WebhookWithSecret = { webhook: viewWebhook(webhook), secret }
    return created
  })
})

const tooMany = () =>
  new Conflict({
    reason: "too_many_webhooks",
    message: `An organization can have at most ${limits.webhooksPerOrganizationMax} webhooks. Delete one first.`,
    details: { limit: limits.webhooksPerOrganizationMax },
  })

/** Lists an organization's webhooks, without deleted ones. */
export const list = listing(function* (caller: Caller, input: ListWebhooksInput) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listWebhooks.access,
      input.organization,
    )
    return mapPage(yield* tx.webhooks.list(organization.uuid, input.page), viewWebhook)
  })
})

/** Returns a webhook. `NotFound` for a deleted one and for another organization's. */
export const get = step(function* (caller: Caller, input: WebhookInput) {
  return yield* read(function* () {
    const organization = yield* organizationFor(
      caller,
      endpoints.getWebhook.access,
      input.organization,
    )
    return viewWebhook(yield* webhookOf(organization, input.webhookUuid))
  })
})

/**
 * Changes a webhook, from its next attempt on. `Invalid` for a new address that is not on the
 * public internet.
 */
export const update = step(function* (caller: Caller, input: UpdateWebhookInput) {
  const { url } = input
  yield* read(function* () {
    const organization = yield* organizationFor(
      caller,
      endpoints.updateWebhook.access,
      input.organization,
    )
    yield* webhookOf(organization, input.webhookUuid)
  })
  yield* Effect.fromResult(permitTexts({ prose: { description: input.description } }))
  if (url !== undefined) yield* permitUrl(url)
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.updateWebhook.access,
      input.organization,
    )
    const before = yield* webhookOf(organization, input.webhookUuid)
    const { organization: _, webhookUuid: __, ...change } = input
    if (Object.values(change).every((part) => part === undefined)) return viewWebhook(before)
    const webhook: Webhook = {
      ...before,
      url: url ?? before.url,
      description: patched(before.description, input.description),
      events: input.events ?? before.events,
      isEnabled: input.isEnabled ?? before.isEnabled,
      updatedAt: now,
    }
    yield* tx.webhooks.change(webhook)
    return viewWebhook(webhook)
  })
})

const deleteWebhook = step(function* (caller: Caller, input: WebhookInput) {
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.deleteWebhook.access,
      input.organization,
    )
    const webhook = yield* webhookOf(organization, input.webhookUuid)
    yield* tx.webhooks.change({ ...webhook, updatedAt: now, deletedAt: now })
    return viewWebhook({ ...webhook, updatedAt: now })
  })
})
export {
  /** Removes a webhook. Nothing is sent to it any more: deliveries that wait fail. */
  deleteWebhook as delete,
}

/**
 * Replaces the secret of a webhook and returns the new one once. The former one signs nothing from
 * now on, attempts of older deliveries neither.
 */
export const rotateSecret = step(function* (caller: Caller, input: WebhookInput) {
  const found = yield* read(function* () {
    const organization = yield* organizationFor(
      caller,
      endpoints.rotateSecret.access,
      input.organization,
    )
    return yield* webhookOf(organization, input.webhookUuid)
  })
  const { secret, key } = yield* makeSecret(found.uuid)
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.rotateSecret.access,
      input.organization,
    )
    const before = yield* webhookOf(organization, found.uuid)
    const webhook: Webhook = { ...before, ...key, updatedAt: now, rotatedAt: now }
    yield* tx.webhooks.change(webhook)
    const rotated: WebhookWithSecret = { webhook: viewWebhook(webhook), secret }
    return rotated
  })
})

/**
 * Sends `webhook.test` to this webhook alone, whatever events it is told of, and returns the
 * delivery. `Conflict` for a disabled webhook.
 */
export const test = step(function* (caller: Caller, input: WebhookInput) {
  const { ids } = yield* Ports
  return yield* transact(function* (_tx, now) {
    const organization = yield* organizationFor(caller, endpoints.test.access, input.organization)
    const webhook = yield* webhookOf(organization, input.webhookUuid)
    yield* Effect.fromResult(permitSending(webhook))
    return yield* sendToWebhook(testEvent(ids.uuid(), organization.uuid, now), webhook)
  })
})
