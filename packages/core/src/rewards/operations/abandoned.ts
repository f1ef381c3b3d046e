import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import { givenUp } from "../../webhooks/delivery.ts"
import { deliveryJobKey } from "../../webhooks/recording.ts"
import { rewardDeliveryJobKey } from "../deliveries/reward-delivery.ts"
import { failDelivery } from "../steps/failing.ts"

const sliceMax = 100
const askedForLongMs = 3_600_000
const failureReason = "given_up"

/**
 * Ends deliveries of rewards that nobody works at any more: their job was given up, or is gone. Those
 * that have a job may still be answered, and stay. Answers how many were ended; a daily job does so.
 */
export const endAbandoned = step(function* (
  caller: Caller,
  _input: Readonly<Record<string, never>>,
) {
  yield* Effect.fromResult(permitHost(caller))
  let ended = 0
  let after: string | undefined
  for (;;) {
    const { last, abandoned } = yield* abandonedAfter(after)
    for (const uuid of abandoned) ended += (yield* end(uuid)) ? 1 : 0
    if (last === undefined) return ended
    after = last
  }
})

/** Those of the next slice of open deliveries that have no job, and where the slice ends. */
const abandonedAfter = step(function* (after: string | undefined) {
  return yield* read(function* (tx, now) {
    const before = new Date(now.getTime() - askedForLongMs)
    const open = yield* tx.rewardDeliveries.open(before, after, sliceMax)
    // After the deliveries themselves: a job that is gone by now has ended its delivery.
    const jobs = new Set(
      yield* tx.jobs.unfinished(
        open.flatMap(({ uuid }) => [deliveryJobKey(uuid), rewardDeliveryJobKey(uuid)]),
      ),
    )
    const hasJob = (uuid: string) =>
      jobs.has(deliveryJobKey(uuid)) || jobs.has(rewardDeliveryJobKey(uuid))
    return {
      last: open.length < sliceMax ? undefined : open.at(-1)?.uuid,
      abandoned: open.flatMap(({ uuid }) => (hasJob(uuid) ? [] : [uuid])),
    }
  })
})

/** With the webhook's own delivery, so that nothing is sent if its job is put back by hand. */
const end = step(function* (uuid: string) {
  return yield* transact(function* (tx, now) {
    const isFailed = yield* failDelivery(uuid, { failureReason }, now)
    const sent = yield* tx.deliveries.find(uuid)
    if (isFailed && sent !== undefined && sent.finishedAt === undefined)
      yield* tx.deliveries.record([
        { delivery: givenUp(sent, failureReason, now), attempt: undefined },
      ])
    return isFailed
  })
})
