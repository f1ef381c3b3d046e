import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/reward-issues.ts"
import {
  Conflict,
  IdempotencyConflict,
  Invalid,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { workJob } from "../../foundation/jobs/job.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { step } from "../../foundation/step.ts"
import {
  asResult,
  Ports,
  prepare,
  read,
  RequestId,
  transact,
  Tx,
} from "../../foundation/unit-of-work.ts"
import { canonicalIdentifier } from "../../identifiers/identifier.ts"
import { requestDigest } from "../../ledger/commit/submit-posting.ts"
import { availableOf } from "../../ledger-proof/chain.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { type BatchReport, reportOf, type Verdict } from "../batches/batch-report.ts"
import { sealBatchMetadata } from "../batches/batch-secrets.ts"
import { type KnownReceiver, whySkipped } from "../batches/judge-receiver.ts"
import {
  type BatchReceiver,
  type RewardAudience,
  type RewardBatch,
  rewardBatchKind,
  type RewardBatchView,
} from "../batches/reward-batch.ts"
import type { PropagateRewardInput, RewardBatchInput } from "../inputs.ts"
import { multipliedPoints, multiplierOf } from "../issued-reward.ts"
import type { Issuing } from "../issuing.ts"
import type { PropagatedReward } from "../results.ts"
import { audiencePage } from "../steps/audience.ts"
import { audienceFor } from "../steps/audience-for.ts"
import { issuingOf } from "../steps/issuing.ts"
import { receiverFor } from "../../identifiers/steps/receivers.ts"
import { batchReceiver, knownReceivers } from "../steps/receivers.ts"
import { webhookFor } from "../steps/requesting.ts"
import { templateFor } from "../steps.ts"

/**
 * Issues a reward to an audience, in the background: to everybody of it once, whatever happens
 * meanwhile. The dry run and the batch are judged by the same code, so the report of a dry run is the
 * report of the batch. The same request under the same key answers the first one again.
 *
 * Refuses as `redeem` does, and with `Conflict`: `treasury_exhausted` where the points of all of them
 * are too many, `batch_running` while another batch of the reward runs.
 */
export const propagate = step(function* (caller: Caller, input: PropagateRewardInput) {
  const plan = yield* planned(caller, input)
  if ("before" in plan) return plan.before
  const report = yield* reported(plan, input)
  const view: PropagatedReward = { ...report, batchUuid: undefined, replayed: false }
  return input.dryRun === true ? view : yield* started(caller, plan, { input, report })
})

/** Returns how far a reward is on its way to its audience. */
export const getBatch = step(function* (
  caller: Caller,
  { organization: path, batchUuid }: RewardBatchInput,
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(caller, endpoints.getBatch.access, path)
    const batch = yield* tx.rewardBatches.find(batchUuid)
    if (batch?.organizationUuid !== organization.uuid)
      return yield* new NotFound({ what: "reward batch" })
    const { sealed: _sealed, outcomeKey: _key, requestDigest: _digest, ...shown } = batch
    const view: RewardBatchView = shown
    return view
  })
})

/** Somebody who was named, or the place of an identifier that names nobody. */
interface Named {
  /** Among the identifiers, from 0; undefined for every other audience. */
  readonly position: number | undefined
  readonly receiver: BatchReceiver | undefined
}

interface Plan {
  readonly issuing: Issuing
  readonly audience: RewardAudience
  /** Who was named one by one. */
  readonly named: readonly Named[]
  readonly key: Pick<RewardBatch, "outcomeKey" | "requestDigest"> & {
    readonly idempotencyKey: string
  }
  readonly asOf: Date
}

/** The batch as it may be asked for now, or what the same request was answered before. */
const planned = step(function* (caller: Caller, input: PropagateRewardInput) {
  const isDry = input.dryRun === true
  const idempotencyKey = isDry ? "" : yield* Effect.fromResult(keyIn(input))
  return yield* read(function* (_tx, now) {
    const at = yield* templateFor(caller, accessOf(endpoints.propagate), input.reward)
    const { template, organization } = at
    const key: Plan["key"] = {
      outcomeKey: `reward_propagate_of:${organization.uuid}:${idempotencyKey}`,
      requestDigest: digestOf(template.uuid, input),
      idempotencyKey,
    }
    const before = isDry ? undefined : yield* earlier(key)
    if (before !== undefined) return { before }
    const issuing = yield* issuingOf(at)
    if (template.content?.storageType === "external") yield* webhookFor(template)
    if (!isDry) yield* permitBatch(template.uuid)
    const audience = yield* audienceFor(organization, input.audience)
    const named = input.audience.type === "identifiers" ? input.audience.identifiers : []
    const found: Named[] = []
    for (const [position, identifier] of named.entries()) {
      const receiver = yield* asResult(receiverFor(identifier, organization.uuid, now))
      found.push({
        position,
        receiver: Result.isSuccess(receiver) ? batchReceiver(receiver.success) : undefined,
      })
    }
    const plan: Plan = { issuing, audience, named: found, key, asOf: now }
    return plan
  })
})

const keyIn = ({ idempotencyKey }: PropagateRewardInput): Result.Result<string, Invalid> =>
  idempotencyKey === undefined
    ? Result.fail(new Invalid({ errors: { idempotency_key: "is required, but for a dry run" } }))
    : Result.succeed(idempotencyKey)

const digestOf = (
  template: string,
  { audience, skipExisting, metadata }: PropagateRewardInput,
): string =>
  requestDigest("reward_propagate", {
    reward: template,
    audience:
      audience.type === "identifiers"
        ? { ...audience, identifiers: audience.identifiers.map(canonicalIdentifier) }
        : audience,
    skip_existing: skipExisting ?? true,
    metadata: metadata ?? {},
  })

