import { closeCards } from "./cards/operations/closing.ts"
import { host } from "./foundation/access/caller.ts"
import type { Run } from "./facade.ts"
import { daily, scheduleDaily } from "./foundation/jobs/daily.ts"
import { type AnyJobKind, anyKind, handledBy, type JobHandler } from "./foundation/jobs/job-kind.ts"
import { openJobRunner } from "./foundation/jobs/job-runner.ts"
import { inTurns } from "./foundation/jobs/in-turns.ts"
import { keyRewrap, keyRewrapKind } from "./foundation/jobs/key-rewrap.ts"
import { watchOverdue } from "./foundation/jobs/overdue.ts"
import { sweep, sweepKind } from "./foundation/jobs/sweep.ts"
import { openWorkLoop, type StopOptions } from "./foundation/jobs/work-loop.ts"
import { openWorker } from "./foundation/jobs/worker.ts"
import type { Logger } from "./foundation/ports/logger.ts"
import { processWarning } from "./foundation/system/process-warning.ts"
import type { PortsShape } from "./foundation/unit-of-work.ts"
import { expiredHoldsKind } from "./ledger/commit/expired-holds.ts"
import { membershipMoveKind } from "./memberships/moves/membership-move.ts"
import { closeMemberships } from "./memberships/operations/closing.ts"
import { moveBatch } from "./memberships/operations/move-batch.ts"
import * as operations from "./operations/index.ts"
import { closingKind } from "./organizations/closing.ts"
import { organizationClosing } from "./organizations/closing-job.ts"
import { endAbandoned } from "./rewards/operations/abandoned.ts"
import { forgetCounted } from "./rewards/operations/forgetting.ts"
import { countHappenings } from "./rewards/operations/counting.ts"
import { forgettingKind, forgottenIn } from "./rewards/triggers/forgetting.ts"
import { countingKind, firingIn, firingKind, happeningsIn } from "./rewards/triggers/happening.ts"
import { generatedBody } from "./contract/resources/generated-content.ts"
import { rewardBatchKind } from "./rewards/batches/reward-batch.ts"
import { advanceBatch } from "./rewards/operations/advance-batch.ts"
import { rewardDelivery } from "./rewards/deliveries/delivery-job.ts"
import { rewardGeneration } from "./rewards/deliveries/reward-generation.ts"
import { rewardDeliveryKind } from "./rewards/deliveries/reward-delivery.ts"
import { rewardMirror } from "./rewards/mirroring/mirror-job.ts"
import { mirrorKind } from "./rewards/mirroring/mirroring.ts"
import { copyAsset } from "./rewards/operations/mirror.ts"
import { prefetchKind } from "./rewards/prefetching/prefetching.ts"
import { rewardPrefetch } from "./rewards/prefetching/prefetch-job.ts"
import { prefetchContent } from "./rewards/operations/prefetch.ts"
import { failGenerated, issueGenerated } from "./rewards/operations/generated.ts"
import { redeliveryKind } from "./webhooks/redelivery.ts"
import { webhookRedelivery } from "./webhooks/redelivery-job.ts"
import { moveClock } from "./testing/move-clock.ts"
import type { TestClock } from "./testing/test-clock.ts"
import { webhookDelivery } from "./webhooks/delivery-job.ts"
import { anyExchange, type Exchanges } from "./webhooks/exchange.ts"
import { deliveryKind } from "./webhooks/recording.ts"

/** A test clock, and the way to move it with the background work that is due until then. */
export interface MovableClock {
  readonly now: () => Date
  readonly moveTo: (to: Date, how?: { readonly force?: boolean }) => Promise<Date>
}

/** The worker, the loop that may run it here, and the monitor of jobs that no worker takes. */
export const openBackgroundWork = async (
  ports: PortsShape,
  run: Run,
  logger: Logger | undefined,
) => {
  const { storage, clock } = ports
  const dailyKinds = dailyWork(ports, run, logger)
  await scheduleDaily(ports, dailyKinds.keys())
  const runner = openJobRunner({
    storage,
    clock,
    kinds: new Map([...handled(dailyKinds), ...jobKinds(ports, run, logger)]),
    observer: ports.observer,
    logger,
  })
  const work = openWorker(storage, clock, runner)
  const loop = openWorkLoop({ runner, clock, logger })
  ports.workScheduled.listen(loop.wake)
  const warn: Logger["warn"] =
    logger === undefined ? processWarning : (fields, message) => logger.warn(fields, message)
  const overdue = watchOverdue({ work, clock, isRunning: loop.isRunning, warn })
  return {
    work,
    run: loop.run,
    /** A test clock that moves while no other background work is done here. */
    moves: (clock: TestClock): MovableClock => ({
      now: clock.now,
      moveTo: (to, how) => loop.alone(() => moveClock(clock, work, to, how?.force ?? false)),
    }),
    stop: async (options?: StopOptions) => {
      await overdue.stop()
      await loop.stop(options)
    },
  }
}

