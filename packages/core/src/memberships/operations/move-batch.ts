import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import { movedPage } from "../steps/moved-page.ts"
import { writeChanges } from "../steps/write-changes.ts"

/** How many members one transaction moves. */
const batchMax = 200

/**
 * Moves the next members of a running move in one transaction; returns whether there are more. A
 * worker that takes a batch locks the move, so two workers take turns. After a worker was killed,
 * the move continues where its last batch ended.
 *
 * Each member is judged by their current membership, as of the time at which the move was
 * requested. Members who came to the tier since then are moved too; members who left it are not.
 */
export const moveBatch = step(function* (caller: Caller, input: { readonly moveUuid: string }) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* transact(function* (tx, now) {
    const found = yield* tx.membershipMoves.find(input.moveUuid)
    if (found === undefined) return false
    const organization = yield* tx.organizations.find(found.organizationUuid)
    const tier = yield* tx.tiers.hold(found.toTierUuid)
    const move = yield* tx.membershipMoves.lock(found.uuid)
    if (move === undefined || move.finishedAt !== undefined) return false
    const { fromTierUuid, reachedUuid, by, term, asOf } = move
    const members = yield* tx.memberships.onTier({
      tierUuid: fromTierUuid,
      after: reachedUuid,
      limit: batchMax,
    })
    const last = members.at(-1)
    // Neither organization nor tier is deleted while it runs. Fewer than asked for are not the
    // last: some may just have left the tier.
    if (organization === undefined || tier === undefined || last === undefined) {
      yield* tx.membershipMoves.change({ ...move, finishedAt: now })
      return false
    }
    const customPricing = move.customPricing === "refuse" ? "carry" : move.customPricing
    const { changes, skipped } = yield* movedPage(
      organization,
      members,
      { by, tier, term, customPricing, asOf },
      now,
    )
    yield* writeChanges(changes, move.isByServiceStaff ? "admin" : "user_app", now)
    yield* tx.membershipMoves.change({
      ...move,
      reachedUuid: last.uuid,
      movedCount: move.movedCount + changes.length,
      skippedCount: move.skippedCount + skipped.length,
    })
    return true
  })
})