/** What the same request was answered before; undefined for a new one. */
const earlier = step(function* ({
  outcomeKey,
  requestDigest: digest,
  idempotencyKey,
}: Plan["key"]) {
  const tx = yield* Tx
  const batch = yield* tx.rewardBatches.findByKey(outcomeKey)
  if (batch === undefined) return undefined
  if (batch.requestDigest !== digest) return yield* new IdempotencyConflict({ key: idempotencyKey })
  return answerOf(batch, true)
})

const answerOf = (batch: RewardBatch, replayed: boolean): PropagatedReward => ({
  batchUuid: batch.uuid,
  matchedCount: batch.matchedCount,
  scheduledCount: batch.scheduledCount,
  skipped: batch.skipped,
  replayed,
})

/** One after the other: so nobody whom two of them reach gets the reward twice. */
const permitBatch = step(function* (templateUuid: string) {
  const tx = yield* Tx
  const running = yield* tx.rewardBatches.running(templateUuid)
  if (running !== undefined)
    return yield* new Conflict({
      reason: "batch_running",
      message: "This reward is being propagated. Wait until that batch has finished.",
      details: { batch_uuid: running.uuid },
    })
})

/** Judges the whole audience, page by page, so that no writer waits for it. */
const reported = step(function* (plan: Plan, input: PropagateRewardInput) {
  const { template, treasury } = plan.issuing
  const seen = new Set<string>()
  const verdicts: Verdict[] = []
  let reached: string | undefined
  do {
    const from = reached
    const page = yield* read(function* () {
      return yield* pageOf(plan, from)
    })
    const known = yield* read(function* (_tx, now) {
      const receivers = page.named.flatMap(({ receiver }) => receiver ?? [])
      const skipsExisting = input.skipExisting ?? true
      return yield* knownReceivers(template, receivers, { skipsExisting, now })
    })
    verdicts.push(...verdictsOf(plan, { named: page.named, known, seen }))
    reached = page.reached
  } while (reached !== undefined)
  const available = availableOf(treasury)
  const of = { matchedCount: seen.size, supply: template, available }
  return yield* Effect.fromResult(reportOf(verdicts, of))
})

/** Those who were named, or the next ones of the audience. */
const pageOf = step(function* (
  { issuing: { organization }, audience, named, asOf }: Plan,
  from: string | undefined,
) {
  if (audience.type === "identifiers") return { named, reached: undefined }
  const asked = { organizationUuid: organization.uuid, audience, createdAt: asOf }
  const { receivers, reached } = yield* audiencePage(asked, from)
  return { named: receivers.map((receiver): Named => ({ receiver, position: undefined })), reached }
})

/** Adds to `seen` whom it judges. Of an identifier it is said that it names somebody again; an audience has everybody once. */
const verdictsOf = (
  { issuing: { template }, asOf }: Plan,
  page: {
    readonly named: readonly Named[]
    readonly known: readonly KnownReceiver[]
    readonly seen: Set<string>
  },
): readonly Verdict[] => {
  const { seen } = page
  const known = new Map(page.known.map((one) => [one.receiver, one]))
  return page.named.flatMap(({ receiver, position }): readonly Verdict[] => {
    const one = receiver && known.get(receiver)
    if (one === undefined) return [{ reason: "identifier_unresolved", points: 0, position }]
    if (seen.has(one.receiver.receiver))
      return position === undefined ? [] : [{ reason: "duplicate", points: 0, position }]
    seen.add(one.receiver.receiver)
    const points = multipliedPoints(template.points, multiplierOf(one.standing, asOf))
    return [{ reason: whySkipped(template, one, asOf), points, position }]
  })
}

/** Writes down that it runs; the job goes on from there. */
const started = step(function* (
  caller: Caller,
  { issuing: { template }, audience, named, key, asOf }: Plan,
  { input, report }: { readonly input: PropagateRewardInput; readonly report: BatchReport },
) {
  const { ids, vault } = yield* Ports
  const uuid = ids.uuid()
  const sealed = yield* prepare(() => sealBatchMetadata({ vault, ids }, uuid, input.metadata))
  return yield* transact(function* (tx, now) {
    yield* templateFor(caller, accessOf(endpoints.propagate), input.reward)
    // Two requests of one template are looked at one after the other.
    yield* tx.rewardTemplates.lock(template.uuid)
    const before = yield* earlier(key)
    if (before !== undefined) return before
    yield* permitBatch(template.uuid)
    const receivers = named.flatMap(({ receiver }) => receiver ?? [])
    const batch: RewardBatch = {
      ...report,
      outcomeKey: key.outcomeKey,
      requestDigest: key.requestDigest,
      uuid,
      organizationUuid: template.organizationUuid,
      rewardTemplateUuid: template.uuid,
      audience,
      skipsExisting: input.skipExisting ?? true,
      origin: originOf(caller),
      sealed,
      status: audience.type === "identifiers" ? "issuing" : "collecting",
      stopReason: undefined,
      reached: undefined,
      collectedCount: receivers.length,
      issuedCount: 0,
      refused: [],
      createdAt: asOf,
      finishedAt: undefined,
    }
    // The same key for another reward is not seen above, and comes first all the same.
    if (!(yield* tx.rewardBatches.add(batch)))
      return yield* new IdempotencyConflict({ key: key.idempotencyKey })
    yield* tx.rewardBatches.addReceivers(uuid, 0, receivers)
    const job = workJob({
      uuid: ids.uuid(),
      kind: rewardBatchKind,
      key: uuid,
      payload: { batch: uuid },
      dueAt: now,
      createdAt: now,
    })
    yield* tx.jobs.schedule({ ...job, requestId: yield* RequestId })
    return answerOf(batch, false)
  })
})
