import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/rewards.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import { BadRequest, Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import type { RewardInput } from "../../foundation/kernel/inputs.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { step } from "../../foundation/step.ts"
import { requestDigest } from "../../ledger/commit/submit-posting.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import { holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { activityFor } from "../../sessions/steps.ts"
import type {
  ContentConfigInput,
  CreateRewardInput,
  ListActivityRewardsInput,
  ListOrganizationRewardsInput,
  UpdateRewardInput,
} from "../inputs.ts"
import { openRewardContent, sealRewardContent } from "../prepare.ts"
import {
  doorTermsIn,
  type RewardContentTemplate,
  storedContentOf,
  ticketTermsIn,
} from "../reward-content.ts"
import type { RewardTemplatesOf, SealedRewardContent } from "../reward-template-repository.ts"
import {
  archived,
  permitDraft,
  permitPublishing,
  permitSupply,
  restored,
} from "../reward-template-rules.ts"
import {
  bareTemplate,
  type ContentSettings,
  type RewardTemplate,
  type RewardTemplateStatus,
  type RewardTemplateView,
} from "../reward-template.ts"
import { holdItemFiles, permitReferences, permitTicketSessions } from "../steps/references.ts"
import { mayReadContents, templateFor, writeTemplate } from "../steps.ts"

/**
 * Lists the reward templates of an activity: the active ones; drafts too for staff. Without what they
 * issue: {@link get} has it.
 */
export const listForActivity = listing(function* (
  caller: Caller,
  { activity: path, status, page }: ListActivityRewardsInput,
) {
  return yield* read(function* (tx) {
    const { activity, organization } = yield* activityFor(
      caller,
      endpoints.listForActivity.access,
      path,
    )
    const isForTeam = yield* mayReadContents(caller, organization)
    const of = { organizationUuid: organization.uuid, activityUuid: activity.uuid }
    return listed(yield* tx.rewardTemplates.list(ofStatus(of, status, isForTeam), page), isForTeam)
  })
})

/**
 * Lists the reward templates of an organization: the active ones; drafts too for staff. Without what
 * they issue: {@link get} has it.
 */
export const listForOrganization = listing(function* (
  caller: Caller,
  { organization: path, status, page }: ListOrganizationRewardsInput,
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(caller, endpoints.listForOrganization.access, path)
    const isForTeam = yield* mayReadContents(caller, organization)
    const of = { organizationUuid: organization.uuid }
    return listed(yield* tx.rewardTemplates.list(ofStatus(of, status, isForTeam), page), isForTeam)
  })
})

/** Returns a reward template by slug or uuid. */
export const get = step(function* (caller: Caller, { reward }: RewardInput) {
  const found = yield* sharedRead(function* () {
    const { template, isForTeam } = yield* templateFor(caller, endpoints.getReward.access, reward)
    return { template, isForTeam, contents: yield* contentsFor([template], isForTeam) }
  })
  return yield* viewOf(found.template, found)
})

/**
 * Creates a reward template. It can be issued at once, unless it is a draft. Its slug is derived
 * from the name.
 */
export const create = step(function* (caller: Caller, input: CreateRewardInput) {
  yield* Effect.fromResult(permitRewardTexts(input))
  const { ids } = yield* Ports
  const uuid = ids.uuid()
  const contentTemplate = contentOf(input.contentConfig)
  const isDraft = input.isDraft ?? false
  const content = settingsOf(input.contentConfig)
  const { access } = endpoints.createReward
  yield* read(function* () {
    return yield* organizationFor(caller, access, input.organization)
  })
  const sealed =
    contentTemplate === undefined ? undefined : yield* sealRewardContent(uuid, contentTemplate)
  const template = yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, access, input.organization)
    if (input.organizationUuid !== organization.uuid)
      return yield* new BadRequest({
        field: "organization_uuid",
        reason:
          "It is another organization than that of the path. Send the organization of the path.",
      })
    if (!isDraft) yield* Effect.fromResult(permitPublishing(content, contentTemplate !== undefined))
    yield* holdOrganization(organization)
    yield* permitReferences(organization, input.activityUuid, content)
    const refers = { organizationUuid: organization.uuid, content }
    yield* permitTicketSessions(
      { ...refers, activityUuid: input.activityUuid ?? undefined },
      contentTemplate,
    )
    const made = yield* writeTemplate({
      ...bareTemplate,
      uuid,
      organizationUuid: organization.uuid,
      activityUuid: input.activityUuid ?? undefined,
      name: input.name,
      description: input.description ?? "",
      category: input.category ?? undefined,
      supplyTotal: input.supplyTotal ?? undefined,
      requiredEntitlement: input.requiredEntitlement ?? undefined,
      content,
      status: isDraft ? "draft" : "active",
      createdAt: now,
    })
    if (sealed !== undefined) yield* tx.rewardTemplates.putContent(sealed)
    yield* holdItemFiles(made, contentTemplate)
    return made
  })
  const view: RewardTemplateView = { ...template, contentTemplate, isForTeam: true }
  return view
})

