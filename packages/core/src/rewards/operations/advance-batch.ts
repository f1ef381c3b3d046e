import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import type { JsonObject } from "../../foundation/kernel/json.ts"
import { step } from "../../foundation/step.ts"
import {
  asResult,
  Ports,
  prepare,
  read,
  together,
  transact,
  Tx,
} from "../../foundation/unit-of-work.ts"
import { refusalOf } from "../../ledger/commit/posting-change.ts"
import { requestDigest } from "../../ledger/commit/submit-posting.ts"
import { type ContentKeys, contentKeysOf } from "../../ledger/content/seal-content.ts"
import { openBatchMetadata } from "../batches/batch-secrets.ts"
import { type KnownReceiver, whySkipped } from "../batches/judge-receiver.ts"
import {
  batchOutcomeKey,
  counted,
  type Fate,
  isOver,
  type QueuedReceiver,
  type RewardBatch,
} from "../batches/reward-batch.ts"
import { openedWallet } from "../../wallets/opened-wallet.ts"
import { issuedOrRequested } from "../issued-or-requested.ts"
import type { Issuing } from "../issuing.ts"
import { openRewardContent } from "../prepare.ts"
import { scheduleMirrors } from "../prepare-mirroring.ts"
import type { RewardContentTemplate } from "../reward-content.ts"
import { audiencePage } from "../steps/audience.ts"
import { issuingOf } from "../steps/issuing.ts"
import { knownReceivers } from "../steps/receivers.ts"
import { isPassing, reasonOf } from "../triggers/firing.ts"

/** How many rewards are issued at a time: the ledger commits them together. */
const pageMax = 100

/**
 * Takes a batch one page further; answers whether there is more. First its audience is written down,
 * page by page. Then whoever is written down gets the reward and is struck off, page by page. A
 * worker that was killed leaves a page that is done again: each receiver has a key in the ledger, so
 * nobody gets a second one, and everybody is counted in the transaction that strikes them off.
 */
export const advanceBatch = step(function* (
  caller: Caller,
  { batchUuid }: { readonly batchUuid: string },
) {
  yield* Effect.fromResult(permitHost(caller))
  const batch = yield* read(function* (tx) {
    return yield* tx.rewardBatches.find(batchUuid)
  })
  if (batch === undefined || isOver(batch)) return false
  if (batch.status === "collecting") return yield* collected(batch)
  return yield* issued(batch)
})

/** Writes down the next ones of the audience. */
const collected = step(function* ({ uuid }: RewardBatch) {
  return yield* transact(function* (tx) {
    const batch = yield* tx.rewardBatches.lock(uuid)
    if (batch?.status !== "collecting") return batch !== undefined
    const { receivers, reached } = yield* audiencePage(batch, batch.reached)
    yield* tx.rewardBatches.addReceivers(uuid, batch.collectedCount, receivers)
    yield* tx.rewardBatches.change({
      ...batch,
      reached,
      collectedCount: batch.collectedCount + receivers.length,
      status: reached === undefined ? "issuing" : "collecting",
    })
    return true
  })
})

/** Issues to the next receivers. */
const issued = step(function* (batch: RewardBatch) {
  const page = yield* pageOf(batch)
  const metadata = yield* metadataOf(batch)
  const { issuing, known, contentKeys } = page
  const content = known.length === 0 ? undefined : issuing?.content
  const opened = content && (yield* openRewardContent(content))
  const fates =
    issuing === undefined || known.length === 0
      ? []
      : yield* together(
          known.map((one) => issuedTo({ batch, issuing, metadata, opened, contentKeys }, one)),
        )
  // What items name at other hosts is the same for all of them.
  const first = fates.find(({ issuedIn }) => issuedIn !== undefined)?.issuedIn
  if (issuing !== undefined && first !== undefined)
    yield* scheduleMirrors(issuing.template, opened?.items ?? [], first)
  return yield* struckOff(batch, { fates: [...page.fates, ...fates], isLast: page.isLast })
})

const metadataOf = step(function* (batch: RewardBatch) {
  const { vault } = yield* Ports
  return yield* prepare(() => openBatchMetadata(vault, batch))
})

/** The next receivers: whose fate is known, and who is to get the reward now. */
interface BatchPage {
  readonly fates: readonly Fate[]
  readonly known: readonly Known[]
  /** Undefined when nobody is to get it now. */
  readonly issuing: Issuing | undefined
  /** The keys of the treasury and of all receivers that have a wallet. */
  readonly contentKeys: ContentKeys | undefined
  /** Whether nobody was left. */
  readonly isLast: boolean
}

type Known = KnownReceiver<QueuedReceiver>

interface IssuedFate extends Fate {
  /** The transaction of a reward that was issued now. */
  readonly issuedIn: string | undefined
}

