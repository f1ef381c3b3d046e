import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/reward-triggers.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import { BadRequest, Conflict, Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { JsonObject } from "../../foundation/kernel/json.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { rewardTriggerFor } from "../steps/triggers.ts"
import type {
  CreateRewardTriggerInput,
  ListRewardTriggersInput,
  ListTriggerFiringsInput,
  RewardTriggerInput,
  UpdateRewardTriggerInput,
} from "../triggers/inputs.ts"
import { forgettingJobs } from "../triggers/forgetting.ts"
import {
  listenersOf,
  matchFault,
  type RewardTrigger,
  type TriggerFiring,
} from "../triggers/reward-trigger.ts"
import {
  faultText,
  parseTriggerScope,
  scopeText,
  type TriggerScope,
} from "../triggers/trigger-scope.ts"

/** Lists the reward triggers of an organization. */
export const list = listing(function* (
  caller: Caller,
  { organization: path, page }: ListRewardTriggersInput,
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(caller, endpoints.listRewardTriggers.access, path)
    const triggers: Page<RewardTrigger> = yield* tx.rewardTriggers.list(organization.uuid, page)
    return triggers
  })
})

/** Returns a reward trigger. */
export const get = step(function* (caller: Caller, { triggerUuid }: RewardTriggerInput) {
  return yield* read(function* () {
    return (yield* rewardTriggerFor(caller, accessOf(endpoints.getRewardTrigger), triggerUuid))
      .trigger
  })
})

/**
 * Creates a reward trigger, which counts from now on. `Invalid` for a scope that cannot be read, with
 * its place; `Conflict` for an archived reward, and when the organization has as many triggers as it
 * can.
 */
export const create = step(function* (caller: Caller, input: CreateRewardTriggerInput) {
  yield* Effect.fromResult(permitTriggerTexts(input))
  const scopes = yield* Effect.fromResult(scopesOf(input.triggerScopes))
  const rewardMetadata = input.rewardMetadata ?? {}
  yield* Effect.fromResult(permitMatch(rewardMetadata, scopes))
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.createRewardTrigger.access,
      input.organization,
    )
    if ((input.organizationUuid ?? organization.uuid) !== organization.uuid)
      return yield* new BadRequest({
        field: "organization_uuid",
        reason:
          "It is another organization than that of the path. Send the organization of the path.",
      })
    // Two who create at once are counted one after the other.
    if ((yield* tx.organizations.lock(organization.uuid)) === undefined)
      return yield* new NotFound({ what: "organization" })
    if ((yield* tx.rewardTriggers.count(organization.uuid)) >= limits.triggersPerOrganizationMax)
      return yield* tooMany()
    const template = yield* tx.rewardTemplates.find(input.rewardTemplateUuid)
    if (
      template?.uuid !== input.rewardTemplateUuid ||
      template.organizationUuid !== organization.uuid
    )
      return yield* new BadRequest({
        field: "reward_template_uuid",
        reason: "The organization has no such reward.",
      })
    const trigger: RewardTrigger = {
      uuid: ids.uuid(),
      organizationUuid: organization.uuid,
      rewardTemplateUuid: template.uuid,
      name: input.name,
      description: input.description ?? undefined,
      isEnabled: input.isEnabled ?? true,
      scopes,
      rewardMetadata,
      deduplicationWindowSeconds: input.deduplicationWindowSeconds ?? undefined,
      createdAt: now,
      updatedAt: undefined,
      deletedAt: undefined,
    }
    yield* permitTemplate(trigger)
    yield* tx.rewardTriggers.add(trigger)
    yield* tx.rewardTriggers.listen(trigger.uuid, listenersOf(trigger))
    return trigger
  })
})

/**
 * Changes the fields of a reward trigger that are given. What was counted stays. `Conflict` when it
 * would be enabled for an archived reward.
 */
