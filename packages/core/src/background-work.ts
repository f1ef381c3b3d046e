import { closeCards } from "./cards/operations/closing.ts"
import { host } from "./foundation/access/caller.ts"
import type { Run } from "./facade.ts"
import { type AnyJobKind, anyKind, handledBy } from "./foundation/jobs/job-kind.ts"
import { openJobRunner } from "./foundation/jobs/job-runner.ts"
import { keyRewrap, keyRewrapKind, scheduleKeyRewrap } from "./foundation/jobs/key-rewrap.ts"
import { watchOverdue } from "./foundation/jobs/overdue.ts"
import { scheduleSweep, sweep, sweepKind } from "./foundation/jobs/sweep.ts"
import { openWorkLoop, type StopOptions } from "./foundation/jobs/work-loop.ts"
import { openWorker } from "./foundation/jobs/worker.ts"
import type { Logger } from "./foundation/ports/logger.ts"
import { processWarning } from "./foundation/system/process-warning.ts"
import type { PortsShape } from "./foundation/unit-of-work.ts"
import { expiredHoldsKind } from "./ledger/commit/expired-holds.ts"
import { releaseExpired, scheduleExpiredHolds } from "./ledger/commit/expired-holds-job.ts"
import { membershipMoveKind } from "./memberships/moves/membership-move.ts"
import { membershipMove } from "./memberships/moves/move-job.ts"
import { closeMemberships } from "./memberships/operations/closing.ts"
import { moveBatch } from "./memberships/operations/move-batch.ts"
import * as operations from "./operations/index.ts"
import { closingKind } from "./organizations/closing.ts"
import { organizationClosing } from "./organizations/closing-job.ts"
import { fileSweep, fileSweepKind, scheduleFileSweep } from "./files/sweep-job.ts"
import { keyRotation, keyRotationKind, scheduleKeyRotation } from "./service-keys/rotation-job.ts"
import { redeliveryKind } from "./webhooks/redelivery.ts"
import { webhookRedelivery } from "./webhooks/redelivery-job.ts"
import { moveClock } from "./testing/move-clock.ts"
import type { TestClock } from "./testing/test-clock.ts"
import { webhookDelivery } from "./webhooks/delivery-job.ts"
import type { Exchanges } from "./webhooks/exchange.ts"
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
  await scheduleDailyWork(ports)
  const runner = openJobRunner({
    storage,
    clock,
    kinds: jobKinds(ports, run, logger),
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

/** Who waits for what a webhook answers: nobody yet. */
const exchanges: Exchanges = new Map()

/** How each kind of background work is done. */
const jobKinds = (
  { storage, vault, clock, ids, rateLimiter, outgoingHttp, observer, settings }: PortsShape,
  run: Run,
  logger: Logger | undefined,
): ReadonlyMap<string, AnyJobKind> =>
  new Map([
    [sweepKind, handledBy(sweep(storage, clock, rateLimiter))],
    [
      keyRotationKind,
      handledBy(keyRotation(clock, () => run(operations.keys.rotateDue(host, {})))),
    ],
    [
      closingKind,
      handledBy(
        organizationClosing(clock, {
          closeMemberships: (closing, from, requestId) =>
            run(closeMemberships(host, closing, from), { requestId }),
          closeCards: (closing, requestId) => run(closeCards(host, closing), { requestId }),
        }),
      ),
    ],
    [
      membershipMoveKind,
      handledBy(
        membershipMove(clock, (moveUuid, requestId) =>
          run(moveBatch(host, { moveUuid }), { requestId }),
        ),
      ),
    ],
    [fileSweepKind, handledBy(fileSweep(clock, () => run(operations.files.sweep(host, {}))))],
    [keyRewrapKind, handledBy(keyRewrap({ storage, vault, clock, logger }))],
    [
      expiredHoldsKind,
      handledBy(releaseExpired(clock, () => run(operations.holds.releaseExpired(host, {})))),
    ],
    [
      deliveryKind,
      anyKind(
        webhookDelivery({
          clock,
          vault,
          outgoingHttp,
          timeoutMs: settings.webhooks.timeoutMs,
          exchanges,
          observer,
          logger,
        }),
      ),
    ],
    [redeliveryKind, anyKind(webhookRedelivery({ clock, ids }))],
  ])

/** What comes again every day, put into the queue once. */
const scheduleDailyWork = async ({ storage, clock, ids }: PortsShape): Promise<void> => {
  await scheduleSweep(storage, clock, ids)
  await scheduleKeyRotation(storage, clock, ids)
  await scheduleFileSweep(storage, clock, ids)
  await scheduleExpiredHolds(storage, clock, ids)
  await scheduleKeyRewrap(storage, clock, ids)
}
