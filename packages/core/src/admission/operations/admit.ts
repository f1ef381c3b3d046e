import { Effect } from "effect"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/sessions.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { Invalid } from "../../foundation/errors/refusals.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import { type PreparedKey, prepareKey } from "../../wallets/prepare.ts"
import type { AdmissionSource } from "../presence.ts"
import type { AdmissionAnswer, RefusedTap } from "../request.ts"
import { admitInOrder } from "../steps/admit-all.ts"
import type { AdmitBatchInput, AdmitInput } from "../inputs.ts"

/**
 * Decides a tap, or records an offline admission. An upload that the cited manifest justifies is
 * recorded, and disputed if the service would have decided otherwise. A blocked tap is a result,
 * not an error, and does not use up its idempotency key.
 */
export const admit = Effect.fnUntraced(function* (caller: Caller, input: AdmitInput) {
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
export const admitBatch = Effect.fnUntraced(function* (caller: Caller, input: AdmitBatchInput) {
  const taps = {
    ...input,
    access: endpoints.admit.access,
    clientId: keySpaceOf(caller),
    sourceOf: sourceFor(caller),
  }
  // Most people have a wallet already, and keys are slow to make: they are made when it turns out
  // that they are needed.
  for (let walletKeys: readonly PreparedKey[] = []; ; ) {
    const judged = yield* transact(function* (_, now) {
      return yield* admitInOrder(caller, { ...taps, walletKeys }, now)
    })
    if (judged.outcomes !== undefined)
      return judged.outcomes satisfies readonly (AdmissionAnswer | RefusedTap)[]
    const more = [...walletKeys]
    while (more.length < judged.walletsWanted) more.push(yield* prepareKey())
    walletKeys = more
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
