import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import type { Access } from "../../foundation/access/permit.ts"
import * as endpoints from "../../contract/endpoints/sessions.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { transact, Tx } from "../../foundation/unit-of-work.ts"
import { isFinished, type Session } from "../session.ts"
import { sessionFor } from "../steps.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { CancelSessionInput } from "../inputs.ts"
import type { SessionInput } from "../../foundation/kernel/inputs.ts"

/**
 * Cancels a session that has not ended: it admits no one from now on, and its row stays. People who
 * were admitted stay admitted.
 */
export const cancel = step(function* (caller: Caller, input: CancelSessionInput) {
  yield* Effect.fromResult(permitTexts({ prose: { reason: input.reason } }))
  return yield* transact(function* (tx, now) {
    const session = yield* unfinished(caller, endpoints.cancel.access, input.session, now)
    if (session.cancelledAt !== undefined)
      return yield* new Conflict({
        reason: "already_cancelled",
        message: "The session is already cancelled.",
      })
    const cancelled: Session = {
      ...session,
      cancelledAt: now,
      cancellationReason: input.reason,
      updatedAt: now,
    }
    yield* tx.sessions.changeAll([cancelled])
    return cancelled
  })
})

/** Withdraws the cancellation of a session that has not ended. */
export const withdrawCancellation = step(function* (caller: Caller, input: SessionInput) {
  return yield* transact(function* (tx, now) {
    const session = yield* unfinished(
      caller,
      endpoints.withdrawCancellation.access,
      input.session,
      now,
    )
    if (session.cancelledAt === undefined)
      return yield* new Conflict({
        reason: "not_cancelled",
        message: "The session is not cancelled.",
      })
    const held: Session = {
      ...session,
      cancelledAt: undefined,
      cancellationReason: undefined,
      updatedAt: now,
    }
    yield* tx.sessions.changeAll([held])
    return held
  })
})

const unfinished = step(function* (
  caller: Caller,
  access: Access | undefined,
  path: string,
  now: Date,
) {
  const tx = yield* Tx
  const { session: found } = yield* sessionFor(caller, access, path)
  const session =
    (yield* tx.sessions.lock(found.uuid)) ?? (yield* new NotFound({ what: "session" }))
  if (isFinished(session, now))
    return yield* new Conflict({ reason: "finished", message: "The session is over." })
  return session
})