/**
 * Changes the fields of a reward template that are given. What was issued stays as it is. Another
 * name, description or content raises the version; the same one sent again does not.
 */
export const update = step(function* (caller: Caller, input: UpdateRewardInput) {
  yield* Effect.fromResult(permitRewardTexts(input))
  const access = endpoints.updateReward.access
  const { contentConfig } = input
  const { before, contents: contentsBefore } = yield* read(function* () {
    const { template } = yield* templateFor(caller, access, input.reward)
    return {
      before: template,
      contents: yield* contentsFor([template], contentConfig !== undefined),
    }
  })
  const { uuid, activityUuid } = before
  const authored = contentConfig === undefined ? undefined : contentOf(contentConfig)
  const isSame = isSameJson(authored, yield* contentIn(contentsBefore, uuid))
  const sealed = authored === undefined ? undefined : yield* sealRewardContent(uuid, authored)
  const found = yield* transact(function* (tx, now) {
    const { organization } = yield* templateFor(caller, access, input.reward)
    if (input.activityUuid !== undefined || contentConfig !== undefined)
      yield* permitReferences(
        organization,
        // What it refers to already may be deleted since.
        input.activityUuid === activityUuid ? undefined : input.activityUuid,
        contentConfig && settingsOf(contentConfig),
      )
    const held = yield* tx.rewardTemplates.lock(uuid)
    if (held === undefined) return yield* new NotFound({ what: "reward" })
    const keepsContent = isSame && held.version === before.version
    const template = yield* changedTemplate(held, { ...input, keepsContent }, now)
    if (input.activityUuid !== undefined || contentConfig !== undefined)
      yield* permitTicketSessions(template, authored)
    // What was issued shows its files for ever; a draft was never issued.
    if (contentConfig !== undefined && held.status === "draft")
      yield* tx.rewardTemplates.releaseFiles(uuid)
    yield* holdItemFiles(template, authored)
    if (sealed !== undefined) yield* tx.rewardTemplates.putContent(sealed)
    else if (contentConfig !== undefined) yield* tx.rewardTemplates.removeContent(uuid)
    // As it stands under the lock: somebody else may have taken it away meanwhile.
    const contents = yield* contentsFor([template], true)
    if (template.status === "active")
      yield* Effect.fromResult(permitPublishing(template.content, contents.length > 0))
    yield* tx.rewardTemplates.change(template)
    return { template, isForTeam: true, contents }
  })
  return yield* viewOf(found.template, found)
})

const changedTemplate = step(function* (
  before: RewardTemplate,
  input: UpdateRewardInput & {
    /** Whether the template that is sent is the one that it issues already. */
    readonly keepsContent: boolean
  },
  now: Date,
) {
  yield* Effect.fromResult(permitDraft(before, input.isDraft))
  const supplyTotal = patched(before.supplyTotal, input.supplyTotal)
  if (input.supplyTotal !== undefined) yield* Effect.fromResult(permitSupply(before, supplyTotal))
  const { name = before.name, description = before.description, contentConfig } = input
  const content = contentConfig === undefined ? before.content : settingsOf(contentConfig)
  const isOtherContent =
    contentConfig !== undefined && !(input.keepsContent && isSameJson(content, before.content))
  const isCorrected = name !== before.name || description !== before.description || isOtherContent
  return {
    ...before,
    activityUuid: patched(before.activityUuid, input.activityUuid),
    name,
    description,
    category: patched(before.category, input.category),
    points: input.points ?? before.points,
    supplyTotal,
    requiredEntitlement: patched(before.requiredEntitlement, input.requiredEntitlement),
    content,
    version: isCorrected ? before.version + 1 : before.version,
    status: input.isDraft === false && before.status === "draft" ? "active" : before.status,
    updatedAt: now,
  } satisfies RewardTemplate
})

