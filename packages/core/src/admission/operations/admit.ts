import { Effect, Result } from "effect"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import * as ofAttendance from "../../contract/endpoints/attendance.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as ofSessions from "../../contract/endpoints/sessions.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { BadRequest, Invalid } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { asResult, gathered, RequestId, transact } from "../../foundation/unit-of-work.ts"
import { type PreparedKey, prepareKeys } from "../../wallets/prepare.ts"
import type { AdmissionSource } from "../presence.ts"
import type { AdmissionAnswer, RefusedTap } from "../request.ts"
import { admitInOrder, NobodyMay, type TapsCall } from "../steps/admit-all.ts"
import type { AdmitBatchInput, AdmitInput, CheckInInput } from "../inputs.ts"

/**
 * Decides a tap, or records an offline admission. An upload that the cited manifest justifies is
 * recorded, and disputed if the service would have decided otherwise. A blocked tap is a result,
 * not an error, and does not use up its idempotency key.
 */
export const admit = step(function* (caller: Caller, input: AdmitInput) {
  const [outcome] = yield* admitBatch(caller, { session: input.session, requests: [input.request] })
  if (outcome === undefined)
    return yield* new Invalid({ errors: { admissions: "holds no admission" } })
  return "decision" in outcome ? outcome : yield* outcome
})

/**
 * Decides many taps in one transaction, in the given order, each by itself. Returns the results in
 * the same order. A tap that cannot be decided has its refusal in its place: an unknown identifier,
 * a key that another person's tap used, an impossible time.
 */
export const admitBatch = step(function* (caller: Caller, { session, requests }: AdmitBatchInput) {
  const outcomes: readonly (AdmissionAnswer | RefusedTap)[] = yield* admitted(session, {
    caller,
    access: ofSessions.admit.access,
    requests,
    clientId: keySpaceOf(caller),
    sourceOf: sourceFor(caller),
    requestId: yield* RequestId,
  })
  return outcomes
})

/**
 * Checks the caller in. The rules of the door apply, as if the caller had tapped their wallet in
 * the organization. Idempotency keys belong to the user, in whichever app.
 */
export const checkIn = step(function* (
  caller: Caller,
  { session, idempotencyKey, userUuid: named }: CheckInInput,
) {
  // Checked first: an app without a user has no person to check in.
  if (caller.kind !== "host")
    yield* Effect.fromResult(permitToken(accessOf(ofAttendance.checkIn), caller))
  const userUuid = caller.kind === "host" ? named : actingUser(caller)
  if (userUuid === undefined)
    return yield* new BadRequest({
      field: "user_uuid",
      reason: "The request names no user to check in. Send the user's uuid.",
    })
  const call: TapsCall = {
    caller,
    access: ofAttendance.checkIn.access,
    requests: [{ identifier: { type: "user_id", value: userUuid }, idempotencyKey }],
    clientId: `self:${userUuid}`,
    sourceOf: () => "self",
    requestId: yield* RequestId,
  }
  const [outcome] = yield* admitted(session, call, true)
  if (outcome === undefined)
    return yield* new Invalid({ errors: { admissions: "holds no admission" } })
  return "decision" in outcome ? outcome : yield* outcome
})

/**
 * The answers to a call's taps. Those who come to one session at the same time share a transaction,
 * whoever they are: each would wait for the session's row by itself. People who check themselves in
 * let a door go first, which has somebody standing before it.
 */
const admitted = (session: string, call: TapsCall, isSelf = false) =>
  gathered(`taps:${session}`, call, { size: call.requests.length, isPatient: isSelf }, (calls) =>
    admitAll(session, calls),
  )

const admitAll = step(function* (session: string, calls: readonly TapsCall[]) {
  // Most people have a wallet already, and keys are slow to make: they are made when it turns out
  // that they are needed.
  for (let walletKeys: readonly PreparedKey[] = []; ; ) {
    const result = yield* asResult(
      transact(function* (_, now) {
        return yield* admitInOrder({ session, calls, walletKeys }, now)
      }),
    )
    if (Result.isFailure(result)) {
      if (result.failure instanceof NobodyMay) return result.failure.outcomes
      return yield* result.failure
    }
    const { outcomes, walletsWanted } = result.success
    if (outcomes !== undefined) return outcomes
    walletKeys = [...walletKeys, ...(yield* prepareKeys(walletsWanted - walletKeys.length))]
  }
})

/** Two doors of one app are two clients. */
const keySpaceOf = (caller: Caller): string => {
  if (caller.kind === "host") return "host"
  return caller.kind === "door" ? `door:${caller.deviceUuid}` : caller.clientId
}

/** A person who names another has looked at them, not at what they carry. */
const sourceFor =
  (caller: Caller) =>
  ({ type }: IdentifierRef): AdmissionSource =>
    actingUser(caller) !== undefined &&
    (type === "username" || type === "user_id" || type === "wallet")
      ? "manual"
      : "online"
