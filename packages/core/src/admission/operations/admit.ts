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
 * Judges a tap by the rules every door uses, or takes over what a door judged offline: an upload
 * that the manifest it cites justifies is recorded, and disputed where the present truth differs. A
 * refusal is an answer, and does not use up its key.
 */
export const admit = Effect.fnUntraced(function* (caller: Caller, input: AdmitInput) {
  const [outcome] = yield* admitBatch(caller, { session: input.session, requests: [input.request] })
  if (outcome === undefined)
    return yield* new Invalid({ errors: { admissions: "holds no admission" } })
  return "decision" in outcome ? outcome : yield* outcome
})

/**
 * Judges many taps in one transaction, in the order given and each alone; answers in the same
 * order. What cannot be judged has its refusal in its place: an identifier of nobody, a key that
 * another person's tap used, a moment that cannot be.
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