const deleteReward = step(function* (caller: Caller, { reward }: RewardInput) {
  return yield* transact(function* (tx, now) {
    const access = endpoints.deleteReward.access
    const { template: found } = yield* templateFor(caller, access, reward)
    const template = yield* tx.rewardTemplates.lock(found.uuid)
    if (template === undefined) return yield* new NotFound({ what: "reward" })
    if (template.status === "draft") {
      yield* permitRemoval(template)
      // Uploads under way: none is completed any more.
      yield* tx.files.removeOwned(template.uuid, now)
      yield* tx.rewardTemplates.remove(template.uuid)
      return template
    }
    const changed = yield* Effect.fromResult(archived(template, now))
    yield* tx.rewardTemplates.change(changed)
    return changed
  })
})
export {
  /**
   * Archives a reward template and returns it as it is stored then; a draft is deleted, and
   * returned as it was.
   */
  deleteReward as delete,
}

/** Restores an archived reward template. */
export const restore = step(function* (caller: Caller, { reward }: RewardInput) {
  const found = yield* transact(function* (tx, now) {
    const { template: stored } = yield* templateFor(caller, endpoints.restore.access, reward)
    const before = yield* tx.rewardTemplates.lock(stored.uuid)
    if (before === undefined) return yield* new NotFound({ what: "reward" })
    const template = yield* Effect.fromResult(restored(before, now))
    yield* tx.rewardTemplates.change(template)
    return { template, isForTeam: true, contents: yield* contentsFor([template], true) }
  })
  return yield* viewOf(found.template, found)
})

const ofStatus = (
  of: RewardTemplatesOf,
  status: RewardTemplateStatus | undefined,
  isForTeam: boolean,
): RewardTemplatesOf => {
  const visible: readonly RewardTemplateStatus[] = isForTeam ? ["draft", "active"] : ["active"]
  if (status === undefined) return { ...of, statuses: visible }
  return { ...of, statuses: isForTeam || status === "active" ? [status] : [] }
}

/** Whether two values are the same as JSON, in whatever order their members are. */
const isSameJson = (one: object | undefined, other: object | undefined): boolean =>
  requestDigest("content", { content: one }) === requestDigest("content", { content: other })

interface Found {
  readonly isForTeam: boolean
  readonly contents: readonly SealedRewardContent[]
}

/** What templates issue, for the team alone. */
const contentsFor = step(function* (templates: readonly RewardTemplate[], isForTeam: boolean) {
  const tx = yield* Tx
  const uuids = isForTeam ? templates.map(({ uuid }) => uuid) : []
  const contents: readonly SealedRewardContent[] = yield* tx.rewardTemplates.contents(uuids)
  return contents
})

const contentIn = step(function* (contents: readonly SealedRewardContent[], uuid: string) {
  const sealed = contents.find(({ rewardTemplateUuid }) => rewardTemplateUuid === uuid)
  const content: RewardContentTemplate | undefined =
    sealed === undefined ? undefined : yield* openRewardContent(sealed)
  return content
})

const viewOf = step(function* (template: RewardTemplate, { isForTeam, contents }: Found) {
  const contentTemplate = yield* contentIn(contents, template.uuid)
  const view: RewardTemplateView = { ...template, contentTemplate, isForTeam }
  return view
})

/** A list is without contents: a hundred of them are more than one answer should hold. */
const listed = (templates: Page<RewardTemplate>, isForTeam: boolean): Page<RewardTemplateView> => ({
  ...templates,
  items: templates.items.map((template) => ({
    ...template,
    isForTeam,
    contentTemplate: undefined,
  })),
})

/** A draft is deleted once nothing hangs on it. */
const permitRemoval = step(function* ({ uuid }: RewardTemplate) {
  const tx = yield* Tx
  const page = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const
  const { totalItems: files } = yield* tx.files.list(uuid, page)
  if (files > 0)
    return yield* new Conflict({
      reason: "has_files",
      message: "The reward has files. Delete them first.",
      details: { files },
    })
})

const contentOf = ({ contentTemplate }: ContentConfigInput): RewardContentTemplate | undefined =>
  contentTemplate === undefined || contentTemplate === null
    ? undefined
    : storedContentOf(contentTemplate)

const settingsOf = (input: ContentConfigInput): ContentSettings => ({
  storageType: input.storageType,
  externalId: input.externalId ?? null,
  externalWebhookUuid: input.externalWebhookUuid ?? null,
  generatorParams: input.generatorParams ?? null,
  cacheStrategy: input.cacheStrategy ?? "on_demand",
  cacheTtlSeconds: input.cacheTtlSeconds ?? null,
  mirrorAssets: input.mirrorAssets ?? true,
  ticket: ticketTermsIn(contentOf(input)),
  ticketSessionUuids: doorTermsIn(contentOf(input)).sessionUuids,
})

const permitRewardTexts = (input: Pick<UpdateRewardInput, "name" | "description" | "category">) =>
  permitTexts({
    line: { name: input.name, category: input.category },
    prose: { description: input.description },
  })
