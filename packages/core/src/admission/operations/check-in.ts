import { Effect } from "effect"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import * as endpoints from "../../contract/endpoints/attendance.ts"
import { accessOf } from "../../contract/endpoint.ts"
import { BadRequest } from "../../foundation/errors/refusals.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import { type PreparedKey, prepareKey } from "../../wallets/prepare.ts"
import { admitInOrder, type Taps } from "../steps/admit-all.ts"
import type { CheckInInput } from "../inputs.ts"

/**
 * Checks the caller in. The rules of the door apply, as if the caller had tapped their wallet in
 * the organization. Idempotency keys belong to the user, in whichever app.
 */
export const checkIn = Effect.fnUntraced(function* (
  caller: Caller,
  { session, idempotencyKey, userUuid: named }: CheckInInput,
) {
  // Checked first: an app without a user has no person to check in.
  if (caller.kind !== "host")
    yield* Effect.fromResult(permitToken(accessOf(endpoints.checkIn), caller))
  const userUuid = caller.kind === "host" ? named : actingUser(caller)
  if (userUuid === undefined)
    return yield* new BadRequest({
      field: "user_uuid",
      reason: "The request names no user to check in.",
    })
  const taps: Omit<Taps, "walletKeys"> = {
    session,
    access: endpoints.checkIn.access,
    requests: [{ identifier: { type: "user_id", value: userUuid }, idempotencyKey }],
    clientId: `self:${userUuid}`,
    sourceOf: () => "self",
  }
  for (let walletKeys: readonly PreparedKey[] = []; ; walletKeys = [yield* prepareKey()]) {
    const judged = yield* transact(function* (_, now) {
      return yield* admitInOrder(caller, { ...taps, walletKeys }, now)
    })
    const outcome = judged.outcomes?.[0]
    if (outcome !== undefined) return "decision" in outcome ? outcome : yield* outcome
  }
})
