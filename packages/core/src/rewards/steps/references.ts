import { Effect } from "effect"
import { BadRequest, Invalid } from "../../foundation/errors/refusals.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import { permitSending } from "../../webhooks/webhook.ts"
import type { RewardContentTemplate } from "../reward-content.ts"
import type { ContentSettings, RewardTemplate } from "../reward-template.ts"

/** What a template refers to is of the same organization, and the webhook takes requests. */
export const permitReferences = Effect.fnUntraced(function* (
  organization: Pick<Organization, "uuid">,
  activityUuid: string | null | undefined,
  content: ContentSettings | undefined,
) {
  const tx = yield* Tx
  if (typeof activityUuid === "string") {
    const activity = yield* tx.activities.find(activityUuid)
    if (activity?.uuid !== activityUuid || activity.organizationUuid !== organization.uuid)
      return yield* new BadRequest({
        field: "activity_uuid",
        reason: "The organization has no such activity.",
      })
  }
  const ticketTo = content?.ticket?.activityUuid ?? undefined
  if (ticketTo !== undefined) {
    const activity = yield* tx.activities.find(ticketTo)
    if (activity?.uuid !== ticketTo || activity.organizationUuid !== organization.uuid)
      return yield* new BadRequest({
        field: "content_config.content_template.items.activity_uuid",
        reason: "The organization has no such activity.",
      })
  }
  const { externalWebhookUuid = null } = content ?? {}
  if (externalWebhookUuid === null) return
  const webhook = yield* tx.webhooks.find(externalWebhookUuid)
  if (webhook?.organizationUuid !== organization.uuid)
    return yield* new BadRequest({
      field: "content_config.external_webhook_uuid",
      reason: "The organization has no such webhook.",
    })
  yield* Effect.fromResult(permitSending(webhook))
})

/**
 * Refuses a ticket that is for sessions of another activity than its own, or of another
 * organization. `authored` is the content that was sent with the change, if one was.
 */
export const permitTicketSessions = Effect.fnUntraced(function* (
  template: Pick<RewardTemplate, "organizationUuid" | "activityUuid" | "content">,
  authored: RewardContentTemplate | undefined,
) {
  const tx = yield* Tx
  const { ticket, ticketSessionUuids: uuids = [] } = template.content ?? {}
  if (uuids.length === 0) return
  const activityUuid = ticket?.activityUuid ?? template.activityUuid
  const sessions = yield* tx.sessions.findAll(uuids)
  const fitting = sessions.filter(
    (session) =>
      session.organizationUuid === template.organizationUuid &&
      (activityUuid === undefined || session.activityUuid === activityUuid),
  )
  const stray = uuids.findIndex((uuid) => fitting.every((session) => session.uuid !== uuid))
  if (stray === -1) return
  const item = authored?.items.findIndex(({ type }) => type === "ticket")
  const whose = activityUuid === undefined ? "the organization" : "the activity of the ticket"
  return yield* new Invalid({
    errors:
      item === undefined
        ? { activity_uuid: "has not the sessions that the ticket of this reward is for" }
        : {
            [`content_config.content_template.items.${item}.session_uuids.${stray}`]: `is no session of ${whose}`,
          },
  })
})