export const update = step(function* (caller: Caller, input: UpdateRewardTriggerInput) {
  yield* Effect.fromResult(permitTriggerTexts(input))
  const given = input.triggerScopes && (yield* Effect.fromResult(scopesOf(input.triggerScopes)))
  return yield* transact(function* (tx, now) {
    const before = yield* held(caller, accessOf(endpoints.updateRewardTrigger), input)
    const scopes = given ?? before.scopes
    const rewardMetadata = input.rewardMetadata ?? before.rewardMetadata
    yield* Effect.fromResult(permitMatch(rewardMetadata, scopes))
    const trigger: RewardTrigger = {
      ...before,
      name: input.name ?? before.name,
      description: patched(before.description, input.description),
      isEnabled: input.isEnabled ?? before.isEnabled,
      scopes,
      rewardMetadata,
      deduplicationWindowSeconds: patched(
        before.deduplicationWindowSeconds,
        input.deduplicationWindowSeconds,
      ),
      updatedAt: now,
    }
    if (trigger.isEnabled && !before.isEnabled) yield* permitTemplate(trigger)
    yield* tx.rewardTriggers.change(trigger)
    yield* tx.rewardTriggers.listen(trigger.uuid, listenersOf(trigger))
    return trigger
  })
})

const deleteTrigger = step(function* (caller: Caller, input: RewardTriggerInput) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const before = yield* held(caller, accessOf(endpoints.deleteRewardTrigger), input)
    yield* tx.rewardTriggers.change({ ...before, updatedAt: now, deletedAt: now })
    yield* tx.rewardTriggers.listen(before.uuid, [])
    yield* tx.jobs.scheduleAll(forgettingJobs({ triggerUuid: before.uuid }, ids, now))
    return before
  })
})
export {
  /**
   * Deletes a reward trigger and returns it as it was. It counts nothing any more; rewards that were
   * issued stay, and one that it had fired for is still issued. What it counted is forgotten.
   */
  deleteTrigger as delete,
}

/** Lists the firings of a trigger. */
export const listFirings = listing(function* (
  caller: Caller,
  { triggerUuid, page }: ListTriggerFiringsInput,
) {
  return yield* read(function* (tx) {
    const { trigger } = yield* rewardTriggerFor(
      caller,
      accessOf(endpoints.listFirings),
      triggerUuid,
    )
    const firings: Page<TriggerFiring> = yield* tx.rewardTriggers.firings(trigger.uuid, page)
    return firings
  })
})

/** The trigger, locked. */
const held = step(function* (
  caller: Caller,
  access: Parameters<typeof rewardTriggerFor>[1],
  { triggerUuid }: RewardTriggerInput,
) {
  const tx = yield* Tx
  const { trigger } = yield* rewardTriggerFor(caller, access, triggerUuid)
  const [locked] = yield* tx.rewardTriggers.lockAll([trigger.uuid])
  return locked ?? (yield* new NotFound({ what: "reward trigger" }))
})

/** A trigger that is enabled is of a reward that can be issued, or will be: not of an archived one. */
const permitTemplate = step(function* ({ isEnabled, rewardTemplateUuid }: RewardTrigger) {
  const tx = yield* Tx
  const template = isEnabled ? yield* tx.rewardTemplates.find(rewardTemplateUuid) : undefined
  if (template?.status === "archived")
    return yield* new Conflict({
      reason: "archived",
      message: "The reward is archived. Restore it first, or leave the trigger off.",
    })
})

const tooMany = () =>
  new Conflict({
    reason: "too_many_triggers",
    message: `An organization can have at most ${limits.triggersPerOrganizationMax} reward triggers. Delete one first.`,
    details: { limit: limits.triggersPerOrganizationMax },
  })

/** Scopes that were read, each once: a second one of the same meaning would count the same. */
const scopesOf = (texts: readonly string[]): Result.Result<readonly TriggerScope[], Invalid> => {
  const errors: Record<string, string> = {}
  const scopes = new Map<string, TriggerScope>()
  texts.forEach((text, index) => {
    const scope = parseTriggerScope(text)
    if (Result.isSuccess(scope)) {
      const counted = scopeText(scope.success)
      scopes.set(counted, scopes.get(counted) ?? scope.success)
    } else errors[`trigger_scopes.${index}`] = faultText(scope.failure)
  })
  return Object.keys(errors).length === 0
    ? Result.succeed([...scopes.values()])
    : Result.fail(new Invalid({ errors }))
}

const permitMatch = (
  metadata: JsonObject,
  scopes: readonly TriggerScope[],
): Result.Result<void, Invalid> => {
  const fault = matchFault(metadata, scopes)
  return fault === undefined
    ? Result.void
    : Result.fail(new Invalid({ errors: { [`reward_metadata.${fault.field}`]: fault.reason } }))
}

const permitTriggerTexts = (input: Pick<UpdateRewardTriggerInput, "name" | "description">) =>
  permitTexts({ line: { name: input.name }, prose: { description: input.description } })
