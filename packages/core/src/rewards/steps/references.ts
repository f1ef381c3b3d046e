import { Effect } from "effect"
import { BadRequest, Invalid } from "../../foundation/errors/refusals.ts"
import { imageTypes, isPublic } from "../../files/file-rules.ts"
import type { StoredFile } from "../../files/file.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import { permitSending } from "../../webhooks/webhook.ts"
import { filesIn, type ItemFile } from "../item-files.ts"
import { doorTermsIn, type RewardContentTemplate, ticketTermsIn } from "../reward-content.ts"
import type { ContentSettings, RewardTemplate } from "../reward-template.ts"

/** What a template refers to is of the same organization, and the webhook takes requests. */
export const permitReferences = step(function* (
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
export const permitTicketSessions = step(function* (
  template: Pick<RewardTemplate, "organizationUuid" | "activityUuid" | "content">,
  authored: RewardContentTemplate | undefined,
) {
  const { ticket, ticketSessionUuids: uuids = [] } = template.content ?? {}
  const activityUuid = ticket?.activityUuid ?? template.activityUuid
  const stray = yield* straySession(template.organizationUuid, activityUuid, uuids)
  if (stray === undefined) return
  const item = authored?.items.findIndex(({ type }) => type === "ticket")
  return yield* new Invalid({
    errors:
      item === undefined
        ? { activity_uuid: "has not the sessions that the ticket of this reward is for" }
        : {
            [`content_config.content_template.items.${item}.session_uuids.${stray.at}`]:
              stray.reason,
          },
  })
})

/**
 * What is wrong with the ticket in a content that a webhook answered: it is for an activity that the
 * organization has not, or for sessions of another one; undefined if nothing is. Where the activity
 * of the template itself was deleted, nothing in the answer is wrong.
 */
export const strayTicket = step(function* (
  template: Pick<RewardTemplate, "organizationUuid" | "activityUuid">,
  content: RewardContentTemplate,
) {
  const { organizationUuid } = template
  const item = content.items.findIndex(({ type }) => type === "ticket")
  if (item === -1) return undefined
  const named = ticketTermsIn(content)?.activityUuid ?? undefined
  const activityUuid = named ?? template.activityUuid
  if (activityUuid !== undefined) {
    const tx = yield* Tx
    const activity = yield* tx.activities.find(activityUuid)
    if (activity?.organizationUuid !== organizationUuid)
      return named === undefined
        ? undefined
        : { [`content.items.${item}.activity_uuid`]: "is no activity of the organization" }
  }
  const uuids = doorTermsIn(content).sessionUuids ?? []
  const stray = yield* straySession(organizationUuid, activityUuid, uuids)
  return stray && { [`content.items.${item}.session_uuids.${stray.at}`]: stray.reason }
})

/** The first of the sessions of a ticket that it cannot be for, by its place; undefined if none is. */
const straySession = step(function* (
  organizationUuid: string,
  activityUuid: string | undefined,
  uuids: readonly string[],
) {
  if (uuids.length === 0) return undefined
  const tx = yield* Tx
  const sessions = yield* tx.sessions.findAll(uuids)
  const fitting = sessions.filter(
    (session) =>
      session.organizationUuid === organizationUuid &&
      (activityUuid === undefined || session.activityUuid === activityUuid),
  )
  const at = uuids.findIndex((uuid) => fitting.every((session) => session.uuid !== uuid))
  if (at === -1) return undefined
  const whose = activityUuid === undefined ? "the organization" : "the activity of the ticket"
  return { at, reason: `is no session of ${whose}` }
})

/**
 * Notes the files that a content names as issued by its template, which holds them: they are files
 * of the template or of its organization, and none is deleted from now on.
 */
export const holdItemFiles = step(function* (
  template: Pick<RewardTemplate, "uuid" | "organizationUuid">,
  content: RewardContentTemplate | undefined,
) {
  const tx = yield* Tx
  const named = filesIn(content?.items ?? [])
  if (named.length === 0) return
  const uuids = [...new Set(named.map(({ uuid }) => uuid))].sort()
  const files = new Map<string, StoredFile | undefined>()
  for (const uuid of uuids) files.set(uuid, yield* tx.files.lock(uuid))
  const stray = strayFile(template, named, files)
  if (stray !== undefined)
    return yield* new Invalid({
      errors: { [`content_config.content_template.items.${stray.path}`]: wantedOf(stray) },
    })
  yield* tx.rewardTemplates.holdFiles(template.uuid, uuids)
})

/** What is wrong with the files that a content names which a webhook answered; undefined if nothing is. */
export const strayFiles = step(function* (
  template: Pick<RewardTemplate, "uuid" | "organizationUuid">,
  content: RewardContentTemplate,
) {
  const named = filesIn(content.items)
  if (named.length === 0) return undefined
  const tx = yield* Tx
  const found = yield* tx.files.findAll([...new Set(named.map(({ uuid }) => uuid))])
  const files = new Map(found.map((file) => [file.uuid, file]))
  const stray = strayFile(template, named, files)
  return stray === undefined ? undefined : { [`content.items.${stray.path}`]: wantedOf(stray) }
})

/** The first file that is not of the template or its organization, or does not fit its place. */
const strayFile = (
  template: Pick<RewardTemplate, "uuid" | "organizationUuid">,
  named: readonly ItemFile[],
  files: ReadonlyMap<string, StoredFile | undefined>,
): ItemFile | undefined => {
  const owners = [template.uuid, template.organizationUuid]
  return named.find((one) => {
    const file = files.get(one.uuid)
    const isTheirs = file?.state === "stored" && owners.includes(file.ownerUuid)
    return !isTheirs || !fits(one, file)
  })
}

const fits = ({ use, isOfAsset }: ItemFile, file: StoredFile): boolean => {
  if (isOfAsset) return isPublic(file)
  return use !== "image" || imageTypes.includes(file.contentType)
}

const wantedOf = ({ use, isOfAsset }: ItemFile): string => {
  if (isOfAsset) return "must be an image of the organization: everybody sees it on a page"
  return use === "image"
    ? "must be an image that was uploaded for the reward or for its organization"
    : "must be a file that was uploaded for the reward or for its organization"
}