const pageOf = step(function* (batch: RewardBatch) {
  return yield* read(function* (tx, now) {
    const receivers = yield* tx.rewardBatches.receivers(batch.uuid, pageMax)
    const before = yield* fatesBefore(batch, receivers)
    const fates = [...before.values()]
    const open = receivers.filter(({ receiver }) => !before.has(receiver))
    const stopped = (reason: string): BatchPage => ({
      fates: [...fates, ...open.map(({ receiver }) => ({ receiver, reason }))],
      known: [],
      issuing: undefined,
      contentKeys: undefined,
      isLast: receivers.length === 0,
    })
    if (batch.stopReason !== undefined || open.length === 0) return stopped(batch.stopReason ?? "")
    const template = yield* tx.rewardTemplates.find(batch.rewardTemplateUuid)
    const organization = yield* tx.organizations.find(batch.organizationUuid)
    if (template === undefined || organization === undefined) return stopped("organization_deleted")
    const issuing = yield* asResult(issuingOf({ template, organization }))
    if (Result.isFailure(issuing))
      return isPassing(issuing.failure)
        ? yield* issuing.failure
        : stopped(reasonOf(issuing.failure))
    const { skipsExisting } = batch
    const known = yield* knownReceivers(template, open, { skipsExisting, now })
    const judged = known.map((one) => ({ ...one, reason: whySkipped(template, one, now) }))
    const to = judged.flatMap(({ to: wallet, reason }) =>
      wallet === undefined || reason !== undefined ? [] : [wallet.address],
    )
    const contentKeys = yield* contentKeysOf([issuing.success.treasury.address, ...to])
    const page: BatchPage = {
      fates: [
        ...fates,
        ...judged.flatMap(({ receiver: { receiver }, reason }) =>
          reason === undefined ? [] : [{ receiver, reason }],
        ),
      ],
      known: judged.filter(({ reason }) => reason === undefined),
      issuing: issuing.success,
      contentKeys,
      isLast: false,
    }
    return page
  })
})

/** What became of those whose reward was issued before a worker was killed, by receiver. */
const fatesBefore = step(function* ({ uuid }: RewardBatch, receivers: readonly QueuedReceiver[]) {
  const tx = yield* Tx
  const byKey = new Map(
    receivers.map(({ receiver }) => [batchOutcomeKey(uuid, receiver), receiver]),
  )
  const keys = [...byKey.keys()]
  const outcomes = yield* tx.ledger.outcomes(keys)
  const deliveries = yield* tx.rewardDeliveries.findByKeys(keys)
  const reasons: readonly (readonly [string, string | undefined])[] = [
    ...deliveries.map(({ outcomeKey }) => [outcomeKey, undefined] as const),
    ...outcomes.map(({ key, refusal }) => [key, refusal && reasonOf(refusalOf(refusal))] as const),
  ]
  return new Map(
    reasons.map(([key, reason]) => {
      const receiver = byKey.get(key) ?? ""
      const fate: Fate = { receiver, reason }
      return [receiver, fate] as const
    }),
  )
})

/** Issues to one receiver. A refusal that passes is refused here too: the page is done again. */
const issuedTo = step(function* (
  {
    batch,
    issuing,
    metadata,
    opened,
    contentKeys,
  }: {
    readonly batch: RewardBatch
    readonly issuing: Issuing
    readonly metadata: JsonObject | undefined
    readonly opened: RewardContentTemplate | undefined
    readonly contentKeys: ContentKeys | undefined
  },
  { receiver: { receiver, userUuid }, standing, to: known }: Known,
) {
  const to = yield* openedWallet({ userUuid, to: known }, batch.organizationUuid)
  const key = batchOutcomeKey(batch.uuid, receiver)
  const issue = issuedOrRequested({
    ...issuing,
    ...standing,
    to,
    issuedBy: "propagate",
    origin: batch.origin,
    key: {
      outcomeKey: key,
      idempotencyKey: key,
      digest: requestDigest("reward_propagate", { batch: batch.uuid, to: receiver }),
    },
    metadata,
    opened,
    contentKeys,
    mirrorsLater: true,
    // The request was charged once, for all of its audience.
    isCounted: false,
  })
  const result = yield* asResult(issue)
  if (Result.isFailure(result) && isPassing(result.failure)) return yield* result.failure
  const reason = Result.isFailure(result) ? reasonOf(result.failure) : undefined
  const issuedIn =
    Result.isSuccess(result) && !result.success.replayed ? result.success.transactionId : undefined
  const fate: IssuedFate = { receiver, reason, issuedIn }
  return fate
})

/**
 * Strikes receivers off and counts what became of them. Those whom another worker has struck off
 * were counted by it.
 */
const struckOff = step(function* (
  { uuid }: RewardBatch,
  { fates, isLast }: { readonly fates: readonly Fate[]; readonly isLast: boolean },
) {
  return yield* transact(function* (tx, now) {
    const batch = yield* tx.rewardBatches.lock(uuid)
    if (batch === undefined || isOver(batch)) return false
    const left = yield* tx.rewardBatches.receivers(uuid, pageMax)
    if (left.length === 0 && isLast) {
      const status = batch.stopReason === undefined ? "finished" : "stopped"
      yield* tx.rewardBatches.change({ ...batch, status, sealed: undefined, finishedAt: now })
      return false
    }
    const there = new Set(left.map(({ receiver }) => receiver))
    const mine = fates.filter(({ receiver }) => there.has(receiver))
    yield* tx.rewardBatches.removeReceivers(
      uuid,
      mine.map(({ receiver }) => receiver),
    )
    yield* tx.rewardBatches.change(counted(batch, mine))
    return true
  })
})
