import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import type { Closing, ClosingReached } from "../../organizations/closing.ts"
import { step } from "../../foundation/step.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import type { Change } from "../machine/change.ts"
import { membershipRules } from "../machine/machine.ts"
import { heldOf, stateOf } from "../steps/state.ts"
import { writeChanges } from "../steps/write-changes.ts"

const batchMax = 200

/**
 * Ends some of the memberships that an organization left when it was deleted, those that lapsed
 * too, each with its event (T36), and answers where to go on; undefined when all have ended. All
 * are judged as of the deletion, whenever their batch comes: one whose time had run out by then
 * stays as it is. May be begun anew at any time, and by several at once: what ended is not looked
 * at again.
 */
export const closeMemberships = step(function* (
  caller: Caller,
  closing: Closing,
  from?: ClosingReached,
) {
  yield* Effect.fromResult(permitHost(caller))
  const reached = from ?? (yield* tierWithMembers(closing))
  if (reached === undefined) return undefined
  const { last, ended } = yield* closeBatch(reached, closing)
  if (last !== undefined) return { ...reached, after: last, ended: reached.ended + ended }
  const next = yield* tierWithMembers(closing)
  // Throws instead of looping forever: the job is retried, and an operator sees it when it gives
  // up.
  if (next?.tierUuid === reached.tierUuid && reached.ended === 0)
    throw new Error(`Nobody on tier ${next.tierUuid} could be ended, and somebody is still on it.`)
  return next
})

/** A tier that a user is still on, also one that was deleted before. */
const tierWithMembers = step(function* ({ organizationUuid, deletedAt }: Closing) {
  const first = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const
  const [member] = yield* read(function* (tx) {
    return (yield* tx.memberships.list(
      { organizationUuid, filter: "current", at: deletedAt },
      first,
    )).items
  })
  return (
    member && ({ tierUuid: member.tierUuid, after: undefined, ended: 0 } satisfies ClosingReached)
  )
})

/**
 * Ends the next ones of a tier; answers the last one that was looked at, and how many have ended.
 */
const closeBatch = step(function* ({ tierUuid, after }: ClosingReached, closing: Closing) {
  const { organizationUuid, deletedAt, by, origin } = closing
  return yield* transact(function* (tx, now) {
    const rows = yield* tx.memberships.onTier({ tierUuid, after, limit: batchMax })
    const changes = (yield* heldOf(rows)).flatMap((held): readonly Change[] => {
      const state = stateOf(
        { uuid: organizationUuid, timezone: undefined },
        held.membership.userUuid,
        held,
      )
      const ended = membershipRules.closeOrganization(state, { by }, deletedAt)
      // Its checkouts were cancelled with the organization.
      return Result.isSuccess(ended) ? [{ ...ended.success, closesCheckouts: [] }] : []
    })
    yield* writeChanges(changes, origin, now)
    return { last: rows.at(-1)?.uuid, ended: changes.length }
  })
})