/** Who waits for what a webhook answers. */
const exchangesOf = (ports: PortsShape): Exchanges =>
  new Map([["reward.generate", anyExchange(rewardGeneration({ ...ports, bodyOf: generatedBody }))]])

/** What comes again every day. */
const dailyWork = (
  { storage, vault, clock, rateLimiter, settings }: PortsShape,
  run: Run,
  logger: Logger | undefined,
): ReadonlyMap<string, JobHandler> =>
  new Map([
    [sweepKind, sweep(storage, clock, rateLimiter, settings.keeping)],
    // What is due of the rotation of the service's keys.
    [
      "key-rotation",
      daily(clock, async () => {
        await run(operations.keys.rotateDue(host, {}))
        return "done"
      }),
    ],
    // The bytes that nobody needs.
    [
      "file-sweep",
      daily(clock, async () => {
        await run(operations.files.sweep(host, {}))
        return "done"
      }),
    ],
    // What is held by holds that have ended.
    [
      expiredHoldsKind,
      daily(clock, async () => {
        while ((await run(operations.holds.releaseExpired(host, {}))) > 0) continue
        return "done"
      }),
    ],
    // What deliveries of rewards hold that nobody works at any more.
    [
      "abandoned-deliveries",
      daily(clock, async () => {
        await run(endAbandoned(host, {}))
        return "done"
      }),
    ],
    [keyRewrapKind, keyRewrap({ storage, vault, clock, logger })],
  ])

const handled = (kinds: ReadonlyMap<string, JobHandler>) =>
  [...kinds].map(([kind, handler]) => [kind, handledBy(handler)] as const)

/** How each kind of other background work is done. */
const jobKinds = (
  ports: PortsShape,
  run: Run,
  logger: Logger | undefined,
): ReadonlyMap<string, AnyJobKind> => {
  const { vault, clock, ids, outgoingHttp, observer, settings } = ports
  return new Map<string, AnyJobKind>([
    [
      closingKind,
      handledBy(
        organizationClosing(clock, {
          closeMemberships: (closing, from, requestId) =>
            run(closeMemberships(host, closing, from), { requestId }),
          closeCards: (closing, from, requestId) =>
            run(closeCards(host, closing, from), { requestId }),
        }),
      ),
    ],
    [
      membershipMoveKind,
      handledBy(
        inTurns(clock, ({ payload, requestId }) =>
          run(moveBatch(host, { moveUuid: String(payload["move"]) }), { requestId }),
        ),
      ),
    ],
    [
      deliveryKind,
      anyKind(
        webhookDelivery({
          clock,
          vault,
          outgoingHttp,
          timeoutMs: settings.webhooks.timeoutMs,
          exchanges: exchangesOf(ports),
          observer,
          logger,
        }),
      ),
    ],
    [redeliveryKind, anyKind(webhookRedelivery({ clock, ids }))],
    ...rewardKinds(ports, run),
  ])
}

/** How rewards are counted, issued and fetched. */
const rewardKinds = (
  { clock }: PortsShape,
  run: Run,
): readonly (readonly [string, AnyJobKind])[] => [
  [
    countingKind,
    handledBy(async (job) => {
      const happenings = happeningsIn(job)
      await run(countHappenings(host, { happenings }), { requestId: job.requestId })
      return undefined
    }),
  ],
  [
    firingKind,
    handledBy(async (job) => {
      const firingUuid = firingIn(job)
      await run(operations.rewards.issueFired(host, { firingUuid }), { requestId: job.requestId })
      return undefined
    }),
  ],
  [
    forgettingKind,
    handledBy(
      inTurns(clock, (job) =>
        run(forgetCounted(host, { gone: forgottenIn(job) }), { requestId: job.requestId }),
      ),
    ),
  ],
  [
    prefetchKind,
    handledBy(
      rewardPrefetch(clock, (transactionId, requestId) =>
        run(prefetchContent(host, { transactionId }), { requestId }),
      ),
    ),
  ],
  [
    mirrorKind,
    handledBy(rewardMirror(clock, (task, requestId) => run(copyAsset(host, task), { requestId }))),
  ],
  [
    rewardBatchKind,
    handledBy(
      inTurns(clock, ({ payload, requestId }) =>
        run(advanceBatch(host, { batchUuid: String(payload["batch"]) }), { requestId }),
      ),
    ),
  ],
  [
    rewardDeliveryKind,
    handledBy(
      rewardDelivery(clock, {
        issue: (deliveryUuid, requestId) =>
          run(issueGenerated(host, { deliveryUuid }), { requestId }),
        fail: (deliveryUuid, failure, requestId) =>
          run(failGenerated(host, { deliveryUuid, ...failure }), { requestId }),
      }),
    ),
  ],
]
