import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { isRewardContent } from "../../contract/resources/reward-content.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read } from "../../foundation/unit-of-work.ts"
import { contentInside, copyExpiresAt, hostedIn } from "../../ledger/content/content.ts"
import { openContent } from "../../ledger/content/seal-content.ts"
import { fetchedProjectionOf } from "../prepare-content.ts"
import type { PrefetchedCopy } from "../prefetching/prefetching.ts"
import { carriedBy } from "../steps/holdings.ts"

/**
 * Fetches the content of a reward that is to be prefetched, whether or not there is a copy of it.
 * `Unavailable` where there is none and its host does not answer; undefined for a reward that was
 * taken back or erased.
 */
export const prefetchContent = step(function* (
  caller: Caller,
  { transactionId }: { readonly transactionId: string },
) {
  yield* Effect.fromResult(permitHost(caller))
  const { clock } = yield* Ports
  const carried = yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(transactionId)
    if (transaction?.status !== "confirmed") return undefined
    return (yield* carriedBy([transaction]))[0]
  })
  if (carried === undefined) return undefined
  const opened = yield* openContent(carried.sealed)
  if (contentInside(opened) !== undefined) return undefined
  const { cache } = hostedIn(opened)
  if (cache.strategy !== "prefetch") return undefined
  const source = carried.sealed.transaction
  const projection = yield* fetchedProjectionOf({ ...carried, opened, source }, isRewardContent)
  const now = clock.now()
  const fresh = copyExpiresAt(cache, now) ?? now
  const copy: PrefetchedCopy = {
    expiresAt: projection.cacheExpiresAt,
    lifetimeMs: fresh.getTime() - now.getTime(),
  }
  return copy
})
